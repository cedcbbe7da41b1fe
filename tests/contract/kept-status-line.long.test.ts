import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { putProgram } from '../support/installed-world.ts';
import { type LiveServer, startServer } from '../support/live-server.ts';
import { builtReq, runHook } from '../support/run-hook.ts';

const launcher = fileURLToPath(new URL('../../bin/req', import.meta.url));
const spy = fileURLToPath(new URL('../support/reads-spy.cjs', import.meta.url));
const CONFIG = { requirements: { commit_plan: {}, tested: { commands: ['npm test'] } } };
const NODE = 'node was started\n';

const edit: HookStep = { hook: 'pre-tool-use', edit: 'src/a.ts' };
const skill: HookStep = { hook: 'post-tool-use', skill: 'arch-review' };

async function configured(config: object = CONFIG): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	return world;
}

const at = (world: CaseWorld) => ({ cwd: world.repo, env: hookEnv(world) });

let calls = 0;

function event(world: CaseWorld, step: HookStep): object {
	calls += 1;
	return fillIn(eventOf(step, calls), world.names, world.now) as object;
}

const session = (world: CaseWorld) => String(world.names['$SESSION']);

function kept(world: CaseWorld, id = session(world)): string {
	return join(String(world.names['$CONFIG']), `requirements/live/${id}.line`);
}

interface Drawing {
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
}

/** What Claude Code sends to a status line, and where. */
function drawing(world: CaseWorld, { env = {}, cwd = world.repo }: Drawing) {
	const told = {
		session_id: session(world),
		workspace: { current_dir: cwd, project_dir: world.repo },
		cost: { total_api_duration_ms: 20 },
	};
	const own: Record<string, string> = {
		...hookEnv(world),
		CLAUDE_PID: String(process.pid),
		...env,
	};
	return { cwd, env: own, input: JSON.stringify(told), encoding: 'utf8' } as const;
}

/** Draws by the script, where Node only says that it was started. */
function draw(world: CaseWorld, given: Drawing = {}): string {
	const { env, ...options } = drawing(world, given);
	const bin = join(world.dir, 'loud');
	putProgram(join(bin, 'node'), 'echo "node was started"');
	const PATH = `${bin}:${env['PATH']}`;
	return spawnSync('sh', [launcher, 'statusline'], { ...options, env: { ...env, PATH } }).stdout;
}

function byCommand(world: CaseWorld, given: Drawing = {}): string {
	return spawnSync(process.execPath, [builtReq, 'statusline'], drawing(world, given)).stdout;
}

/** Draws until the server lives and the script has asked it for the line. */
async function firstDrawn(world: CaseWorld, given: Drawing = {}): Promise<void> {
	const draws = () => draw(world, given) === NODE && existsSync(kept(world));
	if (!existsSync(kept(world))) await expect.poll(draws).toBe(true);
}

/** Draws, sends an event, and waits for the line that follows it. */
async function after(step: HookStep, world: CaseWorld, server: LiveServer): Promise<string> {
	await firstDrawn(world);
	await server.ask(event(world, step));
	const line = byCommand(world);
	await expect.poll(() => draw(world)).toBe(line);
	return line;
}

it('after each event the script prints what the command prints, without Node', async () => {
	await using world = await configured();
	await using server = await startServer(at(world));
	expect(draw(world)).toBe(NODE);

	expect(await after(edit, world, server)).toBe('req ✗ commit_plan, tested\n');
	expect(await after(skill, world, server)).toBe('req ✗ tested\n');
	expect(statSync(kept(world)).mode & 0o777).toBe(0o600);

	expect(draw(world, { env: { NO_COLOR: '' } })).toBe(NODE);
	expect(draw(world, { cwd: world.dir })).toBe(NODE);
	expect(draw(world, { env: { CLAUDE_CODE_SESSION_ID: String(world.names['$OTHER']) } })).toBe(NODE);
	expect(draw(world, { env: { CLAUDE_PID: '' } })).toBe(NODE);
});

