import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { answerMismatches, lapses, mismatches } from './case-checks.ts';
import { eventOf } from './case-events.ts';
import type { Case, HookStep, WorldStep } from './case-format.ts';
import { fillIn, fillText } from './case-placeholders.ts';
import { type CaseWorld, changedPaths, hookEnv, makeCaseWorld, SESSIONS, snapshot, writeFileOf } from './case-world.ts';
import { gitEnv, gitSucceeds } from './git-repo.ts';
import { type HookCallOptions, type HookName, type HookResult, runHook } from './run-hook.ts';

/** A way to a hook. */
export type Door = (name: HookName, options: HookCallOptions) => HookResult | Promise<HookResult>;

/** What came of a case. */
export interface PlayedCase {
	/** What went otherwise, one line each. */
	readonly wrong: readonly string[];
	/** What each hook answered, without what differs from world to world: its folder, times, digests. */
	readonly answers: readonly string[];
}

/** Plays a case in a world of its own; returns what went otherwise, one line each. */
export async function playCase(given: Case): Promise<readonly string[]> {
	return (await playThrough(given, runHook)).wrong;
}

/** Plays a case in a world of its own through this door. `client`: the pid of Claude Code. */
export async function playThrough(given: Case, door: Door, client?: number): Promise<PlayedCase> {
	await using world = await makeCaseWorld(given.repo !== 'none', client);
	const preset = given.preset && new URL(`../../config/presets/${given.preset}.yaml`, import.meta.url);
	const config = preset ? readFileSync(preset, 'utf8') : given.config;
	if (config !== undefined) writeTree(world, { '$CWD/.claude/requirements.yaml': config });
	writeTree(world, given.given ?? {});
	writeNotes(world, given);
	writeStates(world, given.states ?? {});
	if (given.registry !== undefined) writeRegistry(world, given.registry);
	const wrong: string[] = [];
	const answers: string[] = [];
	let call = 0;
	for (const [index, step] of given.steps.entries()) {
		if (!('hook' in step)) {
			changeWorld(world, step);
			continue;
		}
		// The call of a skill goes on around its shell lines.
		if (!/^post-tool-use|^pre-skill-/.test(step.hook)) call += 1;
		const { found, answer } = await playHook(world, step, { call, given, door });
		const what = step.bash ?? step.edit ?? step.typed ?? '';
		wrong.push(...found.map((line) => `event ${index + 1} (${step.hook} ${what}): ${line}`));
		answers.push(levelled(answer, world));
	}
	return { wrong, answers };
}

const TICK_MS = 10;

function changeWorld(world: CaseWorld, step: WorldStep): void {
	// The file system stamps in ticks: what is written after an event is later than its mark.
	if ('write' in step || 'run' in step) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS);
	if ('write' in step) writeTree(world, step.write);
	else if ('states' in step) writeStates(world, step.states);
	else if ('run' in step) runLine(world, step.run);
	else if ('git' in step) runLine(world, `git ${step.git}`, step.in);
	else if ('git_now' in step) runLine(world, `env -u GIT_COMMITTER_DATE git ${step.git_now}`);
	else runLine(world, `! git ${step.git_stops}`);
}

