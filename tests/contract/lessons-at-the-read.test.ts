import { spawnSync } from 'node:child_process';
import {
	mkdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linesAboutFile } from '../../src/core/lesson/lines-about-file.ts';
import { afterAMonth as aMonthAfter, begun, prompted } from '../support/after-a-month.ts';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { git } from '../support/git-repo.ts';
import { builtHook } from '../support/run-hook.ts';
import { someInsight } from '../support/some-record.ts';

const WARNING = 'Never sort the imports of src/login.ts';
const script = fileURLToPath(new URL('../../hooks/at-read.sh', import.meta.url));
/** What the script is given in place of the hook, to see whether it would start it. */
const STAND_IN = ['sh', '-c', 'echo "started with $(cat)"'];

/** A world in which sessions learned something a month ago, and whose cache of lessons is made. */
async function afterAMonth(texts: readonly string[] = [WARNING], config?: string) {
	const insights = texts.map((text, n) => someInsight(`i123456${n}`, text));
	const world = await aMonthAfter({ insights }, config);
	await prompted(world, 9);
	return world;
}

interface Reading {
	/** Default: the hook, as the plugin wires it. */
	readonly started?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly more?: object;
	readonly shell?: string;
}

/** What the model is told when it reads a file; `path` may be relative to the project. */
function read(session: Played, { world }: ContinuityWorld, path: string, more: Reading = {}) {
	const file_path = path.startsWith('/') ? path : join(world.repo, path);
	const { cwd, stdin, env } = session.event({
		...{ hook_event_name: 'PreToolUse', tool_name: 'Read', tool_use_id: 'toolu_r' },
		...{ tool_input: { file_path }, ...more.more },
	});
	const started = more.started ?? [process.execPath, builtHook('pre-tool-use')];
	const ran = spawnSync(more.shell ?? 'sh', [script, ...started], {
		...{ cwd, input: stdin, env: { ...env, ...more.env }, encoding: 'utf8' },
	});
	expect([ran.status, ran.stderr]).toEqual([0, '']);
	return ran.stdout;
}

function told(session: Played, world: ContinuityWorld, path: string, more: Reading = {}): string {
	const stdout = read(session, world, path, more);
	if (stdout === '') return '';
	const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
	expect(hookEventName).toBe('PreToolUse');
	return additionalContext;
}

/** Whether the hook is started at all. */
function isStarted(world: ContinuityWorld, path: string, more: Reading = {}): boolean {
	const said = read(world.session(8), world, path, { started: STAND_IN, ...more });
	if (said !== '') expect(said).toMatch(/^started with \{.*"tool_name":"Read".*\}\n$/);
	return said !== '';
}

function put({ world }: ContinuityWorld, path: string): string {
	const file = join(world.repo, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, 'export {};\n');
	return file;
}

/** A world with these files in it. */
async function withFiles(texts: readonly string[], ...paths: readonly string[]) {
	const world = await afterAMonth(texts);
	for (const path of paths) put(world, path);
	return world;
}

describe('a read of a file that a session of a month ago warned of', () => {
	it('is told of it, once in the session, and the edit after it no more', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const session = await begun(world, 1);
		expect(told(session, world, 'src/login.ts').split('\n')).toEqual([
			'[EARLIER LESSONS: what sessions of this repository learned about src/login.ts]',
			expect.stringContaining(`- warning: "${WARNING}" (30 days ago, branch feature/old, `),
			expect.stringContaining('[END OF EARLIER LESSONS: '),
		]);
		expect(read(session, world, 'src/login.ts')).toBe('');
		const edit = { file_path: join(world.world.repo, 'src/login.ts'), old_string: 'a' };
		const call = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: 'toolu_e' };
		expect((await session.hook('pre-tool-use', { ...call, tool_input: edit })).stdout).toBe('');
		await session.start('compact');
		expect(told(session, world, 'src/login.ts')).toContain(WARNING);
	});

	it('is told to a subagent that reads it, whatever its session was told', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const session = await begun(world, 1);
		const more = { agent_id: 'a1', agent_type: 'general-purpose' };
		expect(told(session, world, 'src/login.ts')).toContain(WARNING);
		expect(told(session, world, 'src/login.ts', { more })).toContain(WARNING);
		expect(read(session, world, 'src/login.ts', { more })).toBe('');
	});

	it('is held by no requirement, and leaves nothing but that it was told', async () => {
		const gates =
			'version: 1\nrequirements:\n  plan: { scope: branch, blocks: [edit, { tool: "*" }], satisfy_with: [plan] }\n';
		await using world = await afterAMonth([WARNING], gates);
		put(world, 'src/login.ts');
		const session = await begun(world, 1);
		const stdout = read(session, world, 'src/login.ts');
		expect(stdout).toContain(WARNING);
		expect(stdout).not.toContain('permissionDecision');
		expect(session.lines('lessons')).toHaveLength(1);
		expect([...session.lines('refuse'), ...session.lines('trigger')]).toEqual([]);
	});

	it('is told nothing where the config says so', async () => {
		await using world = await afterAMonth([WARNING], 'version: 1\ncontinuity: { recall: false }\n');
		put(world, 'src/login.ts');
		expect(read(await begun(world, 1), world, 'src/login.ts')).toBe('');
	});
});

