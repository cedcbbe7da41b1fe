import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { atTerminal, execOf } from '../../support/pseudo-terminal.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, BEN, makeLiveWorld, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';
import { takeFiles } from '../../support/taken-files.ts';

/** What Claude Code 2.1.328 sends (docs/notes/claude-code/status-line.md). */
function told(world: ReqWorld, cwd = world.repo, apiMs = 20): string {
	return JSON.stringify({
		session_id: ANA,
		transcript_path: '/nonexistent/transcript.jsonl',
		cwd,
		model: { id: 'claude-opus-5-5', display_name: 'Opus 5.5' },
		workspace: { current_dir: cwd, project_dir: world.repo, added_dirs: [] },
		version: '2.1.328',
		output_style: { name: 'default' },
		cost: { total_cost_usd: 0, total_duration_ms: 7_446, total_api_duration_ms: apiMs },
		exceeds_200k_tokens: false,
	});
}

interface Call {
	readonly stdin?: string;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly args?: readonly string[];
}

function statusline(world: ReqWorld, { args = [], ...given }: Call = {}) {
	return world.reqWith({ stdin: told(world), ...given }, 'statusline', ...args);
}

const said = (line: string) => ({ exit: 0, stdout: line === '' ? '' : `${line}\n`, stderr: '' });

const PLAN = 'version: 1\nrequirements:\n  commit_plan: {}\n  tested: { commands: [npm test] }\n';

