import { everyRecordWith, memoryIfAny } from '../app/commands/memory-of.ts';
import { recallFacts } from '../app/continuity/learned-today.ts';
import type { CommandPorts } from '../app/ports.ts';
import type { InsightKind } from '../core/journal/enums.ts';
import {
	isCandidate,
	isDoubted,
	isPassedOn,
	type KnownBlocker,
	type KnownInsight,
	knownInsights,
	supposedBlockers,
	tagsOf,
} from '../core/session-record/insights.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { oneLine } from '../core/text/one-line.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { lessonsOf } from '../memory/lesson.ts';
import { findGone, isIn, plainWords } from '../memory/recall-text.ts';
import { holdsSecret } from '../secrets/redact.ts';
import { type Answer, callerAt } from './command.ts';
import { type Cells, elsewhereText, layoutOf, table } from './layout.ts';

interface Filter {
	readonly kind?: InsightKind;
	readonly all?: true;
	readonly session?: string;
	readonly wide?: true;
}

/** What was learned, or is supposed to hold work up: for scripts, and what only people read. */
interface Listed {
	readonly json: {
		readonly id: string;
		readonly kind: string;
		readonly confidence: number | null;
		readonly created_at: string;
		/** Words that it does not have and is found by. */
		readonly tags?: readonly string[];
	};
	readonly text: string;
	/** The session that has it. */
	readonly of: string;
	/** Why it waits for a word. */
	readonly why?: string;
	/** `yes`, or why no prompt brings it. */
	readonly told?: string;
}

type Which = 'candidates' | 'certain';

/** What sessions of this branch, of all, or one session learned; suppositions that wait for a word (D26) only by themselves. */
export async function listing(given: Filter, which: Which, ports: CommandPorts): Promise<Answer> {
	const { listed, none } = await listedThings(given, which, ports);
	const layout = layoutOf({ wide: given.wide }, ports);
	const cells: Cells<Listed> = {
		ID: ({ json }) => oneLine(json.id),
		KIND: ({ json }) => json.kind,
		CONFIDENCE: ({ json }) => String(json.confidence ?? '-'),
		AGE: ({ json }) => layout.when(json.created_at),
		SESSION: ({ of }) => oneLine(of),
		...(which === 'certain'
			? { TOLD: ({ told = '' }: Listed) => told }
			: { WHY: ({ why = '' }: Listed) => oneLine(why) }),
		TEXT: ({ text, json: { tags = [] } }) =>
			tags.length === 0 ? oneLine(text) : oneLine(`${text} [${tags.join(', ')}]`),
	};
	return {
		text: () => (listed.length === 0 ? none : table(listed, cells, layout)),
		json: () => listed.map(({ json }) => json),
	};
}

async function listedThings(
	{ kind, all, session: reference }: Filter,
	which: Which,
	ports: CommandPorts,
): Promise<{ readonly listed: readonly Listed[]; readonly none: string }> {
	const { place, config, session } = await memoryIfAny(callerAt(ports, reference), ports);
	const { branch } = place;
	const { decay } = config.continuity;
	const records = await everyRecordWith(session, place, ports);
	const outdated = which === 'certain' ? NONE_GONE : outdatedIn(records, place, ports);
	const listener = {
		...{ user: ports.host.user, isTold: config.continuity.recall },
		read: ports.clientMemory(place).map(plainWords),
	};
	const isHere = (record: SessionRecord) =>
		reference === undefined ? record.branch === branch : record.uuid === session?.uuid;
	const listedOf = (of: readonly SessionRecord[]): Listed[] => {
		const insights = knownInsights(of).filter(({ insight }) => {
			if (kind !== undefined && insight.kind !== kind) return false;
			if (which === 'certain') return !isCandidate(insight);
			// What nobody is told of any more waits for no word either.
			const waits = isCandidate(insight) || outdated.has(insight.id);
			return waits && isPassedOn(insight.confidence, decay);
		});
		const blockers = which === 'certain' ? [] : supposedBlockers(of, ports.sha256);
		const known = insights.map((one) => listedInsight(one, listener));
		const all: Listed[] = [...known, ...blockers.map(listedBlocker)];
		return which === 'certain' ? all : all.map((one) => withReason(one, outdated.get(one.json.id)));
	};
	const listed = listedOf(all ? records : records.filter(isHere));
	const elsewhere = reference === undefined ? listedOf(records).length : 0;
	const here = reference === undefined ? onBranchText(branch) : 'in this session';
	const nothing = which === 'candidates' ? 'nothing waits for review' : 'nothing was learned';
	const none = `${nothing} ${all ? 'in this repository' : here}${elsewhereText(elsewhere)}`;
	return { listed, none };
}

