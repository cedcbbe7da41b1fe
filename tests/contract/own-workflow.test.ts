import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeWorld } from '../support/git-world.ts';
import { builtReq, runNode } from '../support/run-hook.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${repository}/${name}`, 'utf8'));

it('opening this repository gates nobody: its settings wire nothing and turn nothing on', () => {
	expect(Object.keys(read('.claude/settings.json'))).toEqual(['permissions']);
});

it("this project's own requirements have no problem", async () => {
	await using scratch = await makeWorld();
	const env = { PATH: process.env['PATH'] ?? '', HOME: scratch.dir, NO_COLOR: '1' };

	const check = runNode([builtReq, 'config', 'check'], { cwd: repository, stdin: '', env });

	expect(check).toMatchObject({ exit: 0, stderr: '' });
	expect(check.stdout).toContain('no problem');
});
