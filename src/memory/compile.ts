import type { Context } from '../context.ts';
import type { Session } from '../host/session-id.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions } from '../state/registry-kind.ts';
import { named } from '../text/one-line.ts';
import { relativeTo } from '../text/paths.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import { type Bundle, bundleInsights, progressLines } from './bundle.ts';
import { bundlePath, readBundle } from './bundle-files.ts';
import type { Candidate, Source } from './choose-sources.ts';
import { SAID_LAST } from './last-session.ts';
import { isInsight, readNotes } from './notes.ts';
import { hasWork, isDoubted, type SessionRecord } from './record.ts';
import { onlySelected, onlyTold, type Restoration } from './restoration.ts';
import { compileInjection, type Injection, type InjectionFacts } from './sections.ts';
import { byActivity, readSession } from './sessions.ts';
import { lookBack, type Viewpoint } from './take.ts';

/** What a session is to be told, in words: nothing is written yet. */
export interface Compiled {
	readonly injection: Injection;
	/** What is shown of sessions, to be kept; `undefined` if nothing is. */
	readonly restoration: Restoration | undefined;
	/** All sessions that a start chose from, the highest score first. */
	readonly candidates: readonly Candidate[];
}

/** Puts into words what a session is told. */
export function compiled(
	told: Partial<InjectionFacts>,
	{ continuity: { budget } }: Pick<Viewpoint, 'continuity'>,
): Compiled {
	const nothing = { gates: '', restoration: undefined, notes: [], progress: [] };
	const usual = { occasion: 'start', isUsual: false } as const;
	const injection = compileInjection({ ...nothing, ...usual, ...told, budget });
	const restoration = told.restoration && onlyTold(told.restoration, injection.dropped);
	return { injection, restoration, candidates: [] };
}

/** What a new session is told: the gates, and what earlier sessions pass on (D18, D19). */
export async function compileStart(
	viewpoint: Viewpoint,
	gates: string,
	context: Context,
): Promise<Compiled> {
	const { candidates, take } = await lookBack(viewpoint, context);
	const latest = candidates.toSorted((one, other) => byActivity(one.record, other.record));
	const restoration = await take(latest, { mode: 'auto', others: 'all' });
	const notes = idleNotes(viewpoint, context);
	return { ...compiled({ gates, restoration, notes, isUsual: true }, viewpoint), candidates };
}

/** What a session is told after its compaction: what it knew itself, and what it inherited (D19). */
export async function compileCompaction(
	viewpoint: Viewpoint,
	gates: string,
	context: Context,
): Promise<Compiled> {
	const { place, session } = viewpoint;
	const record = readSession(place, session, context);
	if (record === undefined) return compiled({ gates }, viewpoint);
	const { inherited, comprehension, restorations } = record;
	const bundle = inherited && session && readBundle(place, session).bundle;
	const { candidates, take } = await lookBack(viewpoint, context);
	const isOther = (one: Candidate) => one.refused !== 'self';
	// What it inherited on somebody's word took the place of what comes by itself.
	const others = inherited === undefined ? candidates.filter(isOther) : [];
	const named = restorations.flatMap(({ from, mode }) => (mode === 'explicit' ? [from] : []));
	const own = await take(
		[
			{ record, score: 1, context: 'all', pins: 'all' },
			...others.map((one): Source => {
				return { ...one, context: one.context === 'none' ? 'none' : 'lessons', pins: 'none' };
			}),
		],
		{ mode: 'own', others: inherited === undefined ? 'all' : 'terminal', named },
	);
	// Not what was disputed, superseded or forgotten since.
	const lessons = readNotes(place).all.filter((one) => isInsight(one) && !isDoubted(one));
	const held = new Set(lessons.map(({ id }) => id));
	const again = bundle === undefined ? [] : bundleInsights(bundle);
	const stillHeld = again.filter(({ note }) => held.has(note.id));
	const restoration = { ...own, insights: [...own.insights, ...stillHeld] };
	const isAsked = comprehension?.required === true && !comprehension.present;
	const words = bundle === undefined ? {} : bundleWords(bundle, isAsked, viewpoint);
	return compiled({ gates, restoration, ...words, occasion: 'compact' }, viewpoint);
}

/** What a resumed session is told: what others finished while it was away (D19). */
export function compileResume(viewpoint: Viewpoint, gates: string): Compiled {
	return compiled({ gates, notes: finishedNotes(viewpoint) }, viewpoint);
}

/** Sessions that the user named, nearest first, at any age: only the nearest gives its pins (D22–D24). */
function namedSources(
	records: readonly SessionRecord[],
	context: Source['context'],
	candidates: readonly Candidate[],
): Source[] {
	const scores = new Map(candidates.map(({ record, score }) => [record.uuid, score]));
	return records.map((record, index) => {
		const score = scores.get(record.uuid) ?? 0;
		return { record, score, context, pins: index === 0 ? 'all' : 'none' };
	});
}

/** What a session is told of one that the user named (D25). */
export async function compileNamed(
	source: SessionRecord,
	viewpoint: Viewpoint,
	context: Context,
): Promise<Compiled> {
	const { candidates, take } = await lookBack(viewpoint, context);
	const sources = namedSources([source], 'all', candidates);
	const restoration = await take(sources, { mode: 'explicit', others: 'none' });
	return compiled({ restoration }, viewpoint);
}

/** What a source has to give. */
export interface Inheritance {
	readonly bundle: Bundle;
	/** The session that was named. */
	readonly source: Session;
	/** Its record, if it is still there, then its ancestors', nearest first. */
	readonly records: readonly SessionRecord[];
	/** The source is still running: what it knows is not complete (D25). */
	readonly isRunning: boolean;
	/** The bundle was made before: its items are told, whatever its sources have learned since. */
	readonly isGiven: boolean;
	/** What was left out, a sentence each. */
	readonly warnings: readonly string[];
}

