import type { Config } from '../../config/config.ts';
import type { FaultCode } from '../../core/fault/fault.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import type { FoldStep } from '../../core/session-record/fold.ts';
import { eventsOf, taskChangesOf } from '../../core/session-record/record-events.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { Project } from '../../events/projects.ts';
import type { Place } from '../../git/place.ts';
import type { HookAnswer } from '../../host/messages.ts';
import { lessonLines } from '../../memory/lesson.ts';
import { BUSY, type Obstacle } from '../../store/obstacle.ts';
import { recordFault } from '../faults.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import type { Folded } from '../record-ports.ts';
import { recordEvents, recordUnkept } from './events.ts';

/** A configured project where sessions are remembered. */
export interface Remembered {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
}

/**
 * Folds what the session's journal holds beyond its record (D9), and passes on what others keep of it: tasks to
 * `tasks.json`, and what happened to the events (D42).
 *
 * @returns the record; `undefined` where the session has none, or none that can be read
 */
export async function foldSession(
	{ place, config }: Remembered,
	session: Session,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	let learned: readonly string[] = [];
	const folded = await ports.records.fold(place, session, {
		settings: config.continuity,
		passOn: async (step) => {
			const obstacle =
				(await passOnTasks(place, step, ports)) ??
				(await recordEvents(place, eventsOf(step), ports));
			if (obstacle === BUSY) return false;
			// A fold that is killed says it again, and of two lines the later one holds.
			learned = learnedIn(step);
			if (learned.length > 0 && ports.lessons.add(place, learned)) learned = [];
			return true;
		},
	});
	// The file was made meanwhile, perhaps before there was this record.
	if (learned.length > 0) ports.lessons.add(place, learned);
	await noteTrouble(place, folded, ports);
	traceFold(folded, ports);
	return folded.kind === 'absent' || folded.kind === 'newer' ? undefined : folded.doc;
}

/**
 * The same for a session that ends and for those it goes on from, whose journals have had a word of it since its
 * start
 */
export async function foldWithSources(
	remembering: Remembered,
	session: Session,
	ports: Ports,
): Promise<void> {
	const record = await foldSession(remembering, session, ports);
	// Those it inherited from had no word of it: they are only read (ADR 10).
	const inherited = record?.inherited === undefined ? [] : record.lineage;
	for (const key of new Set(record?.restorations.map(({ from }) => from))) {
		if (inherited.includes(key)) continue;
		const source = parseSessionId(key, ports.sha256);
		if (source !== undefined) await foldSession(remembering, source, ports);
	}
}

/** Kinds of lines that change what a session knows for good. */
const LEARNING: ReadonlySet<string> = new Set([...['insight', 'score', 'forget', 'block']]);

/** What the file of lessons gets to know of a fold; empty for most. */
function learnedIn(step: FoldStep): readonly string[] {
	const { before, doc, lines } = step;
	const isMended = ({ e, at }: { readonly e: string; readonly at: string }) =>
		e === 'tool' && (doc.activity.failures ?? []).some(({ fixed }) => fixed === at);
	const isLearned = lines.some((line) => LEARNING.has(line.e) || isMended(line));
	return isLearned || areFilesKnown(step) ? lessonLines(before, doc) : [];
}

/** What was learned may be about files that were worked on later: a session says it once more when it ends. */
function areFilesKnown({ before, doc }: FoldStep): boolean {
	const isOver = doc.ended_at !== null && before?.ended_at !== doc.ended_at;
	if (!isOver || doc.activity.files.length === 0) return false;
	return doc.insights.length + doc.activity.blockers.length > 0;
}

/** Whoever is told twice takes it for once: changes of a task are those there are, events are known by their time. */
async function passOnTasks(
	place: Place,
	step: FoldStep,
	ports: Ports,
): Promise<Obstacle | undefined> {
	const changes = taskChangesOf(step.doc, step.lines);
	if (changes.length === 0) return undefined;
	const updated = await ports.tasks.update(place, changes);
	if (updated.kind !== 'refused') return undefined;
	await recordUnkept(place, 'tasks', ports, updated.obstacle);
	return updated.obstacle;
}

/** How much of a session is kept, for whoever asks with REQ_SESSION_DEBUG. */
function traceFold(folded: Folded, { trace }: Ports): void {
	if (folded.kind !== 'written') return;
	const { key, activity, pins, insights } = folded.doc;
	const { files, functions } = activity;
	const code = `${files.length} files, ${functions.length} functions`;
	trace?.(`record ${key}: ${code}, ${pins.length} pins, ${insights.length} insights`);
}

async function noteTrouble(place: Place, folded: Folded, ports: Ports): Promise<void> {
	const fault = (code: FaultCode, message: string, hint: string) =>
		recordFault(place, ports, { code, message, hint });
	if (folded.kind === 'newer') {
		const by = `a newer req (schema version ${folded.version})`;
		await fault('state_newer', `a session record was written by ${by}`, 'update req');
	}
	if (folded.kind === 'refused') {
		await recordUnkept(place, 'a session record', ports, folded.obstacle);
	}
	if ('quarantined' in folded && folded.quarantined !== undefined) {
		const what = `a session record was unreadable and is set aside (${folded.quarantined})`;
		await fault('state_unreadable', what, 'look into the quarantine folder');
	}
}

/**
 * A turn ended without the word that is required of what the session inherited: into the record, and to the user, once
 * in a session. Where it cannot be noted nothing is said, or each turn would say it.
 */
export async function noteUnacknowledged(
	home: Project,
	session: Session,
	ports: Ports,
): Promise<HookAnswer> {
	const isKept = await note(home.place, session, { entries: [{ e: 'unacknowledged' }], ports });
	if (!isKept) return undefined;
	await foldSession(home, session, ports);
	const bundle = await ports.bundles.read(home.place, session);
	// The name may be any text; where the bundle is gone nobody knows it.
	const source = bundle.kind === 'present' ? bundle.doc.from_session : '';
	const from = source === '' ? '' : ` from ${named(source)}`;
	return {
		notice: `req: this session inherited${from} and did not say what it understood of it. \`req inherit show\` shows what it was given; \`req inherit ack TEXT\` is its answer.`,
		title: 'req: inherited context was not acknowledged',
	};
}
