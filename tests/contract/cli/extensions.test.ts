import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { makeInstalledWorld } from '../../support/installed-world.ts';
import { type HookName, runHook } from '../../support/run-hook.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const PLAN = 'on_failure: block\nrequirements:\n  commit_plan: {}\n';
const MOD = `export function register(on) { on('classic.PreToolUse', async () => ({})); }`;

function plant({ configDir }: { readonly configDir: string }, name: string): void {
	const folder = `skills/${name}`;
	writeIn(configDir, `${folder}/hooks/hooks.json`, '{"modules":["./x.ts"]}');
	writeIn(configDir, `${folder}/hooks/x.ts`, MOD);
}

function uncheckedEdit(world: ReqWorld): void {
	const tool_input = { file_path: `${world.repo}/a.ts`, old_string: 'a', new_string: 'b' };
	const call = { tool_name: 'Edit', tool_input, tool_use_id: 'toolu_1', unchecked: true };
	world.hook('post-tool-use', ANA, { hook_event_name: 'PostToolUse', ...call });
	world.hook('stop', ANA, { hook_event_name: 'Stop' });
}

describe('extensions of others', () => {
	it('are findings of req doctor until the user trusts them as they are', async () => {
		await using world = await makeInstalledWorld();
		plant(world, 'other');
		const [found] = world.doctor().findings;
		expect(found).toMatchObject({ code: 'extension_stands', severity: 'warning' });
		const [, trust = ''] = /`(other@[0-9a-f]{64})`/.exec(found?.fix ?? '') ?? [];
		const accepted = `trust_extensions: ["${trust}"]\n`;
		writeIn(world.repo, '.claude/requirements.yaml', accepted);
		const codes = world.doctor().findings.map(({ code }) => code);
		expect(codes).toEqual(expect.arrayContaining(['extension_stands', 'config_problem']));
		writeIn(world.repo, '.claude/requirements.yaml', 'version: 1\n');
		writeIn(world.configDir, 'requirements.yaml', accepted);
		expect(world.doctor().findings).toEqual([]);
		writeIn(world.configDir, 'skills/other/hooks/y.ts', 'export const more = 1;');
		expect(world.doctor().findings).toMatchObject([{ code: 'extension_stands' }]);
	});

	it('are not offered for trust where nobody can read all of them', async () => {
		await using world = await makeInstalledWorld();
		plant(world, 'other');
		writeIn(world.configDir, 'skills/other/hooks/big.ts', `//${' '.repeat(4_300_000)}`);
		const [found] = world.doctor().findings;
		expect(found).toMatchObject({ code: 'extension_unread', severity: 'warning' });
		expect(found?.fix).not.toContain('trust_extensions');
	});

	it('are named by req status, with the folder and what they stand on', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		plant(world, 'other');
		const { stdout } = world.req('status');
		expect(stdout).toContain(`the extension other in ${join(world.configDir, 'skills/other')}`);
		expect(stdout).toContain('(it handles classic.PreToolUse');
	});
});

const BLANKS = ' '.repeat(4_300_000);
const HOOKS = '{"modules":["./x.ts"]}';

describe('an extension of a clone is named at the session start', () => {
	it.each<[string, Readonly<Record<string, string>>]>([
		['blanks behind its hooks.json', { 'hooks/hooks.json': HOOKS + BLANKS, 'hooks/x.ts': MOD }],
		[
			'a hooks.json that is nested deep',
			{
				'hooks/hooks.json': `{"x":${'['.repeat(3_000)}${']'.repeat(3_000)},${HOOKS.slice(1)}`,
				'hooks/x.ts': MOD,
			},
		],
		[
			'blanks behind its manifest',
			{
				'.claude-plugin/plugin.json': `{"name":"hidden","hooks":"./h.json"}${BLANKS}`,
				...{ 'h.json': HOOKS, 'x.ts': MOD },
			},
		],
		[
			'a byte order mark before its manifest',
			{
				'.claude-plugin/plugin.json': '\uFEFF{"name":"hidden","hooks":"./h.json"}',
				...{ 'h.json': HOOKS, 'x.ts': MOD },
			},
		],
		[
			'a manifest that names many files',
			{
				'.claude-plugin/plugin.json': JSON.stringify({ hooks: Array(400_000).fill('a') }),
				...{ 'hooks/hooks.json': HOOKS, 'hooks/x.ts': MOD },
			},
		],
		[
			'a hooks.json that names many modules',
			{
				'hooks/hooks.json': JSON.stringify({ modules: Array(300_000).fill('./x.ts') }),
				'hooks/x.ts': MOD,
			},
		],
		[
			'blanks in a source',
			{ 'hooks/hooks.json': HOOKS, 'hooks/x.ts': `${MOD}\n$${BLANKS.slice(0, 500_000)}x` },
		],
	])('with %s', async (_, files) => {
		await using world = await makeReqWorld(PLAN);
		for (const [name, text] of Object.entries(files))
			writeIn(world.repo, `.claude/skills/hidden/${name}`, text);
		const { stdout } = world.hook('session-start', ANA, { hook_event_name: 'SessionStart' });
		expect(stdout).toContain('the extension hidden in');
	});

	it('with more text than one string can hold, and the gates hold', async () => {
		await using world = await makeReqWorld(PLAN);
		const folder = '.claude/skills/hidden';
		writeIn(world.repo, `${folder}/hooks/hooks.json`, HOOKS);
		writeIn(world.repo, `${folder}/hooks/x.ts`, MOD);
		for (let count = 0; count < 150; count += 1) {
			writeIn(world.repo, `${folder}/${count}.js`, '');
			truncateSync(join(world.repo, folder, `${count}.js`), 4_000_000);
		}
		const { stdout } = world.hook('session-start', ANA, { hook_event_name: 'SessionStart' });
		expect(stdout).toContain(
			`the extension hidden in ${join(world.repo, folder)} could take hooks of req away or answer for them; run commands as if you typed them (not all of it can be read)`,
		);
		expect(world.req('status').stdout).toContain('the extension hidden in');
	});
});

