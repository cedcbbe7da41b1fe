import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/store/read-document.ts';
import {
	type DocumentTarget,
	quarantineIfCorrupt,
	updateDocument,
} from '../../src/store/update-document.ts';
import { type Add, type Counters, counterTarget, HOST } from '../support/counter-document.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
const SOUND = '{"schema_version":1,"counts":{"a":1}}';
const line = (id: string, add: string) => `${JSON.stringify({ id, changes: [{ add }] })}\n`;

function target(directory: string): DocumentTarget<Counters, Add> {
	return { ...counterTarget(directory, 50), now: NOW };
}

function counts(directory: string): unknown {
	const { path, kind } = target(directory);
	const loaded = readDocument(path, kind);
	return loaded.kind === 'present' ? loaded.doc.counts : loaded.kind;
}

/** Holds the lock of the document as a live process does: this one. */
function holdLock(directory: string): void {
	const { path, processes } = target(directory);
	const started = processes.startedAt(process.pid);
	mkdirSync(`${path}.lock`);
	writeFileSync(`${path}.lock.owner`, JSON.stringify({ pid: process.pid, started, host: HOST }));
}

it('makes the directory and the file with the first change that leaves something', async () => {
	await using root = await createFixture({});
	const directory = root.getPath('a/b');
	expect((await updateDocument(target(directory), [{ add: '' }])).kind).toBe('unchanged');
	expect(existsSync(root.getPath('a'))).toBe(false);
	const written = await updateDocument(target(directory), [{ add: 'a' }]);
	expect(written).toEqual({ kind: 'written', doc: { schema_version: 1, counts: { a: 1 } } });
	expect(readdirSync(directory)).toEqual(['counters.json']);
	expect(statSync(directory).mode & 0o777).toBe(0o700);
});

it('where nothing changes the bytes stay, and no lock is asked for', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	holdLock(root.path);
	expect((await updateDocument(target(root.path), [{ add: '' }])).kind).toBe('unchanged');
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(SOUND);
});

it('D6: a document of an older shape is written in the new one, and only once', async () => {
	await using root = await createFixture({ 'counters.json': '{"a":1}' });
	const plain = target(root.path);
	const kind = {
		...plain.kind,
		parse: (json: unknown) =>
			plain.kind.parse({ schema_version: 1, counts: {}, ...(json as object) }),
	};
	expect((await updateDocument({ ...plain, kind }, [])).kind).toBe('written');
	expect((await updateDocument({ ...plain, kind }, [])).kind).toBe('unchanged');
	expect(JSON.parse(readFileSync(plain.path, 'utf8'))).toMatchObject({ schema_version: 1, a: 1 });
});

it('D8: with the lock busy the change waits in one line, and is folded in later', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	holdLock(root.path);
	const pending = await updateDocument(target(root.path), [{ add: 'b' }, { add: 'b' }]);
	expect(pending).toMatchObject({ kind: 'pending', doc: { counts: { a: 1, b: 2 } } });
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(SOUND);
	expect(
		readFileSync(root.getPath('counters.json.pending.jsonl'), 'utf8').split('\n'),
	).toHaveLength(2);
	expect(counts(root.path)).toEqual({ a: 1, b: 2 });
	await root.rm('counters.json.lock');
	await root.rm('counters.json.lock.owner');
	const folded = await updateDocument(target(root.path), []);
	expect(folded).toMatchObject({ kind: 'written', doc: { counts: { a: 1, b: 2 } } });
	expect(readdirSync(root.path)).toEqual(['counters.json']);
	expect(counts(root.path)).toEqual({ a: 1, b: 2 });
});

it('D8: lines whose file outlived the document they are in are not applied again', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	const left = line(`${NOW}-1-1`, 'a');
	writeFileSync(root.getPath('counters.json.pending.jsonl'), left);
	await updateDocument(target(root.path), [{ add: 'b' }]);
	expect(counts(root.path)).toEqual({ a: 2, b: 1 });
	for (const name of ['counters.json.folding.jsonl', 'counters.json.pending.jsonl']) {
		writeFileSync(root.getPath(name), left);
		expect(counts(root.path)).toEqual({ a: 2, b: 1 });
		await updateDocument(target(root.path), []);
		expect(counts(root.path)).toEqual({ a: 2, b: 1 });
		expect(readdirSync(root.path)).toEqual(['counters.json']);
	}
});

it('D8: a dead folder’s lines come before those that wait, and before the change', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	writeFileSync(root.getPath('counters.json.folding.jsonl'), line('1', 'first'));
	writeFileSync(root.getPath('counters.json.pending.jsonl'), line('2', 'second'));
	await updateDocument(target(root.path), [{ add: 'third' }]);
	expect(Object.keys(counts(root.path) as object)).toEqual(['a', 'first', 'second', 'third']);
	expect(readdirSync(root.path)).toEqual(['counters.json']);
});

