import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realPath } from '../../src/store/paths.ts';
import { writeIn } from '../support/git-repo.ts';
import { makeWorld } from '../support/git-world.ts';

describe('realPath', () => {
	test('resolves links as far as the path exists and keeps the rest', async () => {
		await using at = await makeWorld();
		mkdirSync(join(at.dir, 'real'));
		symlinkSync('real', join(at.dir, 'link'));
		expect(realPath(join(at.dir, 'link/new/file'))).toBe(join(at.dir, 'real/new/file'));
		expect(realPath(`${at.dir}/real/new/../../link`)).toBe(join(at.dir, 'real'));
	});

	test('follows a link whose target does not exist yet', async () => {
		await using at = await makeWorld();
		mkdirSync(join(at.dir, 'plans'));
		mkdirSync(join(at.dir, 'deep/real'), { recursive: true });
		symlinkSync('deep/real', join(at.dir, 'link'));
		symlinkSync('../outside.md', join(at.dir, 'plans/a.md'));
		symlinkSync('../outside.md', join(at.dir, 'deep/real/b.md'));
		expect(realPath(join(at.dir, 'plans/a.md'))).toBe(join(at.dir, 'outside.md'));
		expect(realPath(join(at.dir, 'link/b.md'))).toBe(join(at.dir, 'deep/outside.md'));
	});

	test('answers whatever it is given', async () => {
		await using at = await makeWorld();
		symlinkSync('loop', join(at.dir, 'loop'));
		writeIn(at.dir, 'file', '');
		expect(realPath(join(at.dir, 'loop/x'))).toBe(join(at.dir, 'loop/x'));
		expect(realPath(join(at.dir, 'file/x'))).toBe(join(at.dir, 'file/x'));
		expect(realPath(`${at.dir}/a\u0000b`)).toBe(`${at.dir}/a\u0000b`);
		expect(realPath('/')).toBe('/');
	});
});
