import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/core/config/built-in.ts';
import { withSchema } from '../../../src/core/setup/preset-text.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

function configIn(world: ReqWorld): string {
	return readFileSync(join(world.repo, '.claude/requirements.yaml'), 'utf8');
}

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
		['the configured name of first branches', ['config', 'init.defaultBranch', 'trunk']],
		['no branch that does not exist', ['config', 'init.defaultBranch', 'dev']],
	])('%s', async (_, args) => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'branch', '-m', 'main', 'trunk');
		git(world.repo, ...args);
		await world.req('init', '--preset', 'strict');
		const branches = args.includes('trunk') ? '"release/*", trunk]' : '"release/*"]';
		expect(configIn(world)).toContain(branches);
	});

	it('the branch of a repository without a commit', async () => {
		await using world = await makeReqWorld(undefined);
		const repo = join(world.dir, 'new');
		mkdirSync(repo);
		git(repo, 'init', '-q', '-b', 'trunk');
		git(repo, 'config', 'init.defaultBranch', 'trunk');
		await world.reqWith({ cwd: repo }, 'init', '--preset', 'strict');
		expect(readFileSync(join(repo, '.claude/requirements.yaml'), 'utf8')).toContain(', trunk]');
	});

	it('the only branch there is, whatever its name', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'branch', '-m', 'feature/x', 'develop');
		git(world.repo, 'branch', '-D', 'main');
		await world.req('init', '--preset', 'strict');
		expect(configIn(world)).toContain(', develop]');
	});

	it.each([
		['pytest', { 'pyproject.toml': '[project]', 'tests/test_a.py': '' }],
		['npx turbo run test', { 'package.json': '{}', 'turbo.json': '{"tasks":{"test":{}}}' }],
	])('%s, which no file names as such', async (command, files) => {
		await using world = await makeReqWorld(undefined);
		for (const [name, body] of Object.entries(files)) writeIn(world.repo, name, body);
		await world.req('init', '--preset', 'review');
		expect(configIn(world)).toContain(`    commands: [${command}]\n`);
	});

	it('a partial run written by hand, which config show writes back', async () => {
		await using world = await makeReqWorld(undefined);
		const config =
			'version: 1\nrequirements:\n  tested: { commands: [{ run: make, partial: true }, npm test] }\n';
		writeIn(world.repo, '.claude/requirements.yaml', config);
		const shown = await world.req('config', 'show');
		expect(shown.stdout).toContain('commands: [{"run":"make","partial":true},"npm test"]');
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
	});

	it('nothing, and says what to do about it', async () => {
		await using world = await makeReqWorld(undefined);
		const { stdout } = await world.req('init', '--preset', 'review');
		expect(stdout).toContain('no test command');
		expect(stdout).toContain('enabled: false');
		expect(withSchema(configIn(world), '')).toBe(withSchema(PRESETS.review.text, ''));
	});

	it.each([
		['', false],
		['go.mod', true],
	])('beside "%s" whether a turn waits for tests: %s', async (file, waits) => {
		await using world = await makeReqWorld(undefined);
		if (file !== '') writeIn(world.repo, file, '');
		await world.req('init', '--preset', 'review');
		await world.start(ANA);
		await world.hook('post-tool-use', ANA, ran('Edit', { file_path: join(world.repo, 'a.txt') }));
		const stop = { hook_event_name: 'Stop', stop_hook_active: false, prompt_id: 'p1' };
		const { stdout } = await world.hook('stop', ANA, stop);
		expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' });
		expect(stdout.includes('tested')).toBe(waits);
	});

	it('less than options say', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		const commands = ['--test-command', 'make check', '--test-command', './run "it"'];
		await world.req('init', '--preset', 'strict', ...commands, '--default-branch', 'next');
		expect(configIn(world)).toContain('    commands: [make check, "./run \\"it\\""]\n');
		expect(configIn(world)).toContain('"release/*", next]');
	});

	it('nothing for all projects in one of them', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		await world.req('init', '--preset', 'review', '--global');
		const written = readFileSync(join(world.configDir, 'requirements.yaml'), 'utf8');
		expect(withSchema(written, '')).toBe(withSchema(PRESETS.review.text, ''));
	});

	it('what a hostile repository says is never more than a name', async () => {
		await using world = await makeReqWorld(undefined);
		const branch = `x'"{a,b},$(id)#&!\`]`;
		git(world.repo, 'update-ref', `refs/remotes/origin/${branch}`, 'HEAD');
		writeIn(world.repo, '.git/refs/remotes/origin/HEAD', `ref: refs/remotes/origin/${branch}\n`);
		const scripts = { test: '"]\nrequirements: {}\n#' };
		writeIn(world.repo, 'package.json', JSON.stringify({ scripts, packageManager: 'a\nb' }));
		expect(await world.req('init', '--preset', 'strict')).toMatchObject({ exit: 0, stderr: '' });
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		const shown = (await world.json('config', 'show')) as {
			requirements: Record<string, unknown>[];
		};
		const tested = shown.requirements.find(({ name }) => name === 'tested');
		expect(tested).toMatchObject({ commands: ['npm test'] });
		expect(shown.requirements).toHaveLength(7);
	});
});
