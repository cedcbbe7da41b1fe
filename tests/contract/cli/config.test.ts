import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { writeIn } from '../../support/git-repo.ts';
import { GATED, makeReqWorld } from '../../support/run-req.ts';

describe('config', () => {
	it('show prints the merged config, and where each key comes from', async () => {
		await using world = await makeReqWorld(GATED);
		const local = 'requirements:\n  commit_plan: { ttl: 90m }\n';
		writeIn(world.repo, '.claude/requirements.local.yaml', local);
		const shown = (await world.json('config', 'show', '--sources')) as {
			requirements: { name: string }[];
			sources: { key: string; file: string }[];
		};
		expect(shown).toMatchObject({ configured: true, enabled: true, protect: true, problems: [] });
		expect(shown.requirements[0]).toMatchObject({
			name: 'commit_plan',
			ttl: '1h30m',
			skills: ['arch-review'],
			message: null,
		});
		expect(shown.sources).toContainEqual({
			key: 'requirements.commit_plan.ttl',
			file: join(world.repo, '.claude/requirements.local.yaml'),
		});
		const text = (await world.req('config', 'show', '--sources')).stdout;
		expect(text).toContain('requirements.local.yaml');
		expect((await world.req('config', 'show')).stdout).not.toContain('requirements.local.yaml');
	});

	it('show has what a branch inherits by the config, in the form of a file, and its file', async () => {
		await using world = await makeReqWorld(GATED);
		expect(await world.json('config', 'show')).not.toHaveProperty('inherit');
		const inherit = { from: 'auth-v1', select: ['warnings'], comprehension: 'required' };
		const local = '.claude/requirements.local.yaml';
		writeIn(world.repo, local, JSON.stringify({ inherit }));
		expect(await world.json('config', 'show')).toMatchObject({ inherit });
		expect((await world.req('config', 'show', '--sources')).stdout).toMatch(
			/^inherit: {2}# .*requirements\.local\.yaml$/m,
		);
		const { stdout } = await world.req('config', 'show');
		writeIn(world.repo, local, stdout);
		expect(await world.json('config', 'show')).toMatchObject({ inherit, problems: [] });
	});

	it('what show prints is a config that means the same', async () => {
		await using world = await makeReqWorld(PRESETS.strict.text);
		const { requirements } = (await world.json('config', 'show')) as { requirements: unknown };
		const { stdout } = await world.req('config', 'show');
		writeIn(world.repo, '.claude/requirements.yaml', stdout);
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		expect(await world.json('config', 'show')).toMatchObject({ requirements });
	});

	it('check names file, line and key, and fails (D34)', async () => {
		await using world = await makeReqWorld(GATED);
		expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		writeIn(world.repo, '.claude/requirements.yaml', 'requirements:\n  plan:\n    scop: branch\n');
		const checked = await world.req('config', 'check');
		expect(checked).toMatchObject({ exit: 1, stderr: '' });
		expect(checked.stdout).toContain('.claude/requirements.yaml:3 requirements.plan.scop');
		expect(await world.json('config', 'check')).toEqual([
			{
				file: join(world.repo, '.claude/requirements.yaml'),
				line: 3,
				key: 'requirements.plan.scop',
				message: expect.any(String),
			},
		]);
	});

	it('schema prints the published schema, byte for byte', async () => {
		await using world = await makeReqWorld(undefined);
		const published = readFileSync('config/requirements.schema.json', 'utf8');
		expect((await world.req('config', 'schema')).stdout).toBe(published);
	});

	it('without a config there is nothing to show and nothing wrong', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await world.json('config', 'show')).toMatchObject({ configured: false });
		expect((await world.req('config', 'check')).exit).toBe(0);
		for (const args of [['status'], ['config', 'show'], ['config', 'check'], ['doctor']])
			expect((await world.req(...args)).stdout).toContain('`req init --preset starter`');
		expect(existsSync(world.configDir)).toBe(false);
	});
});
