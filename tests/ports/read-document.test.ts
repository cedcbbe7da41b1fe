import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { Fault } from '../../src/core/fault/fault.ts';
import { readDocument } from '../../src/store/read-document.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { counterKind, counterTarget, HOST } from '../support/counter-document.ts';
import { makePipe } from '../support/make-pipe.ts';

const SOUND = '{"schema_version":1,"counts":{"a":1}}';
const line = (id: string, ...adds: string[]) =>
	`${JSON.stringify({ id, changes: adds.map((add) => ({ add })) })}\n`;

it.each([
	['truncated', SOUND.slice(0, -5), 'corrupt'],
	['empty', '', 'corrupt'],
	['a list', '[]', 'corrupt'],
	['null', 'null', 'corrupt'],
	['a number', '7', 'corrupt'],
	['of wrong types', '{"schema_version":1,"counts":3}', 'corrupt'],
	['NUL bytes', '\0'.repeat(40), 'corrupt'],
	['over 16 MB', `${' '.repeat(16 * 1024 * 1024)}${SOUND}`, 'corrupt'],
	['of a newer schema', '{"schema_version":2,"counts":[]}', 'newer'],
	['sound', SOUND, 'present'],
])('a document that is %s', async (_, text, kind) => {
	await using directory = await createFixture({ 'counters.json': text });
	expect(readDocument(directory.getPath('counters.json'), counterKind).kind).toBe(kind);
});

it.each<[string, (path: string) => void]>([
	['a directory', (path) => mkdirSync(path)],
	['a pipe nobody writes to', makePipe],
])('D7: %s in the place of a document is corrupt', async (_, make) => {
	await using directory = await createFixture({});
	make(directory.getPath('counters.json'));
	expect(readDocument(directory.getPath('counters.json'), counterKind).kind).toBe('corrupt');
});

it('D7: only a missing file is absent', async () => {
	await using directory = await createFixture({ file: '' });
	const read = (name: string) => () => readDocument(directory.getPath(name), counterKind);
	symlinkSync('loop.json', directory.getPath('loop.json'));
	expect(read('counters.json')().kind).toBe('absent');
	expect(read('no/such/directory.json')().kind).toBe('absent');
	for (const unreadable of ['loop.json', 'file/counters.json']) {
		expect(read(unreadable)).toThrowError(Fault);
		expect(read(unreadable)).toThrowError(
			expect.objectContaining({ code: 'state_unreadable' }) as Error,
		);
	}
});

it.each<[string, Record<string, string>, Record<string, number>]>([
	['beside a document', { '': SOUND, '.pending.jsonl': line('1', 'a', 'b') }, { a: 2, b: 1 }],
	['without a document', { '.pending.jsonl': line('1', 'a') }, { a: 1 }],
	[
		'left by a writer that died while it folded',
		{ '': SOUND, '.folding.jsonl': line('1', 'a'), '.pending.jsonl': line('2', 'b') },
		{ a: 2, b: 1 },
	],
	[
		'that the document contains already',
		{
			'': SOUND.replace('{', '{"folded":["1"],'),
			'.folding.jsonl': line('1', 'a') + line('2', 'a'),
		},
		{ a: 2 },
	],
	[
		'written twice under one id',
		{ '': SOUND, '.folding.jsonl': line('1', 'a'), '.pending.jsonl': line('1', 'a') },
		{ a: 2 },
	],
	[
		'after a torn one and one of a newer build',
		{
			'': SOUND,
			'.pending.jsonl': `{"id":"0","chan\n7\n{"id":"1","changes":[{"op":"new"}]}\n${line('2', 'a')}`,
		},
		{ a: 2 },
	],
])('D8: applies the lines that wait, %s', async (_, files, counts) => {
	await using directory = await createFixture({});
	for (const [end, text] of Object.entries(files)) {
		writeFileSync(directory.getPath(`counters.json${end}`), text);
	}
	const loaded = readDocument(directory.getPath('counters.json'), counterKind);
	expect(loaded).toEqual({ kind: 'present', doc: { schema_version: 1, counts } });
});

it.each(['pending', 'folding'])('a pipe as the %s lines holds nobody up', async (name) => {
	await using directory = await createFixture({ 'counters.json': SOUND });
	makePipe(directory.getPath(`counters.json.${name}.jsonl`));
	const target = counterTarget(directory.path, 0);
	expect(readDocument(target.path, counterKind).kind).toBe('present');
	expect((await updateDocument(target, [{ add: 'b' }])).kind).toBe('written');
	expect(readDocument(target.path, counterKind)).toMatchObject({
		doc: { counts: { a: 1, b: 1 } },
	});
});

it('D8: a pipe where lines would wait refuses them while the lock is busy', async () => {
	await using directory = await createFixture({ 'counters.json': SOUND });
	const target = counterTarget(directory.path, 0);
	makePipe(`${target.path}.pending.jsonl`);
	const { startedAt } = target.processes;
	const owner = { pid: process.pid, started: startedAt(process.pid), host: HOST };
	mkdirSync(`${target.path}.lock`);
	writeFileSync(`${target.path}.lock.owner`, JSON.stringify(owner));
	const updated = await updateDocument(target, [{ add: 'b' }]);
	expect(updated).toMatchObject({ kind: 'refused', why: 'unwritable' });
});

it('D8: of more than 4 MB of lines the first count, and all of them once they are folded', async () => {
	await using directory = await createFixture({ 'counters.json': SOUND });
	const target = counterTarget(directory.path, 0);
	const name = 'b'.repeat(60);
	const filler = Array.from({ length: 7 }, () => name);
	const lines = Array.from({ length: 10_000 }, (_, index) => line(`${index}`, ...filler));
	writeFileSync(`${target.path}.pending.jsonl`, lines.join(''));
	const before = readDocument(target.path, counterKind);
	const seen = before.kind === 'present' ? (before.doc.counts[name] ?? 0) : 0;
	expect(seen % 7).toBe(0);
	expect(seen).toBeGreaterThan(0);
	expect(seen).toBeLessThan(70_000);
	await updateDocument(target, [{ add: 'c' }]);
	const after = readDocument(target.path, counterKind);
	expect(after).toMatchObject({ doc: { counts: { a: 1, [name]: 70_000, c: 1 } } });
});

it('D8: lines that change nothing leave a missing document absent', async () => {
	await using directory = await createFixture({ 'counters.json.pending.jsonl': line('1', '') });
	expect(readDocument(directory.getPath('counters.json'), counterKind)).toEqual({ kind: 'absent' });
});
