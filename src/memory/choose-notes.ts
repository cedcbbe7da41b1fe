import { KIND_OF, LISTS } from '../config/selection.ts';
import type { Continuity } from '../config/settings.ts';
import { DAY_MS } from '../journal/work.ts';
import { compareTexts } from '../text/strings.ts';
import { type Candidate, isWithinReach, type Source } from './choose-sources.ts';
import { openSteps } from './codes.ts';
import { isInsight, type Note } from './notes.ts';
import { isDoubted, type SessionRecord } from './record.ts';
import { decayed } from './relevance.ts';

/** What is known where notes are chosen. */
export interface NoteFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly branch: string;
	/** Full id of the session that is shown them; `undefined` for a preview. */
	readonly self: string | undefined;
	readonly user: string;
	readonly continuity: Continuity;
	/**
	 * `auto`: what comes by itself. `explicit`, `own`: the user named the source, or it is the session itself after its
	 * compaction. Then neither age nor the share of inherited pins counts (D22–D24).
	 */
	readonly mode: 'auto' | 'explicit' | 'own';
	/** All notes that have not ended, but those of the team, the one said last is the last. */
	readonly notes: readonly Note[];
	/** Of recent sessions, whether they are sources or not. */
	readonly candidates: readonly Candidate[];
	/** What comes beside the notes of the sources: open notes of the branch and critical pins, those from a terminal, or none. */
	readonly others: 'all' | 'terminal' | 'none';
	/** Keys of sessions whose next steps and blockers the session was shown because somebody named them. */
	readonly named: ReadonlySet<string>;
	/** Whether Claude Code puts a text before the model anyway. */
	readonly isRead: (text: string) => boolean;
	/** What became of the files that a lesson names: `outdatedText`. */
	readonly outdated: (lesson: Note) => string;
}

/** A note as a session is shown it. */
export interface ShownNote {
	readonly note: Pick<Note, 'id' | 'kind' | 'text' | 'confidence'> &
		Partial<Pick<Note, 'label' | 'why' | 'critical'>>;
	/** Key of the session that said it, and when; `undefined`: a person in a terminal, or the session that is shown it. */
	readonly from?: { readonly session: string; readonly at: string } | undefined;
	/** The branch it is from, if that is another one. */
	readonly elsewhere?: string | undefined;
	/** What time has left of its confidence, 0–1 (D22). The stored one stays. */
	readonly confidence: number;
	/** Since its session was last active; `undefined` if nothing of it has faded. */
	readonly hours?: number | undefined;
	/** What became of the files that it names: `outdatedText`. */
	readonly outdated?: string;
}

/** The notes that a session is shown. */
export interface ChosenNotes {
	/** Critical ones first. `giver`: full id of the source that passes it on, if one does. */
	readonly pins: readonly (ShownNote & { readonly giver?: string | undefined })[];
	/** Warnings, decisions, learnings, patterns; of each kind the most confident first. */
	readonly insights: readonly ShownNote[];
	/** The newest first, as the next steps are. */
	readonly blockers: readonly ShownNote[];
	readonly next: readonly ShownNote[];
	readonly dropped: readonly Drop[];
}

/** Something that is not passed on, and why: `warning i3f2a1b0c`. */
export interface Drop {
	readonly what: string;
	readonly why: keyof typeof REASONS;
}

/** Why something is not passed on, as `session preview` words it. */
export const REASONS = {
	faded: 'its confidence has faded',
	disputed: 'it was disputed',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	old: 'untouched for long: `req task list`',
	read: 'Claude Code reads it anyway',
} as const;

/** Where a note is from, by the full id of its session. */
interface View extends NoteFacts {
	readonly sources: readonly Source[];
	readonly sourceOf: ReadonlyMap<string | undefined, Source>;
	readonly candidateOf: ReadonlyMap<string | undefined, Candidate>;
	readonly dropped: Drop[];
}

/**
 * The notes that a session is shown (D20–D25): pins and lessons of its sources, and what is open on the branch, whoever
 * said it there. A note is of the branch on which it was said, wherever its session went on.
 *
 * @param sources the most recent, or the nearest, first
 */
