import type { Continuity } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { Place } from '../git/place.ts';
import { clientMemory } from '../host/client-memory.ts';
import { environmentOf, trace } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { liveEntries, type Registry } from '../state/registry-kind.ts';
import { chooseSources, isWithinReach, type Source } from './choose-sources.ts';
import { filesNow } from './files-now.ts';
import { type ChangedFile, changedFiles } from './last-session.ts';
import { CHANNEL } from './links.ts';
import { readNotes } from './notes.ts';
import { isIn, outdatedText, plainWords } from './recall.ts';
import type { SessionRecord } from './record.ts';
import { currentTerms } from './relevance.ts';
import { type RestoreFacts, restore } from './restoration.ts';
import { recentSessions } from './sessions.ts';
import { loadTasks } from './task-list.ts';
import { isPending, pendingOn, tasksOf } from './tasks.ts';
import { countDocuments } from './topics.ts';

/** Who looks back, and from where. */
export interface Viewpoint {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined`: the next session, whoever that will be. */
	readonly session: Session | undefined;
	readonly registry: Registry;
	/** Records of recent sessions, the latest activity first. */
	readonly records: readonly SessionRecord[];
}

/** What a command looks back with, as a start would. */
export function viewpointNow(
	who: Pick<Viewpoint, 'place' | 'continuity' | 'session'>,
	context: Context,
): Viewpoint {
	const registry = readRegistry(context);
	return { ...who, registry, records: recentSessions(who.place, context) };
}

/** What is taken beside the sources: `RestoreFacts`. `named`: keys. */
interface Taking extends Pick<RestoreFacts, 'mode' | 'others'> {
	readonly named?: readonly string[];
}

/** Paths that git is asked about at once. */
const MOST_PATHS = 100;

/**
 * Scores the sessions of a viewpoint, and gathers what it takes to restore any of them. Writes nothing.
 *
 * @returns `candidates`: the highest score first; `take`: what sessions pass on, the most recent or nearest first
 */
export async function lookBack(viewpoint: Viewpoint, context: Context) {
	const { place, continuity, session, registry, records } = viewpoint;
	const { branch } = place;
	const loaded = await loadTasks(place, context);
	const tasks = loaded.kind === 'present' ? tasksOf(loaded.doc) : undefined;
	const running = liveEntries(registry, machineOf(context));
	const live = running.filter(([key]) => key !== session?.key);
	const { all } = readNotes(place);
	const ofBranch = all.filter((note) => note.branch === branch);
	const who = {
		now: context.now(),
		branch,
		self: session?.uuid,
		user: environmentOf(context).user,
		continuity,
	};
	const candidates = chooseSources(records, {
		...who,
		channel: CHANNEL,
		noted: new Set(ofBranch.flatMap(({ session: of }) => of ?? [])),
		live: new Set(live.map(([, { uuid }]) => uuid)),
		current: currentTerms([branch, ...pendingOn(branch, tasks ?? []).map(({ title }) => title)]),
		pending: tasks && new Set(tasks.filter(isPending).map(({ id }) => id)),
	});
	for (const { record, ...numbers } of candidates)
		trace(context, `session ${record.key}: ${JSON.stringify(numbers)}`);
	// Also of sessions that are no sources: what they left uncommitted is still in the checkout.
	const around = candidates
		.filter(isWithinReach)
		.filter(({ record }) => record.branch === branch && record.closed !== true);
	const now = filesNow(place);
	const notes = all.filter(({ ended, isTeams }) => ended === undefined && !isTeams);
	const take = async (sources: readonly Source[], how: Taking) => {
		const { mode, others, named = [] } = how;
		let read: readonly string[] | undefined;
		const whole = sources.filter(({ context }) => context === 'all');
		const left = (mode === 'auto' ? around : whole).map(({ record }) => record);
		const uncommitted = await uncommittedOf(left, place, context);
		const restoration = restore(sources, {
			...who,
			mode,
			notes,
			candidates,
			others,
			named: new Set(named),
			tasks,
			live: new Set(live.map(([key]) => key)),
			documents: countDocuments(records.map(({ terms }) => terms)),
			isRead: (text) => {
				// Lessons of a session that the user named are shown even if CLAUDE.md has them.
				if (mode === 'explicit') return false;
				read ??= clientMemory(place.root).map(plainWords);
				return isIn(text, read);
			},
			outdated: (lesson) => outdatedText(lesson, now),
			uncommitted,
		});
		const { sources: from, pins, insights, dropped } = restoration;
		trace(context, `restored: ${JSON.stringify({ from, pins, insights, dropped })}`);
		return restoration;
	};
	return { candidates, take };
}

/** The files of sessions that differ from HEAD in this checkout now: a person or a rebase may have committed them. */
async function uncommittedOf(
	records: readonly SessionRecord[],
	place: Place,
	context: Context,
): Promise<readonly ChangedFile[]> {
	const changed = changedFiles(records).slice(0, MOST_PATHS);
	if (!place.git || changed.length === 0) return [];
	const paths = changed.map(({ path }) => path);
	const found = new Set(await uncommittedFiles(place, paths, context));
	return changed.filter(({ path }) => found.has(path));
}
