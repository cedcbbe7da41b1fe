import {
	compileInjection,
	type Injection,
	type InjectionFacts,
} from '../../core/inject/compile-injection.ts';
import { finishedNote, IDLE_MS, idleNote } from '../../core/inject/other-sessions.ts';
import { liveSessions } from '../../core/registry/liveness.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { onlyTold } from '../../core/restore/only-told.ts';
import type { Restoration } from '../../core/restore/restoration.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';
import { summaryOf } from '../../core/session-record/summary-of.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import { gather, gatherNamed, gatherOwn } from './gathering.ts';
import type { Looking } from './looking-back.ts';

/** What a session is about to be told. */
export interface Composed {
	readonly injection: Injection;
	/** What is taken from other sessions; `undefined` where nothing is. */
	readonly restoration: Restoration | undefined;
	/** All sessions that were looked at, highest score first. */
	readonly candidates: readonly Candidate[];
}

/** What a new session is told: the gates, and what earlier sessions pass on (D18, D19). Writes nothing. */
export async function composeStart(
	looking: Looking,
	gates: string,
	ports: Ports,
): Promise<Composed> {
	const { lookback, restoration } = await gather(looking, ports);
	const notes = idleNotes(looking, ports);
	const told = composed({ ...AT_A_START, gates, restoration, notes }, looking);
	return { ...told, candidates: lookback.candidates };
}

/** What a session is told after its compaction: what it knew itself, and what it inherited (D19). */
export async function composeCompaction(
	looking: Looking,
	gates: string,
	ports: Ports,
): Promise<Composed> {
	const own = looking.session && (await ports.records.read(looking.place, looking.session));
	const record = own?.kind === 'present' && knowsAnything(own.doc) ? own.doc : undefined;
	const again = record?.inherited && (await inheritedBy(record, looking, ports));
	const restoration = record && (await gatherOwn(record, looking, ports));
	const insights = [...(restoration?.insights ?? []), ...(again?.insights ?? [])];
	const told = { gates, restoration: restoration && { ...restoration, insights }, notes: [] };
	return composed({ ...told, occasion: 'compact', inherited: again?.items ?? [] }, looking);
}

async function inheritedBy(record: SessionRecord, looking: Looking, ports: Ports) {
	const { inheritedAgain } = await import('./inherited-again.ts');
	return inheritedAgain(record, looking, ports);
}

/** Whether a session did anything, or took anything over: of another there is nothing to give back. */
function knowsAnything(record: SessionRecord): boolean {
	return summaryOf(record, false).hasWork || record.restorations.length > 0;
}

/** What a resumed session is told: what others finished while it was away (D19). */
export function composeResume(looking: Looking, gates: string, ports: Ports): Composed {
	const note = finishedNote(finishedSince(looking, ports.host.user));
	const notes = note === undefined ? [] : [note];
	return composed({ ...AT_A_START, gates, restoration: undefined, notes }, looking);
}

/** What a session is told of one that the user named (D24). */
export async function composeFrom(
	source: SessionRecord,
	looking: Looking,
	ports: Ports,
): Promise<Composed> {
	const named = { record: source, score: 0, context: true, pins: 'all' as const };
	const restoration = await gatherNamed([named], looking, ports);
	return composed({ ...AT_A_START, gates: '', restoration, notes: [] }, looking);
}

/** Where nothing was inherited. */
const AT_A_START = { occasion: 'start', inherited: [] } as const;

/** Puts into words what a session is told. */
export function composed(
	told: Omit<InjectionFacts, 'budget'>,
	{ continuity }: Pick<Looking, 'continuity'>,
): Composed {
	const injection = compileInjection({ ...told, budget: continuity.budget });
	const restoration = told.restoration && onlyTold(told.restoration, injection.dropped);
	return { injection, restoration, candidates: [] };
}

/** The live session of this branch that has lain idle longest ago with work in it; one line at most. */
export function idleNotes(
	{ place, session, registry, summaries }: Looking,
	ports: Ports,
): string[] {
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
		.sort((one, other) => (one.since < other.since ? 1 : -1));
	return idle.slice(0, 1).map((one) => idleNote(one, now));
}

/** Sessions of this user that ended on the branch after the session's last activity, newest first. */
function finishedSince(
	{ place, session, summaries }: Looking,
	user: string,
): readonly RecordSummary[] {
	const own = summaries.find(({ uuid }) => uuid === session?.uuid);
	if (own === undefined) return [];
	return summaries
		.filter(({ uuid, channel }) => uuid !== own.uuid && channel === own.channel)
		.filter((one) => one.branch === place.branch && one.user === user && one.hasWork)
		.filter(({ endedAt }) => endedAt !== undefined && endedAt > own.lastActivity)
		.sort((one, other) => ((one.endedAt ?? '') < (other.endedAt ?? '') ? 1 : -1));
}