/** To whom an inheritance is told. */
export interface Heir {
	readonly viewpoint: Viewpoint;
	/** It has to say what it understood, and has not yet. */
	readonly required: boolean;
	/** What the gates have to say, of a session that starts: it is told what else is worth knowing of others. */
	readonly gates: string | undefined;
}

/**
 * What a session is told of its inheritance (D18, D24): in place of what would come in by itself, what was selected of
 * the one source and its ancestors, with what is pending.
 */
export async function compileInherited(
	{ bundle, records, isRunning, isGiven, warnings }: Inheritance,
	{ viewpoint, required, gates }: Heir,
	context: Context,
): Promise<Compiled> {
	const isStart = gates !== undefined;
	const { candidates, take } = await lookBack(viewpoint, context);
	const passed = bundle.select === 'all' ? 'all' : 'lessons';
	const others = isStart && !isGiven ? 'terminal' : 'none';
	const sources = namedSources(records, passed, candidates);
	const taken = onlySelected(await take(sources, { mode: 'explicit', others }), bundle.select);
	const { progress, notes } = bundleWords(bundle, required, viewpoint);
	const insights = isGiven ? bundleInsights(bundle) : taken.insights;
	// What was said last is the last line of the progress.
	const isSaid = (what: string) => what === SAID_LAST && progress.length > 0;
	const lastSession = taken.lastSession.filter(({ what }) => !isSaid(what));
	const restoration = { ...taken, insights, lastSession };
	const isSource = new Set(records.map(({ uuid }) => uuid));
	const unrelated = viewpoint.records.filter(({ uuid }) => !isSource.has(uuid));
	const said = [
		...(isRunning ? [runningWarning(bundle.from_session)] : []),
		...(isStart ? [...warnings, ...idleNotes({ ...viewpoint, records: unrelated }, context)] : []),
		...notes,
	];
	const told = compiled({ gates: gates ?? '', restoration, progress, notes: said }, viewpoint);
	return { ...told, restoration: onlyTold(taken, told.injection.dropped) };
}

/** The questions to a session that inherits, as facts: orders from outside are not heeded. */
const STEP_ZERO = `STEP 0 — what was understood (not said yet; whoever let this session inherit asks for it, before its work):
1. In 2-3 sentences: what was accomplished and learned before.
2. In one sentence: the task of this session.
3. The inherited constraints and learnings that apply now, and what is done differently because of them.
\`req inherit ack "TEXT"\` records the answer; while it is missing, the user is told so.`;

/** What is told of a bundle beside its lists: its progress, where to find all of it, and what is asked. */
function bundleWords(
	bundle: Bundle,
	isAsked: boolean,
	{ place, session }: Viewpoint,
): Pick<InjectionFacts, 'progress' | 'notes'> {
	const path = session && relativeTo(place.root, bundlePath(place, session));
	const from = `Inherited, as asked, from session ${named(bundle.from_session)}`;
	const pointer = path && `${from}. All of it: ${named(path)} — \`req inherit show\``;
	const notes = [...(pointer === undefined ? [] : [pointer]), ...(isAsked ? [STEP_ZERO] : [])];
	return { progress: progressLines(bundle), notes };
}

/** A live session that nobody has spoken to for so long may be wanted elsewhere (D19). */
const IDLE_MS = 30 * 60 * 1000;

/** The live session of this branch that has been idle longest with work in it; one line at most (D19). */
function idleNotes(viewpoint: Viewpoint, context: Context): string[] {
	const { place, session, registry, records } = viewpoint;
	const now = context.now();
	const live = liveSessions(registry, place, machineOf(context));
	const idle = live.flatMap(([, { uuid, last_activity: registered }]) => {
		const record = records.find((one) => one.uuid === uuid);
		if (record === undefined || uuid === session?.uuid || !hasWork(record)) return [];
		const since = registered > record.last_activity ? registered : record.last_activity;
		return now - Date.parse(since) < IDLE_MS ? [] : [{ record, since }];
	});
	idle.sort((one, other) => compareTexts(other.since, one.since));
	return idle.slice(0, 1).map(({ record, since }) => {
		const takeOver = `\`req session continue ${named(record.key)}\` takes over what it knows`;
		const what = `session ${calledText(record)} is open on this branch`;
		return `${what}, last active ${relativeTime(since, now)}; ${takeOver}`;
	});
}

/** What other sessions of this user finished on the branch since the session was last active; one line at most (D19). */
function finishedNotes({ place, session, records }: Viewpoint): string[] {
	const own = records.find(({ uuid }) => uuid === session?.uuid);
	if (own === undefined) return [];
	const finished = records
		.filter((one) => one.branch === place.branch && one.user === own.user && hasWork(one))
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter(({ ended_at: ended }) => ended !== null && ended > own.last_activity);
	return finished.slice(0, 1).map(({ key }) => {
		const what = `${counted(finished.length, 'other session')} ended on this branch`;
		const which = listed(finished.map(calledText));
		return `${what} since this one was last active: ${which}; \`req session show ${named(key)}\``;
	});
}

/** `payments (1a2b3c4d)` */
function calledText({ key, name }: SessionRecord): string {
	return name === undefined ? named(key) : `${named(name)} (${named(key)})`;
}

/** That the source is not over (D25). */
export function runningWarning(ref: string): string {
	return `session ${named(ref)} is still running: what it does from now on is not passed on.`;
}
