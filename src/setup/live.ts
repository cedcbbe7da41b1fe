import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext, Env } from '../context.ts';
import { NO_ANSWER } from '../host/hook-tool.ts';
import { elements, member, members, textIn } from '../store/foreign-json.ts';
import { parseJson } from '../store/read-file.ts';
import { oneLine } from '../text/one-line.ts';
import { type Plugin, serverCommand, substituted } from './installation.ts';

/** A session that was played through the hooks of a plugin. */
export interface LivePlay {
	/** The plugin; `null`: nothing was played, because files of it are missing. */
	readonly root: string | null;
	/** Median times in whole milliseconds; empty if something went wrong. */
	readonly times: readonly {
		readonly what: string;
		readonly event: string;
		/** Of the slowest hook process. */
		readonly ms: number;
		/** `null`: the server does not answer this event. */
		readonly server_ms: number | null;
	}[];
	/** What went wrong, once for each event. */
	readonly troubles: readonly { readonly event: string; readonly what: string }[];
}

const REQUIREMENT = 'doctor_checked';
const SKILL = 'doctor-check';
const CONFIG = `version: 1\nrequirements:\n  ${REQUIREMENT}: { skills: [${SKILL}] }\n`;

/** What the answers to an event must be; `json` is `undefined` if a hook prints nothing. */
const EXPECTED = {
	context: (json: unknown) => JSON.stringify(json ?? '').includes(REQUIREMENT),
	refusal: (json: unknown) => {
		const decision = member(member(json, 'hookSpecificOutput'), 'permissionDecision');
		return decision === 'deny' && EXPECTED.context(json);
	},
	nothing: (json: unknown) => json === undefined,
	anything: () => true,
};

interface Step {
	readonly what: string;
	readonly event: string;
	readonly expected: keyof typeof EXPECTED;
	readonly input: Readonly<Record<string, unknown>>;
}

/** A session as Claude Code 2.1.328 sends its events (docs/notes/claude-code/hook-inputs.md). */
function sessionSteps(repo: string, session: string): readonly Step[] {
	const common = { session_id: session, transcript_path: `${repo}/${session}.jsonl`, cwd: repo };
	const turn = { ...common, prompt_id: session, permission_mode: 'acceptEdits' };
	const tool_input = { file_path: `${repo}/a.ts`, content: 'export const one = 1;\n' };
	const edit = { ...turn, tool_name: 'Write', tool_input };
	const skill = { tool_name: 'Skill', tool_input: { skill: SKILL }, tool_use_id: 'toolu_skill' };
	const command = { command_name: 'doctor-other', command_args: '', prompt: '/doctor-other' };
	const source = { expansion_type: 'slash_command', command_source: 'projectSettings' };
	const response = { tool_response: { success: true, commandName: SKILL }, duration_ms: 5 };
	const stop = { stop_hook_active: false, background_tasks: [], session_crons: [] };
	const steps: readonly (readonly [string, string, Step['expected'], object])[] = [
		['the session starts', 'SessionStart', 'context', { ...common, source: 'startup' }],
		['a prompt is sent', 'UserPromptSubmit', 'nothing', { ...turn, prompt: 'Go on.' }],
		['a command is typed', 'UserPromptExpansion', 'nothing', { ...turn, ...command, ...source }],
		['an edit is refused', 'PreToolUse', 'refusal', { ...edit, tool_use_id: 'toolu_edit' }],
		['the skill satisfies', 'PostToolUse', 'anything', { ...turn, ...skill, ...response }],
		['the edit is allowed', 'PreToolUse', 'nothing', { ...edit, tool_use_id: 'toolu_again' }],
		['the turn ends', 'Stop', 'nothing', { ...turn, ...stop, last_assistant_message: 'Done.' }],
		['the session ends', 'SessionEnd', 'nothing', { ...common, reason: 'other' }],
	];
	return steps.map(([what, event, expected, input]) => {
		return { what, event, expected, input: { ...input, hook_event_name: event } };
	});
}

/** How often the session is played by processes, and how often by the server. */
export const ROUNDS = 5;

interface Played extends Step {
	readonly isByServer: boolean;
	/** Milliseconds of the slowest hook. */
	readonly ms: number;
	readonly trouble: string | undefined;
}

/** Variables that would lead a hook out of the scratch repository, or into another session. */
const NOT_PASSED_ON = /^(?:GIT_|REQ_|CLAUDE|NODE_EXTRA_CA_CERTS$|AI_AGENT$)/;
const EXIT_INTERRUPTED = 130;

/**
 * Plays a session through the hooks of a plugin, in a repository of its own, by processes and by the server; ends with the
 * first round that goes wrong.
 */
