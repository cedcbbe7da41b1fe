import { clientTasks } from '../../core/capture/client-tasks.ts';
import { functionsOfEdit } from '../../core/capture/defined-functions.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { HookEvent, Project } from '../../events/projects.ts';
import type { CallWords } from '../../events/read-call.ts';
import { placeAt } from '../../git/find-place.ts';
import { type Place, projectName } from '../../git/place.ts';
import type { PostToolUseInput } from '../../host/messages.ts';
import { editedPath, SHELL_TOOLS } from '../../host/tools.ts';
import { commandKey } from '../../memory/command-key.ts';
import { promptOf } from '../journaling.ts';
import { capturedLine } from './capture-line.ts';
import { fileEntry, touchedFiles } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput>;

/**
 * What a successful call did, as lines of the journal at home (D9): the tool, files it changed and functions it
 * defined in them, tests that passed, a commit, tasks. A subagent's work is the session's work; which tools it
 * took and what it has planned for itself is its own matter.
 */
export async function capturedCall(
	event: Event,
	home: Project,
	words: CallWords,
): Promise<JournalEntry[]> {
	const work = await workOf(event, home.place, words);
	const own = event.input.agent_id === undefined ? ownEntries(event, home.place) : [];
	const during = promptOf(event.input);
	return [...own, ...work].map((entry) => ({ ...entry, ...during }));
}

function ownEntries({ input, session, ports }: Event, home: Place): JournalEntry[] {
	const { tool_name: tool, tool_input, tool_response: response, cwd } = input;
	const here = placeAt(cwd, ports.context);
	const isElsewhere = here.git && here.stateDir !== home.stateDir;
	const owner = { key: session.key, branch: home.branch, sha256: ports.sha256 };
	const { command } = tool_input;
	const isLine = SHELL_TOOLS.includes(tool) && typeof command === 'string';
	const key = isLine ? { key: commandKey(command) } : {};
	const tasks = clientTasks({ tool, input: tool_input, response }, owner);
	return [
		{ e: 'tool', name: tool, ...(isElsewhere ? { project: projectName(here) } : {}), ...key },
		...tasks,
	];
}

async function workOf(event: Event, home: Place, words: CallWords): Promise<JournalEntry[]> {
	if (words.command !== undefined) return capturedLine(event, home, words);
	const { tool_name: tool, tool_input } = event.input;
	const files = touchedFiles(words.files, { home, ports: event.ports });
	const entries: JournalEntry[] = files.map(fileEntry);
	const [file] = files;
	if (file === undefined || editedPath(tool, tool_input) === undefined) return entries;
	const names = functionsOfEdit(file.path, tool_input);
	return names.length === 0 ? entries : [...entries, { e: 'fn', names, path: file.path }];
}
