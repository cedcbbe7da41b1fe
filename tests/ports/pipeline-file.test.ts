import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { readPipeline } from '../../src/runs/pipeline-file.ts';
import { makePipe } from '../support/make-pipe.ts';

const WHOLE = 'version: 1\nstages:\n  - { id: plan, prompt: Plan }\n';
describe('the file of a pipeline', () => {
	it('is read from wherever somebody has it, through a link, too', async () => {
		await using fixture = await createFixture({ 'repo/sub/x': '', 'own/a.yaml': WHOLE });
		const root = join(fixture.path, 'repo');
		symlinkSync(join(fixture.path, 'own/a.yaml'), join(root, 'link.yaml'));
		const cwd = join(root, 'sub');
		for (const file of ['../../own/a.yaml', '../link.yaml', join(fixture.path, 'own/a.yaml')]) {
			expect(readPipeline(file, cwd)).toMatchObject({ stages: [{ id: 'plan' }] });
		}
	});

	it.each<[string, (path: string) => void]>([
		['nothing', () => undefined],
		['a pipe', makePipe],
		['a device', (path) => symlinkSync('/dev/zero', path)],
		['too large', (path) => writeFileSync(path, `# ${'x'.repeat(64 * 1024)}\n`)],
	])('is refused where there is %s', async (_, make) => {
		await using fixture = await createFixture({});
		const cwd = fixture.path;
		make(join(cwd, 'a.yaml'));
		const read = () => readPipeline('a.yaml', cwd);
		expect(read).toThrow(expect.objectContaining({ code: 'usage' }));
	});
});
