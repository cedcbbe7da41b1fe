import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CommandContext } from '../core/context.ts';
import { oneLine } from '../core/text/one-line.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { parseJson } from '../store/read-file.ts';
import { type Plugin, serverCommand } from './installation.ts';
import { type HookRun, type LiveServer, runProcess, startServer } from './live-doors.ts';

/** A session that was played through the hooks of a plugin. */
export interface LivePlay {
	/** `undefined`: nothing was played, because files of the plugin are missing. */
	readonly root: string | undefined;
	/** Each event, with the median times of a hook process and of the server in milliseconds. */
	readonly times: readonly LiveTime[];
	readonly troubles: readonly Trouble[];
}

interface LiveTime {
	readonly what: string;
	readonly event: string;
	readonly ms: number;
	/** `undefined`: the server does not answer this event. */
	readonly serverMs: number | undefined;
}

interface Trouble {
	readonly what: string;
	readonly event: string;
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

/** One event of the session. */
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

/** A step as it was played. */
interface Played extends Step {
	readonly isByServer: boolean;
	/** Milliseconds of the slowest hook. */
	readonly ms: number;
	readonly trouble: string | undefined;
}

/** What a session is played with. */
interface Stage {
	readonly plugin: Plugin;
	readonly repo: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Answers the events that it has a hook for; `undefined`: processes answer all. */
	readonly server: LiveServer | undefined;
	readonly tell: (progress: string) => void;
}

/** Variables that would lead a hook out of the scratch repository, or into another session. */
const NOT_PASSED_ON = /^(?:GIT_|REQ_|CLAUDE|NODE_EXTRA_CA_CERTS$|AI_AGENT$)/;
const EXIT_INTERRUPTED = 130;

/**
 * Plays a session through the hooks of a plugin, in a repository of its own, by processes and by the server; ends with the
 * first round that goes wrong.
 *
 * @param tell receives what is being played
 */
export async function playLive(
	plugin: Plugin,
	context: CommandContext,
	tell: (progress: string) => void,
): Promise<LivePlay> {
	const { root = '', status } = plugin;
	if (status === 'unbuilt') return { root: undefined, times: [], troubles: [] };
	const folder = realpathSync(mkdtempSync(join(context.temporary, 'req-doctor-')));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	const end = context.watchInterrupts(() => {
		remove();
		context.exit(EXIT_INTERRUPTED);
	});
	try {
		const repo = join(folder, 'repo');
		mkdirSync(join(repo, '.claude'), { recursive: true });
		writeFileSync(join(repo, '.claude/requirements.yaml'), CONFIG);
		const passed = Object.entries(context.env).filter(([name]) => !NOT_PASSED_ON.test(name));
		const env = {
			...Object.fromEntries(passed),
			CLAUDECODE: '1',
			CLAUDE_CODE_CHILD_SESSION: '1',
			CLAUDE_CONFIG_DIR: join(folder, 'claude'),
			CLAUDE_PID: String(context.pid),
			CLAUDE_PLUGIN_ROOT: root,
			CLAUDE_PROJECT_DIR: repo,
		};
		spawnSync('git', ['init', '-q'], { cwd: repo, env });
		const stage = { plugin, repo, env, tell, server: undefined };
		const byProcess = await playRounds(stage);
		const command = serverCommand(plugin);
		const canGoOn = byProcess.flat().every(({ trouble }) => trouble === undefined);
		if (command === undefined || !canGoOn) return playOf(root, byProcess, []);
		const server = await startServer(command, { cwd: repo, env });
		const byServer = await playRounds({ ...stage, server });
		await server.end();
		return playOf(root, byProcess, byServer);
	} finally {
		end();
		remove();
	}
}

function playOf(
	root: string,
	byProcess: readonly (readonly Played[])[],
	byServer: readonly (readonly Played[])[],
): LivePlay {
	const all = [...byProcess, ...byServer].flat();
	// One for each event: the same hook fails in more than one step.
	const troubles = new Map(
		all.flatMap(({ trouble, event }) => (trouble === undefined ? [] : [[event, trouble]])),
	);
	const times = (byProcess[0] ?? []).map(({ what, event }, index) => {
		const asked = byServer.flatMap((round) => round[index] ?? []).filter((one) => one.isByServer);
		const ms = median(byProcess.map((round) => round[index]?.ms ?? 0));
		const serverMs = asked.length === 0 ? undefined : median(asked.map((one) => one.ms));
		return { what, event, ms, serverMs };
	});
	return {
		root,
		times: troubles.size === 0 ? times : [],
		troubles: [...troubles].map(([event = '', what = '']) => ({ event, what })),
	};
}

/** The middle of several measurements. */
function median(numbers: readonly number[]): number {
	return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

async function playRounds(stage: Stage): Promise<readonly (readonly Played[])[]> {
	const rounds: Played[][] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const id = `${stage.server === undefined ? 'd0c70' : 'd0c71'}${String(round).padStart(3, '0')}`;
		const played: Played[] = [];
		for (const step of sessionSteps(stage.repo, `${id}-0000-4000-8000-000000000000`)) {
			stage.tell(`round ${round}: ${step.what}`);
			played.push(await playStep(step, stage));
		}
		rounds.push(played);
		if (played.some(({ trouble }) => trouble !== undefined)) break;
	}
	return rounds;
}

async function playStep(step: Step, { plugin, server, repo: cwd, env }: Stage): Promise<Played> {
	// A signal that arrived while a process ran is delivered now.
	await setImmediate();
	const hooks = hooksFor(plugin.hooks, step);
	const tools = server === undefined ? [] : hooks.filter((hook) => textIn(hook, 'tool'));
	const runs: HookRun[] = [];
	for (const tool of tools) runs.push((await server?.ask(tool, step.input)) as HookRun);
	if (tools.length === 0) {
		const session = String(step.input['session_id']);
		const options = { cwd, env: { ...env, CLAUDE_CODE_SESSION_ID: session } };
		const commands = hooks.filter((hook) => textIn(hook, 'command'));
		runs.push(...commands.map((hook) => runProcess(hook, step.input, options)));
	}
	const ms = Math.max(0, ...runs.map((run) => run.ms));
	return { ...step, ms, isByServer: tools.length > 0, trouble: troubleIn(step, runs) };
}

/** The hooks that Claude Code runs for an event: foreign JSON. */
function hooksFor(hooks: unknown, { event, input }: Step): readonly unknown[] {
	const tool = textIn(input, 'tool_name') ?? '';
	return elements(member(hooks, event))
		.filter((group) => {
			const matcher = textIn(group, 'matcher') ?? '';
			return matcher === '' || new RegExp(`^(?:${matcher})$`).test(tool);
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
