import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
		await world.hook('post-tool-use', ANA, ran('Edit', { file_path: join(world.repo, 'a.txt') }));
		const stop = { hook_event_name: 'Stop', stop_hook_active: false, prompt_id: 'p1' };
		const { stdout } = await world.hook('stop', ANA, stop);
		expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' });
		expect(stdout.includes('tested')).toBe(waits);
	});
});
