import { type Bundle, bundleInsights, progressLines } from '../../core/inherit/bundle.ts';
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
import { relativeTo } from '../../core/place/paths.ts';
import { liveSessions } from '../../core/registry/liveness.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import {
	onlySelected,
	onlyTold,
	type Restoration,
	type RestoredInsight,
} from '../../core/restore/restoration.ts';
import { type RecordSummary, summaryOf } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { compareTexts } from '../../core/text/compare-texts.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import type { Inheritance } from './inherit.ts';
import { recordOf } from './records.ts';
import { take, takeOwn, takeWaiting, type Viewpoint } from './take.ts';

/** What a session is about to be told. */
export interface WrittenInjection {
	readonly injection: Injection;
	/** What is taken from other sessions, to be kept; `undefined` where nothing is. */
	readonly restoration: Restoration | undefined;
	/** All sessions that were looked at, highest score first. */
	readonly candidates: readonly Candidate[];
}

/** What a new session is told: the gates, and what earlier sessions pass on (D18, D19). Writes nothing. */
export async function writeStart(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<WrittenInjection> {
	const { candidates, restoration } = await take(viewpoint, undefined, ports);
	const notes = idleNotes(viewpoint, ports);
	return { ...written({ gates, restoration, notes, isUsual: true }, viewpoint), candidates };
}

/** What a session is told after its compaction: what it knew itself, and what it inherited (D19). */
export async function writeCompaction(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<WrittenInjection> {
	const { place, session } = viewpoint;
	const own = await recordOf(session, place, ports);
	const record = own && knowsAnything(own) ? own : undefined;
	const again = record?.inherited && session && (await ports.bundles.read(place, session));
	const bundle = again?.kind === 'present' ? again.doc : undefined;
	const { required, present } = record?.comprehension ?? { required: false, present: false };
	// What was inherited is in the bundle, however old its source is.
	const inherited = bundle && (await factsOf(bundle, required && !present, viewpoint, ports));
	const restoration = record && (await takeOwn(record, viewpoint, ports));
	const insights = [...(restoration?.insights ?? []), ...(await insightsOf(bundle))];
	const all = restoration && { ...restoration, insights };
	const told = written({ gates, restoration: all, inherited, occasion: 'compact' }, viewpoint);
	// What came from the session itself is in its journal already.
	return { ...told, restoration: undefined };
}

/** Whether a session did anything, or took anything over: of another there is nothing to give back. */
function knowsAnything(record: SessionRecord): boolean {
	return summaryOf(record, false).hasWork || record.restorations.length > 0;
}

/** What a resumed session is told: what others finished, or noted for it, while it was away (D19). */
export async function writeResume(
	viewpoint: Viewpoint,
	gates: string,
	ports: Ports,
): Promise<WrittenInjection> {
	const note = finishedNote(finishedSince(viewpoint, ports.host.user));
	const restoration = await takeWaiting(viewpoint, ports);
	return written({ gates, restoration, notes: note === undefined ? [] : [note] }, viewpoint);
}

/** What a session is told of one that the user named (D24). */
export async function writeNamed(
	source: SessionRecord,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<WrittenInjection> {
	const { restoration } = await take(viewpoint, { records: [source], withNotes: false }, ports);
	return written({ restoration }, viewpoint);
}

/** What a session inherits, and what is said beside it. */
interface TellingInheritance extends Pick<Inheritance, 'bundle' | 'records' | 'isRunning'> {
	/** The bundle was made before: its items are told, whatever its sources have learnt since. */
	readonly isGiven: boolean;
	/** It has to say what it understood, and has not yet. */
	readonly isAsked: boolean;
	/** Single sentences of ours beside it. */
	readonly notes: readonly string[];
	/** What a person noted in a terminal for the next session comes with it. */
	readonly withNotes?: boolean;
	/** What the gates have to say. */
	readonly gates: string;
}

/**
 * What a session is told of its inheritance (D18, D24): in place of what would come in by itself, what was selected of
 * the one source and its ancestors, with what is pending. Writes nothing.
 */
export async function writeInherited(
	telling: TellingInheritance,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<WrittenInjection> {
	const { bundle, records, isRunning, isGiven, isAsked, gates, withNotes = false } = telling;
	const { restoration } = await take(viewpoint, { records, withNotes }, ports);
	const taken = onlySelected(restoration, bundle.select);
	const inherited = await factsOf(bundle, isAsked, viewpoint, ports);
	const insights = isGiven ? await insightsOf(bundle) : taken.insights;
	// What was said last is the last line of the progress.
	const last = taken.lastSession && { ...taken.lastSession, note: undefined };
	const lastSession = inherited.progress.length > 0 ? last : taken.lastSession;
	const running = isRunning ? [runningWarning(bundle.from_session)] : [];
	const notes = [...running, ...telling.notes];
	const all = { ...taken, insights, lastSession };
	const told = written({ gates, restoration: all, notes, inherited }, viewpoint);
	return { ...told, restoration: onlyTold(taken, told.injection.dropped) };
}

/** What a session that starts is told of its inheritance, with what else is worth knowing of others. Writes nothing. */
export function writeInheritedStart(
	{
		warnings,
		...inheritance
	}: Omit<TellingInheritance, 'notes'> & { readonly warnings: readonly string[] },
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<WrittenInjection> {
	const isSource = new Set(inheritance.records.map(({ uuid }) => uuid));
	const others = viewpoint.summaries.filter(({ uuid }) => !isSource.has(uuid));
	const notes = [...warnings, ...idleNotes({ ...viewpoint, summaries: others }, ports)];
	const withNotes = !inheritance.isGiven;
	return writeInherited({ ...inheritance, notes, withNotes }, viewpoint, ports);
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
function written(
	told: Partial<InjectionFacts>,
	{ continuity }: Pick<Viewpoint, 'continuity'>,
): WrittenInjection {
	const injection = compileInjection({ ...NOTHING, ...told, budget: continuity.budget });
	const restoration = told.restoration && onlyTold(told.restoration, injection.dropped);
	return { injection, restoration, candidates: [] };
}

/** The live session of this branch that has lain idle longest ago with work in it; one line at most. */
function idleNotes({ place, session, registry, summaries }: Viewpoint, ports: Ports): string[] {
	const now = ports.now();
	const at = { commonDir: commonDirOf(place), branch: place.branch };
	const idle = liveSessions(registry, at, machineOf(ports))
		.filter(([, { uuid }]) => uuid !== session?.uuid)
		.flatMap(([, { uuid, last_activity: registered }]) => {
			const summary = summaries.find((one) => one.uuid === uuid);
			if (summary?.hasWork !== true) return [];
			const since = registered > summary.lastActivity ? registered : summary.lastActivity;
			return now - Date.parse(since) < IDLE_MS ? [] : [{ summary, since }];
		})
		.sort((one, other) => compareTexts(other.since, one.since));
	return idle.slice(0, 1).map((one) => idleNote(one, now));
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

/** What the lists of a bundle hold, without what holds a secret. */
async function insightsOf(bundle: Bundle | undefined): Promise<readonly RestoredInsight[]> {
	if (bundle === undefined) return [];
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	return bundleInsights(bundle, holdsSecret);
}

/** What is told of a bundle beside its lists. */
async function factsOf(
	bundle: Bundle,
	isAsked: boolean,
	{ place, session }: Viewpoint,
	ports: Ports,
): Promise<InheritedFacts> {
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	const path = session && (await ports.bundles.file(place, session));
	return {
		from: bundle.from_session,
		progress: progressLines(bundle, holdsSecret),
		file: path && relativeTo(place.root, path),
		isAsked,
	};
}
