import { branchNow } from '../git/former-names.ts';
import type { Task } from '../journal/work.ts';
import { DAY_MS } from '../store/clock.ts';
import { compareTexts } from '../text/strings.ts';
import { progressLines } from './bundle.ts';
import { type ChosenNotes, chooseNotes, type Drop } from './choose-notes.ts';
import { isWithinReach } from './choose-sources.ts';
import { worked } from './codes.ts';
import { changedFiles, type LastSession, lastSession, SAID_LAST } from './last-session.ts';
import { expiresAt, type SessionRecord } from './record.ts';
import type { Occasion, StartFacts } from './start-facts.ts';
import { isPending } from './tasks.ts';
import { rankTopics } from './topics.ts';

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration extends ChosenNotes {
	/** The most recent, or the nearest, first. */
	readonly sources: readonly {
		readonly key: string;
		readonly uuid: string;
		readonly score: number;
		readonly expiresAt: string;
		/** Ids of what came in of its pins: the `restore` line of the session that starts. */
		readonly pins: readonly string[];
	}[];
	/** The one worked on last first; `days`: whole ones since then. `elsewhere`: its branch, if that is another one. */
	readonly tasks: readonly (Pick<Task, 'id' | 'title' | 'status' | 'stage'> & {
		readonly days: number;
		readonly elsewhere?: string | undefined;
	})[];
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	/** The sessions whose work is shown, oldest first. */
	readonly work: readonly SessionRecord[];
	/** The last files and functions of that work, but what is named as uncommitted, or is not there. */
	readonly worked: readonly string[];
	readonly lastSession: LastSession;
	/** Lines of the progress text of an inheritance, oldest first. */
	readonly progress: readonly string[];
}

/**
 * What a session gets of chosen others, or after its compaction of itself (D18..D25), before it is put into words.
 * The records stay as they are.
 */
export function restore(occasion: Occasion, facts: StartFacts): Restoration {
	const { sources } = occasion;
	const records = sources.filter(({ context }) => context === 'all').map(({ record }) => record);
	const isHere = ({ branch }: SessionRecord) => branch === facts.place.branch;
	const here = occasion.kind === 'start' ? records.filter(isHere) : records;
	const notes = chooseNotes(occasion, facts);
	const progress = occasion.bundle === undefined ? [] : progressLines(occasion.bundle);
	const last = lastOf(here, occasion, facts);
	const dropped = [...notes.dropped];
	// That work in a project was about that project tells nothing.
	const projects = records.flatMap(({ active_projects: all, project }) => all.filter((name) => name !== project));
	return {
		...notes,
		sources: sources.flatMap(({ record, score, context }) => {
			const { key, uuid } = record;
			const given = notes.pins.filter(({ giver }) => giver === uuid);
			if (context === 'none' && given.length === 0) return [];
			const pins = given.map(({ note }) => note.id);
			return [{ key, uuid, score, expiresAt: expiresAt(record, facts.continuity), pins }];
		}),
		tasks: tasksOf(records, occasion, facts, dropped),
		projects: [...new Set(projects)],
		topics: topicsOf(records, facts),
		work: here.toReversed(),
		worked: workedOn(here.toReversed(), occasion, facts),
		// What was said last is the last line of the progress.
		lastSession: last.filter(({ what }) => !what.startsWith(SAID_LAST) || progress.length === 0),
		progress,
		dropped,
	};
}

/** Files, and functions, that say where the work was. */
const MOST_WORKED = 5;

function workedOn(
	records: readonly SessionRecord[],
	{ kind }: Occasion,
	{ place, files: now, uncommitted }: StartFacts,
): readonly string[] {
	const changed = records.flatMap(({ activity }) => activity.files);
	const others = changed.filter(({ branch = place.branch }) => branchNow(place, branch) !== place.branch);
	const ofOthers = new Set(kind === 'start' ? others.map(({ path }) => path) : []);
	const isHere = (path: string) => now.exists(path) && !uncommitted.has(path) && !ofOthers.has(path);
	// Of a file in another project nothing is known.
	const { files, functions } = worked(records, (path) => path.includes(':') || isHere(path));
	return [...files.slice(-MOST_WORKED), ...functions.slice(-MOST_WORKED)];
}