export function chooseNotes(sources: readonly Source[], facts: NoteFacts): ChosenNotes {
	const byId = <One extends Source>(all: readonly One[]) =>
		new Map<string | undefined, One>(all.map((one) => [one.record.uuid, one]));
	const dropped: Drop[] = [];
	const maps = { sourceOf: byId(sources), candidateOf: byId(facts.candidates) };
	const view: View = { ...facts, ...maps, sources, dropped };
	const open = (wanted: Note['kind']) => {
		const notes = facts.notes.filter((one) => one.kind === wanted && isOpenWork(one, view));
		return notes.toSorted((one, other) => compareTexts(other.at, one.at));
	};
	return {
		pins: choosePins(view),
		insights: chooseInsights(view),
		blockers: open('blocker').map((one) => shown(one, view)),
		next: openSteps(open('next'), doneBy(view)).map((one) => shown(one, view)),
		dropped,
	};
}

/** Whether a next step or a blocker is shown: it is open here, or of a session that the user named. */
function isOpenWork(note: Note, view: View): boolean {
	const { branch, mode, named, self } = view;
	if (named.has(keyOf(note, view) ?? '')) return true;
	const isGiven = view.sourceOf.get(note.session)?.context === 'all';
	if (mode === 'explicit' && isGiven) return true;
	const isOwn = mode === 'own' && note.session === self;
	return note.branch === branch && (isOwn || comesByItself(note, view));
}

/** The sessions whose work can have done a step of this branch. */
function doneBy({ sources, candidates, mode, branch }: View): readonly SessionRecord[] {
	const around = candidates.filter((one) => one.record.branch === branch && isWithinReach(one));
	const own = mode === 'auto' ? [] : sources.filter(({ context }) => context === 'all');
	return [...new Set([...around, ...own].map(({ record }) => record))];
}

/**
 * Whether an open note is shown whatever sessions are chosen: that of a terminal, that of a session that is over and not
 * complete, or a critical pin if nothing else is known of its session.
 */
function comesByItself(note: Note, view: View): boolean {
	const { others, user, branch, candidateOf } = view;
	const { session, kind, critical = false, nested = false } = note;
	if (others === 'none' || nested) return false;
	const isHere = note.branch === branch;
	const isWork = isHere && (kind === 'next' || kind === 'blocker');
	const isOwn = note.user === user && isRecent(note.at, view);
	if (session === undefined) return isOwn && (isHere || critical);
	if (others === 'terminal') return false;
	const candidate = candidateOf.get(session);
	if (candidate === undefined) return isOwn && (isWork || critical);
	return isWork && isWithinReach(candidate) && candidate.record.closed !== true;
}

function isRecent(at: string, { now, continuity }: View): boolean {
	return now - Date.parse(at) <= continuity.lookbackDays * DAY_MS;
}

/** Characters of an id by which its session is known if no record of it is at hand. */
const KEY = 8;

function keyOf({ session }: Note, { sourceOf, candidateOf }: View): string | undefined {
	const known = sourceOf.get(session) ?? candidateOf.get(session);
	return known?.record.key ?? session?.slice(0, KEY);
}

/** When the session of a note was active here last, or the note was said, if that was later: time counts from then. */
function activeAt({ session, at }: Note, { sourceOf, candidateOf }: View): string {
	const last = (sourceOf.get(session) ?? candidateOf.get(session))?.record.last_activity ?? at;
	return last > at ? last : at;
}

const HOUR = 3_600_000;

function shown(note: Note, view: View): ShownNote {
	const { session, at, branch } = note;
	const isOwn = session !== undefined && session === view.self;
	const key = isOwn ? undefined : keyOf(note, view);
	const hours = Math.max(0, (view.now - Date.parse(activeAt(note, view))) / HOUR) || 0;
	return {
		note,
		from: key === undefined ? undefined : { session: key, at },
		elsewhere: branch === view.branch ? undefined : branch,
		confidence: decayed(note.confidence, isOwn ? 0 : hours, view.continuity.decay).confidence,
		hours: isOwn ? undefined : hours,
	};
}

/** A note that could be shown. `why`: why it is not. */
interface Offer {
	readonly note: Note;
	readonly why: Drop['why'] | undefined;
}

