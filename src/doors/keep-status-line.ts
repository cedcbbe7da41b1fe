import { isPlain } from '../commands/terminal.ts';
import { configFiles } from '../config/config-files.ts';
import type { Context } from '../context.ts';
import { messageOf } from '../events/report-fault.ts';
import { statusLine } from '../events/status-line.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { isLineWanted, keepLine } from '../host/kept-line.ts';
import { markerName } from '../host/server-marker.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { journalPath } from '../journal/files.ts';
import { branchStateFile } from '../state/branch-files.ts';
import { readingContext } from '../store/clock.ts';
import { textIn } from '../store/foreign-json.ts';

/** The answer is sent first. Files that the event wrote are then older than the line by more than a file system's tick. */
const DELAY_MS = 50;
/** The longest time that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** What a session waits for: its next line, and the line that is being written. */
interface Waiting {
	timer?: NodeJS.Timeout;
	writing: Promise<void>;
}

const sessions = new Map<string, Waiting>();

/**
 * Writes the status line of an event's session for bin/req, which has asked for it, shortly after the event. If more events
 * follow, only after the last one. Never throws.
 *
 * @param event the hook input, parsed
 * @param context the one of the event
 */
export function keepStatusLine(event: unknown, context: Context): void {
	const session = parseSessionId(textIn(event, 'session_id'));
	const cwd = textIn(event, 'cwd');
	if (session === undefined || cwd === undefined || !cwd.startsWith('/')) return;
	writeLater({ session, cwd, context }, DELAY_MS);
}

interface Line {
	readonly session: Session;
	readonly cwd: string;
	readonly context: Context;
}

function writeLater(line: Line, delayMs: number): void {
	const { uuid } = line.session;
	const waiting = sessions.get(uuid) ?? { writing: Promise.resolve() };
	sessions.set(uuid, waiting);
	clearTimeout(waiting.timer);
	const run = () => {
		delete waiting.timer;
		waiting.writing = waiting.writing.then(() => write(line));
	};
	waiting.timer = setTimeout(run, Math.min(delayMs, LONGEST_MS));
}

/** Writes the line again when a satisfaction has expired, unless an event has come since and will do so. */
function writeAtExpiry(line: Line, delayMs: number): void {
	const isDue = sessions.get(line.session.uuid)?.timer !== undefined;
	if (!isDue) writeLater(line, delayMs);
}

async function write(line: Line): Promise<void> {
	const { session, cwd } = line;
	const context = readingContext(line.context);
	const { configDir, hostname } = context;
	const { clientPid } = environmentOf(context);
	try {
		if (!isLineWanted(configDir, session.uuid)) return;
		const readAt = context.now();
		const hasColors = !isPlain(context);
		const request = { cwd, sessionId: session.uuid, hasTalked: false, colors: hasColors };
		const shown = await statusLine(request, context);
		const paths = await Promise.all(shown.places.map((place) => pathsOf(place, session, context)));
		keepLine(configDir, session.uuid, {
			text: shown.text,
			marker: markerName(hostname, clientPid),
			hasColors,
			cwd,
			paths: [...new Set(paths.flat())],
			readAt,
		});
		if (shown.expiresAt !== undefined) writeAtExpiry(line, shown.expiresAt - readAt);
	} catch (error) {
		// Without a line bin/req runs the command.
		context.debug(messageOf(error));
	}
}

/** What the line is read from. A folder is newer if names in it have changed: it shows files that were moved or deleted. */
async function pathsOf(place: Place, session: Session, context: Context): Promise<string[]> {
	const { root, mainRoot, gitDir, stateDir } = place;
	const roots = mainRoot === undefined ? [root] : [root, mainRoot];
	const git = gitDir === undefined ? [] : ['HEAD', 'logs/HEAD', 'reftable'];
	const sources = await configFiles(place, context);
	const state = branchStateFile(place, context);
	return [
		...roots.map((folder) => `${folder}/.claude`),
		...sources.map(({ path }) => path),
		...git.map((name) => `${gitDir}/${name}`),
		stateDir,
		state,
		journalPath(place, session.uuid),
	];
}