describe('a lesson that names the identifier that a file is called after', () => {
	const texts = [
		'RouteOptimizer caches by day',
		'parse_week wants a Monday',
		'call TripSplitter.split twice, not TripSplitter.py',
		'src/old/DeadCode.ts is gone, sign-in fails, UserStore.ts too, server and routes',
	];

	it.each([
		['src/RouteOptimizer.ts', texts[0]],
		['src/route-optimizer.ts', texts[0]],
		['lib/route_optimizer.py', texts[0]],
		['parse_week.py', texts[1]],
		['src/trips/TripSplitter.ts', texts[2]],
	])('is told with a read of %s', async (path, text = '') => {
		await using world = await withFiles(texts, path);
		expect(told(await begun(world, 1), world, path)).toContain(`"${text}"`);
	});

	it.each([
		['the end of a name is no call', 'TripSplitter.ts sorts, see src/lib/TripSplitter.ts', false],
		['a property', 'TripSplitter.max is in minutes', true],
		['beside a file of its name', 'TripSplitter is the port of TripSplitter.py', true],
	])('is about its file where it is more than the name of another: %s', async (_, text, isTold) => {
		await using world = await withFiles([text], 'src/trip-splitter.ts');
		expect(told(await begun(world, 1), world, 'src/trip-splitter.ts').includes(text)).toBe(isTold);
	});

	it('is not told with other files', async () => {
		const others = ['src/DeadCode.ts', 'src/sign-in.ts', 'src/UserStore.py', 'src/server.ts'];
		const more = ['TripSplitter.test.ts', 'src/routes.ts', 'Route.ts', 'RouteOptimizers.ts'];
		await using world = await withFiles(texts, ...others, ...more);
		const session = await begun(world, 1);
		for (const path of [...others, ...more])
			expect([path, told(session, world, path)]).toEqual([path, '']);
		for (const path of ['src/server.ts', 'src/routes.ts', 'Route.ts', 'TripSplitter.test.ts'])
			expect([path, isStarted(world, path)]).toEqual([path, false]);
	});
});

describe('a read that nothing was learned about', () => {
	it('starts no hook', async () => {
		await using world = await withFiles([WARNING], 'src/other.ts', 'src/relogin.ts', 'a.md');
		for (const path of ['src/other.ts', 'src/relogin.ts', 'a.md', 'src/gone.ts', 'none/gone.ts'])
			expect([path, isStarted(world, path)]).toEqual([path, false]);
	});

	it('starts none where nothing was learned at all, in git or outside', async () => {
		await using world = await makeContinuityWorld();
		put(world, 'src/login.ts');
		const outside = join(world.world.dir, 'outside.ts');
		writeFileSync(outside, '');
		expect(isStarted(world, 'src/login.ts')).toBe(false);
		expect(isStarted(world, outside)).toBe(false);
	});
});

