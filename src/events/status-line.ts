import type { Context } from '../context.ts';
import { isAtRest, namesIn, type Status } from '../gate/status.ts';
import { offText } from '../gate/status-text.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { hasServer } from '../host/server-marker.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf } from '../journal/journal.ts';
import { type Paint, paint } from '../text/paint.ts';
import { readStatuses } from './armed-work.ts';
import { distinctPlaces, type Project, projectOfCall, startOf } from './projects.ts';

/** Visible characters: other programs add to the same line of the terminal. */
const WIDTH = 80;

export interface LineRequest {
	readonly cwd: string;
	/** `undefined`: that of the environment. */
	readonly sessionId: string | undefined;
	/** The model has answered in this session, so that a hook must have run by now. */
	readonly hasTalked: boolean;
	/** Whether the line may have colors. */
	readonly colors: boolean;
}

/** What a status line shows, and how long it holds. */
export interface StatusLine {
	/** Without a newline; empty if nothing is configured (D34). */
	readonly text: string;
	/** When the next satisfaction expires, in milliseconds since the epoch; `undefined`: none does. */
	readonly expiresAt: number | undefined;
	/** The places whose config and state it shows, or would show. */
	readonly places: readonly Place[];
}

/**
 * The gates of a session in at most 80 characters, by what is stored: reads a few small files, measures nothing.
 *
 * @param context through which nothing is written
 */
export async function statusLine(request: LineRequest, context: Context): Promise<StatusLine> {
	const session = request.sessionId ?? context.session;
	const known = { ...context, session };
	const places = distinctPlaces([placeAt(request.cwd, known), startOf(request.cwd, known)]);
	const project = await projectOfCall(request.cwd, known);
	if (project === undefined) return { text: '', expiresAt: undefined, places };
	const shown = await statusesHere(project, request, known);
	if (typeof shown === 'string') {
		const text = shown === '' ? '' : paint(request.colors).yellow(shown);
		return { text, expiresAt: undefined, places };
	}
	const ends = shown.statuses
		.filter(({ satisfied }) => satisfied)
		.map(({ satisfaction }) => Date.parse(satisfaction?.expires_at ?? ''))
		.filter((time) => !Number.isNaN(time));
	const expiresAt = ends.length === 0 ? undefined : Math.min(...ends);
	return { text: lineText(shown, paint(request.colors)), expiresAt, places };
}

interface Shown {
	readonly statuses: readonly Status[];
	/** How many parts of the config are left out. */
	readonly leftOut: number;
	/** Nothing could be satisfied, so that refusals are warnings (D7). */
	readonly onlyWarns: boolean;
}

/** The status of each requirement, or what is said instead of it. */
async function statusesHere(
	project: Project,
	{ sessionId, hasTalked }: LineRequest,
	context: Context,
): Promise<Shown | string> {
	const { place, config, problems } = project;
	const off = offText(config, problems);
	if (off !== undefined) return `req off: ${off}`;
	if (config.requirements.length === 0) return '';
	const session = parseSessionId(sessionId ?? environmentOf(context).sessionId);
	const lines = session === undefined ? [] : journalOf(place, session);
	const { state, obstacle, statuses } = await readStatuses({ ...project, lines }, { session }, context);
	if (state?.paused !== undefined) return 'req paused';
	if (session !== undefined && hasTalked && !isSeen(session, { project, lines }, context))
		return 'req off: no hook of req was seen in this session';
	return {
		statuses,
		leftOut: config.leftOut.length + problems.filter(({ key }) => key === '').length,
		onlyWarns: obstacle !== undefined,
	};
}

/** If a session works in another repository than it started in, its journal may be only in the first one. */
function isSeen(
	session: Session,
	{ project, lines }: { readonly project: Project; readonly lines: readonly JournalLine[] },
	context: Context,
): boolean {
	// A config may be added in the middle of a session.
	if (lines.length > 0 || hasServer(context)) return true;
	const start = startOf(project.place.root, context);
	return start.stateDir !== project.place.stateDir && journalOf(start, session).length > 0;
}

/** `req ✓ 2/2`, `req ✗ commit_plan, tested +2, 1 left out`. */
function lineText({ statuses, leftOut, onlyWarns }: Shown, { green, red, yellow }: Paint): string {
	const notes = `${leftOut === 0 ? '' : `, ${leftOut} left out`}${onlyWarns ? ', only warns' : ''}`;
	const end = notes === '' ? '' : yellow(notes);
	const rested = statuses.filter(isAtRest);
	const unmet = statuses.filter((one) => !one.satisfied && !isAtRest(one));
	const room = WIDTH - 'req ✗ '.length - notes.length;
	if (unmet.length > 0) {
		const armedFirst = unmet.toSorted((one, other) => Number(other.triggered) - Number(one.triggered));
		return `req ${red('✗')} ${namesText(armedFirst, red, room)}${end}`;
	}
	const count = `req ✓ ${statuses.length - rested.length}/${statuses.length}`;
	if (rested.length === 0) return `${green(count)}${end}`;
	const left = room - `${count}, consumed: `.length;
	return `${green(count)}, consumed: ${namesText(rested, red, left)}${end}`;
}

/** As many names as there is room for, at least one; the others are counted. Those that work armed are red. */
function namesText(statuses: readonly Status[], red: Paint['red'], room: number): string {
	let count = statuses.length;
	const more = () => (count === statuses.length ? '' : ` +${statuses.length - count}`);
	const length = () => namesIn(statuses.slice(0, count)).join(', ').length + more().length;
	while (count > 1 && length() > room) count -= 1;
	const shown = statuses.slice(0, count).map(({ requirement: { name }, triggered }) => {
		return triggered ? red(name) : name;
	});
	return `${shown.join(', ')}${more()}`;
}
