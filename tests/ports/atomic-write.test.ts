import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { writeAtomic } from '../../src/store/atomic-write.ts';

it('replaces a file as a whole, private to the user, and leaves nothing else', async () => {
	await using directory = await createFixture({ 'a.json': 'old' });
	expect(writeAtomic(directory.getPath('a.json'), 'new')).toBe(true);
	expect(readFileSync(directory.getPath('a.json'), 'utf8')).toBe('new');
	expect(statSync(directory.getPath('a.json')).mode & 0o777).toBe(0o600);
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('D8: leaves the file alone when the lock is lost at the last moment', async () => {
	await using directory = await createFixture({ 'a.json': 'old' });
	expect(writeAtomic(directory.getPath('a.json'), 'new', { mayReplace: () => false })).toBe(false);
	expect(readFileSync(directory.getPath('a.json'), 'utf8')).toBe('old');
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});

it('removes its temporary file when the target cannot be replaced', async () => {
	await using directory = await createFixture({ 'a.json': { child: '' } });
	expect(() => writeAtomic(directory.getPath('a.json'), 'new')).toThrow();
	expect(readdirSync(directory.path)).toEqual(['a.json']);
});
