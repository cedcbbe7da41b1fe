import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveSetupFiles } from '../../src/adapters/setup-files.ts';
import { makeWorld } from '../support/git-world.ts';
import { makePipe } from '../support/make-pipe.ts';
import { treePrint } from '../support/tree-print.ts';
import { writer } from '../support/writer.ts';

const files = liveSetupFiles(writer(0));
const create = (path: string, isPrivate = false) => ({
	path,
	before: undefined,
	after: 'new\n',
	isPrivate,
});

it('creates files with the directories they need, and says before which are missing', async () => {
	await using world = await makeWorld();
	const path = join(world.dir, 'a/b/f');
	expect(files.missingAbove(path)).toEqual([join(world.dir, 'a'), join(world.dir, 'a/b')]);
	files.apply([create(path), create(join(world.dir, 'own/f'), true)]);
	expect(files.missingAbove(path)).toEqual([]);
	expect(files.read(path)).toEqual({ kind: 'text', text: 'new\n' });
	expect(statSync(join(world.dir, 'own/f')).mode & 0o777).toBe(0o600);
	expect(statSync(join(world.dir, 'own')).mode & 0o777).toBe(0o700);
});

it('leaves the mode of a file that exists', async () => {
	await using world = await makeWorld();
	const path = join(world.dir, 'f');
	writeFileSync(path, 'old');
	chmodSync(path, 0o666);
	files.apply([{ path, before: 'old', after: 'new', isPrivate: false }]);
	expect(readFileSync(path, 'utf8')).toBe('new');
	expect(statSync(path).mode & 0o777).toBe(0o666);
});

it.each([
	['has been changed', (path: string) => writeFileSync(path, 'other'), 'refused'],
	['has become a directory', (path: string) => mkdirSync(path), 'refused'],
] as const)('puts everything back where the last file %s meanwhile', async (_, meddle, code) => {
	await using world = await makeWorld();
	const kept = join(world.dir, 'kept');
	writeFileSync(kept, 'old');
	meddle(join(world.dir, 'last'));
	const before = treePrint(world.dir);
	const changes = [
		create(join(world.dir, 'a/b/f')),
		{ path: kept, before: 'old', after: undefined, isPrivate: false },
		create(join(world.dir, 'last')),
	];
	expect(() => files.apply(changes)).toThrow(expect.objectContaining({ code }));
	expect(treePrint(world.dir)).toEqual(before);
});

it('puts everything back where a directory cannot be made', async () => {
	await using world = await makeWorld();
	writeFileSync(join(world.dir, 'file'), '');
	const before = treePrint(world.dir);
	const changes = [create(join(world.dir, 'a/f')), create(join(world.dir, 'file/f'))];
	expect(() => files.apply(changes)).toThrow(expect.objectContaining({ name: 'Fault' }));
	expect(treePrint(world.dir)).toEqual(before);
});

it('reads no pipe, no directory and nothing it could not write back', async () => {
	await using world = await makeWorld();
	const [pipe, bytes] = [join(world.dir, 'pipe'), join(world.dir, 'bytes')];
	makePipe(pipe);
	writeFileSync(bytes, Buffer.from([0x61, 0xff]));
	for (const path of [pipe, bytes, world.dir]) {
		expect(files.read(path)).toMatchObject({ kind: 'refused' });
	}
	expect(files.read(join(world.dir, 'none'))).toEqual({ kind: 'absent' });
});

it('reads a replacement character that stands in the file itself', async () => {
	await using world = await makeWorld();
	const path = join(world.dir, 'f');
	writeFileSync(path, 'a \ufffd b');
	expect(files.read(path)).toEqual({ kind: 'text', text: 'a \ufffd b' });
	files.apply([{ path, before: 'a \ufffd b', after: 'new', isPrivate: false }]);
	expect(readFileSync(path, 'utf8')).toBe('new');
});

it('removes empty directories only', async () => {
	await using world = await makeWorld();
	const [outer, inner] = [join(world.dir, 'a'), join(world.dir, 'a/b')];
	mkdirSync(inner, { recursive: true });
	writeFileSync(join(outer, 'f'), '');
	files.removeEmpty([outer, inner]);
	expect([existsSync(outer), existsSync(inner)]).toEqual([true, false]);
});
