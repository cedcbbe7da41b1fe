import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { withSchema } from '../../../src/core/setup/preset-text.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, GATED, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

function configIn(world: ReqWorld): string {
	return readFileSync(join(world.repo, '.claude/requirements.yaml'), 'utf8');
}

describe('init', () => {
	it('starts with the starter, at the top of the repository; a file that exists stays', async () => {
		await using world = await makeReqWorld(undefined);
		const below = join(world.repo, 'src');
		mkdirSync(below);
		expect((await world.reqWith({ cwd: below }, 'init')).exit).toBe(0);
		expect(await world.json('status')).toMatchObject({ requirements: [{ name: 'commit_plan' }] });
		const refused = await world.req('init', '--preset', 'strict');
		const told = { exit: 1, stderr: expect.stringContaining('exists') };
		expect(refused).toMatchObject({ ...told, stdout: '' });
		const asJson = await world.req('init', '--preset', 'strict', '--json');
		expect(asJson).toMatchObject(told);
		expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: 'refused' } });
		expect(await world.json('status')).toMatchObject({ requirements: [{ name: 'commit_plan' }] });
	});

	it('writes no config for all projects of somebody who only happens to be in their home', async () => {
		await using world = await makeReqWorld(undefined);
		const cwd = join(world.dir, 'ana');
		const config = join(cwd, '.claude');
		mkdirSync(config, { recursive: true });
		const env = { CLAUDE_CONFIG_DIR: config };
		const { exit, stderr } = await world.reqWith({ cwd, env }, 'init');
		expect([exit, stderr]).toEqual([1, expect.stringContaining('req init --global')]);
		expect(existsSync(join(config, 'requirements.yaml'))).toBe(false);
		expect((await world.reqWith({ cwd, env }, 'init', '--global')).exit).toBe(0);
	});

	it('knows its own text again when git has checked it out with CRLF', async () => {
		await using world = await makeReqWorld(PRESETS.review.text.replaceAll('\n', '\r\n'));
		expect(await world.req('init', '--preset', 'review')).toMatchObject({ exit: 0, stderr: '' });
	});

	it('advises to commit only where there is something to commit to', async () => {
		await using world = await makeReqWorld(undefined);
		expect((await world.req('init')).stdout).toContain('commit it');
		const outside = await world.reqWith({ cwd: world.dir }, 'init');
		expect(outside).toMatchObject({ exit: 0, stderr: '' });
		expect(outside.stdout).not.toContain('commit it');
		expect(outside.stdout).toContain('start claude');
	});

	it('tells how to install the plugin where the client has none', async () => {
		await using world = await makeReqWorld(undefined);
		expect((await world.req('init')).stdout).toContain('claude plugin install req@claude-req');
		await world.req('init', '--undo');
		const installed = '{ "version": 2, "plugins": { "req@claude-req": [] } }';
		writeIn(world.configDir, 'plugins/installed_plugins.json', installed);
		expect((await world.req('init')).stdout).not.toContain('claude plugin');
	});
});

it('init of a configured project adds the team settings beside it', async () => {
	await using world = await makeReqWorld(GATED);
	const added = await world.req('init', '--team');
	expect(added).toMatchObject({ exit: 0, stderr: '' });
	expect(configIn(world)).toBe(GATED);
	expect(existsSync(join(world.repo, '.claude/settings.json'))).toBe(true);
	const named = await world.req('init', '--team', '--preset', 'strict');
	expect(named).toMatchObject({ exit: 2, stderr: expect.stringContaining('exists') });
});

describe('init finds', () => {
	it('the test command and the default branch of the project', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'package.json', '{"scripts": {"test": "vitest"}}');
		writeIn(world.repo, 'pnpm-lock.yaml', '');
		writeIn(world.repo, 'Makefile', 'test:\n\tpnpm test\n');
		git(world.repo, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
		git(world.repo, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
		const { stdout } = await world.req('init', '--preset', 'strict');
		expect(stdout).toContain('pnpm test');
		expect(stdout).toContain('make test');
		expect(configIn(world)).toContain('    commands: [pnpm test]\n');
		expect(configIn(world)).toContain('    branches: [main, master, "release/*", trunk]\n');
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
	});

	it.each([
		['that is configured', '"release/*", trunk]', ['config', 'init.defaultBranch', 'trunk']],
		['none that does not exist', '"release/*"]', ['config', 'init.defaultBranch', 'dev']],
		['the only one', '"release/*", trunk]', ['branch', '-D', 'feature/x']],
	])('the default branch: %s', async (...[, branches, args]) => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'branch', '-m', 'main', 'trunk');
		git(world.repo, 'switch', '-q', 'trunk');
		git(world.repo, ...args);
		await world.req('init', '--preset', 'strict');
		expect(configIn(world)).toContain(branches);
	});

	it('the branch of a repository without a commit', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.dir, 'init', '-q', '-b', 'trunk', 'new');
		git(join(world.dir, 'new'), 'config', 'init.defaultBranch', 'trunk');
		await world.reqWith({ cwd: join(world.dir, 'new') }, 'init', '--preset', 'strict');
		const config = readFileSync(join(world.dir, 'new/.claude/requirements.yaml'), 'utf8');
		expect(config).toContain(', trunk]');
	});

	it('nothing for all projects in one of them, and says what to do', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		const { stdout } = await world.req('init', '--preset', 'review', '--global');
		expect(stdout).toContain('enabled: false');
		const written = readFileSync(join(world.configDir, 'requirements.yaml'), 'utf8');
		expect(withSchema(written, '')).toBe(withSchema(PRESETS.review.text, ''));
	});

	it('nothing where options name it', async () => {
		await using world = await makeReqWorld(undefined);
		const options = ['--test-command', 'make check', '--default-branch', 'next'];
		await world.req('init', '--preset', 'strict', ...options);
		expect(configIn(world)).toContain('    commands: [make check]\n');
		expect(configIn(world)).toContain('"release/*", next]');
	});

	it.each([
		['', false],
		['go.mod', true],
	])('beside "%s" whether a turn waits for tests: %s', async (file, waits) => {
		await using world = await makeReqWorld(undefined);
		if (file !== '') writeIn(world.repo, file, '');
		await world.req('init', '--preset', 'review');
		await world.start(ANA);
		writeIn(world.repo, 'a.txt', '');
		await world.hook('post-tool-use', ANA, ran('Edit', { file_path: join(world.repo, 'a.txt') }));
		const stop = { hook_event_name: 'Stop', stop_hook_active: false, prompt_id: 'p1' };
		const { stdout } = await world.hook('stop', ANA, stop);
		expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' });
		expect(stdout.includes('tested')).toBe(waits);
	});
});