it('D8: the marks of folded lines go when no line can be on its way any more', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	writeFileSync(root.getPath('counters.json.pending.jsonl'), line(`${NOW}-1-1`, 'a'));
	await updateDocument(target(root.path), []);
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toContain('folded');
	await updateDocument({ ...target(root.path), now: NOW + 61_000 }, [{ add: 'b' }]);
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).not.toContain('folded');
});

it('D7: a line of a newer build is set aside, not dropped', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	const newer = '{"id":"1","changes":[{"op":"new"}]}\n';
	writeFileSync(root.getPath('counters.json.pending.jsonl'), newer);
	await updateDocument(target(root.path), [{ add: 'b' }]);
	const [kept = ''] = readdirSync(root.getPath('quarantine'));
	expect(readFileSync(root.getPath(`quarantine/${kept}`), 'utf8')).toBe(newer);
	expect(counts(root.path)).toEqual({ a: 1, b: 1 });
});

it('D10: what a change retires is in the history before it leaves the document', async () => {
	await using root = await createFixture({ 'history.jsonl': '{"torn":' });
	await updateDocument(target(root.path), [{ add: 'a', retire: true }]);
	expect(readFileSync(root.getPath('history.jsonl'), 'utf8')).toBe('{"torn":\n{"retired":"a"}\n');
});

it.each([
	['truncated', SOUND.slice(0, -4)],
	['empty', ''],
	['a list', '[]'],
	['of wrong types', '{"schema_version":1,"counts":3}'],
	['NUL bytes', '\0\0\0'],
])('a document that is %s goes to quarantine and counts as empty', async (_, text) => {
	await using root = await createFixture({ 'counters.json': text });
	const updated = await updateDocument(target(root.path), [{ add: 'b' }]);
	expect(updated).toMatchObject({ kind: 'written', doc: { counts: { b: 1 } } });
	expect(updated).toHaveProperty(
		'quarantined',
		root.getPath('quarantine/counters.2026-11-20T10-00-00.000Z.json'),
	);
	const quarantined = readFileSync((updated as { quarantined: string }).quarantined, 'utf8');
	expect(quarantined).toBe(text);
	expect(counts(root.path)).toEqual({ b: 1 });
});

it('D7: quarantine never overwrites, takes directories, and looks twice', async () => {
	await using root = await createFixture({});
	for (const make of [
		() => writeFileSync(root.getPath('counters.json'), 'x'),
		() => writeFileSync(root.getPath('counters.json'), 'y'),
		() => mkdirSync(root.getPath('counters.json')),
	]) {
		make();
		expect(await quarantineIfCorrupt(target(root.path))).toBeDefined();
	}
	expect(readdirSync(root.getPath('quarantine'))).toHaveLength(3);
	writeFileSync(root.getPath('counters.json'), SOUND);
	expect(await quarantineIfCorrupt(target(root.path))).toBeUndefined();
	expect(counts(root.path)).toEqual({ a: 1 });
});

it('D7: a newer document is refused and left as it is, with the lock free or busy', async () => {
	const newer = '{"schema_version":2,"x":1}';
	await using root = await createFixture({ 'counters.json': newer });
	for (const prepare of [() => undefined, () => holdLock(root.path)]) {
		prepare();
		const refused = await updateDocument(target(root.path), [{ add: 'a' }]);
		expect(refused).toMatchObject({ kind: 'refused', why: 'newer' });
		expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(newer);
		expect(existsSync(root.getPath('counters.json.pending.jsonl'))).toBe(false);
	}
});

it.each([
	['a file where its directory should be', 'file'],
	['a file where a parent directory should be', 'file/a/b'],
])('%s makes a document unwritable', async (_, place) => {
	await using root = await createFixture({ file: '' });
	const refused = await updateDocument(target(root.getPath(place)), [{ add: 'a' }]);
	expect(refused).toMatchObject({ kind: 'refused', why: 'unwritable', reason: 'ENOTDIR' });
});

it('a document that is a loop of links is refused', async () => {
	await using root = await createFixture({});
	symlinkSync('counters.json', root.getPath('counters.json'));
	const refused = await updateDocument(target(root.path), [{ add: 'a' }]);
	expect(refused).toMatchObject({ kind: 'refused', why: 'unwritable', reason: 'ELOOP' });
});

it('D4: a document that is another’s by now is not touched', async () => {
	await using root = await createFixture({ 'counters.json': SOUND });
	const foreign = { ...target(root.path), isMine: () => false };
	expect(await updateDocument(foreign, [{ add: 'a' }])).toEqual({ kind: 'moved' });
	expect(readFileSync(root.getPath('counters.json'), 'utf8')).toBe(SOUND);
});
