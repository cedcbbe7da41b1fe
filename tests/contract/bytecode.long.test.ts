import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { BUNDLE_END, bytecodeFile } from '../../src/runtime/bytecode.ts';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { runNode } from '../support/run-hook.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const fixture = await createFixture({});
afterAll(() => fixture.rm());
/** The client installs plugins in the home directory, whatever that is called. */
const inPlugin = (path: string) => fixture.getPath(join('Ana María %20', path));

beforeEach(() => {
	execFileSync('chmod', ['-R', 'u+w', fixture.path]);
	cpSync(built, inPlugin('dist'), { recursive: true });
	for (const name of ['launch.cjs', 'keep-bytecode.cjs'])
		cpSync(new URL(`../../hooks/${name}`, import.meta.url), inPlugin(`hooks/${name}`));
});

/** Runs these files of the plugin, one after the other, in a project whose edits wait; what they print together. */
async function printed(step: HookStep, files: readonly string[], unprivileged = false) {
	await using world = await makeCaseWorld(true);
	const config = { requirements: { commit_plan: {} } };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	execFileSync('chmod', ['-R', 'a+rwX', world.dir]);
	const stdin = JSON.stringify(fillIn(eventOf(step, 1), world.names, world.now));
	const call = { cwd: world.repo, stdin, env: hookEnv(world), unprivileged };
	return files.map((file) => {
		const { exit, stdout, stderr } = runNode([inPlugin(file)], call);
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		return stdout;
	});
}

const START = ['hooks/keep-bytecode.cjs', 'hooks/launch.cjs'];
const refusal = () => printed({ hook: 'pre-tool-use', edit: 'a' }, ['dist/hooks/pre-tool-use.cjs']);

// A page of zeros in the middle is what a failing disk leaves; V8 would run it and die.
it('damaged bytecode ends no session start and no hook after it', async () => {
	const code = inPlugin('dist/code');
	for (const bundle of readdirSync(code).filter((name) => BUNDLE_END.test(name))) {
		const file = bytecodeFile(join(code, bundle));
		const bytes = readFileSync(file);
		const middle = Math.floor(bytes.length / 2);
		writeFileSync(file, bytes.fill(0, middle, Math.min(middle + 4_096, bytes.length)));
	}
	expect((await printed({ hook: 'session-start' }, START)).join()).toContain('commit_plan');
	expect((await refusal()).join()).toContain('commit_plan');
});

it('a plugin without bytecode works for a user who may not write to it', async () => {
	execFileSync('sh', ['-c', 'rm -rf "$0"/v*', inPlugin('dist/code')]);
	execFileSync('chmod', ['-R', 'a+rX,a-w', fixture.path]);
	const said = await printed({ hook: 'session-start' }, START, true);
	expect(said.join()).toContain('commit_plan');
	expect((await refusal()).join()).toContain('commit_plan');
});
