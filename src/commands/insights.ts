import { type Caller, onlyAPerson } from '../app/commands/caller.ts';
import { keptText } from '../app/commands/kept-text.ts';
import {
	isOwn,
	type Memory,
	memoriesOf,
	memoryIfAny,
	memoryToChange,
	onlyItsOwn,
	remember,
	rememberingScene,
} from '../app/commands/memory-of.ts';
import { recordOf } from '../app/commands/record-asked.ts';
import { OUTSIDE } from '../app/commands/session-choice.ts';
import { recordEvents } from '../app/continuity/keep-events.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { DeskPorts, Ports } from '../app/ports.ts';
import { type NotedInsight, notedInsights } from '../core/capture/noted-insights.ts';
import type { Continuity } from '../core/config/continuity.ts';
import { Fault } from '../core/fault/fault.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import type { InsightKind } from '../core/journal/values.ts';
import { absolutePath, plainPath } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { redact } from '../core/redact/redact.ts';
import type { Session } from '../core/session/session-id.ts';
import {
	CERTAIN,
	confirmed,
	disputed,
	insightId,
	insightsNamed,
	isCandidate,
	isPassedOn,
	type KnownInsight,
	knownInsights,
	type SupposedBlocker,
	supposedBlockers,
} from '../core/session-record/insights.ts';
import type { Insight, SessionRecord } from '../core/session-record/schema.ts';
import { flat, oneLine, quoted } from '../core/text/one-line.ts';

/** Characters of an insight, and of what speaks for it. */
const LONGEST_INSIGHT = 1_000;

const LONGEST_REASON = 500;

/** More in one session push files and notes out of its record: a limit of storage, as its 50 kB are, so no config has it. */
const MOST_INSIGHTS = 100;

const TEXT = { what: 'the text', max: LONGEST_INSIGHT };

const WHY = { what: 'the reason', max: LONGEST_REASON };

export interface LearnRequest {
	readonly caller: Caller;
	readonly kind: InsightKind;
	readonly text: string;
	/** Of decisions only. */
	readonly why: string | undefined;
}

export interface Learnt extends Memory {
	readonly id: string;
	readonly kind: InsightKind;
	/** The session had it already, for certain and with this reason. */
	readonly already: boolean;
	readonly redacted: readonly string[];
}

/**
 * Keeps an insight for later sessions, for certain (D26). The same text twice is one.
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`
 */
export async function keep(request: LearnRequest, ports: Ports): Promise<Learnt> {
	const { caller, kind } = request;
	const { text, ...said } = keptText(request.text, TEXT);
	const why = request.why === undefined ? undefined : keptText(request.why, WHY);
	const memory = await memoryToChange(caller, ports);
	const id = insightId(kind, text);
	const record = await recordOf(memory.place, memory.session, ports);
	const had = record.insights.find((one) => one.id === id);
	if (had === undefined) refuseBeyond(record.insights.length, memory.session.key);
	const already = had?.confidence === CERTAIN && (why === undefined || had.why === why.text);
	const source = caller.isModel ? 'agent' : 'user';
	const reason = why?.text ?? had?.why;
	const entry = {
		...({ e: 'insight', id, kind, text, confidence: CERTAIN, source } as const),
		...(reason === undefined ? {} : { why: reason }),
	};
	if (!already) await remember(memory, [entry], ports);
	const redacted = [...said.redacted, ...(why?.redacted ?? [])];
	return { ...memory, id, kind, already, redacted };
}

/**
 * A learning is a sentence. One word, or a word and an id, is a mistyped subcommand.
 *
 * @throws Fault `usage`
 */
export function aSentence(text: string): string {
	if (/\s/.test(text.trim()) && !MISTYPED.test(text.trim())) return text;
	throw new Fault(
		'usage',
		`"${text.trim()}" is no sentence to learn, nor a command of \`req learn\``,
		{
			hint: 'such as `req learn "the tests need a running database"`',
		},
	);
}

const MISTYPED = /^[a-z]+\s+i[0-9a-f]{3,8}$/i;

/** @throws Fault `refused` where the session knows as much as its record can hold beside the rest (D28) */
function refuseBeyond(count: number, key: string): void {
	if (count < MOST_INSIGHTS) return;
	throw new Fault('refused', `session ${key} keeps ${count} insights, ${MOST_INSIGHTS} at most`, {
		hint: 'take one away with `req learn forget ID`: req learn list',
	});
}

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
 * Confirms or disputes an insight of any session of the repository, by its id. Nothing else
 * ever changes what another session knows. It needs no session.
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

/** What became of the insights in a file. */
export interface Imported extends Memory {
	readonly kept: number;
	/** The session had them already. */
	readonly known: number;
	/** Empty, too long, or more than a session keeps. */
	readonly leftOut: number;
	/** A secret was taken out of so many. */
	readonly redacted: number;
}

