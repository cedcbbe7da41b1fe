import type { Context } from '../context.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import { type Place, projectName } from '../git/place.ts';
import { ignoredFiles } from '../git/quiet-git.ts';
import { environmentOf } from '../host/environment.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../host/messages.ts';
import { EDIT_TOOLS, hasFinished, printed, SHELL_TOOLS } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf, redactEntry } from '../journal/journal.ts';
import { clientTasks } from '../memory/client-tasks.ts';
import { functionsOfEdit } from '../memory/defined-functions.ts';
import { recordUnkept } from '../memory/events.ts';
import { commandKey } from '../memory/failure.ts';
import { updateTasks } from '../memory/task-list.ts';
import { resolvePath } from '../shell/call.ts';
import { matchesCommand, provesCommand } from '../shell/match.ts';
import { testRuns } from '../shell/proof.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { realPath } from '../store/paths.ts';
import { textOrNothing } from '../store/read-file.ts';
import { flat } from '../text/one-line.ts';
import { isInside, parentOf, relativeTo } from '../text/paths.ts';
import { distinctPlaces, type HookEvent, isOfGitOrClaudeCode, isPlan, type Project } from './projects.ts';
import { type CallWords, rootSpellings } from './read-call.ts';

/**
 * Notes what a successful call did, as lines of the journal at home (D9): the tool, files it
 * changed and functions it defined in them, tests that passed, a commit, tasks; and stores its
 * tasks. A subagent's work is the session's work; its tools and what it plans for itself are its
 * own.
 */
export async function captureCall(
	event: HookEvent<PostToolUseInput>,
	{ place }: Project,
	words: CallWords,
): Promise<void> {
	const { input, session, context } = event;
	const { tool_name: tool, tool_input, tool_response: response, agent_id: agent } = input;
	const call = { tool, input: tool_input, response };
	const planned = agent === undefined ? clientTasks(call, session.key, place.branch) : [];
	const tasks = planned.map(redactEntry);
	const passed = hasFinished(response) || undefined;
	const work = await workEntries(event, place, words, { output: printed(response), passed });
	const own = agent === undefined ? [toolEntry(event, place), ...tasks] : [];
	const entries = [...own, ...work].map((entry) => ({ ...entry, ...promptOf(input) }));
	await note(place, session, { entries, context });
	if (tasks.length === 0) return;
	const at = new Date(context.now()).toISOString();
	const owner = {
		at,
		branch: place.branch,
		session: session.key,
		user: environmentOf(context).user,
	};
	const changes = tasks.map(({ e: _, ...task }) => ({ ...task, ...owner }));
	const updated = await updateTasks(place, changes, context);
	if (updated.kind === 'refused') await recordUnkept(place, 'tasks', context, updated.obstacle);
}

/** The tool of a call; its project, if that is not the session's own; which command it was. */
function toolEntry({ input, context }: HookEvent<PostToolUseInput>, home: Place): JournalEntry {
	const { tool_name: name, tool_input, cwd } = input;
	const { command } = tool_input;
	const here = placeAt(cwd, context);
	const isElsewhere = here.git && here.stateDir !== home.stateDir;
	const isLine = SHELL_TOOLS.includes(name) && typeof command === 'string';
	const project = isElsewhere ? projectName(here) : undefined;
	return { e: 'tool', name, project, key: isLine ? commandKey(command) : undefined };
}

/**
 * What a Bash call did before it failed: the files it may have written, the commit that git
 * printed, the tests that failed. An interrupted run says nothing about tests.
 */
export async function failedWork(
	event: HookEvent<PostToolUseFailureInput>,
	home: Place,
	words: CallWords,
): Promise<JournalEntry[]> {
	const { error: output = '', is_interrupt: isInterrupted, ...input } = event.input;
	const passed = isInterrupted === true ? undefined : false;
	const entries = await workEntries(event, home, words, { output, passed });
	return entries.map((entry) => ({ ...entry, ...promptOf(input) }));
}

/** What a call printed, and whether it succeeded; `undefined`: it goes on, or was interrupted. */
interface Run {
	readonly output: string;
	readonly passed: boolean | undefined;
}