describe('req statusline', () => {
	it('names what is unmet for this session on this branch, armed ones first', async () => {
		await using world = await makeLiveWorld(PLAN);
		expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested'));

		await world.req('satisfy', 'tested', '--session', BEN);
		expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested'));
		await world.req('satisfy', 'commit_plan', '--session', ANA);
		const edit = { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' };
		await world.hook('post-tool-use', ANA, ran('Edit', edit));
		expect(await statusline(world)).toEqual(said('req ✗ tested'));
		await world.req('clear', 'commit_plan', '--session', ANA);
		await world.req('satisfy', 'tested', '--session', ANA);
		await world.req('satisfy', 'commit_plan', '--session', ANA);
		expect(await statusline(world)).toEqual(said('req ✓ 2/2'));

		git(world.repo, 'switch', '-q', '-c', 'other');
		expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested'));
	});

	it('a review that a commit consumed is no red cross until work needs a new one', async () => {
		await using world = await makeReqWorld(
			'requirements:\n  planned: {}\n  reviewed: { scope: single_use, triggers: [edit], blocks: [{ command: git commit }] }\n',
		);
		await world.start(ANA);
		for (const name of ['planned', 'reviewed']) await world.req('satisfy', name, '--session', ANA);
		expect(await statusline(world)).toEqual(said('req ✓ 2/2'));
		git(world.repo, 'commit', '-q', '--allow-empty', '-m', 'x');
		await world.hook('post-tool-use', ANA, ran('Bash', { command: 'git commit -m x' }));
		expect(await statusline(world)).toEqual(said('req ✓ 1/2, consumed: reviewed'));

		const edit = { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' };
		await world.hook('post-tool-use', ANA, ran('Edit', edit));
		expect(await statusline(world)).toEqual(said('req ✗ reviewed'));
	});

	it('takes at most 80 characters, whatever the requirements are called', async () => {
		const names = Array.from({ length: 40 }, (_, n) => `  requirement_number_${n}: {}`);
		await using world = await makeLiveWorld(`requirements:\n${names.join('\n')}\n`);
		const line = (await statusline(world)).stdout.trimEnd();
		expect(line).toMatch(/^req ✗ requirement_number_0, .* \+\d+$/);
		const more = Number(/\+(\d+)$/.exec(line)?.[1]);
		expect(line.split(', ')).toHaveLength(40 - more);
		expect(line.length).toBeLessThanOrEqual(80);

		const long = ['a', 'b', 'c'].map((letter) => `  ${letter.repeat(64)}: {}`);
		writeIn(world.repo, '.claude/requirements.yaml', `requirements:\n${long.join('\n')}\n`);
		expect(await statusline(world)).toEqual(said(`req ✗ ${'a'.repeat(64)} +2`));
	});

	it('says what switches the gates off, and nothing at all where nothing is configured (D34)', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await statusline(world)).toEqual(said(''));
		expect(await statusline(world, { cwd: world.dir, stdin: told(world, world.dir) })).toEqual(said(''));

		writeIn(world.repo, '.claude/requirements.yaml', PLAN);
		await world.start(ANA);
		await world.req('pause');
		expect(await statusline(world)).toEqual(said('req paused'));
		await world.req('pause', '--off');
		writeIn(world.repo, '.claude/requirements.local.yaml', 'enabled: false\n');
		expect(await statusline(world)).toEqual(said('req off: `enabled: false` in the config'));
		writeIn(world.repo, '.claude/requirements.local.yaml', 'requirements:\n  bad: 3\n');
		expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested, 1 left out'));
		rmSync(join(world.repo, '.claude/requirements.local.yaml'));
		writeIn(world.repo, '.claude/requirements.yaml', 'requirements: {');
		// A config that cannot be read leaves the last one in force.
		expect((await statusline(world)).stdout).toMatch(/^req ✗ commit_plan/);
	});

	it('says so when no hook was seen although the session is at work', async () => {
		await using world = await makeReqWorld(PLAN);
		expect((await statusline(world)).stdout).toMatch(/^req off: .*hook/);
		// Before the first answer the session start may still be running.
		expect(await statusline(world, { stdin: told(world, world.repo, 0) })).toEqual(said('req ✗ commit_plan, tested'));
		await world.start(ANA);
		expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested'));
	});

	it('without its input it speaks of the directory it runs in, and never fails', async () => {
		await using world = await makeLiveWorld(PLAN);
		await world.req('satisfy', 'commit_plan');
		for (const stdin of ['', 'no json', '[]', '3', 'null', '{"session_id":7,"cwd":{}}']) {
			const env = { CLAUDE_CODE_SESSION_ID: ANA };
			expect(await statusline(world, { stdin, env })).toEqual(said('req ✗ tested'));
			expect((await statusline(world, { stdin })).stdout).toMatch(/^req ✗ /);
		}
		const hostile = JSON.stringify({ session_id: '../../x', cwd: '/no/such\u0000', workspace: 3 });
		expect((await statusline(world, { stdin: hostile })).stdout).toMatch(/^req ✗ /);
	});

	it('writes nothing: no quarantine, no fault, no cache (D7)', async () => {
		await using world = await makeLiveWorld(PLAN);
		await world.req('satisfy', 'commit_plan');
		writeFileSync(join(world.repo, '.git/requirements/feature-x.json'), '{"broken":');
		writeFileSync(join(world.configDir, 'sessions.json'), '[]');
		const own = join(world.configDir, 'requirements');
		const roots = [world.repo, world.configDir];
		const stamps = () => [...takeFiles(roots)].map(([path, { stamp }]) => `${path} ${stamp}`);
		for (const remove of [() => undefined, () => rmSync(own, { recursive: true })]) {
			remove();
			const before = stamps();
			expect(await statusline(world)).toEqual(said('req ✗ commit_plan, tested'));
			expect(stamps()).toEqual(before);
		}
		expect(existsSync(own)).toBe(false);
	});

	it('has colours, although no terminal reads it, but with NO_COLOR', async () => {
		await using world = await makeLiveWorld(PLAN);
		const { stdout } = await statusline(world, { env: { NO_COLOR: '' } });
		expect(stdout).toContain('\u001b[');
		expect((await statusline(world, { env: { NO_COLOR: '', TERM: 'dumb' } })).stdout).not.toContain('\u001b');
	});
});

describe('req statusline as a command', () => {
	it('at a terminal it says how to use it, exit 64', async () => {
		await using world = await makeReqWorld(PLAN);
		const [program, args] = atTerminal(execOf([process.execPath, builtReq, 'statusline']), 80);
		const ran = spawnSync(program, args, {
			cwd: world.repo,
			env: world.env,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		expect(ran.status).toBe(64);
		expect(ran.stdout).toContain('settings.json');
	});
});