describe('the hook is started', () => {
	it.each(['sh', 'bash'])(
		'by %s wherever the hook would find a line about the file',
		async (shell) => {
			const texts = [
				'Login.TS is generated',
				'Everything in src/auth/ needs a test',
				'the page app/(app)/[id]/page.tsx is rendered twice',
				'src/Makefile.in is made by hand, ./run.sh too',
			];
			const about = ['web/login.ts', 'src/auth/deep/down/a.ts', 'src/Makefile.in', 'x/run.sh'];
			const others = ['app/(app)/[id]/page.tsx', 'src/b.ts', 'Makefile', "src/it's $HOME `x` *.ts"];
			await using world = await withFiles(texts, ...about, ...others);
			const cache = readFileSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'), 'utf8');
			const found = [...about, ...others].filter((path) => linesAboutFile(cache, path).length > 0);
			expect(found).toEqual(expect.arrayContaining(about));
			const started = [...about, ...others].filter((path) => isStarted(world, path, { shell }));
			expect(started).toEqual(found);
		},
	);

	it('for a path that the script cannot read for certain', async () => {
		await using world = await withFiles([WARNING], 'src/größe.ts', 'src/a\\b.ts', 'src/a"b.ts');
		const link = join(world.world.repo, 'src/link.ts');
		symlinkSync(put(world, 'src/login.ts'), link);
		for (const path of ['src/größe.ts', 'src/a\\b.ts', 'src/a"b.ts', link])
			expect([path, isStarted(world, path)]).toEqual([path, true]);
		const relative = { tool_input: { file_path: 'src/other.ts' } };
		expect(isStarted(world, 'src/other.ts', { more: relative })).toBe(true);
		expect(isStarted(world, 'src/other.ts', { more: { tool_input: {} } })).toBe(true);
	});

	it('for an event that a shell would look through for minutes', async () => {
		await using world = await withFiles([WARNING], 'src/other.ts');
		const file_path = join(world.world.repo, 'src/other.ts');
		const more = { tool_input: { pad: 'x'.repeat(200_000), file_path } };
		expect(isStarted(world, 'src/other.ts', { more })).toBe(true);
	});

	it('where the environment says what repository it is', async () => {
		await using world = await withFiles([WARNING], 'src/other.ts');
		const env = { GIT_DIR: join(world.world.repo, '.git') };
		expect(isStarted(world, 'src/other.ts', { env })).toBe(true);
	});

	it('for a file of a linked worktree, and of a folder that is a link', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const { repo, dir } = world.world;
		git(repo, 'worktree', 'add', '-q', join(dir, 'tree'));
		mkdirSync(join(dir, 'tree/src'), { recursive: true });
		writeFileSync(join(dir, 'tree/src/login.ts'), '');
		symlinkSync(join(repo, 'src'), join(dir, 'linked'));
		expect(told(await begun(world, 1), world, join(dir, 'tree/src/login.ts'))).toContain(WARNING);
		expect(told(await begun(world, 2), world, join(dir, 'linked/login.ts'))).toContain(WARNING);
	});

	it('outside git where anything is kept', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const { dir, configDir } = world.world;
		const outside = join(dir, 'outside.ts');
		writeFileSync(outside, '');
		expect(isStarted(world, outside)).toBe(false);
		mkdirSync(join(configDir, 'requirements/projects'), { recursive: true });
		expect(isStarted(world, outside)).toBe(true);
	});

	it('for no link in place of what was learned, nor for a `.git` without an end', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const cache = join(world.stateDir, 'sessions/lessons.cache.jsonl');
		const elsewhere = join(world.world.dir, 'elsewhere');
		renameSync(cache, elsewhere);
		symlinkSync(elsewhere, cache);
		expect(isStarted(world, 'src/login.ts')).toBe(false);
		const other = join(world.world.dir, 'other');
		mkdirSync(other);
		writeFileSync(join(other, 'a.ts'), '');
		writeFileSync(join(other, '.git'), '');
		truncateSync(join(other, '.git'), 2 ** 40);
		expect(isStarted(world, join(other, 'a.ts'))).toBe(false);
	});

	it.each([['cat'], ['cat', 'head']])('where there is no grep, or only %s', async (...names) => {
		await using world = await withFiles([WARNING], 'src/other.ts');
		const bin = join(world.world.dir, 'few');
		mkdirSync(bin);
		for (const name of [...names, 'sh']) symlinkSync(`/bin/${name}`, join(bin, name));
		const more = { env: { PATH: bin }, shell: '/bin/sh' };
		expect(isStarted(world, 'src/other.ts', more)).toBe(true);
	});
});
