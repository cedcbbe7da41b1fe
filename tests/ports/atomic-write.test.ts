import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { createAtomic, removeTemporaries, writeAtomic } from '../../src/store/atomic-write.ts';

const yes = () => true;

it('replaces a file as a whole, private to the user, and leaves nothing else', async () => {
	await using directory = await createFixture({ 'a.json': 'old' });
	expect(writeAtomic(directory.getPath('a.json'), 'new', yes)).toBe(true);
	expect(readFileSync(directory.getPath('a.json'), 'utf8')).toBe('new');
	expect(statSync(directory.getPath('a.json')).mode & 0o777).toBe(0o600);
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('D8: leaves the file alone when the lock is lost at the last moment', async () => {
	await using directory = await createFixture({ 'a.json': 'old' });
	expect(writeAtomic(directory.getPath('a.json'), 'new', () => false)).toBe(false);
	expect(readFileSync(directory.getPath('a.json'), 'utf8')).toBe('old');
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('removes its temporary file when the target cannot be replaced', async () => {
	await using directory = await createFixture({ 'a.json': { child: '' } });
	expect(() => writeAtomic(directory.getPath('a.json'), 'new', yes)).toThrow();
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('creates a file only where none is', async () => {
	await using directory = await createFixture({});
	expect(createAtomic(directory.getPath('a.json'), 'first')).toBe(true);
	expect(createAtomic(directory.getPath('a.json'), 'second')).toBe(false);
	expect(readFileSync(directory.getPath('a.json'), 'utf8')).toBe('first');
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('removes the temporary files of one dead writer of one document', async () => {
	await using directory = await createFixture({});
	const names = ['a.json', 'a.json.12.1-1.tmp', 'a.json.123.1-1.tmp', 'b.json.12.1-1.tmp'];
	for (const name of names) writeFileSync(directory.getPath(name), '');
	removeTemporaries(directory.getPath('a.json'), 12);
	expect(readdirSync(directory.path).sort()).toEqual(names.filter((_, index) => index !== 1));
});
