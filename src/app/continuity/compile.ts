import { type Bundle, bundleInsights, isItemOf, progressLines } from '../../core/inherit/bundle.ts';
import {
	compileInjection,
	type Injection,
	type InjectionFacts,
} from '../../core/inject/compile-injection.ts';
import {
	finishedNote,
	IDLE_MS,
	idleNote,
	runningWarning,
} from '../../core/inject/other-sessions.ts';
import type { InheritedFacts } from '../../core/inject/sections.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { onlySelected, onlyTold, type Restoration } from '../../core/restore/restoration.ts';
import { type Session, sessionOfKey } from '../../core/session/session-id.ts';
import { isDoubted } from '../../core/session-record/insights.ts';
import { type RecordSummary, summaryOf } from '../../core/session-record/record-summary.ts';
import type { Insight, SessionRecord } from '../../core/session-record/schema.ts';
import { relativeTo } from '../../core/text/paths.ts';
import { compareTexts } from '../../core/text/strings.ts';
import type { Place } from '../../git/place.ts';
import { machineOf } from '../../state/registry.ts';
import { liveSessions } from '../../state/registry-kind.ts';
import type { Ports } from '../ports.ts';
import { recordOf } from './records.ts';
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
	const known = await recordOf(session, place, ports);
	const record = known && knowsAnything(known) ? known : undefined;
	const again = record?.inherited && session && (await ports.bundles.read(place, session));
	const bundle = again?.kind === 'present' ? again.doc : undefined;
	const { required, present } = record?.comprehension ?? { required: false, present: false };
	// What was inherited is in the bundle, however old its source is.
	const inherited = bundle && (await factsOf(bundle, required && !present, viewpoint, ports));
	const own = record && (await take(viewpoint, { kind: 'own', record }, ports)).restoration;
	const insights = [...(own?.insights ?? []), ...(await stillHeld(bundle, place, ports))];
	const restoration = own && { ...own, insights };
	const told = compiled({ gates, restoration, inherited, occasion: 'compact' }, viewpoint);
	// What came from the session itself is in its journal already.
	return { ...told, restoration: undefined };
}

/** Whether a session did anything, or took anything over: of another there is nothing to give back. */
function knowsAnything(record: SessionRecord): boolean {
	return summaryOf(record, false).hasWork || record.restorations.length > 0;
}

/** What a resumed session is told: what others finished, or noted for it, while it was away (D19). */
export async function compileResume(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<Compiled> {
	const note = finishedNote(finishedSince(viewpoint, ports.host.user));
	const notes = note === undefined ? [] : [note];
	if (!viewpoint.summaries.some(({ waits }) => waits)) return compiled({ gates, notes }, viewpoint);
	const { restoration: all } = await take(viewpoint, { kind: 'waiting' }, ports);
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
	const inherited = await factsOf(bundle, isAsked, viewpoint, ports);
	const insights = isGiven ? bundleInsights(bundle) : taken.insights;
	// What was said last is the last line of the progress.
	const last = taken.lastSession && { ...taken.lastSession, note: undefined };
	const lastSession = inherited.progress.length > 0 ? last : taken.lastSession;
	const isSource = new Set(records.map(({ uuid }) => uuid));
	const others = viewpoint.summaries.filter(({ uuid }) => !isSource.has(uuid));
	const notes = [
		...(isRunning ? [runningWarning(bundle.from_session)] : []),
		...(isStart ? [...warnings, ...idleNotes({ ...viewpoint, summaries: others }, ports)] : []),
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
function idleNotes({ place, session, registry, summaries }: Viewpoint, ports: Ports): string[] {
	const now = ports.now();
	const idle = liveSessions(registry, place, machineOf(ports.context))
		.filter(([, { uuid }]) => uuid !== session?.uuid)
		.flatMap(([, { uuid, last_activity: registered }]) => {
			const summary = summaries.find((one) => one.uuid === uuid);
			if (summary?.hasWork !== true) return [];
			const since = registered > summary.lastActivity ? registered : summary.lastActivity;
			return now - Date.parse(since) < IDLE_MS ? [] : [{ summary, since }];
		})
		.sort((one, other) => compareTexts(other.since, one.since));
	return idle.slice(0, 1).map(({ summary, since }) => idleNote(summary, since, now));
}

/** Sessions of this user that ended on the branch after the session's last activity, newest first. */
function finishedSince(
	{ place, session, summaries }: Viewpoint,
	user: string,
): readonly RecordSummary[] {
	const own = summaries.find(({ uuid }) => uuid === session?.uuid);
	if (own === undefined) return [];
	return summaries
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter((one) => one.branch === place.branch && one.user === user && one.hasWork)
		.filter(({ endedAt }) => endedAt !== undefined && endedAt > own.lastActivity)
		.sort((one, other) => compareTexts(other.endedAt ?? '', one.endedAt ?? ''));
}

/** The same without what its sessions no longer hold: what was disputed, superseded or forgotten since. */
async function stillHeld(bundle: Bundle | undefined, place: Place, ports: Ports) {
	const insights = bundle === undefined ? [] : bundleInsights(bundle);
	const sources = new Set(insights.map(({ from }) => from));
	const held = new Map<string, readonly Insight[]>();
	for (const key of [...sources].slice(0, MOST_SOURCES)) {
		const record = await recordOf(sessionOfKey(key), place, ports);
		const sure = record?.insights.filter((one) => !isDoubted(one));
		if (sure !== undefined) held.set(key, sure);
	}
	return insights.filter(({ from, insight: { text } }) => {
		const sure = held.get(from);
		// Of a source that is gone, the bundle is all there is.
		return sure === undefined || sure.some((one) => isItemOf(text, one));
	});
}

/** A bundle of ours is of fewer. */
const MOST_SOURCES = 50;

/** What is told of a bundle beside its lists. */
async function factsOf(
	bundle: Bundle,
	isAsked: boolean,
	{ place, session }: Viewpoint,
	ports: Ports,
): Promise<InheritedFacts> {
	const path = session && (await ports.bundles.file(place, session));
	return {
		from: bundle.from_session,
		progress: progressLines(bundle),
		file: path && relativeTo(place.root, path),
		isAsked,
	};
}
