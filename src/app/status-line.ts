import type { Config, Problem } from '../config/config.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { cut } from '../core/text/one-line.ts';
import { type Paint, paint } from '../core/text/paint.ts';
import { carryOver } from '../events/carry-over.ts';
import { distinctPlaces, type Project, projectOfCall, startOf } from '../events/projects.ts';
import { readState } from '../events/stored-state.ts';
import { isAtRest, type Status } from '../gate/status.ts';
import { statusesOf, withJournal } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf } from '../journal/journal.ts';
import type { Ports } from './ports.ts';

/** Visible characters: other programs add to the same line of the terminal. */
const WIDTH = 80;

/** The session that the line is about, and how it is drawn. */
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
 * @param ports through which nothing is written
 */
export async function statusLine(request: LineRequest, ports: Ports): Promise<StatusLine> {
	const session = request.sessionId ?? ports.context.session;
	const known = { ...ports, context: { ...ports.context, session } };
	const places = distinctPlaces([placeAt(request.cwd, known.context), startOf(request.cwd, known)]);
	const project = await projectOfCall(request.cwd, known);
	if (project === undefined) return { text: '', expiresAt: undefined, places };
	const { text, statuses } = await shown(project, request, known);
	return { text, expiresAt: nextExpiry(statuses), places };
}

interface Shown {
	readonly text: string;
	readonly statuses: readonly Status[];
}

async function shown(
	project: Project,
	{ sessionId, hasTalked, colors }: LineRequest,
	ports: Ports,
): Promise<Shown> {
	const { yellow } = paint(colors);
	const only = (text: string): Shown => ({ text: yellow(text), statuses: [] });
	const { place, config, problems } = project;
	const why = offInConfig(config, problems);
	if (why !== undefined) return only(`req off: ${why}`);
	const session = parseSessionId(sessionId ?? ports.host.sessionId, ports.sha256);
	const lines = session === undefined ? [] : await journalOf(place, session);
	const { state, obstacle } = await readState(place, ports);
	if (state?.paused !== undefined) return only('req paused');
	const isExpected = session !== undefined && hasTalked;
	if (isExpected && !(await isSeen(session, { project, lines }, ports))) {
		return only('req off: no hook of req was seen in this session');
	}
	const { requirements } = config;
	let here = state;
	if (session !== undefined) {
		const arrival = { place, session, config, state, lines };
		const known = withJournal(arrival, ports.now());
		here = (await carryOver({ ...arrival, state: known }, ports)).state;
	}
	const statuses = statusesOf(here, { place, session, requirements }, ports.now());
	const leftOut = config.leftOut.length + problems.filter(({ key }) => key === '').length;
	// Denials are warnings if nothing could be satisfied (D7).
	const onlyWarns = obstacle !== undefined;
	const notes = [
		...(leftOut === 0 ? [] : [`, ${leftOut} left out`]),
		...(onlyWarns ? [', only warns'] : []),
	];
	const text = statusesText(statuses, { end: notes.join(''), paint: paint(colors) });
	return { text, statuses };
}

function nextExpiry(statuses: readonly Status[]): number | undefined {
	const times = statuses
		.filter(({ satisfied }) => satisfied)
		.map(({ satisfaction }) => Date.parse(satisfaction?.expires_at ?? ''))
		.filter((time) => !Number.isNaN(time));
	return times.length === 0 ? undefined : Math.min(...times);
}

function statusesText(
	statuses: readonly Status[],
	{ end, paint: { green, red, yellow } }: { readonly end: string; readonly paint: Paint },
): string {
	const rested = statuses.filter(isAtRest);
	const unmet = statuses.filter((one) => !one.satisfied && !isAtRest(one));
	const armedFirst = [
		...unmet.filter(({ triggered }) => triggered),
		...unmet.filter(({ triggered }) => !triggered),
	];
	const all = statuses.length;
	const room = WIDTH - 'req ✗ '.length - end.length;
	const count = `req ✓ ${all - rested.length}/${all}`;
	const left = { red, room: room - count.length - ', consumed: '.length };
	const consumed = rested.length === 0 ? '' : `, consumed: ${namesText(rested, left)}`;
	const met = `${green(count)}${consumed}`;
	const line = unmet.length === 0 ? met : `req ${red('✗')} ${namesText(armedFirst, { red, room })}`;
	return `${line}${end === '' ? '' : yellow(end)}`;
}

/** As many names as there is room for; the others are counted. One that is too long by itself is cut. */
function namesText(
	unmet: readonly Status[],
	{ red, room }: { readonly red: Paint['red']; readonly room: number },
): string {
	let fitting = unmet.length;
	const more = () => (fitting === unmet.length ? '' : ` +${unmet.length - fitting}`);
	const names = () => unmet.slice(0, fitting).map(({ requirement }): string => requirement.name);
	while (fitting > 1 && `${names().join(', ')}${more()}`.length > room) fitting -= 1;
	const shown = names().map((name, index) => {
		const left = room - more().length;
		const short = name.length <= left ? name : `${cut(name, left - 1)}…`;
		return unmet[index]?.triggered === true ? red(short) : short;
	});
	return `${shown.join(', ')}${more()}`;
}

function offInConfig(config: Config, problems: readonly Problem[]): string | undefined {
	if (!config.enabled) return 'enabled: false';
	if (config.requirements.length > 0) return undefined;
	return problems.length === 0 ? 'no requirements' : 'the config cannot be read';
}

/** If a session works in another repository than it started in, its journal may be only in the first one. */
async function isSeen(
	session: Session,
	{ project, lines }: { readonly project: Project; readonly lines: readonly JournalLine[] },
	ports: Ports,
): Promise<boolean> {
	// A config may be added in the middle of a session.
	if (lines.length > 0 || ports.live.hasServer()) return true;
	const start = startOf(project.place.root, ports);
	if (start.stateDir === project.place.stateDir) return false;
	return (await journalOf(start, session)).length > 0;
}
