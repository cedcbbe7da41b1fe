import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { builtReq, runNode } from '../support/run-hook.ts';

const world = await createFixture({ '.claude/requirements.yaml': 'requirements: { p: {} }\n' });
afterAll(() => world.rm());

const launcher = fileURLToPath(new URL('../../hooks/launch.cjs', import.meta.url));
const [, oldest = ''] = /^>=(\d+\.\d+)$/.exec(packageJson.engines.node) ?? [];

/** Runs a file in a Node that says it is another one. */
function runAs(version: string, file: readonly string[], input: object = {}) {
	const preload = join(world.path, `${version}.cjs`);
	const value = JSON.stringify(version);
	writeFileSync(preload, `Object.defineProperty(process.versions, 'node', { value: ${value} });`);
	const stdin = JSON.stringify({ session_id: 'cad0ac4d', cwd: world.path, ...input });
	const env = { PATH: process.env['PATH'] ?? '', HOME: world.path, CLAUDE_CONFIG_DIR: world.path };
	return runNode(['--require', preload, ...file], { cwd: world.path, stdin, env });
}

const OLD = ['18.20.8', '12.22.12', '20.11.1'];

describe.each(OLD)('Node %s', (version) => {
	it('is told of at the session start', () => {
		const start = runAs(version, [launcher], { source: 'startup' });
		expect({ exit: start.exit, stderr: start.stderr }).toEqual({ exit: 0, stderr: '' });
		const said = JSON.parse(start.stdout);
		expect(said.systemMessage).toContain(`this is Node ${version}; req needs ${oldest}`);
		expect(said.hookSpecificOutput.additionalContext).toBe(said.systemMessage);
	});

	it.each([[['status']], [['statusline']], [[]]])('is told of by req %j', (args) => {
		expect(runAs(version, [builtReq, ...args])).toEqual({
			exit: 1,
			stdout: '',
			stderr: `req: this is Node ${version}; req needs ${oldest} or later\n`,
		});
	});
});

it.each([`${oldest}.0`, '22.1.0', '100.0.0'])('Node %s is fit', (version) => {
	expect(runAs(version, [launcher], { source: 'startup' }).stdout).toContain('not satisfied');
	expect(runAs(version, [builtReq, '--version']).exit).toBe(0);
});
