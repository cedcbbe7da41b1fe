import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { livePipelineFiles } from '../../src/adapters/pipeline-files.ts';
import { makePipe } from '../support/make-pipe.ts';

const files = livePipelineFiles();
const HALF = 'version: 1\nstages:\n  - id: plan\n    prompt: "Plan';

describe('the file of a pipeline', () => {
	it('is read from wherever somebody has it, through a link, too', async () => {
		await using fixture = await createFixture({ 'repo/sub/x': '', 'own/a.yaml': 'version: 1\n' });
		symlinkSync(join(fixture.path, 'own/a.yaml'), join(fixture.path, 'repo/link.yaml'));
		const cwd = join(fixture.path, 'repo/sub');
		for (const file of ['../../own/a.yaml', '../link.yaml', join(fixture.path, 'own/a.yaml')]) {
			const read = await files.read(cwd, file);
			expect(read).toMatchObject({ kind: 'source', source: { value: { version: 1 } } });
		}
	});

	it('half-written, it has problems with file and line', async () => {
		await using fixture = await createFixture({ 'a.yaml': HALF });
		expect(await files.read(fixture.path, 'a.yaml')).toMatchObject({
			kind: 'source',
			problems: [{ file: join(fixture.path, 'a.yaml'), line: expect.any(Number) }],
		});
	});

	it.each<[string, (path: string) => void, boolean]>([
		['nothing', () => undefined, true],
		['a directory', (path) => mkdirSync(path), false],
		['a pipe', makePipe, false],
		['a link to nowhere', (path) => symlinkSync('/nowhere/at-all', path), true],
		['a link to itself', (path) => symlinkSync(path, path), false],
		['a device', (path) => symlinkSync('/dev/zero', path), false],
		['too large', (path) => writeFileSync(path, `# ${'x'.repeat(64 * 1024)}\n`), false],
	])('is refused where there is %s', async (_, make, isAbsent) => {
		await using fixture = await createFixture({});
		make(join(fixture.path, 'a.yaml'));
		const refused = { kind: 'refused', why: expect.any(String), isAbsent };
		expect(await files.read(fixture.path, 'a.yaml')).toEqual(refused);
		expect(files.text(fixture.path, 'a.yaml', undefined)).toEqual(refused);
	});
});

describe('a prompt that it names', () => {
	it.each<[string, string]>([
		['above', '../outside.md'],
		['by its whole path', '{dir}/outside.md'],
		['by a link to it', 'link.md'],
		['behind a link to its directory', 'out/outside.md'],
	])('does not lead out of the repository: %s', async (_, file) => {
		await using fixture = await createFixture({ 'outside.md': 'mine', 'repo/in.md': 'in' });
		const repo = join(fixture.path, 'repo');
		symlinkSync('../outside.md', join(repo, 'link.md'));
		symlinkSync('..', join(repo, 'out'));
		const path = file.replace('{dir}', fixture.path.replace(/\/$/, ''));
		expect(files.text(repo, path, repo)).toMatchObject({ kind: 'refused', isAbsent: false });
		expect(files.text(repo, path, undefined)).toMatchObject({ kind: 'text', text: 'mine' });
	});

	it('may be anywhere inside', async () => {
		await using fixture = await createFixture({ 'repo/prompts/in.md': 'in', 'repo/pipes/x': '' });
		const repo = join(fixture.path, 'repo');
		symlinkSync('prompts/in.md', join(repo, 'link.md'));
		for (const [from, file] of [
			['pipes', '../prompts/in.md'],
			['.', 'link.md'],
		] as const) {
			expect(files.text(join(repo, from), file, repo)).toMatchObject({ text: 'in' });
		}
	});
});