async function workEntries(
	{ input, context }: HookEvent<PostToolUseInput | PostToolUseFailureInput>,
	home: Place,
	call: CallWords,
	run: Run,
): Promise<JournalEntry[]> {
	const { tool, cwd, command: line } = call;
	const changed = await fileEntries(call, home, context);
	if (line === undefined) {
		const path = changed[0]?.path;
		if (path === undefined || !Object.hasOwn(EDIT_TOOLS, tool)) return changed;
		const names = functionsOfEdit(path, input.tool_input);
		return names.length === 0 ? changed : [...changed, { e: 'fn', names, path }];
	}
	const here = placeAt(cwd, context);
	const roots = [...rootSpellings(home, context), here.root];
	// What runs elsewhere proves nothing here.
	const calls = line.calls.filter(({ directory }) => {
		const path = directory && resolvePath(directory, { cwd, home: context.home });
		return path === '' || roots.some((root) => path && (path === root || isInside(path, root)));
	});
	const command = { ...line, calls };
	return [...changed, ...testEntries(command, here, run), ...commitEntries(command, here, run)];
}

/** Tests that passed, or failed: a line that failed does not say which of several calls did. */
function testEntries(
	command: ParsedCommand,
	{ branch }: Pick<Place, 'branch'>,
	{ output, passed }: Run,
): JournalEntry[] {
	if (passed === true) return testRuns(command, output).map((run) => ({ e: 'test', ...run, branch }));
	const calls = command.calls.filter(({ words, wraps }) => !wraps && words[0] !== 'cd');
	if (passed === undefined || calls.length !== 1) return [];
	return testRuns(command).map((run) => ({ e: 'failed', ...run, branch }));
}

/** Characters that are read of what git prints, or was given, of a commit. */
const MAX_MESSAGE = 10_000;
/** A commit as git prints it: `[main 1234567] Add login`, `[main (root-commit) 1234567] …`. */
const PRINTED = /^\[(detached HEAD|[^\]\n ]{1,300})(?: \([a-z -]{1,20}\))? ([0-9a-f]{4,40})\] ([^\n]{1,300})$/m;

/** The commit that a line made: as git printed it, else as git was given it (D33). */
export function commitEntries(
	command: ParsedCommand,
	{ branch: here, gitDir = '' }: Pick<Place, 'branch' | 'gitDir'>,
	{ output, passed }: Run,
): JournalEntry[] {
	const [, where, sha, printedSubject] = PRINTED.exec(output.slice(0, MAX_MESSAGE)) ?? [];
	const isMade =
		sha === undefined ? passed === true && provesCommand(command, 'git commit') : matchesCommand(command, 'git commit');
	if (!isMade) return [];
	const lines = textOrNothing(`${gitDir}/COMMIT_EDITMSG`, MAX_MESSAGE).split('\n');
	const subject = printedSubject ?? lines.find((line) => /^[^#\s]/.test(line)) ?? '';
	const branch = where === undefined || where === 'detached HEAD' ? here : where;
	return [{ e: 'commit', subject: flat(subject), sha, branch }];
}

type FileEntry = Extract<JournalEntry, { e: 'file' }>;

/** A call that names more files says something about itself, not about each of them. */
const MAX_FILES = 64;

/**
 * The files that a call changes by name, relative to the root of their project. Left out are files
 * outside every project, those of git and Claude Code, and what a shell line writes that git
 * ignores: `npm ci` and `ls > a.log` change no source.
 */
async function fileEntries({ files, command }: CallWords, home: Place, context: Context): Promise<FileEntry[]> {
	const configDir = realPath(context.configDir);
	const named = files.map(({ path }) => path).filter((path) => !/[*\0]/.test(path));
	const found = [...new Set(named)].slice(0, MAX_FILES).flatMap((name) => {
		const path = realPath(name);
		const own = placeIfReadable(parentOf(path), context);
		const place = own?.git === true ? own : home;
		const isClients = isOfGitOrClaudeCode(path, configDir) || isPlan(path, home, context);
		return isClients || !isInside(path, place.root) ? [] : [{ path, place }];
	});
	const entries: FileEntry[] = [];
	for (const place of distinctPlaces(found.map((file) => file.place))) {
		const { root, mainRoot, stateDir, git, branch: own } = place;
		const here = found.filter((file) => file.place.root === root);
		const paths = here.map(({ path }) => relativeTo(root, path));
		const ignored = command !== undefined && git ? await ignoredFiles(place, paths, context) : new Set();
		const project = stateDir === home.stateDir ? undefined : projectName(place);
		const worktree = mainRoot === undefined ? undefined : root;
		const branch = project === undefined ? own : undefined;
		for (const path of paths) if (!ignored.has(path)) entries.push({ e: 'file', path, project, worktree, branch });
	}
	return entries;
}
