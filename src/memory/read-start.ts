import type { Context } from '../context.ts';
import { lastMove } from '../git/branch-log.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { Place } from '../git/place.ts';
import { clientMemory } from '../host/client-memory.ts';
import { environmentOf } from '../host/environment.ts';
import { liveEntries, type Registry, readRegistry } from '../state/registry.ts';
import { chooseSources } from './choose-sources.ts';
import { filesNow } from './files-now.ts';
import { changedFiles } from './last-session.ts';
import { CHANNEL } from './links.ts';
import { readNotes } from './notes.ts';
import { isIn, plainWords } from './recall.ts';
import type { SessionRecord } from './record.ts';
import { currentTerms } from './relevance.ts';
import { recentSessions } from './sessions.ts';
import type { StartFacts, Viewer } from './start-facts.ts';
import { readableTasks } from './task-list.ts';
import { isPending, pendingOn } from './tasks.ts';
import { countDocuments } from './topics.ts';

/** What the caller knows already, or needs besides. */
interface Known {
	readonly registry?: Registry;
	/** Of recent sessions, the latest activity first. */
	readonly records?: readonly SessionRecord[] | undefined;
	/** Of named sessions: their files may be uncommitted as well. */
	readonly named?: readonly SessionRecord[];
	/** Nothing is shown of files that the sessions left: git is not asked about them. */
	readonly withoutFiles?: boolean;
}

/** Paths that git is asked about at once. */
const MOST_PATHS = 100;

/** Reads what it takes to show a session something of others. Writes nothing. */
export async function readStart(viewer: Viewer, known: Known, context: Context): Promise<StartFacts> {
	const { place, continuity, session } = viewer;
	const { branch } = place;
	const { registry = readRegistry(context), records = recentSessions(place, context) } = known;
	const { user } = environmentOf(context);
	const ofBranch = records.filter((one) => one.branch === branch && one.user === user && one.closed !== true);
	// Git answers while everything else is read.
	const asked = known.withoutFiles === true ? [] : [...(known.named ?? []), ...ofBranch];
	const uncommitted = uncommittedOf(asked, place, context);
	const tasks = await readableTasks(place, context);
	const running = liveEntries(registry, context);
	const live = new Map(running.filter(([, { uuid }]) => uuid !== session?.uuid));
	const { all } = readNotes(place);
	const notedHere = all.filter((note) => note.branch === branch);
	const now = context.now();
	const candidates = chooseSources(records, {
		now,
		branch,
		self: session?.uuid,
		user,
		channel: CHANNEL,
		noted: new Set(notedHere.flatMap(({ session: of }) => of ?? [])),
		live: new Set([...live.values()].map(({ uuid }) => uuid)),
		current: currentTerms([branch, ...pendingOn(branch, tasks).map(({ title }) => title)]),
		pending: new Set(tasks.filter(isPending).map(({ id }) => id)),
		continuity,
	});
	let read: readonly string[] | undefined;
	return {
		...viewer,
		now,
		user,
		live,
		records,
		candidates,
		notes: all.filter(({ ended, isTeams }) => ended === undefined && !isTeams),
		tasks,
		documents: countDocuments(records.map(({ terms }) => terms)),
		files: filesNow(place),
		isRead: (text) => {
			read ??= clientMemory(place.root).map(plainWords);
			return isIn(text, read);
		},
		movedAt: lastMove(place),
		uncommitted: new Set(await uncommitted),
	};
}

/** The files of sessions that differ from HEAD in this checkout now: a person or a rebase may have committed them. */
async function uncommittedOf(
	records: readonly SessionRecord[],
	place: Place,
	context: Context,
): Promise<readonly string[]> {
	const changed = place.git ? changedFiles(records).slice(0, MOST_PATHS) : [];
	const paths = changed.map(({ path }) => path);
	// If git does not answer, nothing is known of any.
	return paths.length === 0 ? [] : ((await uncommittedFiles(place, paths, context)) ?? []);
}