function runLine(world: CaseWorld, line: string, cwd = '$CWD'): void {
	const { status, stderr } = spawnSync('sh', ['-c', text(world, line)], {
		cwd: text(world, cwd),
		env: { ...process.env, ...gitEnv },
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${line}: ${stderr}`);
}

function writeTree(world: CaseWorld, tree: Json): void {
	const filled = fillIn(tree, world.names, world.now) as Record<string, unknown>;
	for (const [path, body] of Object.entries(filled)) writeFileOf(world, path, body);
}

type Json = Readonly<Record<string, unknown>>;

/** What somebody noted on main in a session, and what the team shares. */
function writeNotes(world: CaseWorld, { notes, lessons }: Case): void {
	const note = { op: 'note', at: '$NOW', source: 'user', session: '$SESSION', branch: 'main' };
	const known = notes?.map((one) => ({ ...note, user: 'ana', ...one }));
	const shared = lessons?.map((one) => ({ kind: 'learning', user: 'ben', at: '$NOW-30d', ...one }));
	if (known !== undefined) writeTree(world, { '$STATE/notes.jsonl': known });
	if (shared !== undefined) writeTree(world, { '$CWD/.claude/lessons.jsonl': shared });
}

/** Stored states by their branches; what is always the same is filled in. */
function writeStates(world: CaseWorld, states: Readonly<Record<string, Json>>): void {
	const times = { created_at: '$NOW-2d', updated_at: '$NOW-1d' };
	for (const [branch, { requirements = {}, ...state }] of Object.entries(states)) {
		const whole = {
			schema_version: 1,
			branch,
			project: '$CWD',
			...times,
			requirements: mapped(requirements as Json, storedRequirement),
			...state,
		};
		writeTree(world, { [`$STATE/${branch}.json`]: whole });
	}
}

function mapped(tree: Json, change: (value: Json, key: string) => Json): Json {
	return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, change(value as Json, key)]));
}

const KEYS: Json = Object.fromEntries(Object.entries(SESSIONS).map(([name, id]) => [id.slice(0, 8), name]));

/** What has the time of a satisfaction is satisfied, by a skill unless it says otherwise. */
function storedRequirement({ sessions = {}, ...requirement }: Json): Json {
	const whole = (entry: Json) => ({
		...('satisfied_at' in entry ? { satisfied: true, satisfied_by: 'skill' } : {}),
		...('triggered_at' in entry ? { triggered: true } : {}),
		...entry,
	});
	const entries = mapped(sessions as Json, (entry, key) => whole({ uuid: KEYS[key], ...entry }));
	return { scope: 'session', ...whole(requirement), sessions: entries };
}

/** Sessions of the registry: of live clients on main, unless an entry says otherwise. */
function writeRegistry(world: CaseWorld, entries: Readonly<Record<string, unknown>>): void {
	const times = { started_at: '$NOW-2h', last_activity: '$NOW-1h' };
	const usual = { pid: '$PID', cwd: '$CWD', common_dir: '$CWD/.git', branch: 'main', ...times };
	const sessions = Object.entries(entries).map(([key, entry]) => [
		key,
		typeof entry === 'object' ? { ...usual, ...entry } : entry,
	]);
	const registry = { schema_version: 1, sessions: Object.fromEntries(sessions) };
	writeTree(world, { '$CONFIG/sessions.json': registry });
}

async function playHook(
	world: CaseWorld,
	step: HookStep,
	{ call, given, door }: { readonly call: number; readonly given: Case; readonly door: Door },
): Promise<{ readonly found: readonly string[]; readonly answer: string }> {
	const event = fillIn(eventOf(step, call), world.names, world.now) as Record<string, unknown>;
	const own = fillIn({ ...given.env, ...step.env }, world.names, world.now) as Record<string, string>;
	const session = { CLAUDE_CODE_SESSION_ID: String(event['session_id']) };
	const cwd = String(event['cwd']);
	if (step.hook === 'post-tool-use' && step.edit !== undefined) makeEdit(world, event);
	forgetClaims(world);
	const before = snapshot(world);
	const result = await door(step.hook, {
		cwd: existsSync(cwd) ? cwd : world.repo,
		stdin: JSON.stringify(event),
		env: { ...hookEnv(world), ...session, ...own },
		unprivileged: given.unprivileged,
	});
	const after = snapshot(world);
	const expected = fillIn(step, world.names, world.now) as HookStep;
	const found = [
		...lapses(result),
		...answerMismatches(expected, result),
		...writeMismatches(expected, changedPaths(before, after)),
		...fileMismatches(expected.files ?? {}, { before, after }),
		...journalMismatches(expected, { before, after }, String(world.names['$JOURNAL'])),
	];
	return { found, answer: result.stdout };
}

/** An edit that succeeded has changed its file, unless the case did that itself. */
function makeEdit(world: CaseWorld, event: Readonly<Record<string, unknown>>): void {
	const { file_path = '' } = event['tool_input'] as { file_path?: string };
	const path = resolve(String(event['cwd']), file_path);
	// No file has such a name, so there is nothing to make.
	if (path.length > 4_096) return;
	const found = lstatSync(path, { throwIfNoEntry: false });
	if (relative(world.dir, path).startsWith('..') || found?.isFile() === false) return;
	if (found !== undefined && !gitSucceeds(dirname(path), 'diff', '--quiet', 'HEAD', '--', path)) return;
	if (found !== undefined && !gitSucceeds(dirname(path), 'ls-files', '--error-unmatch', path)) return;
	mkdirSync(dirname(path), { recursive: true });
	appendFileSync(path, 'edited\n');
}

/** Events of a case may have the same id though they are different events: each one is answered. */
function forgetClaims({ names }: CaseWorld): void {
	const calls = `${names['$CONFIG']}/requirements/calls`;
	for (const session of existsSync(calls) ? readdirSync(calls) : []) {
		rmSync(`${calls}/${session}/claims`, { recursive: true, force: true });
	}
}

function levelled(answer: string, { dir }: CaseWorld): string {
	return answer
		.replaceAll(dir, '<world>')
		.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d(?:[:-]\d\d\.\d{3}Z)?(?:-\d+-\d+(?=[.]))?/g, '<time>')
		.replaceAll(/\b\d+ ?(?:s|seconds?|min|m|minutes?) ago\b/g, '<ago>')
		.replaceAll(/\b[0-9a-f]{16,64}\b/g, '<digest>');
}

/** What the project was like before a call, which goes when the call is over, and what a server says of itself. */
const PASSING = /\/requirements\/(?:calls|live)\//;

function writeMismatches({ writes }: HookStep, changed: readonly string[]): string[] {
	if (writes === undefined) return [];
	const kept = changed.filter((path) => !PASSING.test(path));
	return mismatches(kept, [...writes].sort(), 'files written');
}

type Snapshot = ReadonlyMap<string, string>;

function fileMismatches(
	files: Readonly<Record<string, unknown>>,
	seen: { readonly before: Snapshot; readonly after: Snapshot },
): string[] {
	return Object.entries(files).flatMap(([path, expected]) => fileMismatch(path, expected, seen));
}

function fileMismatch(
	path: string,
	expected: unknown,
	{ before, after }: { readonly before: Snapshot; readonly after: Snapshot },
): string[] {
	if (expected === 'absent') return existsSync(path) ? [`${path} is there`] : [];
	if (!after.has(path)) return [`${path} is missing`];
	if (expected !== 'unchanged') return mismatches(contentOf(path), expected, path);
	return before.get(path) === after.get(path) ? [] : [`${path} changed`];
}

function contentOf(path: string): unknown {
	const content = readFileSync(path, 'utf8');
	if (path.endsWith('.json')) return JSON.parse(content);
	return path.endsWith('.jsonl') ? linesOf(content) : content;
}

function linesOf(content: string): unknown[] {
	const lines = content.split('\n').filter((line) => line !== '');
	return lines.map((line) => JSON.parse(line));
}

function journalMismatches(
	{ journal }: HookStep,
	{ before, after }: { readonly before: Snapshot; readonly after: Snapshot },
	path: string,
): string[] {
	if (journal === undefined) return [];
	const added = (after.get(path) ?? '').slice((before.get(path) ?? '').length);
	return mismatches(linesOf(added), journal, 'lines added to the journal');
}

function text(world: CaseWorld, value: string): string {
	return fillText(value, world.names, world.now);
}
