import {
	EDIT_TOOLS,
	MCP_PREFIX,
	READ_TOOL,
	SHELL_TOOLS,
	SKILL_TOOL,
	TASK_TOOLS,
} from './gated-tools.ts';

/** One event of the client that a hook of ours answers. */
export interface HookEventRow {
	/** What the hook does then, as one sentence for `docs/troubleshooting.md`. */
	readonly about: string;
	/** `hooks/<entry>.ts`, built as `dist/hooks/<entry>.cjs`, calls `src/events/<entry>.ts`. */
	readonly entry: string;
	/** Seconds that the client waits. */
	readonly timeout: number;
	readonly runs: readonly Run[];
	/**
	 * Its events have an id (claim-key.ts), so the server answers them, and the hook process only if there is no server. Claude
	 * Code does not ask a server at SessionStart and SessionEnd.
	 */
	readonly byServer: boolean;
	/** Without it there is no gate. */
	readonly gates: boolean;
	/** Its answer may show the model something. */
	readonly speaks: boolean;
}

interface Run {
	/** Names of tools, a pattern each; `undefined`: every event. */
	readonly tools?: readonly string[];
	/** Claude Code does not wait for the hook process, which therefore answers nothing. It does wait for the server. */
	readonly async?: true;
	/** Not worth a process: without a server it is not answered. */
	readonly onlyServer?: true;
}

const ALWAYS: readonly Run[] = [{}];
const ASYNC: readonly Run[] = [{ async: true }];
/** What these did before they failed stays done. */
const BEYOND_WORDS = [...SHELL_TOOLS, `${MCP_PREFIX}.*`];
/** Calls of these are checked before they run. */
const CHECKED = [...Object.keys(EDIT_TOOLS), ...BEYOND_WORDS];
const TURN = { timeout: 10, byServer: true } as const;
const TOOL = { timeout: 10, byServer: true, speaks: true } as const;
const RARE = { timeout: 10, byServer: false } as const;

/**
 * Every event that req listens to. Made of it: `hooks/hooks.json` and `.claude/settings.dev.json`, the build's
 * bundles, what `req doctor` looks for, the table in `docs/troubleshooting.md`, and the events that tests play.
 */
const HOOK_EVENTS = {
	SessionStart: {
		about: 'Registers the session, tidies what is stored, and says which requirements hold.',
		...{ entry: 'session-start', timeout: 15, runs: ALWAYS },
		...{ byServer: false, gates: true, speaks: true },
	},
	UserPromptSubmit: {
		about: 'Remembers what the prompt is about, and tells what earlier sessions learned about it.',
		...{ ...TURN, entry: 'user-prompt-submit', runs: ALWAYS, gates: false, speaks: true },
	},
	UserPromptExpansion: {
		about: 'Carries out a typed `/req:` command; counts a typed skill.',
		...{ ...TURN, entry: 'user-prompt-expansion', runs: ALWAYS, gates: false, speaks: true },
	},
	PreToolUse: {
		about:
			'Refuses a call that a requirement holds back, or that would open a gate; tells what was learned about its files.',
		...{ ...TOOL, entry: 'pre-tool-use', gates: true },
		runs: [{ tools: [...CHECKED, SKILL_TOOL] }, { tools: [READ_TOOL], onlyServer: true }],
	},
	PreSkillShellCommand: {
		about: "Blocks shell lines in a skill's text, like Bash calls.",
		...{ ...TURN, entry: 'pre-skill-shell-command', runs: ALWAYS, gates: true, speaks: false },
	},
	PostToolUse: {
		about: 'Records what a call did: what it arms, satisfies, uses up or makes stale.',
		...{ ...TOOL, entry: 'post-tool-use', gates: true },
		runs: [{ tools: [...CHECKED, SKILL_TOOL, 'ExitPlanMode'] }, { tools: TASK_TOOLS, async: true }],
	},
	PostToolUseFailure: {
		about: 'Records what a command, a skill or an MCP tool did before it failed.',
		...{ ...TOOL, entry: 'post-tool-use-failure', gates: false },
		runs: [{ tools: [...BEYOND_WORDS, SKILL_TOOL] }],
	},
	Stop: {
		about: 'Holds the end of a turn whose work is not satisfied; keeps what the turn did.',
		...{ ...TURN, entry: 'stop', runs: ALWAYS, gates: true, speaks: false },
	},
	TaskCompleted: {
		about: 'Keeps a task open while a requirement that blocks its completion is armed and unmet.',
		...{ ...RARE, entry: 'task-completed', runs: ALWAYS, gates: true, speaks: false },
	},
	SubagentStop: {
		about: 'Remembers what a subagent reported.',
		...{ ...RARE, entry: 'subagent-stop', runs: ASYNC, gates: false, speaks: false },
	},
	PreCompact: {
		about: 'Keeps what the session did so far, before the client shortens it.',
		...{ ...RARE, entry: 'pre-compact', runs: ALWAYS, gates: false, speaks: false },
	},
	PostCompact: {
		about: "Remembers the client's own summary.",
		...{ ...RARE, entry: 'post-compact', runs: ALWAYS, gates: false, speaks: false },
	},
	SessionEnd: {
		about:
			'Closes the session: its record, its place in the registry, its own state if you say so.',
		// The client kills all hooks of this event together after about 1.5 s.
		...{ entry: 'session-end', timeout: 2, runs: ALWAYS },
		...{ byServer: false, gates: true, speaks: false },
	},
} as const satisfies Readonly<Record<string, HookEventRow>>;

export type HookEventName = keyof typeof HOOK_EVENTS;
export type HookEntry = (typeof HOOK_EVENTS)[HookEventName]['entry'];

/** The same as a list, in the order of a session. */
export const hookEvents: readonly (HookEventRow & { readonly name: HookEventName })[] =
	Object.entries(HOOK_EVENTS).map(([name, row]) => ({ ...row, name: name as HookEventName }));

/** A path that ends like one of our hooks; the scripts start them. */
export const OUR_HOOK_FILE = new RegExp(
	`(?:^|/)(?:(?:dist/hooks/(?:${hookEvents.map(({ entry }) => entry).join('|')})|hooks/launch)\\.cjs|hooks/(?:no-server|session-start)\\.sh)$`,
	'i',
);