/** How the last session left its work, and what earlier ones left uncommitted. */
function lastOf(
	here: readonly SessionRecord[],
	{ kind }: Occasion,
	{ place, session, candidates, live, uncommitted: open, movedAt }: StartFacts,
): LastSession {
	const last = here.find(({ uuid }) => uuid !== session?.uuid);
	if (last === undefined) return [];
	// Also of sessions that are no sources: what they left uncommitted is still in the checkout.
	const around = candidates
		.filter(isWithinReach)
		.map(({ record }) => record)
		.filter(({ branch, closed }) => branch === place.branch && closed !== true);
	const uncommitted = changedFiles(kind === 'start' ? around : here).filter(({ path }) => open.has(path));
	// One that never ended and is not live has crashed (D13): a start has recorded that, a preview records nothing.
	const isOpen = last.ended_at === null && !live.has(last.key);
	const isCrashed = last.crash_recovered === true || isOpen;
	return lastSession(last, { uncommitted, isCrashed, movedAt });
}

/**
 * Tasks that still wait: the user's own of the branch, and those the sources had pending; not what was ended or removed
 * meanwhile, nor what an old session left on Claude's own list. Those that did not change for as long as
 * sessions are looked back on are only counted, unless the user named the source.
 */
function tasksOf(records: readonly SessionRecord[], { kind }: Occasion, facts: StartFacts, dropped: Drop[]) {
	const { now, user, live, continuity } = facts;
	const { branch } = facts.place;
	const daysOf = ({ last_activity: at }: Task) => Math.max(0, (now - Date.parse(at)) / DAY_MS) || 0;
	const isRecent = (task: Task) => daysOf(task) <= continuity.lookbackDays;
	const asked = new Set(records.flatMap((one) => one.pending_tasks.map(({ id }) => id)));
	const isOwn = (task: Task) =>
		task.branch === branch && (task.user ?? user) === user && (task.source === 'req' || isRecent(task));
	const listed = facts.tasks.filter((task) => isPending(task) && !live.has(task.session ?? ''));
	const waiting = listed.filter((task) => asked.has(task.id) || isOwn(task));
	const shown = waiting.filter((task) => kind !== 'start' || isRecent(task));
	const old = waiting.filter((task) => !shown.includes(task));
	dropped.push(...old.map(({ id }): Drop => ({ what: `task ${id}`, why: 'old' })));
	shown.sort((a, b) => compareTexts(b.last_activity, a.last_activity) || compareTexts(a.id, b.id));
	return shown.map((task) => {
		const elsewhere = task.branch === branch ? undefined : task.branch;
		return { ...task, days: Math.floor(daysOf(task)), elsewhere };
	});
}

/** What was said once or twice is no topic of the work. */
const FEWEST = 3;

/** The sources' terms together, against all sessions (D28): what is everywhere tells nothing. */
function topicsOf(records: readonly SessionRecord[], { documents, continuity }: StartFacts) {
	const counts = new Map<string, number>();
	for (const [term, count] of records.flatMap(({ terms }) => Object.entries(terms)))
		counts.set(term, (counts.get(term) ?? 0) + count);
	const frequent = [...counts].filter(([, count]) => count >= FEWEST);
	return rankTopics(Object.fromEntries(frequent), documents, continuity.topics);
}

/** The restoration without the insights and tasks that were left out of the text. */
export function onlyShown(restoration: Restoration, dropped: readonly Drop[]): Restoration {
	const left = new Set(dropped.map(({ what }) => what));
	const { insights, tasks } = restoration;
	return {
		...restoration,
		insights: insights.filter(({ note: { kind, id } }) => !left.has(`${kind} ${id}`)),
		tasks: tasks.filter(({ id }) => !left.has(`task ${id}`)),
	};
}
