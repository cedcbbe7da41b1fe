import { mkdirSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readDocument } from '../../src/store/document-file.ts';
import { Fault } from '../../src/store/fault.ts';
import { counterKind } from '../support/counter-document.ts';
import { makePipe } from '../support/make-pipe.ts';

const SOUND = '{"schema_version":1,"counts":{"a":1}}';

it.each([
	['truncated', SOUND.slice(0, -5), 'corrupt'],
	['empty', '', 'corrupt'],
	['a number', '7', 'corrupt'],
	['of wrong types', '{"schema_version":1,"counts":3}', 'corrupt'],
	['over 16 MB', `${' '.repeat(16 * 1024 * 1024)}${SOUND}`, 'corrupt'],
	['nested a thousand deep', '[['.repeat(500) + ']]'.repeat(500), 'corrupt'],
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
	symlinkSync('nowhere', directory.getPath('dangling.json'));
	expect(read('dangling.json')().kind).toBe('absent');
	expect(read('no/such/directory.json')().kind).toBe('absent');
	for (const unreadable of ['loop.json', 'file/counters.json']) {
		expect(read(unreadable)).toThrowError(Fault);
		expect(read(unreadable)).toThrowError(expect.objectContaining({ code: 'state_unreadable' }) as Error);
	}
});
