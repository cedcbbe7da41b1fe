import type { Ports } from '../app/ports.ts';
import { everyTrigger } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import { type Action, ANY_FILE, matches } from '../gate/triggers.ts';
import { EDITS_ONLY, editedPath } from '../gate/verdict.ts';
import { ignoredFiles } from '../git/ignored-files.ts';
import { MCP_PREFIX, SHELL_TOOLS } from '../host/gated-tools.ts';
import { matchesCommand } from '../shell/match-command.ts';
import type { ParsedCommand } from '../shell/parse-command.ts';
import { callsByTree, type TreeLine } from './calls-by-tree.ts';
import { type Edits, editsByProject } from './edits-by-project.ts';
import { workOfMcp } from './mcp-files.ts';
import { type Project, projectOfCall } from './projects.ts';
import { readBash } from './read-bash.ts';
import type { Reading } from './shell-line.ts';
import type { ToolEvent } from './tool-event.ts';

/** A tool call in the project that judges it. */
export interface ProjectCall {
	readonly project: Project;
	readonly action: Action;
	/** What was seen of it beyond what its words say. */
	readonly seen?: SeenCall;
}

/** What only a look at the project tells of a call. */
export interface SeenCall {
	/** Files that changed and are not its edits: they make a proof stale. */
	readonly brought: readonly string[];
	/** Requirements that it got round, and that are armed by that. */
	readonly bypassed: readonly string[];
	/** Whether the branch got a commit of its own. */
	readonly isCommit: boolean;
}

/**
 * Reads a tool event as calls, one for each project that judges a part of it; none where nothing is
 * configured or gates are off. A call is judged where it runs, each file it changes where it lies (D3).
 */
export async function readCalls(event: ToolEvent, ports: Ports): Promise<ProjectCall[]> {
	const file = editedPath(event.tool_name, event.tool_input);
	const calls =
		file === undefined
			? await callsOfOther(event, ports)
			: await callsOfEdit({ ...event, file }, ports);
	return calls.filter(({ project }) => project.config.enabled);
}

async function callsOfEdit(
	{ file, cwd, tool_name: tool }: ToolEvent & { readonly file: string },
	ports: Ports,
): Promise<ProjectCall[]> {
	const projects = await editsByProject([file], cwd, ports);
	const calls = projects.map(async ({ project, edits }) => {
		const fitsTool = toolMatcher(tool);
		return { project, action: { ...EDITS_ONLY, tool, edits, fitsTool } };
	});
	return Promise.all(calls);
}

/** A command or an MCP tool; the files that it is seen to change are edits (interface: Triggers). */
async function callsOfOther(event: ToolEvent, ports: Ports): Promise<ProjectCall[]> {
	const { cwd, tool_name: tool } = event;
	const project = await projectOfCall(cwd, ports);
	const { command: line, files, anyFile } = readingOf(event, project, ports);
	const projects = files.length === 0 ? [] : await editedProjects(files, event, ports);
	const { here: command, others } = await byTree(line, { project, cwd }, ports);
	const isAt = (root: string | undefined) => (one: { readonly project: Project }) =>
		one.project.place.root === root;
	const here = projects.find(isAt(project?.place.root));
	const away = projects.filter((project) => project !== here);
	const unedited = others.filter((one) => !away.some(isAt(one.project.place.root)));
	const matcher = commandMatcher(line);
	const elsewhere = [...away, ...unedited.map((one) => ({ ...one, edits: [] }))].map(
		({ project, edits }) => {
			const command = others.find(isAt(project.place.root))?.command;
			return { project, action: { ...EDITS_ONLY, tool, edits, command, runs: matcher(command) } };
		},
	);
	if (project === undefined) return elsewhere;
	const fitsTool = toolMatcher(tool);
	const known = here?.edits ?? [];
	const edits = anyFile === undefined ? known : [...known, ANY_FILE];
	const unread = anyFile === 'unread' ? { unread: true as const } : {};
	const action = { tool, edits, command, runs: matcher(command), fitsTool, ...unread };
	return [{ project, action }, ...elsewhere];
}

/** What tells whether a command matches a pattern. */
function commandMatcher(
	line: ParsedCommand | undefined,
): (command: ParsedCommand | undefined) => Action['runs'] {
	if (line === undefined) return () => EDITS_ONLY.runs;
	return (command) => (pattern) => command !== undefined && matchesCommand(command, pattern);
}

/** Few lines name another directory, or git's way there. */
const LEAVES = /\b(?:cd|pushd)\b|-C/;

async function byTree(
	command: ParsedCommand | undefined,
	where: { readonly project: Project | undefined; readonly cwd: string },
	ports: Ports,
): Promise<{ readonly here: ParsedCommand | undefined; readonly others: readonly TreeLine[] }> {
	const { project, cwd } = where;
	const mayLeave = command?.kind === 'parsed' && LEAVES.test(command.source);
	if (!mayLeave || project === undefined) return { here: command, others: [] };
	return callsByTree(command, { project, cwd }, ports);
}

async function editedProjects(
	files: readonly string[],
	{ cwd, tool_name: tool }: ToolEvent,
	ports: Ports,
): Promise<Edits[]> {
	const projects = await editsByProject(files, cwd, ports);
	if (!SHELL_TOOLS.includes(tool)) return projects;
	return Promise.all(projects.map((one) => withoutIgnored(one, ports)));
}

/**
 * The edits of a Bash command without the files that git ignores: `rm -rf node_modules` and `ls > a.log`
 * change no source. Git is asked only where an edit matters to a requirement.
 */
async function withoutIgnored({ project, edits }: Edits, { context }: Ports): Promise<Edits> {
	const action = { ...EDITS_ONLY, tool: 'Bash', edits };
	const matters = everyTrigger(project.config).some(
		(trigger) => trigger.on === 'edit' && matches(trigger, action),
	);
	if (!matters || !project.place.git) return { project, edits };
	const named = edits.filter((file) => file !== ANY_FILE);
	if (named.length === 0) return { project, edits };
	const ignored = await ignoredFiles(project.place, named, context);
	return { project, edits: edits.filter((file) => !ignored.has(file)) };
}

const NOTHING: Reading = { command: undefined, files: [] };

function readingOf(event: ToolEvent, project: Project | undefined, ports: Ports): Reading {
	const { tool_name: tool, tool_input: input, cwd, ran = false } = event;
	if (tool.startsWith(MCP_PREFIX)) {
		return { command: undefined, files: workOfMcp(event, ports) };
	}
	const { command: source } = input;
	if (!SHELL_TOOLS.includes(tool) || typeof source !== 'string' || !project?.config.enabled)
		return NOTHING;
	return readBash({ source, cwd, project, ran }, ports);
}

function toolMatcher(tool: string): Action['fitsTool'] {
	return (pattern) => matchesGlob(pattern, tool);
}
