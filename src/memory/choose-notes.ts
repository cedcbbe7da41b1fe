import { KIND_OF, LISTS } from '../config/selection.ts';
import { parseSessionId } from '../host/session-id.ts';
import { DAY_MS } from '../store/clock.ts';
import { compareTexts } from '../text/strings.ts';
import { type Candidate, isWithinReach, type Source } from './choose-sources.ts';
import { openSteps } from './codes.ts';
import { isInsight, type Note } from './notes.ts';
import { outdatedText } from './recall.ts';
import { isDoubted, type SessionRecord } from './record.ts';
import { decayed } from './relevance.ts';
import { isByName, type Occasion, type StartFacts } from './start-facts.ts';

/** A note as a session is shown it. */
export interface ShownNote {
	readonly note: Pick<Note, 'id' | 'kind' | 'text' | 'confidence'> & Partial<Pick<Note, 'label' | 'why' | 'critical'>>;
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
	superseded: 'another one supersedes it',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	old: 'untouched for long',
	read: 'Claude Code reads it anyway',
} as const;

/** What notes are chosen by; of a note, where it is from by the full id of its session. */
interface View extends StartFacts, Occasion {
	readonly sourceOf: ReadonlyMap<string | undefined, Source>;
	readonly candidateOf: ReadonlyMap<string | undefined, Candidate>;
	/** Keys of sessions whose next steps and blockers are shown, on whatever branch they were said. */
	readonly named: ReadonlySet<string>;
	/** Ids of the lessons that the session inherited: they have not faded (D24). */
	readonly inherited: ReadonlySet<string>;
	readonly dropped: Drop[];
}

/**
 * The notes that a session is shown (D20–D25): pins and lessons of its sources, and what is open on the branch, whoever
 * said it there. A note is of the branch on which it was said, wherever its session went on. What a session inherited are
 * the lessons of its bundle that nobody has disputed, superseded or forgotten since.
 */