export async function playLive(plugin: Plugin, context: CommandContext): Promise<LivePlay> {
	const { root = '', status } = plugin;
	if (status === 'unbuilt') return { root: null, times: [], troubles: [] };
	const folder = realpathSync(mkdtempSync(join(context.temporary, 'req-doctor-')));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	const end = context.watchInterrupts(() => {
		remove();
		context.exit(EXIT_INTERRUPTED);
	});
	try {
		const cwd = join(folder, 'repo');
		mkdirSync(join(cwd, '.claude'), { recursive: true });
		writeFileSync(join(cwd, '.claude/requirements.yaml'), CONFIG);
		const passed = Object.entries(context.env).filter(([name]) => !NOT_PASSED_ON.test(name));
		const env = {
			...Object.fromEntries(passed),
			CLAUDECODE: '1',
			CLAUDE_CODE_CHILD_SESSION: '1',
			CLAUDE_CONFIG_DIR: join(folder, 'claude'),
			CLAUDE_PID: String(context.pid),
			CLAUDE_PLUGIN_ROOT: root,
			CLAUDE_PROJECT_DIR: cwd,
		};
		spawnSync('git', ['init', '-q'], { cwd, env });
		const byProcess = await playRounds(plugin, { cwd, env }, undefined);
		const command = serverCommand(plugin);
		const isWrong = byProcess.some(({ trouble }) => trouble !== undefined);
		if (command === undefined || isWrong) return playOf(root, byProcess);
		const server = await startServer(command, { cwd, env });
		const byServer = await playRounds(plugin, { cwd, env }, server);
		await server.end();
		return playOf(root, [...byProcess, ...byServer]);
	} finally {
		end();
		remove();
	}
}

function playOf(root: string, played: readonly Played[]): LivePlay {
	const wrong = played.flatMap(({ event, trouble }) => (trouble ? [{ event, what: trouble }] : []));
	// One for each event: the same hook fails in more than one step.
	const troubles = wrong.filter(({ event }, at) => {
		return wrong.findIndex((one) => one.event === event) === at;
	});
	if (troubles.length > 0) return { root, times: [], troubles };
	const times = sessionSteps('', '').map(({ what, event }) => {
		const median = (isByServer: boolean) => {
			const steps = played.filter((one) => one.what === what && one.isByServer === isByServer);
			const sorted = steps.map(({ ms }) => ms).sort((one, other) => one - other);
			const middle = sorted[Math.floor(sorted.length / 2)];
			return middle === undefined ? null : Math.round(middle);
		};
		return { what, event, ms: median(false) ?? 0, server_ms: median(true) };
	});
	return { root, times, troubles };
}

/** `server`: answers the events that it has a hook for; `undefined`: processes answer all. */
async function playRounds(
	plugin: Plugin,
	world: HookWorld,
	server: LiveServer | undefined,
): Promise<readonly Played[]> {
	const played: Played[] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const session = `d0c70${server === undefined ? 0 : 1}0${round}-0000-4000-8000-000000000000`;
		const env = { ...world.env, CLAUDE_CODE_SESSION_ID: session };
		for (const step of sessionSteps(world.cwd, session)) {
			// A signal that arrived while a process ran is delivered now.
			await setImmediate();
			const hooks = hooksFor(plugin.hooks, step);
			const asked = server === undefined ? [] : await askServer(step, hooks, server);
			const commands = asked.length > 0 ? [] : hooks.filter((hook) => textIn(hook, 'command'));
			const ran = commands.map((hook) => runProcess(hook, step.input, { ...world, env }));
			const runs = [...asked, ...ran];
			const ms = Math.max(0, ...runs.map((run) => run.ms));
			played.push({ ...step, ms, isByServer: asked.length > 0, trouble: troubleIn(step, runs) });
		}
		if (played.some(({ trouble }) => trouble !== undefined)) break;
	}
	return played;
}

async function askServer({ input }: Step, hooks: readonly unknown[], server: LiveServer): Promise<readonly HookRun[]> {
	const runs: HookRun[] = [];
	for (const hook of hooks) if (textIn(hook, 'tool')) runs.push(await server.ask(hook, input));
	return runs;
}

/** The hooks that Claude Code runs for an event: foreign JSON. */
function hooksFor(hooks: unknown, { event, input }: Step): readonly unknown[] {
	const tool = textIn(input, 'tool_name') ?? '';
	return elements(member(hooks, event))
		.filter((group) => {
			const names = textIn(group, 'matcher')?.split('|') ?? [tool];
			return names.some((name) => name === tool || (/\.\*$/.test(name) && tool.startsWith(name.slice(0, -2))));
		})
		.flatMap((group) => elements(member(group, 'hooks')));
}

