import { clientTasks } from '../../core/capture/client-tasks.ts';
import { functionsOfEdit } from '../../core/capture/defined-functions.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { commandKey } from '../../core/lesson/command-key.ts';
import { filesOfMcp } from '../../events/mcp-files.ts';
import type { HookEvent, Project } from '../../events/projects.ts';
import { workAmong } from '../../events/read-call.ts';
import { placeAt } from '../../git/find-place.ts';
import { type Place, projectName } from '../../git/place.ts';
import type { PostToolUseInput } from '../../host/messages.ts';
import { editedPath, MCP_PREFIX, SHELL_TOOLS } from '../../host/tools.ts';
import { promptOf } from '../journaling.ts';
import { capturedLine } from './capture-line.ts';
import { fileEntry, redactedLine, touchedFiles } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput>;

/**
 * What a successful call did, as lines of the journal at home (D9): the tool, files it changed and functions it
 * defined in them, tests that passed, a commit, tasks. A subagent's work is the session's work; which tools it
 * took and what it has planned for itself is its own matter.
 */
export async function capturedCall(event: Event, home: Project): Promise<JournalEntry[]> {
	const work = await workOf(event, home.place);
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
		...tasks.map((task) =>
			task.title === undefined ? task : { ...task, title: redactedLine(task.title) },
		),
	];
}

async function workOf(event: Event, home: Place): Promise<JournalEntry[]> {
	const { input, ports } = event;
	const { tool_name: tool, tool_input, cwd } = input;
	const edited = editedPath(tool, tool_input);
	if (edited !== undefined) {
		const [file] = touchedFiles([edited], { cwd, home, ports });
		if (file === undefined) return [];
		const names = functionsOfEdit(file.path, tool_input);
		const defined = { e: 'fn' as const, names, path: file.path };
		return [fileEntry(file), ...(names.length === 0 ? [] : [defined])];
	}
	if (SHELL_TOOLS.includes(tool)) {
		return capturedLine(event, home);
	}
	if (!tool.startsWith(MCP_PREFIX)) return [];
	return touchedFiles(workAmong(filesOfMcp(input, ports), ports), { cwd, home, ports }).map(
		fileEntry,
	);
}
