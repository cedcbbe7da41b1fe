import { member, textIn } from '../store/foreign-json.ts';
import { isInside } from '../text/paths.ts';

/** Tools that change a file they name, and the input key that names it. */
export const EDIT_TOOLS: Readonly<Record<string, string>> = {
	Edit: 'file_path',
	Write: 'file_path',
	MultiEdit: 'file_path',
	NotebookEdit: 'notebook_path',
};

/**
 * Tools that run the shell command in their input's `command`. Monitor's runs in the background; Claude Code
 * offers PowerShell if `CLAUDE_CODE_USE_POWERSHELL_TOOL` is set.
 */
export const SHELL_TOOLS: readonly string[] = ['Bash', 'Monitor', 'PowerShell'];

/** A call that runs a command in the shell. */
export function shellCall(command: string, cwd: string) {
	return { cwd, tool_name: 'Bash', tool_input: { command } };
}

/** A call that changes a file. */
export function editCall(file: string, cwd: string) {
	return { cwd, tool_name: 'Edit', tool_input: { file_path: file } };
}

/** The tool by which the model loads a skill. Shell lines in the skill's text run while it loads. */
export const SKILL_TOOL = 'Skill';

/** The tool by which the model reads a file. */
export const READ_TOOL = 'Read';

/** The tools by which the model keeps its own list of tasks. Their hook processes are asynchronous. */
export const TASK_TOOLS: readonly string[] = ['TaskCreate', 'TaskUpdate'];

/** The tool by which the model completes a task of its list. */
export const TASK_DONE_TOOL = 'TaskUpdate';

/** How the names of tools begin that an MCP server offers. */
export const MCP_PREFIX = 'mcp__';

/** A tool's name without that of its MCP server. */
export function nameInServer(tool: string): string {
	return tool.replace(/^mcp__.*?__/, '');
}

/** The tools whose calls requirements arm on and block, but for those of MCP servers. */
export const GATED_TOOLS: readonly string[] = [...Object.keys(EDIT_TOOLS), ...SHELL_TOOLS];

/** A glob for names of tools, as an example. */
export const TOOL_GLOB = `${MCP_PREFIX}fs__write*`;

/** The tool by which the model asks the user to approve a plan. It has run when the user has approved it. */
export const PLAN_TOOL = 'ExitPlanMode';

/** Tools whose calls may have changed something although they failed. A pattern each. */
export const TOOLS_WITH_EFFECTS: readonly string[] = [...SHELL_TOOLS, `${MCP_PREFIX}.*`];

/** Tools whose calls are checked before they run, and recorded after. A pattern each. */
export const CHECKED_TOOLS: readonly string[] = [
	...Object.keys(EDIT_TOOLS),
	...TOOLS_WITH_EFFECTS,
	SKILL_TOOL,
	PLAN_TOOL,
];

/** The path an edit tool names; `undefined` for any other tool, or if it names none. */
export function editedPath(tool: string, input: Readonly<Record<string, unknown>>): string | undefined {
	return Object.hasOwn(EDIT_TOOLS, tool) ? textIn(input, EDIT_TOOLS[tool] ?? '') : undefined;
}

/** The file of a plan, as a call of `PLAN_TOOL` names it. */
export function planPath(input: unknown, response: unknown): string | undefined {
	return textIn(response, 'filePath') ?? textIn(input, 'planFilePath');
}

/**
 * Whether a file is one of Claude Code's plans, which are Markdown. All paths are absolute with symlinks resolved.
 *
 * @param configured Claude Code's `plansDirectory` setting; `undefined` when unset
 */
export function isPlanFile(
	path: string,
	{ configDir, root }: { readonly configDir: string; readonly root: string },
	configured?: string,
): boolean {
	const directories = [`${configDir}/plans`, `${root}/.claude/plans`];
	if (configured !== undefined && isInside(configured, root)) directories.push(configured);
	return path.endsWith('.md') && directories.some((directory) => isInside(path, directory));
}

/** A plan without words, as a call of `PLAN_TOOL` or its response has it. Claude Code reports `null` if it finds no file. */
export function isEmptyPlan(given: unknown): boolean {
	const plan = member(given, 'plan');
	return plan === null || (typeof plan === 'string' && plan.trim() === '');
}

/** The skill that a successful call loaded. */
export function loadedSkill(tool: string, input: unknown, response: unknown): string | undefined {
	const hasLoaded = tool === SKILL_TOOL && member(response, 'success') === true;
	return hasLoaded ? textIn(input, 'skill') : undefined;
}

/** What a Bash call printed, by its response. */
export function printed(response: unknown): string {
	return ['stdout', 'stderr'].map((one) => textIn(response, one) ?? '').join('\n');
}

/** Whether a call that Claude Code reports as a success ran at all: the machine may have no PowerShell. */
export function hasRun(tool: string, response: unknown): boolean {
	const none = 'PowerShell is not available on this system.';
	return tool !== 'PowerShell' || textIn(response, 'stderr') !== none;
}

/** Whether a call of the tool Skill ran the skill as a subagent, to its end. */
export function isForkedSkill(response: unknown): boolean {
	return textIn(response, 'status') === 'forked';
}

/** The background task that a shell command has become. */
export function taskOf(response: unknown): string | undefined {
	return textIn(response, 'backgroundTaskId') ?? textIn(response, 'taskId');
}

/** Whether the user interrupted a shell command. */
export function isInterrupted(response: unknown): boolean {
	return member(response, 'interrupted') === true;
}

/** Whether a shell command ran to its end: one in the background, or Monitor's task, has only begun. */
export function hasFinished(response: unknown): boolean {
	return taskOf(response) === undefined && !isInterrupted(response);
}