/** The first so many of the offers that are shown, each label and each text once; the others go to `dropped`. */
function pick<One extends Offer>(offers: readonly One[], most: number, dropped: Drop[]): One[] {
	const seen = new Set<string>();
	const picked: One[] = [];
	for (const offer of offers) {
		const { id, kind, label, text } = offer.note;
		const marks = [
			label === undefined ? [] : `label ${plain(label)}`,
			`text ${plain(text)}`,
		].flat();
		const again = marks.some((mark) => seen.has(mark)) ? 'duplicate' : undefined;
		const why = offer.why ?? again ?? (picked.length < most ? undefined : 'cap');
		if (why === undefined) picked.push(offer);
		else dropped.push({ what: `${kind} ${label ?? id}`, why });
		if (offer.why === undefined) for (const mark of marks) seen.add(mark);
	}
	return picked;
}

function plain(text: string): string {
	return text.trim().toLowerCase();
}

/**
 * The pins of the sources: critical ones first, no more than the caps (D23). An ordinary pin ends with its origin: as long
 * after it as sessions are looked back on.
 */
function choosePins(view: View): ChosenNotes['pins'] {
	const { notes, sources, mode, self, branch, continuity } = view;
	const all = notes.filter(({ kind }) => kind === 'pin');
	const isOwn = ({ session }: Note) => mode !== 'own' && session !== undefined && session === self;
	const own = all.filter(isOwn);
	const labels = new Set(own.map(({ label = '' }) => plain(label)));
	const offers = all.flatMap((note) => {
		const { id, label = '', critical = false } = note;
		const isHere = note.branch === branch || critical || mode !== 'auto';
		const giver = sources.find(({ record, pins }) => {
			const isPassed = pins === 'all' ? isHere : pins === 'critical' && critical;
			return isPassed && record.pins.some((pin) => pin.id === id);
		});
		if (own.includes(note) || (giver === undefined && !comesByItself(note, view))) return [];
		const holds = critical || mode !== 'auto' || isRecent(activeAt(note, view), view);
		const expired = holds ? undefined : ('expired' as const);
		const why = labels.has(plain(label)) ? ('own_wins' as const) : expired;
		return [{ note, giver, why, place: giver ? sources.indexOf(giver) : sources.length }];
	});
	const rank = ({ note, place }: (typeof offers)[number]) =>
		place + (note.critical === true ? 0 : sources.length + 1);
	offers.sort((one, other) => rank(one) - rank(other));
	const free = Math.max(0, continuity.pins.max - own.length);
	const most = mode === 'auto' ? Math.min(continuity.pins.maxInherited, free) : free;
	const picked = pick(offers, most, view.dropped);
	return picked.map(({ note, giver }) => ({ ...shown(note, view), giver: giver?.record.uuid }));
}

/**
 * What the sources learned, with the confidence that time has left (D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap. Nothing of the session itself has faded.
 */
function chooseInsights(view: View): readonly ShownNote[] {
	const { notes, sourceOf, continuity, dropped } = view;
	const offers = notes.flatMap((note) => {
		if (!isInsight(note)) return [];
		const { context = 'none' } = sourceOf.get(note.session) ?? {};
		if (context === 'none' && !comesByItself(note, view)) return [];
		const made = shown(note, view);
		return [{ note, made, why: whyNot(note, made, view) }];
	});
	offers.sort(
		(one, other) =>
			other.made.confidence - one.made.confidence || compareTexts(other.note.at, one.note.at),
	);
	const best = LISTS.flatMap((list) => {
		const all = offers.filter(({ note }) => note.kind === KIND_OF[list]);
		return pick(all, continuity.caps[list], dropped);
	});
	return best.map(({ note, made }) => ({ ...made, outdated: view.outdated(note) }));
}

function whyNot(note: Note, { hours = 0 }: ShownNote, view: View): Drop['why'] | undefined {
	if (view.isRead(note.text)) return 'read';
	if (isDoubted(note)) return 'disputed';
	const isSure = decayed(note.confidence, hours, view.continuity.decay).kept;
	return isSure || view.mode !== 'auto' ? undefined : 'faded';
}
