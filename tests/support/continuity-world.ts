import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../src/memory/events.ts';
import { SessionRecord } from '../../src/memory/record.ts';
import { clientPid } from './client-process.ts';
import { git } from './git-repo.ts';
import { placeIn } from './place-in.ts';
import { remembers } from './remembers.ts';
import { type HookCallOptions, type HookName, type HookResult, runHook } from './run-hook.ts';
import { makeReqWorld, type ReqWorld } from './run-req.ts';
import { shaped } from './shaped.ts';
import { shiftTimes } from './shift-times.ts';

/** Continuity without any gate. */
const NO_GATES = 'version: 1\n';

/** A session of the client, played through the built hooks and the built command. */
export interface Played {
	readonly uuid: string;
	readonly key: string;
	/** What the model is told at the start, beyond where the gates stand; empty when nothing. */
	readonly start: (source?: string) => Promise<string>;
	/** Writes a file that is not there on disk: what counts is what the tool says. */
	readonly edit: (path: string, content?: string) => Promise<void>;
	/** A command that succeeded. */
	readonly bash: (command: string, response?: object) => Promise<void>;
	readonly tool: (name: string, input: object, response?: object) => Promise<void>;
	readonly stop: (message?: string) => Promise<void>;
	readonly end: (reason?: string) => Promise<void>;
	/** The model runs `req`; a failure is an error. Returns what it printed. */
	readonly req: (...args: readonly string[]) => Promise<string>;
	readonly hook: (name: HookName, input: object) => Promise<HookResult>;
	/** What a hook of this session is given, for whoever starts it himself. */
	readonly event: (input: object) => HookCallOptions;
	/** Its record as it is now, stored or not; `undefined` when it never started. */
	readonly record: () => SessionRecord | undefined;
	readonly archived: () => SessionRecord | undefined;
	/** Lines of its journal of one kind. */
	readonly lines: (kind: string) => readonly Readonly<Record<string, unknown>>[];
}

export interface Client {
	readonly pid: number;
	readonly user: string;
	/** What else its environment says. */
	readonly env: Readonly<Record<string, string>>;
}

export interface ContinuityWorld extends AsyncDisposable {
	readonly world: ReqWorld;
	readonly stateDir: string;
	/** A session of user ana whose client is this process, unless said otherwise. */
	readonly session: (n: number, other?: Partial<Client>) => Played;
	readonly pass: (hours: number, ...sessions: readonly Played[]) => void;
	readonly branch: (name: string) => void;
	/** Data of the events of one name, oldest first, those that wait to be chained, too. */
	readonly events: (name: string) => readonly Readonly<Record<string, unknown>>[];
}

export async function makeContinuityWorld(config = NO_GATES): Promise<ContinuityWorld> {
	const world = await makeReqWorld(config);
	const stateDir = join(world.repo, '.git/requirements');
	return {
		world,
		stateDir,
		session: (n, other) => {
			const client = { pid: clientPid(), user: 'ana', env: {}, ...other };
			return played({ world, stateDir, client, uuid: idOf(n) });
		},
		pass: (hours, ...sessions) =>
			shiftTimes({ stateDir }, hours, sessions.length === 0 ? undefined : sessions.map((s) => s.key)),
		branch: (name) => {
			git(world.repo, 'switch', '-q', '-C', name);
		},
		events: (name) =>
			readEvents(placeIn(stateDir))
				.filter((event) => event?.name === name)
				.map((event) => event?.data as Record<string, unknown>),
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}

/** Each number is a session with a key of its own. */
function idOf(n: number): string {
	return `${(0xc0de0000 + n).toString(16)}-0000-4000-8000-000000000000`;
}

/** The id of a process that has been killed. */
export async function killedPid(): Promise<number> {
	const child = spawn('sleep', ['60'], { stdio: 'ignore' });
	const gone = once(child, 'exit');
	child.kill('SIGKILL');
	await gone;
	return child.pid ?? 0;
}

interface Player {
	readonly world: ReqWorld;
	readonly stateDir: string;
	readonly client: Client;
	readonly uuid: string;
}

function played({ world, stateDir, client, uuid }: Player): Played {
	const key = uuid.slice(0, 8);
	const at = (name: string) => join(stateDir, 'sessions', name);
	let calls = 0;
	const event = (input: object) => ({
		cwd: world.repo,
		stdin: JSON.stringify({ session_id: uuid, cwd: world.repo, prompt_id: 'p1', ...input }),
		env: {
			...world.env,
			CLAUDE_PID: String(client.pid),
			CLAUDE_PROJECT_DIR: world.repo,
			USER: client.user,
			...client.env,
		},
	});
	const hook = async (name: HookName, input: object) => {
		const ran = await runHook(name, event(input));
		if (ran.exit === 0 && ran.stderr === '') return ran;
		throw new Error(`${name}: ${ran.exit} ${ran.stderr}`);
	};
	const tool = async (tool_name: string, tool_input: object, tool_response: object = {}) => {
		calls += 1;
		const call = { tool_name, tool_input, tool_response, tool_use_id: `toolu_${calls}` };
		await hook('post-tool-use', { hook_event_name: 'PostToolUse', ...call });
	};
	return {
		...{ uuid, key, hook, event, tool },
		start: async (source = 'startup') =>
			contextOf(await hook('session-start', { hook_event_name: 'SessionStart', source })),
		edit: (path, content = '') =>
			tool('Write', { file_path: path.startsWith('/') ? path : join(world.repo, path), content }),
		bash: (command, response = {}) =>
			tool('Bash', { command }, { stdout: '', stderr: '', interrupted: false, ...response }),
		stop: async (last_assistant_message = 'Done.') => {
			const given = { stop_hook_active: false, background_tasks: [], last_assistant_message };
			await hook('stop', { hook_event_name: 'Stop', ...given });
		},
		end: async (reason = 'prompt_input_exit') => {
			await hook('session-end', { hook_event_name: 'SessionEnd', reason });
		},
		req: async (...args) => {
			const ran = await world.asModel(uuid, ...args);
			if (ran.exit === 0) return ran.stdout;
			throw new Error(`req ${args.join(' ')}: ${ran.exit} ${ran.stderr}`);
		},
		record: () => remembers(stateDir, uuid, client.user),
		archived: () => recordIn(at(`archive/${uuid}.json`)),
		lines: (kind) => linesOf(at(`${uuid}.jsonl`)).filter((line) => line['e'] === kind),
	};
}

/** Where no requirement is configured the gates say one line, with continuity and without. */
const GATES = /^req: no requirement is configured on branch \S+[.]\n*/;

function contextOf({ stdout }: HookResult): string {
	if (stdout === '') return '';
	const { hookSpecificOutput } = JSON.parse(stdout);
	return (hookSpecificOutput?.additionalContext ?? '').replace(GATES, '');
}

/** Whatever stands there must be a whole record. */
function recordIn(path: string): SessionRecord | undefined {
	if (!existsSync(path)) return undefined;
	return shaped(SessionRecord, JSON.parse(readFileSync(path, 'utf8')));
}

function linesOf(path: string): Record<string, unknown>[] {
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
