import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/core/config/built-in.ts';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, GATED, makeReqWorld } from '../../support/run-req.ts';

describe('config', () => {
	it('show prints the merged config, and where each key comes from', async () => {
		await using world = await makeReqWorld(GATED);
		const local = 'requirements:\n  commit_plan: { ttl: 90m }\n';
		writeIn(world.repo, '.claude/requirements.local.yaml', local);
		const shown = world.json('config', 'show', '--sources') as {
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
		const text = world.req('config', 'show', '--sources').stdout;
		expect(text).toContain('requirements.local.yaml');
		expect(world.req('config', 'show').stdout).not.toContain('requirements.local.yaml');
	});

	it('what show prints is a config that means the same', async () => {
		await using world = await makeReqWorld(PRESETS.strict.text);
		const { requirements } = world.json('config', 'show') as { requirements: unknown };
		const { stdout } = world.req('config', 'show');
		writeIn(world.repo, '.claude/requirements.yaml', stdout);
		expect(world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		expect(world.json('config', 'show')).toMatchObject({ requirements });
	});

	it('check names file, line and key, and fails (D34)', async () => {
		await using world = await makeReqWorld(GATED);
		expect(world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
		writeIn(world.repo, '.claude/requirements.yaml', 'requirements:\n  plan:\n    scop: branch\n');
		const checked = world.req('config', 'check');
		expect(checked).toMatchObject({ exit: 1, stderr: '' });
		expect(checked.stdout).toContain('.claude/requirements.yaml:3 requirements.plan.scop');
		expect(world.json('config', 'check')).toEqual([
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
		expect(world.req('config', 'schema').stdout).toBe(published);
	});

	it('without a config there is nothing to show and nothing wrong', async () => {
		await using world = await makeReqWorld(undefined);
		expect(world.json('config', 'show')).toMatchObject({ configured: false });
		expect(world.req('config', 'check').exit).toBe(0);
		expect(existsSync(world.configDir)).toBe(false);
	});
});

describe('init', () => {
	it.each(Object.entries(PRESETS))('writes the preset %s', async (name, { text }) => {
		await using world = await makeReqWorld(undefined);
		const file = join(world.repo, '.claude/requirements.yaml');
		expect(world.req('init', '--preset', name, '--dry-run')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(file)).toBe(false);
		expect(world.req('init', '--preset', name, '--yes')).toMatchObject({ exit: 0, stderr: '' });
		expect(readFileSync(file, 'utf8')).toBe(text);
		expect(world.req('config', 'check').exit).toBe(0);
	});

	it('starts with the starter, at the top of the repository; a file that exists stays', async () => {
		await using world = await makeReqWorld(undefined);
		const below = join(world.repo, 'src');
		mkdirSync(below);
		expect(world.reqWith({ cwd: below }, 'init').exit).toBe(0);
		expect(world.json('status')).toMatchObject({ requirements: [{ name: 'commit_plan' }] });
		for (const more of [[], ['--dry-run']]) {
			const refused = world.req('init', '--preset', 'strict', ...more);
			expect(refused).toMatchObject({
				exit: 1,
				stdout: '',
				stderr: expect.stringContaining('exists'),
			});
		}
		expect(world.json('status')).toMatchObject({ requirements: [{ name: 'commit_plan' }] });
	});

	it.each([
		['--local', 'repo/.claude/requirements.local.yaml'],
		['--global', 'claude/requirements.yaml'],
	])('%s writes %s', async (option, path) => {
		await using world = await makeReqWorld(undefined);
		expect(world.req('init', option).exit).toBe(0);
		expect(readFileSync(join(world.dir, path), 'utf8')).toBe(PRESETS.starter.text);
	});

	it('advises to commit only where there is something to commit to', async () => {
		await using world = await makeReqWorld(undefined);
		expect(world.req('init').stdout).toContain('commit it');
		const outside = world.reqWith({ cwd: world.dir }, 'init');
		expect(outside).toMatchObject({ exit: 0, stderr: '' });
		expect(outside.stdout).not.toContain('commit it');
		expect(outside.stdout).toContain('start claude');
	});

	it('behaviour 51: no link leads it out of the repository', async () => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(join(world.dir, 'outside'));
		symlinkSync(join(world.dir, 'outside'), join(world.repo, '.claude'));
		expect(world.req('init').exit).toBe(1);
		expect(existsSync(join(world.dir, 'outside/requirements.yaml'))).toBe(false);
	});

	it('says why it could not write', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, '.claude', 'a file');
		expect(world.req('init')).toMatchObject({
			exit: 1,
			stdout: '',
			stderr: expect.stringContaining('EEXIST'),
		});
		expect(readFileSync(join(world.repo, '.claude'), 'utf8')).toBe('a file');
	});

	it('D36: the model may start a config, not add to one', async () => {
		await using world = await makeReqWorld(undefined);
		expect(world.asModel(ANA, 'init').exit).toBe(0);
		expect(world.asModel(ANA, 'init', '--local', '--preset', 'shadow').exit).toBe(1);
	});

	it('refuses what is no preset, and two places at once, as usage', async () => {
		await using world = await makeReqWorld(undefined);
		expect(world.req('init', '--preset', 'stricter').exit).toBe(64);
		expect(world.req('init', '--local', '--global').exit).toBe(64);
	});
});

describe('the README', () => {
	it('shows a config in which nothing is wrong', async () => {
		const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
		const example = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
		await using world = await makeReqWorld(example);
		expect(example).toContain('commit_plan');
		expect(world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
	});
});
