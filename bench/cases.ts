import type { Size } from './configs.ts';
import type { Step } from './world.ts';

/** What a run may cost, by what it has to do; the limits are in budget.json. */
type Cost =
	| 'quiet'
	| 'prompt'
	| 'bash'
	| 'look'
	| 'pattern'
	| 'document'
	| 'fold'
	| 'session'
	| 'statusline';

/** One line of the table. */
export interface Case {
	readonly event: string;
	readonly name: string;
	/** What happened before, see `stories`. */
	readonly after: string;
	readonly step: Step;
	readonly cost: Cost;
	/** What the answer must contain, so that no failure is measured as a fast hook. Empty: no answer. */
	readonly says: string;
	/** Documents it must have written at least, journal lines aside; none where it is 0. */
	readonly writes: number;
}

const WORKTREE = 'tree/src/lib';

const start: Step = { hook: 'session-start', input: { source: 'startup' } };
const nextSession: Step = {
	hook: 'session-start',
	input: { source: 'startup', session_id: 'def45678-0000-4000-8000-000000000002' },
};
const end: Step = { hook: 'session-end', input: { reason: 'prompt_input_exit' } };
const stop: Step = { hook: 'stop', input: { stop_hook_active: false, background_tasks: [] } };

/** Some words that are kept, and one sentence that may be a decision. */
const PROMPT = `Let's use a signed cookie for the session, not local storage. ${'The login form of the proxy loses it after a redirect. '.repeat(8)}`;
const seeding: Step = {
	hook: 'user-prompt-submit',
	input: { prompt: 'Please run the seed script on staging and look at the cookie.' },
};
const prompt: Step = { hook: 'user-prompt-submit', input: { prompt: PROMPT } };
const compact: Step = { hook: 'pre-compact', input: { trigger: 'auto', custom_instructions: '' } };

const edit = {
	tool_name: 'Edit',
	tool_use_id: 'toolu_1',
	tool_input: { file_path: 'src/login.ts', old_string: 'a', new_string: 'b' },
};
const editWarned = {
	...edit,
	tool_input: { file_path: 'src/warned.ts', old_string: 'a', new_string: 'b' },
};
const EDITED = { structuredPatch: [], originalFile: 'a'.repeat(2_000), userModified: false };
const RAN = { stdout: 'ok', stderr: '', interrupted: false };

function bash(command: string): { tool_name: string; tool_input: object; tool_use_id: string } {
	return { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command } };
}

function skill(name: string): Step {
	const input = {
		tool_name: 'Skill',
		tool_input: { skill: name },
		tool_response: { success: true },
	};
	return { hook: 'post-tool-use', input };
}

function typed(name: string): Step {
	return { hook: 'user-prompt-expansion', input: { command_name: name, command_args: '' } };
}

const pre = (input: object): Step => ({ hook: 'pre-tool-use', input: { ...input } });
const post = (input: object, tool_response: object): Step => ({
	hook: 'post-tool-use',
	input: { ...input, tool_response },
});

const mcp = { tool_name: 'mcp__fs__write_file', tool_input: { path: 'a', content: 'b' } };
const CONTENT = 'export function signIn() {}\nclass Form { async send() {} }\n'.repeat(40);
const written = {
	tool_name: 'Write',
	tool_use_id: 'toolu_1',
	tool_input: { file_path: 'src/form.ts', content: CONTENT },
};
const commit = bash('git commit -m "Add login"');
const test = bash('npm test');
const make = bash('make all');
const HOSTILE = `echo ${'a'.repeat(10_000)}! git commit`;

const failing: Step = {
	hook: 'post-tool-use-failure',
	input: {
		...bash('npm run seed'),
		error: 'Exit code 1\nError: the seed script refuses staging',
		is_interrupt: false,
	},
};

/** What happened in the session so far: each story goes on from another one. */
export const stories: Readonly<Record<string, { from: string; steps: readonly Step[] }>> = {
	started: { from: 'nothing', steps: [start] },
	// The first call that may write looks at the project once more than those after it.
	planned: { from: 'started', steps: [skill('arch-review'), pre(make), post(make, RAN)] },
	making: { from: 'planned', steps: [pre(make)] },
	edited: { from: 'planned', steps: [post(edit, EDITED)] },
	tested: { from: 'edited', steps: [post(test, RAN)] },
	reviewed: { from: 'tested', steps: [skill('pre-commit')] },
	committing: { from: 'reviewed', steps: [pre(commit)] },
	finished: { from: 'reviewed', steps: [stop] },
	ended: { from: 'finished', steps: [end] },
	moved: { from: 'edited', steps: [{ ...start, cwd: WORKTREE }] },
};

const deny = '"permissionDecision":"deny"';
const quiet = { cost: 'quiet', says: '', writes: 0 } as const;
const command = { cost: 'bash', says: '', writes: 0 } as const;
const fold = { cost: 'fold', says: '', writes: 1 } as const;
const document = { cost: 'document', says: '', writes: 1 } as const;

