import type { Context } from '../context.ts';
import { isWatched } from '../gate/concerns.ts';
import { type Action, ANY_FILE } from '../gate/triggers.ts';
import { placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { ignoredFiles } from '../git/quiet-git.ts';
import type { BranchMove } from '../git/repository.ts';
import { environmentOf } from '../host/environment.ts';
import { EDIT_TOOLS, editedPath, MCP_PREFIX, SHELL_TOOLS } from '../host/tools.ts';
import { gitWords, type ProgramCall, programName, resolvePath, skipOptions } from '../shell/call.ts';
import { matchesCommand } from '../shell/match.ts';
import { type ParsedCommand, parseCommand } from '../shell/read-line.ts';
import { readWrites, type WrittenFile } from '../shell/writes.ts';
import { pathExists, realPath } from '../store/paths.ts';
import { matchesGlob } from '../text/glob.ts';
import { absolutePath, parentOf, relativeTo } from '../text/paths.ts';
import { filesOfMcp } from './mcp-files.ts';
import {
	isOfGitOrClaudeCode,
	isPlan,
	type Project,
	projectAt,
	projectOfCall,
	projectOfEdit,
	type ToolEvent,
} from './projects.ts';

/** What a tool call says of itself, before it is known which projects it concerns. */
export interface CallWords {
	readonly tool: string;
	readonly cwd: string;
	/** `undefined` for other tools than shells. */
	readonly command: ParsedCommand | undefined;
	/** The files that it changes by name. */
	readonly files: readonly WrittenFile[];
	/** It changes files that it does not name: those of a patch. */
	readonly anyFile: boolean;
}

/** A tool call in one of the projects that have a say in it. */
export interface ProjectCall {
	readonly project: Project;
	readonly action: Action;
	/** What change detection found beyond what the words of the call say. */
	readonly detected?: DetectedWork;
}

/** What a call did beyond what its words say. */
interface DetectedWork {
	/** Files that changed and are not its edits: they make a proof stale. */
	readonly changedByOthers: readonly string[];
	/** Files that git changed as HEAD moved on the same branch. */
	readonly git?: GitWork | undefined;
	/** Requirements that it bypassed, and that are armed by that. */
	readonly bypassed: readonly string[];
	/** Whether the branch got a commit of its own. */
	readonly isCommit: boolean;
	/** How it moved the branches that were checked out. */
	readonly moves: readonly BranchMove[];
}

/** What git did, such as `merge`, which files it changed, and which of them the session's own work touches. */
export interface GitWork {
	readonly operation: string;
	readonly files: readonly string[];
	readonly reviewed: readonly string[];
}

/** Reads the words of a tool call: each is parsed once. */
export function readWords(event: ToolEvent, context: Context): CallWords {
	const { cwd, tool_name: tool, tool_input: input } = event;
	const words = { tool, cwd, command: undefined, files: [], anyFile: false };
	const edited = editedPath(tool, input);
	if (edited !== undefined) {
		const path = absolutePath(edited, cwd);
		return { ...words, files: [{ path, pattern: false, how: 'content' }] };
	}
	if (tool.startsWith(MCP_PREFIX)) return { ...words, files: filesOfMcp(event, context) };
	const { command: source } = input;
	if (!SHELL_TOOLS.includes(tool) || typeof source !== 'string') return words;
	const command = parseCommand(source);
	const { files, anyFile } = readWrites(command, { cwd, home: context.home });
	return { ...words, command, files, anyFile };
}

/** The project's root, and the name it was started under if that leads to it by a link. */
export function rootSpellings({ root }: Pick<Place, 'root'>, context: Context): string[] {
	const { projectDir = root } = environmentOf(context);
	return projectDir !== root && realPath(projectDir) === root ? [root, projectDir] : [root];
}

/** What a call does in one project. */
interface Part {
	readonly project: Project;
	readonly edits: string[];
	readonly calls: ProgramCall[];
}

/**
 * A tool call in each project that has a say in it, the one that it runs in first; none where nothing is configured or
 * gates are off. A command is evaluated where it runs, each file it changes where the file is (D3).
 */
export async function readCalls(words: CallWords, context: Context): Promise<ProjectCall[]> {
	const { tool, cwd, command } = words;
	const isEdit = Object.hasOwn(EDIT_TOOLS, tool);
	const home = isEdit ? undefined : await projectOfCall(cwd, context);
	const parts = new Map<string, Part>();
	const partOf = (project: Project) => {
		const part = parts.get(project.place.root) ?? { project, edits: [], calls: [] };
		parts.set(project.place.root, part);
		return part;
	};
	if (home !== undefined) partOf(home);
	const owners = new Map<string, Project | undefined>();
	for (const file of new Set(workAmong(words.files, context).map((file) => realPath(file)))) {
		const directory = parentOf(file);
		const isAsked = owners.has(directory);
		const project = isAsked ? owners.get(directory) : await projectOfEdit(file, cwd, context);
		owners.set(directory, project);
		if (project !== undefined && !isPlan(file, project.place, context))
			partOf(project).edits.push(relativeTo(project.place.root, file));
	}
	const made: string[] = [];
	for (const call of command?.calls ?? []) {
		const project = await projectOfRun(call, { home, cwd, made }, context);
		made.push(...madeRepository(call));
		if (project !== undefined) partOf(project).calls.push(call);
	}
	const enabled = [...parts.values()].filter(({ project }) => project.config.enabled);
	return Promise.all(enabled.map((part) => readPart(part, words, isEdit || part.project === home, context)));
}

/** `isHome`: the call runs in this project. */
async function readPart(
	{ project, edits, calls }: Part,
	{ tool, command, anyFile }: CallWords,
	isHome: boolean,
	context: Context,
): Promise<ProjectCall> {
	const named = command === undefined ? edits : await withoutIgnored(project, edits, context);
	// A line that does not parse is matched by its words, where it starts.
	const whole = isHome ? command : undefined;
	const line = command?.kind === 'parsed' ? { ...command, calls } : whole;
	const action: Action = {
		tool,
		edits: isHome && anyFile ? [...named, ANY_FILE] : named,
		command: line,
		runs: (pattern) => line !== undefined && matchesCommand(line, pattern),
		fitsTool: (pattern) => isHome && matchesGlob(pattern, tool),
	};
	return { project, action };
}

/**
 * Of the files that a call changes those that belong neither to git nor to Claude Code. What goes may be a directory.
 */
function workAmong(files: readonly WrittenFile[], { configDir }: Context): string[] {
	return files
		.flatMap(({ path, how }) => (how === 'gone' ? [path, `${path}/*`] : [path]))
		.filter((path) => !isOfGitOrClaudeCode(path, configDir));
}

/** Where a call makes a repository, as words lead there: `.` is where the line starts. */
function madeRepository({ words, directory }: ProgramCall): string[] {
	const [verb = '', ...rest] = gitWords(words);
	if (!['init', 'clone'].includes(verb)) return [];
	const operand = rest[skipOptions(rest, 0, ['-b', '--initial-branch', '--template'])] ?? '.';
	return [directory === '' ? operand : `${directory}/${operand}`];
}

/**
 * A git call belongs to the repository that it works in; without a config there, to none. Any other belongs to the project
 * of its directory, else to the one in which the line starts. What `git init` or `git clone` makes in the same line does
 * not exist yet, often in a directory of `mktemp -d`.
 *
 * @param made where calls before it make repositories
 */
async function projectOfRun(
	{ words, directory: given }: ProgramCall,
	{ home, cwd, made }: { home: Project | undefined; cwd: string; made: readonly string[] },
	context: Context,
): Promise<Project | undefined> {
	const isGit = programName(words[0]) === 'git';
	const directory = given === undefined ? undefined : resolvePath(given, { cwd, home: context.home });
	const place = directory === undefined ? undefined : placeIfReadable(directory, context);
	const isStart = given === '' && place?.git && !made.includes('.');
	const isOld = isStart || (directory && pathExists(`${directory}/.git`));
	if (isGit && made.length > 0 && !isOld) return undefined;
	if (place === undefined || place.root === home?.place.root) return home;
	const own = place.git ? await projectAt(place, context) : undefined;
	return own ?? (isGit ? undefined : home);
}

/**
 * The edits of a shell command without the files that git ignores: `rm -rf node_modules` and `ls > a.log` change no
 * source. Git is asked only if an edit matters to a requirement.
 */
async function withoutIgnored(
	{ place, config: { requirements } }: Project,
	edits: readonly string[],
	context: Context,
): Promise<readonly string[]> {
	const matters = edits.some((path) => requirements.some((one) => isWatched(one, path)));
	const ignored = matters && place.git ? await ignoredFiles(place, edits, context) : new Set();
	return edits.filter((file) => !ignored.has(file));
}