it('whatever changes in between is seen: the script starts Node', async () => {
	await using world = await configured();
	await using server = await startServer(at(world));
	const config = join(world.repo, '.claude/requirements.yaml');
	const local = join(world.repo, '.claude/requirements.local.yaml');
	const journal = join(world.repo, '.git/requirements/sessions/abc12345-0000-4000-8000-000000000001.jsonl');
	writeIn(world.dir, 'old.yaml', 'requirements: { reviewed: {} }\n');
	await after(edit, world, server);
	const changes = {
		'a satisfaction': () => {
			const req = [builtReq, 'satisfy', 'tested', '--session', session(world)];
			spawnSync(process.execPath, req, {
				...at(world),
				env: { ...hookEnv(world), CLAUDECODE: '' },
			});
		},
		'a switch': () => git(world.repo, 'switch', '-q', '-c', 'other'),
		'the config': () => appendFileSync(config, '\n'),
		'a config that was moved here and is old': () => renameSync(join(world.dir, 'old.yaml'), local),
		'a config that is gone': () => rmSync(local),
		'another process of the session': () => appendFileSync(journal, '\n'),
	};
	for (const [what, change] of Object.entries(changes)) {
		change();
		expect(draw(world), what).toBe(NODE);
		await after(edit, world, server);
	}
	process.kill(server.pid, 'SIGKILL');
	await server.ended;
	expect(draw(world)).toBe(NODE);
});

/** Read, but what the line shows of it changes only together with a path that is listed. */
const FOLLOWS = /\/configs\/[^/]+\.json$|\/\.git\/(logs\/)?refs\/|\/sessions\/archive$/;

it('all that the line is read from is looked at', async () => {
	await using world = await configured();
	await using server = await startServer(at(world));
	await after(skill, world, server);
	git(world.repo, 'switch', '-q', '-c', 'other');
	await after(edit, world, server);
	const log = join(world.dir, 'spied');
	byCommand(world, { env: { NODE_OPTIONS: `--require ${spy}`, REQ_TEST_SPY_LOG: log } });
	const read = readFileSync(log, 'utf8').trim().split('\n');
	const paths = [...new Set(read.map((line): string => JSON.parse(line)[1]))].filter((path) =>
		path.startsWith(`${world.dir}/`),
	);
	const listed = readFileSync(kept(world), 'utf8').trim().split('\n').slice(3);
	// A folder shows what is in it. Those above the listed ones are only on the way.
	const isSeen = (path: string) =>
		listed.includes(path) || listed.includes(dirname(path)) || listed.some((one) => one.startsWith(`${path}/`));
	expect(paths.length).toBeGreaterThan(10);
	expect(paths.filter((path) => !isSeen(path) && !FOLLOWS.test(path))).toEqual([`${world.repo}/.git/commondir`]);
});

it('a satisfaction that expires leaves the line without an event', async () => {
	await using world = await configured({ requirements: { commit_plan: { ttl: '4s' } } });
	await using server = await startServer(at(world));
	await firstDrawn(world);
	await server.ask(event(world, skill));
	await expect.poll(() => draw(world), { timeout: 10_000 }).toBe('req ✓ 1/1\n');
	await expect.poll(() => draw(world), { timeout: 10_000 }).toBe('req ✗ commit_plan\n');
});

it('the end of the session removes it, and a start those whose server is gone', async () => {
	await using world = await configured();
	const server = await startServer(at(world));
	await after(edit, world, server);
	const hook = (step: HookStep) => runHook(step.hook, { ...at(world), stdin: JSON.stringify(event(world, step)) });
	await hook({ hook: 'session-end' });
	expect(existsSync(kept(world))).toBe(false);

	await after(edit, world, server);
	await hook({ hook: 'session-start' });
	expect(existsSync(kept(world))).toBe(true);
	process.kill(server.pid, 'SIGKILL');
	await server.ended;
	await hook({ hook: 'session-start' });
	expect(existsSync(kept(world))).toBe(false);
});

it('if nothing is configured it draws nothing, without Node, until something is', async () => {
	await using world = await makeCaseWorld(true);
	await using server = await startServer(at(world));
	expect(await after(edit, world, server)).toBe('');

	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, CONFIG);
	expect(draw(world)).toBe(NODE);
	expect(await after(edit, world, server)).toBe('req ✗ commit_plan, tested\n');

	rmSync(join(world.repo, '.claude'), { recursive: true });
	expect(await after(edit, world, server)).toBe('');
});