/** Every way a hook ends that happens often, in the order of a session. */
const cases: readonly Case[] = [
	{
		...{ event: 'SessionStart', name: 'startup', after: 'ended', step: nextSession },
		...{ cost: 'session', says: 'commit_plan', writes: 1 },
	},
	{
		...{ event: 'UserPromptSubmit', name: 'words and a decision', after: 'edited', step: prompt },
		...{ cost: 'prompt', says: '', writes: 0 },
	},
	{
		...{ event: 'UserPromptSubmit', name: 'an earlier lesson', after: 'edited', step: seeding },
		...{ cost: 'prompt', says: 'EARLIER LESSONS', writes: 0 },
	},
	{ event: 'PreCompact', name: 'folds', after: 'edited', step: compact, ...fold },
	{ ...expansion('an unknown command', 'compact'), ...quiet },
	{ ...expansion('a skill', 'req:pre-commit'), ...document },
	{ ...preTool('Edit, refused', 'started', edit), ...quiet, says: deny },
	{ ...preTool('Edit, allowed', 'planned', edit), ...quiet },
	{
		...preTool('Edit, an earlier lesson', 'planned', editWarned),
		...{ cost: 'prompt', says: 'EARLIER LESSONS', writes: 0 },
	},
	{
		...{ event: 'PostToolUseFailure', name: 'an earlier lesson', after: 'planned', step: failing },
		...{ cost: 'prompt', says: 'EARLIER LESSONS', writes: 0 },
	},
	{ ...preTool('Bash ls', 'planned', bash('ls -la')), ...command },
	{ ...preTool('make, looks', 'planned', make), ...command, cost: 'look' },
	{ ...preTool('make, first look', 'started', make), ...command, cost: 'look' },
	{ ...preTool('git commit, refused', 'edited', commit), ...command, says: deny },
	{ ...preTool('git commit, allowed', 'reviewed', commit), ...command },
	{ ...postTool('Edit, arms', 'planned', post(edit, EDITED)), ...quiet },
	{ ...postTool('Write, defines functions', 'edited', post(written, EDITED)), ...quiet },
	{ ...postTool('Edit, makes a test stale', 'tested', post(edit, EDITED)), ...document },
	{ ...postTool('Bash ls', 'edited', post(bash('ls -la'), RAN)), ...command },
	{ ...postTool('make, looks', 'making', post(make, RAN)), ...command, cost: 'look' },
	{ ...postTool('npm test, proves', 'edited', post(test, RAN)), ...document },
	{ ...postTool('git commit, spends', 'committing', post(commit, RAN)), ...document },
	{ ...postTool('Skill, satisfies', 'edited', skill('pre-commit')), ...document },
	{ event: 'Stop', name: 'free', after: 'finished', step: stop, ...fold },
	{
		...{ event: 'Stop', name: 'held', after: 'edited', step: stop },
		...{ ...fold, says: '"decision":"block"', writes: 2 },
	},
	{
		...{
			event: 'SessionEnd',
			name: 'after a stop',
			after: 'finished',
			step: end,
		},
		...{ cost: 'session', says: '', writes: 1 },
	},
	drawing('in the repository', 'edited', 'repo'),
	drawing('deep in a worktree', 'moved', WORKTREE),
];

/** The first start after a week, and after much more, of sessions: it looks back and tells. */
const restoreCases: readonly Case[] = [
	{
		...{ event: 'SessionStart', name: 'told of earlier sessions' },
		...{
			after: 'ended',
			step: nextSession,
			cost: 'session',
			says: 'SESSION CONTINUITY',
			writes: 1,
		},
	},
	{ event: 'Stop', name: 'free', after: 'finished', step: stop, ...fold },
];

/** What tool patterns add. */
const patternCases: readonly Case[] = [
	{ ...preTool('MCP tool, allowed', 'planned', mcp), ...quiet, cost: 'pattern' },
	{ ...preTool('10 kB hostile Bash', 'planned', bash(HOSTILE)), ...quiet, cost: 'pattern' },
];

/** Which cases are played in which world. */
export const plans: readonly { readonly size: Size; readonly cases: readonly Case[] }[] = [
	{ size: 'small', cases },
	{ size: 'patterns', cases: patternCases },
	{ size: 'large', cases },
	{ size: 'week', cases: restoreCases },
	{ size: 'years', cases: restoreCases },
];

/** The client draws its status line. */
function drawing(name: string, after: string, cwd: string): Case {
	const input = { workspace: { current_dir: undefined }, cost: { total_api_duration_ms: 20 } };
	const step: Step = { hook: 'statusline', input, cwd };
	return { event: 'statusline', name, after, step, cost: 'statusline', says: 'req ', writes: 0 };
}

function expansion(name: string, typedName: string) {
	return { event: 'UserPromptExpansion', name, after: 'edited', step: typed(typedName) };
}

function preTool(name: string, after: string, input: object) {
	return { event: 'PreToolUse', name, after, step: pre(input) };
}

function postTool(name: string, after: string, step: Step) {
	return { event: 'PostToolUse', name, after, step };
}