/** What is wrong with the answers to a step; `undefined` if nothing is. */
function troubleIn({ what, expected }: Step, runs: readonly HookRun[]): string | undefined {
	if (runs.length === 0) return `no hook runs when ${what}`;
	const failed = runs.find(({ failure }) => failure !== undefined);
	if (failed !== undefined) return oneLine(`${what}: ${failed.by} ${failed.failure}`);
	const answers = runs.map(({ stdout }) => ({ stdout, json: parseJson(stdout) }));
	const noJson = answers.find(({ stdout, json }) => stdout !== '' && json === undefined);
	if (noJson !== undefined) return oneLine(`${what}: a hook printed ${noJson.stdout}`);
	if (answers.some(({ json }) => EXPECTED[expected](json))) return undefined;
	const said = runs.map(({ by, stdout }) => `${stdout === '' ? 'nothing' : stdout} from ${by}`);
	return oneLine(`${what}: expected ${expected}, got ${said.join('; ')}`);
}

interface HookWorld {
	readonly cwd: string;
	readonly env: Env;
}

interface HookRun {
	/** The command line, or `the server`. */
	readonly by: string;
	/** What it answered, without blanks around it. */
	readonly stdout: string;
	/** Why there is no answer, such as `ended with 1: …`; `undefined` if there is one. */
	readonly failure: string | undefined;
	readonly ms: number;
}

interface LiveServer {
	/** `hook`: an entry of `hooks.json`. */
	readonly ask: (hook: unknown, input: object) => Promise<HookRun>;
	readonly end: () => Promise<void>;
}

/** Seconds; Claude Code's own limit for a hook that names none. */
const USUAL_TIMEOUT = 60;

function timeoutOf(hook: unknown): number {
	return 1_000 * Number(member(hook, 'timeout') ?? USUAL_TIMEOUT);
}

/** Runs the process of a hook; `hook`: an entry of `hooks.json`. */
export function runProcess(hook: unknown, input: object, { cwd, env }: HookWorld): HookRun {
	const words = [textIn(hook, 'command') ?? '', ...elements(member(hook, 'args')).map(String)];
	const [program = '', ...args] = words.map((word) => substituted(word, env));
	const started = performance.now();
	const { status, stdout, stderr, error } = spawnSync(program, args, {
		cwd,
		env: { ...env },
		input: JSON.stringify(input),
		timeout: timeoutOf(hook),
		killSignal: 'SIGKILL',
		encoding: 'utf8',
	});
	const ms = performance.now() - started;
	const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
	const ended = status === 0 ? undefined : `ended with ${status}: ${tail(stderr ?? '')}`;
	const failure = isLate ? 'took too long' : (error?.message ?? ended);
	return { by: [program, ...args].join(' '), stdout: (stdout ?? '').trim(), failure, ms };
}

/** Starts a plugin's server. It ends when this process does. */
async function startServer([program = '', ...args]: readonly string[], world: HookWorld): Promise<LiveServer> {
	const child = spawn(program, args, { ...world, stdio: ['pipe', 'pipe', 'pipe'] });
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr = `${stderr}${chunk}`.slice(-2_000);
	});
	// A server that does not start or has ended reads nothing, and its output ends.
	child.on('error', ({ message }) => {
		stderr = message;
	});
	child.stdin.on('error', () => undefined);
	let id = 0;
	const request = async (method: string, params: object, limit: number) => {
		id += 1;
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
		return Promise.race([lines.next(), sleep(limit, undefined, { ref: false })]);
	};
	const clientInfo = { name: 'req doctor', version: '1' };
	const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
	await request('initialize', hello, 1_000 * USUAL_TIMEOUT);
	await request('tools/list', {}, 1_000 * USUAL_TIMEOUT);
	return {
		ask: async (hook, input) => {
			const call = { name: textIn(hook, 'tool'), arguments: argumentsOf(hook, input) };
			const started = performance.now();
			const next = await request('tools/call', call, timeoutOf(hook));
			const ms = performance.now() - started;
			const by = 'the server';
			if (next === undefined) return { by, stdout: '', failure: 'took too long', ms };
			if (next.done) return { by, stdout: '', failure: `ended: ${tail(stderr)}`, ms };
			const message = parseJson(next.value);
			const failure = textIn(member(message, 'error'), 'message');
			const parts = elements(member(member(message, 'result'), 'content'));
			const text = parts.map((part) => textIn(part, 'text') ?? '').join('');
			return { by, stdout: text === NO_ANSWER ? '' : text, failure, ms };
		},
		end: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.stdin.end();
			await Promise.race([once(child, 'close'), sleep(5_000, undefined, { ref: false })]);
			child.kill('SIGKILL');
		},
	};
}

/** The arguments of a call as Claude Code fills them in: objects as JSON, nothing for what is absent. */
function argumentsOf(hook: unknown, event: object): Record<string, string> {
	const filled = members(member(hook, 'input')).map(([name, template]) => {
		const path = /^\$\{(\w+)\}$/.exec(String(template))?.[1];
		const value = path === undefined ? template : (member(event, path) ?? '');
		return [name, typeof value === 'string' ? value : JSON.stringify(value)];
	});
	return Object.fromEntries(filled);
}

/** The line of a stack that names the error, else the last lines. */
function tail(stderr: string): string {
	const lines = stderr.trim().split('\n');
	return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(-2).join(' ');
}
