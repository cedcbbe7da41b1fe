import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { relativeTo } from '../core/text/paths.ts';
import { compareTexts } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions } from '../state/registry-kind.ts';
import { type Bundle, bundleInsights, isItemOf, progressLines } from './bundle.ts';
import { bundlePath, readBundle } from './bundle-files.ts';
import type { Candidate } from './choose-sources.ts';
import { compileInjection, type Injection, type InjectionFacts } from './compile-injection.ts';
import { finishedNote, IDLE_MS, idleNote, runningWarning } from './other-sessions.ts';
import type { Insight, SessionRecord } from './record.ts';
import { hasWork, isDoubted } from './record.ts';
import { onlySelected, onlyTold, type Restoration, type RestoredInsight } from './restoration.ts';
import type { InheritedFacts } from './sections.ts';
import { readSession, sessionOfKey } from './sessions.ts';
import { take, type Viewpoint } from './take.ts';

/** What a session is to be told, in words: nothing is written yet. */
export interface Compiled {
	readonly injection: Injection;
	/** What is taken from other sessions, to be kept; `undefined` where nothing is. */
	readonly restoration: Restoration | undefined;
	/** All sessions that were looked at, highest score first. */
	readonly candidates: readonly Candidate[];
}

/** What a new session is told: the gates, and what earlier sessions pass on (D18, D19). */
export async function compileStart(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<Compiled> {
	const { candidates, restoration } = await take(viewpoint, { kind: 'best' }, ports);
	const notes = idleNotes(viewpoint, ports);
	return { ...compiled({ gates, restoration, notes, isUsual: true }, viewpoint), candidates };
}

/** What a new session is told where the config wants nothing of earlier ones. */
export function compileGates(viewpoint: Viewpoint, gates: string): Compiled {
	return compiled({ gates }, viewpoint);
}

/** What a session is told after its compaction: what it knew itself, and what it inherited (D19). */
export async function compileCompaction(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<Compiled> {
	const { place, session } = viewpoint;
	const known = readSession(place, session, ports);
	const record = known && knowsAnything(known) ? known : undefined;
	const bundle = record?.inherited && session && readBundle(place, session).bundle;
	const { required, present } = record?.comprehension ?? { required: false, present: false };
	// What was inherited is in the bundle, however old its source is.
	const inherited = bundle && factsOf(bundle, required && !present, viewpoint);
	const own = record && (await take(viewpoint, { kind: 'own', record }, ports)).restoration;
	const insights = [...(own?.insights ?? []), ...stillHeld(bundle, place, ports)];
	const restoration = own && { ...own, insights };
	const told = compiled({ gates, restoration, inherited, occasion: 'compact' }, viewpoint);
	// What came from the session itself is in its journal already.
	return { ...told, restoration: undefined };
}

/** Whether a session did anything, or took anything over: of another there is nothing to give back. */
function knowsAnything(record: SessionRecord): boolean {
	return hasWork(record) || record.restorations.length > 0;
}

/** What a resumed session is told: what others finished, or noted for it, while it was away (D19). */
export async function compileResume(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<Compiled> {
	const own = viewpoint.records.find(({ uuid }) => uuid === viewpoint.session?.uuid);
	const note = own && finishedNote(finishedSince(own, viewpoint, ports.host.user));
	const notes = note === undefined ? [] : [note];
	const since = own?.last_activity ?? '';
	const { restoration: all } = await take(viewpoint, { kind: 'noted', since }, ports);
	if (all.sources.length === 0) return compiled({ gates, notes }, viewpoint);
	// Of earlier sessions no more than that: they are known already.
	const restoration = { ...all, tasks: [], olderTasks: 0, projects: [], topics: [] };
	return compiled({ gates, restoration, notes }, viewpoint);
}

/** What a session is told of one that the user named (D24). */
export async function compileNamed(
	source: SessionRecord,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<Compiled> {
	const from = { kind: 'named' as const, records: [source], withNotes: false };
	const { restoration } = await take(viewpoint, from, ports);
	return compiled({ restoration }, viewpoint);
}

/** What a source has to give. */
export interface Inheritance {
	readonly bundle: Bundle;
	/** The session that was named. */
	readonly source: Session;
	/** Its record, as far as it is there still, then its ancestors', nearest first. */
	readonly records: readonly SessionRecord[];
	/** The source is still at work: what it knows is not complete (D25). */
	readonly isRunning: boolean;
	/** The bundle was made before: its items are told, whatever its sources have learnt since. */
	readonly isGiven: boolean;
	/** What was left out, a sentence each. */
	readonly warnings: readonly string[];
}

/** To whom an inheritance is told. */
export interface Heir {
	readonly viewpoint: Viewpoint;
	/** It has to say what it understood, and has not yet. */
	readonly isAsked: boolean;
	/** What the gates have to say, of a session that starts: it is told what else is worth knowing of others. */
	readonly gates: string | undefined;
}

/**
 * What a session is told of its inheritance (D18, D24): in place of what would come in by itself, what was selected of
 * the one source and its ancestors, with what is pending.
 */
export async function compileInherited(
	{ bundle, records, isRunning, isGiven, warnings }: Inheritance,
	{ viewpoint, isAsked, gates }: Heir,
	ports: Ports,
): Promise<Compiled> {
	const isStart = gates !== undefined;
	const from = { kind: 'named' as const, records, withNotes: isStart && !isGiven };
	const taken = onlySelected((await take(viewpoint, from, ports)).restoration, bundle.select);
	const inherited = factsOf(bundle, isAsked, viewpoint);
	const insights = isGiven ? bundleInsights(bundle) : taken.insights;
	// What was said last is the last line of the progress.
	const last = taken.lastSession && { ...taken.lastSession, note: undefined };
	const lastSession = inherited.progress.length > 0 ? last : taken.lastSession;
	const isSource = new Set(records.map(({ uuid }) => uuid));
	const others = viewpoint.records.filter(({ uuid }) => !isSource.has(uuid));
	const notes = [
		...(isRunning ? [runningWarning(bundle.from_session)] : []),
		...(isStart ? [...warnings, ...idleNotes({ ...viewpoint, records: others }, ports)] : []),
	];
	const restoration = { ...taken, insights, lastSession };
	const told = compiled({ gates: gates ?? '', restoration, notes, inherited }, viewpoint);
	return { ...told, restoration: onlyTold(taken, told.injection.dropped) };
}

/** Where nothing else is said. */
const NOTHING = {
	gates: '',
	restoration: undefined,
	occasion: 'start',
	notes: [],
	inherited: undefined,
} as const;

/** Puts into words what a session is told. */
function compiled(
	told: Partial<InjectionFacts>,
	{ continuity }: Pick<Viewpoint, 'continuity'>,
): Compiled {
	const injection = compileInjection({ ...NOTHING, ...told, budget: continuity.budget });
	const restoration = told.restoration && onlyTold(told.restoration, injection.dropped);
	return { injection, restoration, candidates: [] };
}

/** The live session of this branch that has lain idle longest ago with work in it; one line at most. */
function idleNotes({ place, session, registry, records }: Viewpoint, ports: Ports): string[] {
	const now = ports.now();
	const idle = liveSessions(registry, place, machineOf(ports.context))
		.filter(([, { uuid }]) => uuid !== session?.uuid)
		.flatMap(([, { uuid, last_activity: registered }]) => {
			const record = records.find((one) => one.uuid === uuid);
			if (record === undefined || !hasWork(record)) return [];
			const since = registered > record.last_activity ? registered : record.last_activity;
			return now - Date.parse(since) < IDLE_MS ? [] : [{ record, since }];
		})
		.sort((one, other) => compareTexts(other.since, one.since));
	return idle.slice(0, 1).map(({ record, since }) => idleNote(record, since, now));
}

/** Sessions of this user that ended on the branch after the session's last activity, newest first. */
function finishedSince(
	own: SessionRecord,
	{ place, records }: Viewpoint,
	user: string,
): readonly SessionRecord[] {
	return records
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter((one) => one.branch === place.branch && one.user === user && hasWork(one))
		.filter(({ ended_at: ended }) => ended !== null && ended > own.last_activity)
		.sort((one, other) => compareTexts(other.ended_at ?? '', one.ended_at ?? ''));
}

/** The same without what its sessions no longer hold: what was disputed, superseded or forgotten since. */
function stillHeld(bundle: Bundle | undefined, place: Place, ports: Ports): RestoredInsight[] {
	const insights = bundle === undefined ? [] : bundleInsights(bundle);
	const held = new Map<string, readonly Insight[]>();
	for (const key of new Set(insights.map(({ from }) => from))) {
		const record = readSession(place, sessionOfKey(place, key, ports), ports);
		const sure = record?.insights.filter((one) => !isDoubted(one));
		if (sure !== undefined) held.set(key, sure);
	}
	return insights.filter(({ from, insight: { text } }) => {
		const sure = held.get(from);
		// Of a source that is gone, the bundle is all there is.
		return sure === undefined || sure.some((one) => isItemOf(text, one));
	});
}

/** What is told of a bundle beside its lists. */
function factsOf(bundle: Bundle, isAsked: boolean, { place, session }: Viewpoint): InheritedFacts {
	const path = session && bundlePath(place, session);
	return {
		from: bundle.from_session,
		progress: progressLines(bundle),
		file: path && relativeTo(place.root, path),
		isAsked,
	};
}
