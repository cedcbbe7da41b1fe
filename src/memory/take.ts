import type { Ports } from '../app/ports.ts';
import type { Continuity } from '../config/settings.ts';
import type { Session } from '../core/session/session-id.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { Place } from '../git/place.ts';
import { DAY_MS, type Pin } from '../journal/work.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { liveEntries, type Registry } from '../state/registry-kind.ts';
import { chooseSources, isWithinReach, type Source } from './choose-sources.ts';
import { filesNow } from './files-now.ts';
import { type ChangedFile, changedFiles } from './last-session.ts';
import { CHANNEL } from './links.ts';
import { withNotes } from './make-record.ts';
import { type Note, readNotes } from './notes.ts';
import { isIn, outdatedText, plainWords } from './recall.ts';
import { emptyRecord, type SessionRecord, TERMINAL } from './record.ts';
import { currentTerms } from './relevance.ts';
import { type RestoreFacts, restore } from './restoration.ts';
import { readSession, recentSessions } from './sessions.ts';
import { loadTasks } from './task-list.ts';
import { isPending, pendingOn, tasksOf } from './tasks.ts';
import { countDocuments } from './topics.ts';

/** Who looks back, and from where. */
export interface Viewpoint {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined`: the next session, whoever that will be. */
	readonly session: Session | undefined;
	/** Pins it has made itself: they win. */
	readonly own: readonly Pin[];
	readonly registry: Registry;
	/** Records of recent sessions, the latest activity first. */
	readonly records: readonly SessionRecord[];
}

/** What a command looks back with, as a start would: from an active session with its own pins, or from none. */
export async function viewpointNow(
	{ place, continuity, session }: Pick<Viewpoint, 'place' | 'continuity' | 'session'>,
	ports: Ports,
): Promise<Viewpoint> {
	const registry = readRegistry(ports.context);
	const records = recentSessions(place, ports);
	const { pins = [] } = readSession(place, session, ports) ?? {};
	const own = pins.filter(({ origin }) => origin === undefined);
	return { place, continuity, session, own, registry, records };
}

/** Paths that git is asked about at once. */
const MOST_PATHS = 100;

/**
 * Scores the sessions of a viewpoint, and gathers what it takes to restore any of them. Writes nothing.
 *
 * @returns `candidates`: the highest score first; `take`: what sessions pass on, the most recent or nearest first
 */
export async function lookBack(viewpoint: Viewpoint, ports: Ports) {
	const { place, continuity, session, registry, records, own } = viewpoint;
	const { branch } = place;
	const loaded = await loadTasks(place, ports.context);
	const tasks = loaded.kind === 'present' ? tasksOf(loaded.doc) : undefined;
	const running = liveEntries(registry, machineOf(ports.context));
	const live = running.filter(([key]) => key !== session?.key);
	const who = { now: ports.now(), branch, self: session?.uuid, user: ports.host.user, continuity };
	const candidates = chooseSources(records, {
		...who,
		channel: CHANNEL,
		live: new Set(live.map(([, { uuid }]) => uuid)),
		current: currentTerms([branch, ...pendingOn(branch, tasks ?? []).map(({ title }) => title)]),
		pending: tasks && new Set(tasks.filter(isPending).map(({ id }) => id)),
	});
	for (const { record, ...numbers } of candidates)
		ports.trace?.(`session ${record.key}: ${JSON.stringify(numbers)}`);
	// Also of sessions that are no sources: what they left uncommitted is still in the checkout.
	const ofBranch = candidates
		.filter(isWithinReach)
		.filter(({ record }) => record.branch === branch && record.closed !== true);
	const now = filesNow(place);
	const notes = new Map(readNotes(place).all.map((note) => [note.id, note]));
	const take = async (sources: readonly Source[], mode: RestoreFacts['mode']) => {
		let read: readonly string[] | undefined;
		const all = sources.filter(({ context }) => context === 'all');
		const left = (mode === 'auto' ? ofBranch : all).map(({ record }) => record);
		const uncommitted = await uncommittedOf(left, place, ports);
		const restoration = restore(sources, {
			...who,
			mode,
			own,
			tasks,
			live: new Set(live.map(([key]) => key)),
			documents: countDocuments(records.map(({ terms }) => terms)),
			isRead: (text) => {
				// Lessons of a session that the user named are shown even if CLAUDE.md has them.
				if (mode === 'explicit') return false;
				read ??= ports.clientMemory(place).map(plainWords);
				return isIn(text, read);
			},
			outdated: ({ id }) => {
				const noted = notes.get(id);
				return noted === undefined ? '' : outdatedText(noted, now);
			},
			uncommitted,
		});
		const { sources: from, insights, dropped } = restoration;
		ports.trace?.(`restored: ${JSON.stringify({ from, insights, dropped })}`);
		return restoration;
	};
	return { candidates, take };
}

/** The files of sessions that differ from HEAD in this checkout now: a person or a rebase may have committed them. */
async function uncommittedOf(
	records: readonly SessionRecord[],
	place: Place,
	{ context }: Ports,
): Promise<readonly ChangedFile[]> {
	const changed = changedFiles(records).slice(0, MOST_PATHS);
	if (!place.git || changed.length === 0) return [];
	const paths = changed.map(({ path }) => path);
	const found = new Set(await uncommittedFiles(place, paths, context));
	return changed.filter(({ path }) => found.has(path));
}

/**
 * What was noted in a terminal and is open still, as if a session of its branch had said it: all of this branch, and
 * the critical pins of any other one.
 */
export function notedSources({ place, continuity }: Viewpoint, ports: Ports): Source[] {
	const { user } = ports.host;
	const oldest = ports.now() - continuity.lookbackDays * DAY_MS;
	const isHere = ({ branch }: Pick<Note, 'branch'>) => branch === place.branch;
	const notes = readNotes(place)
		.all.filter((note) => note.session === undefined && !note.isTeams && note.ended === undefined)
		.filter((note) => note.user === user && (isHere(note) || note.critical === true))
		.filter(({ at }) => Date.parse(at) >= oldest)
		.map((note) => ({ ...note, session: TERMINAL }));
	return [...new Set(notes.map(({ branch }) => branch))].map((branch): Source => {
		const all = notes.filter((note) => note.branch === branch);
		const [first = '', last = first] = [all[0]?.at, all.at(-1)?.at];
		const whose = { user, channel: TERMINAL, branch, started_at: first, last_activity: last };
		const record = { ...emptyRecord({ key: TERMINAL, uuid: TERMINAL }), ...whose };
		const passed = isHere({ branch }) ? 'all' : 'none';
		const pins = isHere({ branch }) ? 'all' : 'critical';
		return { record: withNotes(record, { all, verdicts: [] }), score: 1, context: passed, pins };
	});
}