/** Who is told lessons here, and what they know without being told. */
interface Listener {
	readonly user: string;
	/** `continuity.recall` */
	readonly isTold: boolean;
	/** What the client reads by itself, in plain form. */
	readonly read: readonly string[];
}

/** `yes` where prompts and files bring it, or why not. */
function toldWord({ insight: { id }, records }: KnownInsight, listener: Listener): string {
	const own = records.filter(({ user }) => user === listener.user);
	if (own.length === 0) return "another user's";
	const sources = own.filter(({ channel }) => channel !== 'nested');
	if (sources.length === 0) return "nested client's";
	const known = sources.flatMap(({ insights }) => insights.filter((one) => one.id === id));
	const certain = known.find((one) => !isCandidate(one) && !isDoubted(one));
	if (certain !== undefined) return toldWordOf(certain, listener);
	// What takes the place of another leaves nothing of its confidence.
	return known.some(({ confidence }) => confidence === 0) ? 'superseded' : 'disputed';
}

function toldWordOf(
	{ text, why }: { readonly text: string; readonly why?: string | undefined },
	{ isTold, read }: Listener,
): string {
	if (!isTold) return 'recall off';
	if ([text, why ?? ''].some(holdsSecret)) return 'secret';
	return isIn(text, read) ? 'client reads it' : 'yes';
}

const NONE_GONE: ReadonlyMap<string, string> = new Map();

/** The files that are gone of which insights speak, by the id of the insight. */
function outdatedIn(
	records: readonly SessionRecord[],
	place: Place,
	ports: CommandPorts,
): ReadonlyMap<string, string> {
	const { exists } = recallFacts(place, ports);
	return new Map(
		records.flatMap(lessonsOf).flatMap((lesson) => {
			const gone = findGone(lesson, exists);
			const [, id = ''] = lesson.id.split('/');
			return gone.length === 0 ? [] : [[id, gone.join(', ')] as const];
		}),
	);
}

/** Why it waits for a word, as people and scripts read it. */
function withReason(listed: Listed, gone: string | undefined): Listed {
	const waits = gone === undefined ? 'supposed' : 'outdated';
	const json = { ...listed.json, waits, about: gone ?? null };
	return { ...listed, json, why: gone === undefined ? 'a prompt suggests it' : `gone: ${gone}` };
}

function listedInsight(known: KnownInsight, listener: Listener) {
	const { insight, records } = known;
	const [newest] = records;
	const { id, kind, text, why, confidence, source, created_at } = insight;
	const told = isCandidate(insight) ? 'supposed' : toldWord(known, listener);
	return {
		json: {
			...{ id, kind, text, why: why ?? null, tags: tagsOf(known) },
			...{ confidence, source, session: newest?.key ?? null, created_at },
			told: told === 'yes',
		},
		text: why === undefined ? text : `${text} — ${why}`,
		of: newest?.name ?? newest?.key ?? '-',
		told,
	};
}

function listedBlocker({ id, type, text, at, records: [newest] }: KnownBlocker) {
	return {
		json: {
			...{ id, kind: 'blocker', type, text, why: null, confidence: null },
			...{ source: 'prompt', session: newest?.key ?? null, created_at: at },
		},
		text: `${type}: ${text}`,
		of: newest?.name ?? newest?.key ?? '-',
	};
}