export function chooseNotes(occasion: Occasion, facts: StartFacts): ChosenNotes {
	const { sources, bundle } = occasion;
	const byId = <One extends Source>(all: readonly One[]) =>
		new Map<string | undefined, One>(all.map((one) => [one.record.uuid, one]));
	const dropped: Drop[] = [];
	const view: View = {
		...facts,
		...occasion,
		sourceOf: byId(sources),
		candidateOf: byId(facts.candidates),
		named: new Set(namedKeys(occasion)),
		inherited: new Set(LISTS.flatMap((list) => bundle?.origins[list].map(({ id }) => id) ?? [])),
		dropped,
	};
	const open = (wanted: Note['kind']) => {
		const ofKind = facts.notes.filter(({ kind }) => kind === wanted);
		const notes = ofKind.filter((one) => isOpenWork(one, view));
		const old = ofKind.filter((one) => !notes.includes(one) && isOldWork(one, view));
		dropped.push(...old.map(({ id }): Drop => ({ what: `${wanted} ${id}`, why: 'old' })));
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

/** The sources that somebody named; at a compaction those that the session itself was shown. */
function namedKeys(occasion: Occasion): readonly string[] {
	const { kind, sources } = occasion;
	const whole = sources.filter(({ context }) => context === 'all').map(({ record }) => record);
	if (isByName(occasion)) return whole.map(({ key }) => key);
	if (kind !== 'compact') return [];
	return whole.flatMap(({ restorations, inherited }) => {
		// Of a selection only what was selected came in.
		const isWhole = inherited === undefined || inherited.select === 'all';
		const isShown = ({ mode, at }: (typeof restorations)[number]) =>
			mode === 'explicit' && (isWhole || at !== inherited.at);
		return restorations.filter(isShown).map(({ from }) => from);
	});
}

/** Whether a next step or a blocker is shown: it is open here, or of a session that the user named. */
function isOpenWork(note: Note, view: View): boolean {
	if (view.named.has(keyOf(note, view) ?? '')) return true;
	const isOwn = view.kind === 'compact' && note.session === view.session?.uuid;
	return note.branch === view.place.branch && (isOwn || comesByItself(note, view));
}

/** Whether a next step or a blocker is still open here, of a session that was not active for long: a start counts these. */
function isOldWork(note: Note, view: View): boolean {
	const { kind, place, user, candidateOf } = view;
	const { branch, session, nested = false } = note;
	const isOwn = branch === place.branch && note.user === user && !nested;
	const isClosed = candidateOf.get(session)?.record.closed === true;
	return kind === 'start' && isOwn && !isClosed && !isRecent(activeAt(note, view), view);
}

/** The sessions whose work can have done a step of this branch. */
function doneBy({ sources, candidates, kind, place }: View): readonly SessionRecord[] {
	const isHere = ({ record }: Source) => record.branch === place.branch;
	const around = candidates.filter((one) => isHere(one) && isWithinReach(one));
	const own = kind === 'start' ? [] : sources.filter(({ context }) => context === 'all');
	return [...new Set([...around, ...own].map(({ record }) => record))];
}

/**
 * Whether an open note is shown whatever sessions are chosen: that of a terminal, that of a session that is over and not
 * complete, or a critical pin if nothing else is known of its session.
 */
function comesByItself(note: Note, view: View): boolean {
	const { user, place, candidateOf } = view;
	const { session, kind, critical = false, nested = false } = note;
	if (view.kind === 'named' || nested) return false;
	const isHere = note.branch === place.branch;
	const isWork = isHere && (kind === 'next' || kind === 'blocker');
	const isOwn = note.user === user && isRecent(note.at, view);
	if (session === undefined) return isOwn && (isHere || critical);
	// What somebody named takes the place of what comes by itself.
	if (view.bundle !== undefined) return false;
	const candidate = candidateOf.get(session);
	if (candidate === undefined) return isOwn && (isWork || critical);
	return isWork && isWithinReach(candidate) && candidate.record.closed !== true;
}

function isRecent(at: string, { now, continuity }: View): boolean {
	return now - Date.parse(at) <= continuity.lookbackDays * DAY_MS;
}

function keyOf({ session }: Note, { sourceOf, candidateOf }: View): string | undefined {
	const known = sourceOf.get(session) ?? candidateOf.get(session);
	return known?.record.key ?? parseSessionId(session)?.key;
}

/** When the session of a note was active here last, or the note was said, if that was later: time counts from then. */
function activeAt({ session, at }: Note, { sourceOf, candidateOf }: View): string {
	const last = (sourceOf.get(session) ?? candidateOf.get(session))?.record.last_activity ?? at;
	return last > at ? last : at;
}

const HOUR = 3_600_000;

function shown(note: Note, view: View): ShownNote {
	const { id, session, at, branch } = note;
	const isOwn = session !== undefined && session === view.session?.uuid;
	const key = isOwn ? undefined : keyOf(note, view);
	const isFresh = isOwn || view.inherited.has(id);
	const hours = Math.max(0, (view.now - Date.parse(activeAt(note, view))) / HOUR) || 0;
	return {
		note,
		from: key === undefined ? undefined : { session: key, at },
		elsewhere: branch === view.place.branch ? undefined : branch,
		confidence: decayed(note.confidence, isFresh ? 0 : hours, view.continuity.decay).confidence,
		hours: isFresh ? undefined : hours,
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
		const marks = [label === undefined ? [] : `label ${plain(label)}`, `text ${plain(text)}`].flat();
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
	const { notes, sources, kind, session: self, place, continuity } = view;
	const all = notes.filter((one) => one.kind === 'pin');
	const isOwn = ({ session }: Note) => kind !== 'compact' && session !== undefined && session === self?.uuid;
	const own = all.filter(isOwn);
	const labels = new Set(own.map(({ label = '' }) => plain(label)));
	const offers = all.flatMap((note) => {
		const { id, label = '', critical = false } = note;
		const isHere = note.branch === place.branch || critical || kind !== 'start';
		const giver = sources.find(({ record, pins }) => {
			const isPassed = pins === 'all' ? isHere : pins === 'critical' && critical;
			return isPassed && record.pins.some((pin) => pin.id === id);
		});
		if (own.includes(note) || (giver === undefined && !comesByItself(note, view))) return [];
		const holds = critical || kind !== 'start' || isRecent(activeAt(note, view), view);
		const expired = holds ? undefined : ('expired' as const);
		const why = labels.has(plain(label)) ? ('own_wins' as const) : expired;
		return [{ note, giver, why, nth: giver ? sources.indexOf(giver) : sources.length }];
	});
	const rank = ({ note, nth }: (typeof offers)[number]) => nth + (note.critical === true ? 0 : sources.length + 1);
	offers.sort((one, other) => rank(one) - rank(other));
	const free = Math.max(0, continuity.pins.max - own.length);
	const most = kind === 'start' ? Math.min(continuity.pins.maxInherited, free) : free;
	const picked = pick(offers, most, view.dropped);
	return picked.map(({ note, giver }) => ({ ...shown(note, view), giver: giver?.record.uuid }));
}

/**
 * What the sources learned, with the confidence that time has left (D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap. Nothing of the session itself has faded.
 */
function chooseInsights(view: View): readonly ShownNote[] {
	const { notes, sourceOf, inherited, continuity, dropped } = view;
	// All that a named source has to give is in the bundle.
	const isBundled = view.bundle !== undefined && isByName(view);
	const offers = notes.flatMap((note) => {
		if (!isInsight(note)) return [];
		const { context = 'none' } = sourceOf.get(note.session) ?? {};
		const isGiven = inherited.has(note.id) || (context !== 'none' && !isBundled);
		if (!isGiven && !comesByItself(note, view)) return [];
		const made = shown(note, view);
		return [{ note, made, why: whyNot(note, made, view) }];
	});
	offers.sort((one, other) => other.made.confidence - one.made.confidence || compareTexts(other.note.at, one.note.at));
	const best = LISTS.flatMap((list) => {
		const all = offers.filter(({ note }) => note.kind === KIND_OF[list]);
		return pick(all, continuity.caps[list], dropped);
	});
	return best.map(({ note, made }) => ({ ...made, outdated: outdatedText(note, view.files) }));
}

function whyNot(note: Note, { hours = 0 }: ShownNote, view: View): Drop['why'] | undefined {
	// Lessons of a session that somebody named are shown even if CLAUDE.md has them.
	if (!isByName(view) && view.isRead(note.text)) return 'read';
	if (isDoubted(note)) return note.supersededBy === undefined ? 'disputed' : 'superseded';
	const isSure = decayed(note.confidence, hours, view.continuity.decay).kept;
	return isSure || view.kind !== 'start' ? undefined : 'faded';
}
