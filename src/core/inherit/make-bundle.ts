import type { Continuity } from '../config/continuity.ts';
import { parseSessionName } from '../session/session-name.ts';
import { isCandidate } from '../session-record/insights.ts';
import type { Insight, SessionRecord } from '../session-record/schema.ts';
import { cut, oneLine } from '../text/one-line.ts';
import { BUNDLE_VERSION, type Bundle, bundleFileText, type ItemOrigin } from './bundle.ts';
import { byList, KIND_OF, LISTS, type List, type Selection, selects } from './selection.ts';

/** What is known where something is inherited. */
export interface BundleFacts {
	/** Full id of who inherits; empty where that is not settled. */
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly select: Selection;
	/** Names, else keys, of all ancestors of the source, oldest first. */
	readonly ancestors: readonly string[];
	readonly continuity: Pick<Continuity, 'caps' | 'budget'>;
	readonly redact: (text: string) => string;
	/** Hex digest. */
	readonly sha256: (text: string) => string;
}

/** Characters a token stands for (D16). */
const CHARS_A_TOKEN = 4;
/** Characters of the end of a progress text that are taken over (API-6). */
const PROGRESS_TAIL = 2_000;
const MAX_NAME = 64;
const NO_HASH = '0'.repeat(64);

/**
 * What a session takes over from these (CTX-1). The records stay as they are, and so does the confidence of what they
 * learnt (D22).
 *
 * @param records the source, then its ancestors, nearest first
 */
export function makeBundle(
	records: readonly [SessionRecord, ...SessionRecord[]],
	facts: BundleFacts,
): Bundle {
	const { select, continuity, redact } = facts;
	const [source] = records;
	const holdsSecret = (text: string) => redact(text) !== text;
	const { items, isCut } = collect(records, { select, caps: continuity.caps, holdsSecret });
	const contents: Contents = {
		items,
		progress: progressText(records, { select, redact }),
		lineage: [...facts.ancestors, nameOf(source)],
	};
	const shape = (held: Contents, truncated: boolean) => shaped(source, held, { truncated, facts });
	const limit = continuity.budget.bundleTokens * CHARS_A_TOKEN;
	const fitted = withinLimit(contents, { shape, limit });
	const { sha256: _, ...bundle } = shape(fitted.contents, isCut || fitted.isCut);
	return { ...bundle, sha256: facts.sha256(JSON.stringify(bundle)) };
}