type InsightEntry = Extract<JournalEntry, { e: 'insight' }>;

/**
 * Keeps what a file such as `{"learnings": […], "patterns": […]}` holds for later sessions.
 *
 * @param request `file`: as it was typed
 * @throws Fault `usage`, `unknown_session`, `not_configured`, `state_unwritable`
 */
export async function importInsights(
	{ caller, file }: { readonly caller: Caller; readonly file: string },
	ports: DeskPorts,
): Promise<Imported> {
	const noted = notedIn(file, caller.cwd, ports);
	const memory = await memoryToChange(caller, ports);
	const { insights } = await recordOf(memory.place, memory.session, ports);
	const had = new Set(insights.map(({ id }) => id));
	const said = noted.flatMap((one) => entryOf(one) ?? []);
	const fresh = [...new Map(said.map((entry) => [entry.id, entry])).values()].filter(
		({ id }) => !had.has(id),
	);
	const kept = fresh.slice(0, Math.max(0, MOST_INSIGHTS - insights.length));
	if (kept.length > 0) await remember(memory, kept, ports);
	const leftOut = noted.length - said.length + fresh.length - kept.length;
	const redacted = noted.filter(({ text, why }) => [text, why ?? ''].some(holdsSecret)).length;
	return { ...memory, kept: kept.length, known: said.length - fresh.length, leftOut, redacted };
}

/** @throws Fault `usage` */
function notedIn(file: string, cwd: string, ports: DeskPorts): NotedInsight[] {
	const read = ports.setupFiles.read(plainPath(absolutePath(file, cwd)));
	const json = read.kind === 'text' ? ports.client.parse(read.text) : undefined;
	const noted = notedInsights(json);
	if (noted.length > 0) return noted;
	const what = `nothing to learn is in ${oneLine(file)}`;
	const why = read.kind === 'text' ? '' : `: ${read.kind === 'absent' ? 'no such file' : read.why}`;
	throw new Fault('usage', `${what}${why}`, {
		hint: 'such as {"learnings": ["…"], "patterns": ["…"], "warnings": ["…"], "decisions": ["…"]}',
	});
}

function entryOf({ kind, ...said }: NotedInsight): InsightEntry | undefined {
	const text = flat(redact(said.text));
	const why = said.why === undefined ? '' : flat(redact(said.why));
	if (text === '' || text.length > LONGEST_INSIGHT || why.length > LONGEST_REASON) return undefined;
	return {
		...{ e: 'insight', id: insightId(kind, text), kind, text },
		...{ confidence: CERTAIN, source: 'import' },
		...(why === '' ? {} : { why }),
	};
}

function holdsSecret(text: string): boolean {
	return redact(text) !== text;
}

/** What becomes of a blocker that a prompt let suppose. */
export type BlockerVerdict = 'confirmed' | 'disputed' | 'forgotten';

/**
 * Says of a supposed blocker what it is: confirmed, it stands like one noted by hand; else it is resolved, in each
 * session that has it (D26). What others than its own session have is not the model's to take away.
 *
 * @throws Fault `unknown_name`, `not_configured`, `refused`
 */
export async function judgeBlocker(
	request: {
		readonly caller: Caller;
		readonly reference: string;
		readonly verdict: BlockerVerdict;
	},
	ports: Ports,
): Promise<SupposedBlocker> {
	const { caller, reference, verdict } = request;
	const scene = await rememberingScene(caller, ports);
	const all = supposedBlockers(await everyRecord(scene.place, ports), ports.sha256);
	const blocker = blockerMeant(reference, all);
	const homes = memoriesOf(blocker.records, scene, ports);
	if (verdict === 'forgotten' && !homes.every(({ session }) => isOwn(session, ports))) {
		const what = `req learn forget ${blocker.id}`;
		const hint = `the user runs \`${what}\` in a terminal`;
		await onlyAPerson(caller, { what, hint }, ports);
	}
	const { type, text } = blocker;
	const source = caller.isModel ? 'agent' : 'user';
	const said = { e: 'block', type, text, source } as const;
	const entry = verdict === 'confirmed' ? said : ({ ...said, resolved: true } as const);
	for (const home of homes) await remember(home, [entry], ports);
	return blocker;
}

function blockerMeant(reference: string, all: readonly SupposedBlocker[]): SupposedBlocker {
	const found = all.filter(({ id }) => id.startsWith(reference.trim().toLowerCase()));
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		throw new Fault('unknown_name', `no blocker that waits for review is ${what}`, {
			hint: 'req learn review --all',
		});
	}
	const lines = found.map(({ id, text }) => `  ${id}  ${quoted(text)}`);
	throw new Fault('unknown_name', `${what} means ${found.length} blockers`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}
