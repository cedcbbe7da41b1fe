import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { Updated } from '../../src/store/document.ts';
import { readDocument, readOrSetAside, updateDocument } from '../../src/store/document-file.ts';
import { BUSY } from '../../src/store/obstacle.ts';
import { add, type Counters, counterFile } from '../support/counter-document.ts';
import { plantLock, writer } from '../support/writer.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
const SOUND = '{"schema_version":1,"counts":{"a":1}}';

function update(directory: string, change: ReturnType<typeof add>): Promise<Updated<Counters>> {
	return updateDocument(
		counterFile(directory),
		change,
		writer(50, () => NOW),
	);
}

function counts(directory: string): unknown {
	const { path, kind } = counterFile(directory);
	const loaded = readDocument(path, kind);
	return loaded.kind === 'present' ? loaded.doc.counts : loaded.kind;
}

it('makes the directory and the file with the first change that leaves something', async () => {
	await using root = await createFixture({});
	const directory = root.getPath('a/b');
	expect((await update(directory, add(''))).kind).toBe('unchanged');
	expect(existsSync(root.getPath('a'))).toBe(false);
	const written = await update(directory, add('a'));
	expect(written).toEqual({ kind: 'written', doc: { schema_version: 1, counts: { a: 1 } } });
	expect(readdirSync(directory)).toEqual(['counters.json']);
	expect(statSync(directory).mode & 0o777).toBe(0o700);
});

it('if nothing changes the bytes stay, and no lock is taken', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	plantLock(counterFile(root.path).path);
	expect((await update(root.path, add(''))).kind).toBe('unchanged');
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(SOUND);
});

it('D6: a document of an older shape is written in the new one, and only once', async () => {
	await using root = await createFixture({ 'counters.json': '{"a":1}' });
	const plain = counterFile(root.path);
	const parse = (json: unknown) => {
		if ('schema_version' in (json as object)) return plain.kind.parse(json);
		const doc = { schema_version: 1, counts: {}, ...(json as object) } as const;
		return { kind: 'present', doc, migrated: true } as const;
	};
	const file = { ...plain, kind: { ...plain.kind, parse } };
	expect((await updateDocument(file, add(''), writer(50))).kind).toBe('written');
	expect((await updateDocument(file, add(''), writer(50))).kind).toBe('unchanged');
	expect(JSON.parse(readFileSync(plain.path, 'utf8'))).toMatchObject({ schema_version: 1, a: 1 });
});

it('D8: if the lock stays busy nothing is stored, and the writer learns it', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	const letGo = plantLock(counterFile(root.path).path);
	expect(await update(root.path, add('b'))).toEqual({ kind: 'refused', obstacle: BUSY });
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(SOUND);
	letGo();
	expect((await update(root.path, add('b'))).kind).toBe('written');
	expect(counts(root.path)).toEqual({ a: 1, b: 1 });
});

it('D8: the locks of one event wait for one time together', async () => {
	await using root = await createFixture({ one: {}, two: {} });
	const context = writer(50);
	for (const name of ['one', 'two']) {
		const file = counterFile(root.getPath(name));
		plantLock(file.path);
		const updated = await updateDocument(file, add('a'), context);
		expect(updated).toEqual({ kind: 'refused', obstacle: BUSY });
		expect(context.writing.leftMs).toBeLessThanOrEqual(0);
	}
});

it('D10: what a change retires is in the history before it leaves the document', async () => {
	await using root = await createFixture({ 'history.jsonl': '{"torn":' });
	await update(root.path, add('a', true));
	expect(readFileSync(root.getPath('history.jsonl'), 'utf8')).toBe('{"torn":\n{"retired":"a"}\n');
});

it('D7: quarantine never overwrites, takes directories, and leaves a sound file', async () => {
	await using root = await createFixture({});
	const read = () =>
		readOrSetAside(
			counterFile(root.path),
			writer(50, () => NOW),
		);
	for (const make of [
		() => writeFileSync(root.getPath('counters.json'), 'x'),
		() => writeFileSync(root.getPath('counters.json'), 'y'),
		() => mkdirSync(root.getPath('counters.json')),
	]) {
		make();
		expect(await read()).toMatchObject({
			kind: 'corrupt',
			reason: expect.stringContaining('moved to'),
		});
	}
	expect(readdirSync(root.getPath('quarantine'))).toHaveLength(3);
	writeFileSync(root.getPath('counters.json'), SOUND);
	expect((await read()).kind).toBe('present');
});

it('D7: a reader that may change nothing, or whose lock is busy, leaves a corrupt file', async () => {
	await using root = await createFixture({ 'counters.json': 'x' });
	const looking = { ...writer(50), writing: { ...writer(0).writing, isReadOnly: true } };
	expect((await readOrSetAside(counterFile(root.path), looking)).kind).toBe('corrupt');
	plantLock(counterFile(root.path).path);
	expect((await readOrSetAside(counterFile(root.path), writer(50))).kind).toBe('corrupt');
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe('x');
});

it('D7: a newer document is refused and left as it is, with the lock free or busy', async () => {
	const newer = '{"schema_version":2,"x":1}';
	await using root = await createFixture({ 'counters.json': newer });
	for (const prepare of [() => undefined, () => plantLock(root.getPath('counters.json'))]) {
		prepare();
		expect(await update(root.path, add('a'))).toMatchObject({
			kind: 'refused',
			obstacle: { code: 'state_newer' },
		});
		expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(newer);
	}
});

const unwritable = (fix: string) => ({
	kind: 'refused',
	obstacle: { code: 'state_unwritable', fix },
});

it.each([
	['a file where its directory should be', 'file'],
	['a file where a parent directory should be', 'file/a/b'],
])('%s makes a document unwritable', async (_, place) => {
	await using root = await createFixture({ file: '' });
	const refused = await update(root.getPath(place), add('a'));
	expect(refused).toMatchObject(unwritable('remove that file'));
});
