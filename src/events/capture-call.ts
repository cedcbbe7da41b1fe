import { placeAt } from '../git/find-place.ts';
import { type Place, projectName } from '../git/place.ts';
import type { PostToolUseInput } from '../host/messages.ts';
import { editedPath, SHELL_TOOLS } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { foldJournal } from '../journal/fold.ts';
import { note, promptOf, readJournal } from '../journal/journal.ts';
import { clientTasks } from '../memory/client-tasks.ts';
import { commandKey } from '../memory/command-key.ts';
import { functionsOfEdit } from '../memory/defined-functions.ts';
import { recordUnkept } from '../memory/events.ts';
import type { TaskChange } from '../memory/tasks.ts';
import { capturedLine } from './capture-line.ts';
import type { HookEvent, Project } from './projects.ts';
import type { CallWords } from './read-call.ts';
import { fileEntry, touchedFiles } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput>;

/**
 * Notes what a successful call did, as lines of the journal at home (D9): the tool, files it changed and functions it
 * defined in them, tests that passed, a commit, tasks; and stores its tasks. A subagent's work is the session's work; which
 * tools it took and what it has planned for itself is its own matter.
 */
export async function captureCall(event: Event, home: Project, words: CallWords): Promise<void> {
	const { input, session, ports } = event;
	const work = await workOf(event, home.place, words);
	const own = input.agent_id === undefined ? ownEntries(event, home.place) : [];
	const during = promptOf(input);
	const entries = [...own, ...work].map((entry) => ({ ...entry, ...during }));
	await note(home.place, session, { entries, ports });
	const tasks = entries.flatMap((entry) => (entry.e === 'task' ? [entry.id] : []));
	if (tasks.length > 0) await storeTasks(tasks, event, home.place);
}

/** Stores in `tasks.json` what the journal knows of these tasks: of two calls at once the later one may be noted first. */
async function storeTasks(
	ids: readonly string[],
	{ session, ports }: Event,
	place: Place,
): Promise<void> {
	const folded = foldJournal(readJournal(place, session.uuid), session, ports.now());
	if (folded === undefined) return;
	const { life, work } = folded;
	const changes = [...new Set(ids)].flatMap((id): TaskChange[] => {
		const task = work.tasks.get(id);
		const source = task?.source === 'todo' ? 'todo' : 'client';
		if (task === undefined) return [];
		const { title, status, stage, branch = life.branch, last_activity: at } = task;
		const owner = { branch, session: session.key, user: life.user ?? ports.host.user };
		// Of one that was only named, the id stands in for the title.
		const said = { title: title === id ? undefined : title, status, stage };
		return [{ op: 'put', at, id, source, ...said, ...owner }];
	});
	const updated = await ports.tasks.update(place, changes);
	if (updated.kind === 'refused') await recordUnkept(place, 'tasks', ports, updated.obstacle);
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