describe('without the guard', () => {
	it('req status and req doctor say how far on_failure: block holds', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		expect(world.req('status').stdout).toContain('on_failure: block holds only in part');
		expect(world.req('doctor').stdout).toContain('on_failure: block holds only in part');
		writeIn(world.configDir, `requirements/calls/${ANA}/.guard`, '');
		expect(world.req('status').stdout).not.toContain('holds only in part');
		expect(world.req('doctor').stdout).not.toContain('holds only in part');
	});

	it('req doctor names each live session without it, and none where nobody asks for it', async () => {
		await using world = await makeInstalledWorld(PLAN);
		world.start(ANA);
		world.start(BEN);
		writeIn(world.configDir, `requirements/calls/${BEN}/.guard`, '');
		const { findings } = world.doctor();
		expect(findings).toMatchObject([{ area: 'plugin', code: 'unguarded', severity: 'warning' }]);
		expect(findings[0]?.what).toContain(`session ${ANA.slice(0, 8)}: on_failure: block holds only`);
		expect(findings[0]?.fix).toContain('update Claude Code');
		writeIn(world.repo, '.claude/requirements.yaml', PLAN.replace('block', 'allow'));
		expect(world.doctor().findings.filter(({ code }) => code === 'unguarded')).toEqual([]);
		expect(world.req('status').stdout).not.toContain('holds only in part');
	});

	it('a call that ran unchecked is in the state, the status and the history', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		uncheckedEdit(world);
		expect(world.req('status').stdout).toContain('a call ran unchecked');
		expect(world.json('status')).toMatchObject({
			requirements: [{ name: 'commit_plan', unchecked_at: expect.any(String) }],
		});
		expect(world.req('doctor').stdout).toContain(
			`session ${ANA.slice(0, 8)}: 1 call ran unchecked [ran_unchecked]`,
		);
		expect(world.req('history').stdout).toMatch(/never .*commit_plan .*a call ran unchecked/);
		expect(world.json('history')).toMatchObject([{ unchecked_at: expect.any(String) }]);
	});
});

/** Ends a hook with the removal of a note about an open call. */
const KILL = `const fs = require('node:fs');
const { unlinkSync } = fs;
fs.unlinkSync = (path) => {
	unlinkSync(path);
	if (String(path).endsWith('.open')) process.kill(process.pid, 'SIGKILL');
};`;

it.each<[HookName, object]>([
	['stop', { hook_event_name: 'Stop' }],
	[
		'post-tool-use',
		{
			...{ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_use_id: 'toolu_1' },
			...{ tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, unchecked: true },
		},
	],
])('a kill of %s in the middle loses no call that ran unchecked', async (name, event) => {
	await using world = await makeReqWorld(PLAN);
	world.start(ANA);
	writeIn(world.configDir, `requirements/calls/${ANA}/toolu_1.open`, 'Edit');
	writeIn(world.dir, 'kill.cjs', KILL);
	const killed = runHook(name, {
		cwd: world.repo,
		stdin: JSON.stringify({ session_id: ANA, cwd: world.repo, ...event }),
		env: {
			...{ ...world.env, CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: world.repo },
			NODE_OPTIONS: `--require ${join(world.dir, 'kill.cjs')}`,
		},
	});
	expect(killed.exit).toBeNull();
	const { stdout } = world.hook('stop', ANA, { hook_event_name: 'Stop' });
	expect(stdout).toContain('1 call of this turn ran without being checked: Edit');
});