/** The name of a session, where it has one that is allowed (D15), else its key. */
export function nameOf({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	const read = name === undefined ? undefined : parseSessionName(name);
	return read?.kind === 'name' ? read.name : cut(oneLine(key), MAX_NAME);
}

/** ISO time of a session's end, else of its last activity, else of its start (API-6); empty where none is a time. */
export function completedAt(
	record: Pick<SessionRecord, 'ended_at' | 'last_activity' | 'started_at'>,
): string {
	const times = [record.ended_at, record.last_activity, record.started_at]
		.map((time) => Date.parse(time ?? ''))
		.filter((time) => !Number.isNaN(time));
	return times[0] === undefined ? '' : new Date(times[0]).toISOString();
}

function shaped(
	source: SessionRecord,
	{ items, progress, lineage }: Contents,
	{ truncated, facts }: { readonly truncated: boolean; readonly facts: BundleFacts },
): Bundle {
	return {
		version: BUNDLE_VERSION,
		from_session: nameOf(source),
		from_completed_at: completedAt(source),
		lineage,
		...textsOf(items),
		progress_summary: progress,
		origins: byList((list) => items[list].map(({ origin }) => origin)),
		session: facts.session,
		from_uuid: cut(oneLine(source.uuid), MAX_NAME),
		inherited_at: new Date(facts.now).toISOString(),
		select: facts.select,
		truncated,
		sha256: NO_HASH,
	};
}

function textsOf({ learnings, patterns, warnings, decisions }: Items): Pick<Bundle, List> {
	const texts = (items: Items[List]) => items.map(({ text }) => text);
	return {
		learnings: texts(learnings),
		patterns: texts(patterns),
		warnings: texts(warnings),
		decisions: texts(decisions),
	};
}

/** Something that a session learnt, as a bundle takes it over. */
interface Item {
	readonly text: string;
	readonly origin: ItemOrigin;
	/** Milliseconds since the epoch; of one without a time, before all others. */
	readonly at: number;
}

type Items = Readonly<Record<List, readonly Item[]>>;

/** What the lists of some records hold. `isCut`: more of it than the caps let through. */
interface Collected {
	readonly items: Items;
	readonly isCut: boolean;
}

interface CollectFacts {
	readonly select: Selection;
	readonly caps: Omit<Continuity['caps'], 'depth'>;
	/** Says whether a text still holds a secret: such an item is left out (D30). */
	readonly holdsSecret: (text: string) => boolean;
}

/** Characters of a list, the newest ones, in which secrets are looked for: more than twenty sessions of ours learn. */
const LOOKED_THROUGH = 1_000_000;

/**
 * What sessions have learnt, list by list: without suppositions and secrets, each text once, where it comes first; of
 * more than the cap the newest, in their order (N-9, API-4).
 *
 * @param records nearest first
 */
function collect(records: readonly SessionRecord[], facts: CollectFacts): Collected {
	const lists = byList((list) => listOf(list, records, facts));
	return {
		items: byList((list) => lists[list].items),
		isCut: LISTS.some((list) => lists[list].isCut),
	};
}

/** Which of some items are the oldest, as their places, the oldest first; of one age the last. */
function oldestFirst(items: readonly Item[]): number[] {
	return items
		.map(({ at }, index) => ({ at, index }))
		.sort((one, other) => (one.at === other.at ? other.index - one.index : one.at - other.at))
		.map(({ index }) => index);
}

function listOf(
	list: List,
	records: readonly SessionRecord[],
	{ select, caps, holdsSecret }: CollectFacts,
): { readonly items: readonly Item[]; readonly isCut: boolean } {
	if (!selects(select, list)) return { items: [], isCut: false };
	const all = records.flatMap(({ key, insights }) =>
		insights.filter((one) => one.kind === KIND_OF[list]).flatMap((one) => itemOf(one, key)),
	);
	const looked = newestOf(all, LOOKED_THROUGH);
	const once = firstOfEach(looked.filter(({ text }) => !holdsSecret(text)));
	const excess = new Set(oldestFirst(once).slice(0, Math.max(0, once.length - caps[list])));
	return {
		items: once.filter((_, index) => !excess.has(index)),
		isCut: excess.size > 0 || looked.length < all.length,
	};
}

/** The newest items that so many characters have room for, in their order. */
function newestOf(items: readonly Item[], length: number): readonly Item[] {
	let left = length;
	const newest = new Set(
		oldestFirst(items)
			.toReversed()
			.filter((index) => {
				const size = items[index]?.text.length ?? 0;
				if (size > left) return false;
				left -= size;
				return true;
			}),
	);
	return items.filter((_, index) => newest.has(index));
}

/** A decision with its reason is one text, as the seed writes it: `Chose JWT - needed stateless scaling`. */
function itemOf(insight: Insight, session: string): Item[] {
	const { text, why = '', confidence, created_at: at } = insight;
	if (isCandidate(insight) || text.trim() === '') return [];
	const time = Date.parse(at);
	return [
		{
			text: why.trim() === '' ? text : `${text} - ${why}`,
			origin: { session, confidence },
			at: Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time,
		},
	];
}

function firstOfEach(items: readonly Item[]): readonly Item[] {
	const first = new Map<string, Item>();
	for (const item of items) {
		const normal = item.text.trim().toLowerCase().replace(/\s+/g, ' ');
		if (!first.has(normal)) first.set(normal, item);
	}
	return [...first.values()];
}

/** What a bundle holds beside its fixed keys. */
interface Contents {
	readonly items: Items;
	readonly progress: string;
	readonly lineage: readonly string[];
}

/** Puts contents into the shape the file has; `sha256` may be any hash. */
type Shape = (contents: Contents, truncated: boolean) => Bundle;

type Step = (contents: Contents, excess: number) => Contents;

/** In the order in which they give: the oldest of a list first (F-6); names of ancestors only where all else is gone. */
const STEPS: readonly Step[] = [
	shorterProgress(PROGRESS_TAIL),
	...LISTS.toReversed().map(shorterList),
	shorterProgress(0),
	shorterLineage,
];

/**
 * Leaves out what finds no room. What is left is within the limit wherever the fixed keys alone are.
 *
 * @param limit UTF-16 units of the file
 */
function withinLimit(
	contents: Contents,
	{ shape, limit }: { readonly shape: Shape; readonly limit: number },
): { readonly contents: Contents; readonly isCut: boolean } {
	const excessOf = (one: Contents) => bundleFileText(shape(one, true)).length - limit;
	const fitted = STEPS.reduce((left, step) => {
		const excess = excessOf(left);
		return excess <= 0 ? left : step(left, excess);
	}, contents);
	return { contents: fitted, isCut: fitted !== contents };
}

/** Every character takes at least one in the file. */
function shorterProgress(least: number): Step {
	return (contents, excess) => {
		const { progress } = contents;
		const length = Math.max(least, progress.length - excess);
		return length >= progress.length
			? contents
			: { ...contents, progress: endOf(progress, length) };
	};
}

function shorterList(list: List): Step {
	return (contents, excess) => {
		const items = contents.items[list];
		const going = new Set<number>();
		let left = excess;
		for (const index of oldestFirst(items)) {
			if (left <= 0) break;
			going.add(index);
			left -= sizeOf(items[index]);
		}
		if (going.size === 0) return contents;
		const kept = items.filter((_, index) => !going.has(index));
		return { ...contents, items: { ...contents.items, [list]: kept } };
	};
}

/** What an item takes in the file, at least: the last one of a list has no comma. */
function sizeOf(item: Item | undefined): number {
	return item === undefined ? 0 : JSON.stringify([item.text, item.origin]).length - '[,]'.length;
}

/** The oldest ancestor first; the source stays. */
function shorterLineage(contents: Contents, excess: number): Contents {
	const { lineage } = contents;
	let left = excess;
	const first = lineage.findIndex((name, index) => {
		if (left <= 0 || index === lineage.length - 1) return true;
		left -= JSON.stringify(name).length;
		return false;
	});
	return first <= 0 ? contents : { ...contents, lineage: lineage.slice(first) };
}

/** Characters of the end in which secrets are looked for: several times what a record of ours holds (D28). */
const PROGRESS_LOOKED_THROUGH = 200_000;

/**
 * What the source said of its work, else what the nearest of its ancestors did that said anything (N-4): without
 * secrets; the end of it, and the whole where `progress` is named (CFG-2).
 *
 * @param records nearest first
 */
function progressText(
	records: readonly SessionRecord[],
	{ select, redact }: { readonly select: Selection; readonly redact: (text: string) => string },
): string {
	if (!selects(select, 'progress')) return '';
	const said = records
		.map(({ notes }) => notes.map(({ text }) => text.trim()).filter((text) => text !== ''))
		.find((texts) => texts.length > 0);
	// Before it is cut: half a secret would not be seen for one.
	const whole = redact(endOf((said ?? []).join('\n'), PROGRESS_LOOKED_THROUGH));
	return select === 'all' ? endOf(whole, PROGRESS_TAIL) : whole;
}

/** The last characters, one less where that would divide a surrogate pair. */
function endOf(text: string, length: number): string {
	const end = length <= 0 ? '' : text.slice(-length);
	const isDivided = end.length < text.length && /^[\udc00-\udfff]/.test(end);
	return isDivided ? end.slice(1) : end;
}
