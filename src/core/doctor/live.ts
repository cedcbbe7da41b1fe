import { member } from '../../store/foreign-json.ts';
import { oneLine } from '../text/one-line.ts';
import { broken, type Case, type CodedCase, type Table, warning } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';

/** What the hooks must answer: a context for the model, a refusal, nothing, or whatever they like. */
type Expected = 'context' | 'refusal' | 'nothing' | 'anything';

/** One event of a played session. */
export interface LiveStep {
	/** What happens in it, for the report. */
	readonly what: string;
	readonly event: string;
	/** Name of the tool, or empty. */
	readonly tool: string;
	readonly expected: Expected;
	readonly input: Readonly<Record<string, unknown>>;
}

const REQUIREMENT = 'doctor_checked';
const SKILL = 'doctor-check';

/** The files of the scratch repository. */
export const LIVE_FILES: Readonly<Record<string, string>> = {
	'.claude/requirements.yaml': `version: 1\nrequirements:\n  ${REQUIREMENT}:\n    skills: [${SKILL}]\n`,
};

/** What a hook process did, or the server when it was asked. */
export interface HookRun {
	/** `null` when a signal ended it. Of a server that answered: 0. */
	readonly exit: number | null;
	/** It was ended because its time was over. */
	readonly isLate: boolean;
	readonly stdout: string;
	/** `undefined` where stdout is no JSON, or empty. */
	readonly json: unknown;
	readonly stderr: string;
	readonly ms: number;
}

/** A step, and what each of its hooks did. */
export interface PlayedStep {
	readonly step: LiveStep;
	readonly ran: readonly { readonly by: HookCommand | 'the server'; readonly run: HookRun }[];
}

/** How long one step took its processes, in milliseconds, and against an empty `node`. */
export interface LiveTime {
	readonly what: string;
	readonly event: string;
	readonly ms: number;
	readonly ratio: number;
	/** How long it took the server; `undefined`: it is not asked. */
	readonly serverMs: number | undefined;
}

/** A session that was played. */
export interface LiveFacts {
	readonly played: readonly PlayedStep[];
	readonly times: readonly LiveTime[];
}

/** The facts of a session that nobody has played. */
export const NOT_PLAYED: LiveFacts = { played: [], times: [] };

/** Every call of a tool waits this long (ms) without anybody noticing. */
const SLOW_MS = 500;

/** Whether the hooks that are installed answer as they must, and in time. */
export const LIVE = {
	title: 'Live',
	checks: () => [],
	rows: {
		live_failed: broken(
			'A hook crashed, took longer than its time limit, or printed something other than one JSON document. Claude Code lets the call through.',
			'read what the hook printed and find what disturbs it: NODE_OPTIONS, a wrapper around node, a memory limit, a slow disk; else build or install the plugin again',
			steps,
		),
		live_wrong: broken(
			'A hook is missing or gave the wrong answer.',
			'build or install the plugin again; if the finding stays, report it with `req doctor --live --json`',
			steps,
		),
		live_slow: warning(
			'A hook takes more than half a second, and every tool call waits for it.',
			'find what slows `node` down: NODE_OPTIONS, NODE_EXTRA_CA_CERTS, a virus scanner',
			({ times }) =>
				times
					.map((time) => ({ ...time, ms: time.serverMs ?? time.ms }))
					.filter(({ ms }) => ms > SLOW_MS)
					.map(({ what, event, ms }) => ({ what: `${what}: ${Math.round(ms)} ms`, key: event })),
		),
	},
} as const satisfies Table<LiveFacts>;

type StepCode = 'live_failed' | 'live_wrong';

/** A session in the shape the client of version 2.1.328 gives its events (docs/notes/claude-code/hook-inputs.md). */
export function liveScript(repo: string, session: string): readonly LiveStep[] {
	const common = {
		session_id: session,
		transcript_path: `${repo}/${session}.jsonl`,
		cwd: repo,
	};
	const prompted = { ...common, prompt_id: session, permission_mode: 'acceptEdits' };
	const edit = {
		...prompted,
		tool_name: 'Write',
		tool_input: { file_path: `${repo}/a.ts`, content: 'export const one = 1;\n' },
		tool_use_id: 'toolu_doctor',
	};
	const step = (
		[what, event, expected]: readonly [string, string, Expected],
		input: Readonly<Record<string, unknown>>,
	): LiveStep => {
		const tool = typeof input['tool_name'] === 'string' ? input['tool_name'] : '';
		return { what, event, tool, expected, input: { ...input, hook_event_name: event } };
	};
	return [
		step(['the session starts', 'SessionStart', 'context'], { ...common, source: 'startup' }),
		step(['a prompt is sent', 'UserPromptSubmit', 'nothing'], { ...prompted, prompt: 'Go on.' }),
		step(['a command is typed', 'UserPromptExpansion', 'nothing'], {
			...prompted,
			...{ expansion_type: 'slash_command', command_name: 'doctor-other', command_args: '' },
			...{ command_source: 'projectSettings', prompt: '/doctor-other' },
		}),
		step(['an edit is refused', 'PreToolUse', 'refusal'], edit),
		step(['the skill satisfies', 'PostToolUse', 'anything'], {
			...prompted,
			...{ tool_name: 'Skill', tool_input: { skill: SKILL }, tool_use_id: 'toolu_doctor_skill' },
			...{ tool_response: { success: true, commandName: SKILL }, duration_ms: 5 },
		}),
		step(['the edit is allowed', 'PreToolUse', 'nothing'], {
			...edit,
			tool_use_id: 'toolu_doctor_again',
		}),
		step(['the turn ends', 'Stop', 'nothing'], {
			...prompted,
			...{ stop_hook_active: false, last_assistant_message: 'Done.' },
			...{ background_tasks: [], session_crons: [] },
		}),
		step(['the session ends', 'SessionEnd', 'nothing'], {
			...common,
			...{ prompt_id: session, reason: 'other' },
		}),
	];
}

