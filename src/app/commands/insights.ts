import type { Continuity } from '../../core/config/continuity.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { InsightKind } from '../../core/journal/values.ts';
import type { Place } from '../../core/place/place.ts';
import type { Session } from '../../core/session/session-id.ts';
import {
	confirmed,
	disputed,
	insightsNamed,
	isCandidate,
	isPassedOn,
	type KnownInsight,
	knownInsights,
	type SupposedBlocker,
	supposedBlockers,
} from '../../core/session-record/insights.ts';
import type { Insight, SessionRecord } from '../../core/session-record/schema.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { recordEvents } from '../continuity/keep-events.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyAPerson } from './caller.ts';
import { memoriesOf } from './inherited.ts';
import { isOwn, memoryIfAny, onlyItsOwn, remember } from './memory-of.ts';
import { OUTSIDE } from './session-choice.ts';

export interface InsightFilter {
	readonly caller: Caller;
	readonly kind: InsightKind | undefined;
	/** Of every branch. */
	readonly all: boolean;
	/** Only what waits for somebody's word, all but suppositions (D26), or everything. */
	readonly which: 'candidates' | 'certain' | 'all';
}

export interface Insights {
	readonly branch: string;
	readonly insights: readonly KnownInsight[];
	/** What prompts let suppose to be in the way: where suppositions are asked for. */
	readonly blockers: readonly SupposedBlocker[];
	/** How many there are of other branches where there is none here. */
	readonly elsewhere: number;
}

/** What sessions of this branch, of all or one session learnt, newest first. */
export async function insightList(filter: InsightFilter, ports: Ports): Promise<Insights> {
	const { caller, all, which } = filter;
	const { place, config, session } = await memoryIfAny(caller, ports);
	const { branch } = place;
	const records = await recordsWith(session, place, ports);
	const here = records.filter(
		(record) =>
			all || (caller.session === undefined ? record.branch === branch : isOf(record, session)),
	);
	const { decay } = config.continuity;
	const found = (of: readonly SessionRecord[]) => ({
		insights: knownInsights(of).filter(({ insight }) => isAsked(insight, filter, decay)),
		blockers: which === 'certain' ? [] : supposedBlockers(of, ports.sha256),
	});
	const mine = found(here);
	const isNone = mine.insights.length + mine.blockers.length === 0 && caller.session === undefined;
	const others = isNone && !all ? found(records) : mine;
	const elsewhere = isNone ? others.insights.length + others.blockers.length : 0;
	return { branch, ...mine, elsewhere };
}

/** What nobody is told of any more waits for no word either. */
function isAsked(
	insight: Insight,
	{ kind, which }: InsightFilter,
	decay: Continuity['decay'],
): boolean {
	if (kind !== undefined && insight.kind !== kind) return false;
	if (which === 'all') return true;
	if (which === 'certain') return !isCandidate(insight);
	return isCandidate(insight) && isPassedOn(insight.confidence, decay);
}

function isOf({ uuid }: SessionRecord, session: Session | undefined): boolean {
	return uuid === session?.uuid;
}

/** All records, that of the session with what its journal holds beyond it. */
async function recordsWith(
	session: Session | undefined,
	place: Place,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const records = await everyRecord(place, ports);
	const own = session === undefined ? undefined : await ports.records.read(place, session);
	if (own?.kind !== 'present') return records;
	return [...records.filter((record) => !isOf(record, session)), own.doc];
}

export interface Scored {
	readonly insight: Insight;
	readonly confidence: number;
	/** Later sessions can be told of it. */
	readonly isPassedOn: boolean;
}

/**
 * Confirms or disputes an insight of any session of the repository, by its id (S2-009). Nothing else
 * ever changes what another session knows (S2-140). It needs no session.
 *
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`
 */
export async function score(
	request: {
		readonly caller: Caller;
		readonly reference: string;
		readonly verdict: 'confirmed' | 'disputed';
	},
	ports: Ports,
): Promise<Scored> {
	const { caller, reference, verdict } = request;
	const { session, ...scene } = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, session, ports);
	const { insight, records } = await meant(reference, { ...scene, session }, ports);
	const confidence = verdict === 'confirmed' ? confirmed(insight) : disputed(insight);
	const reason = `${verdict} by ${caller.isModel ? 'agent' : 'user'}`;
	const { id } = insight;
	const line = { e: 'score', id, old: insight.confidence, new: confidence, reason } as const;
	const by = session?.key ?? OUTSIDE;
	const others = records.filter(({ uuid }) => uuid !== session?.uuid);
	for (const home of memoriesOf(others, scene, ports)) {
		await remember(home, [{ ...line, by }], ports);
	}
	if (session !== undefined) await remember({ ...scene, session }, [line], ports);
	return {
		...{ insight, confidence },
		isPassedOn: isPassedOn(confidence, scene.config.continuity.decay),
	};
}

/**
 * Takes an insight away from all sessions that have it: nobody is told of it any more. What others than
 * its own session know is not the model's to take away; that the user did is an event.
 *
 * @throws Fault `unknown_name`, `not_configured`, `refused`
 */
export async function forget(
	{ caller, reference }: { readonly caller: Caller; readonly reference: string },
	ports: Ports,
): Promise<{ readonly insight: Insight }> {
	const memory = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, memory.session, ports);
	const { insight, records } = await meant(reference, memory, ports);
	const homes = memoriesOf(records, memory, ports);
	const { id } = insight;
	if (!homes.every(({ session }) => isOwn(session, ports))) {
		const what = `req learn forget ${id}`;
		const hint = `the user runs \`${what}\` in a terminal`;
		await onlyAPerson(caller, { what, hint }, ports);
	}
	for (const home of homes) await remember(home, [{ e: 'forget', id }], ports);
	if (!caller.isModel) {
		const data = { command: 'learn forget', ref: id, by: caller.user };
		const session = memory.session?.uuid ?? null;
		await recordEvents(memory.place, [{ name: 'session_override', session, data }], ports);
	}
	return { insight };
}

/** The one insight a reference means, among all records of the repository. */
async function meant(
	reference: string,
	{ place, session }: { readonly place: Place; readonly session: Session | undefined },
	ports: Ports,
): Promise<KnownInsight> {
	const records = await recordsWith(session, place, ports);
	const found = insightsNamed(reference, knownInsights(records));
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		throw new Fault('unknown_name', `nothing that was learnt here is ${what}`, {
			hint: 'req learn list --all',
		});
	}
	const lines = found.map(({ insight }) => `  ${insight.id}  ${quoted(insight.text)}`);
	throw new Fault('unknown_name', `${what} means ${found.length} insights`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}
