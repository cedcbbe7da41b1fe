import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/core/config/built-in.ts';
import { writeIn } from '../../support/git-repo.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

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