/** The hooks the client would run for a step. */
export function hooksFor<Hook extends Pick<HookCommand, 'event' | 'matcher'>>(
	hooks: readonly Hook[],
	{ event, tool }: LiveStep,
): Hook[] {
	return hooks.filter((hook) => hook.event === event && isMatched(hook.matcher, tool));
}

/** The middle of several measurements; 0 of none. */
export function median(numbers: readonly number[]): number {
	return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** What this row has to say of the steps: once for each event, because the same hook fails in more than one step. */
function steps({ played }: LiveFacts, code: string): readonly Case[] {
	const cases = played.flatMap(stepCases).filter((one) => one.code === code);
	return cases.filter(({ key }, index) => cases.findIndex((one) => one.key === key) === index);
}

/** What is wrong with what hooks did in one step; what they answered counts where each ended well. */
function stepCases({ step, ran }: PlayedStep): CodedCase<StepCode>[] {
	const { event: key, what, expected } = step;
	if (ran.length === 0) return [{ code: 'live_wrong', what: `nothing runs when ${what}`, key }];
	const failed = ran.flatMap((one) => failure(step, one) ?? []);
	if (failed.length > 0) return failed;
	const isRight = ran.some(({ run }) => isExpected(run.json, run.stdout.trim() === '', expected));
	if (isRight) return [];
	const said = ran.map(({ by, run }) => {
		const text = oneLine(run.stdout) || 'nothing';
		return by === 'the server' ? `${text} (from the server)` : text;
	});
	return [
		{ code: 'live_wrong', what: `${what}: expected ${expected}, got ${said.join('; ')}`, key },
	];
}

function failure(
	{ event: key, what }: LiveStep,
	{ by, run }: PlayedStep['ran'][number],
): CodedCase<StepCode> | undefined {
	const command = by === 'the server' ? by : oneLine([by.command, ...(by.args ?? [])].join(' '));
	const said = run.stderr.trim() === '' ? '' : `: ${oneLine(tail(run.stderr))}`;
	if (run.isLate) {
		return { code: 'live_failed', what: `${what}: ${command} took too long${said}`, key };
	}
	if (run.exit !== 0) {
		const how = run.exit === null ? 'did not end by itself' : `ended with ${run.exit}`;
		return { code: 'live_failed', what: `${what}: ${command} ${how}${said}`, key };
	}
	if (run.stdout.trim() === '' || run.json !== undefined) return undefined;
	return { code: 'live_failed', what: `${what}: ${oneLine(run.stdout)}`, key };
}

/** Whether what a hook printed is what it must say. */
function isExpected(json: unknown, isSilent: boolean, expected: Expected): boolean {
	switch (expected) {
		case 'anything':
			return true;
		case 'nothing':
			return isSilent;
		case 'context':
			return namesRequirement(json);
		case 'refusal': {
			const decision = member(member(json, 'hookSpecificOutput'), 'permissionDecision');
			return decision === 'deny' && namesRequirement(json);
		}
		default:
			return expected satisfies never;
	}
}

function namesRequirement(json: unknown): boolean {
	return JSON.stringify(json ?? '').includes(REQUIREMENT);
}

/** The line of a stack that names the error, else the last lines. */
function tail(stderr: string): string {
	const lines = stderr.trim().split('\n');
	return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(-2).join(' ');
}

/** Names, `|` between them, `.*` at the end of one: what matchers of this package use. */
function isMatched(matcher: string, tool: string): boolean {
	if (matcher === '' || matcher === '*') return true;
	return matcher
		.split('|')
		.some((name) =>
			name.endsWith('.*') ? tool.startsWith(name.slice(0, -'.*'.length)) : name === tool,
		);
}
