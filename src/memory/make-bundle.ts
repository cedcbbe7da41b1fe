import { byList, KIND_OF, LISTS, type List, type Selection, selects } from '../config/selection.ts';
import type { Continuity } from '../config/settings.ts';
import { cut, oneLine } from '../core/text/one-line.ts';
import { redactFields } from '../secrets/redact.ts';
import {
	BUNDLE_VERSION,
	type Bundle,
	bundleFileText,
	type ItemOrigin,
	itemText,
} from './bundle.ts';
import type { Insight, SessionRecord } from './record.ts';
import { isCandidate, isDoubted } from './record.ts';
import { isSessionName } from './session-name.ts';

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
	/** Hex digest. */
	readonly sha256: (text: string) => string;
}

/** Characters a token stands for (D16). */
const CHARS_A_TOKEN = 4;
const MAX_NAME = 64;
const NO_HASH = '0'.repeat(64);

/**
 * What a session takes over from these. The records stay as they are, and so does the confidence of what they
 * learnt (D22).
 *
 * @param records the source, then its ancestors, nearest first
 */
export function makeBundle(
	records: readonly [SessionRecord, ...SessionRecord[]],
	facts: BundleFacts,
): Bundle {
	const [source] = records;
	const lists = byList((list) => learnt(list, records, facts));
	const found: Contents = {
		items: byList((list) => lists[list].items),
		progress: progressText(records, facts),
		lineage: [...facts.ancestors, nameOf(source)],
	};
	// Before anything is cut: half a secret is not found.
	const clean = redactFields(found, ['items', 'progress', 'lineage']);
	const progress = facts.select === 'all' ? endOf(clean.progress, PROGRESS_TAIL) : clean.progress;
	const all = { ...clean, progress };
	const limit = facts.continuity.budget.bundleTokens * CHARS_A_TOKEN;
	const sizeOf = (contents: Contents) => bundleFileText(shaped(source, contents, facts)).length;
	const fitting = withinSize(all, (contents) => sizeOf(contents) - limit);
	const truncated = fitting !== all || LISTS.some((list) => lists[list].isCut);
	const { sha256: _, ...bundle } = { ...shaped(source, fitting, facts), truncated };
	return { ...bundle, sha256: facts.sha256(JSON.stringify(bundle)) };
}

/** The name of a session, where it has one that is allowed (D15), else its key. */
export function nameOf({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name !== undefined && isSessionName(name) ? name : cut(oneLine(key), MAX_NAME);
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

/** Something that a session learnt, as a bundle takes it over. */
interface Item {
	readonly text: string;
	readonly origin: ItemOrigin;
	/** Milliseconds since the epoch; of one without a time, before all others. */
	readonly at: number;
}

/** What a bundle holds beside its fixed keys. */
interface Contents {
	readonly items: Readonly<Record<List, readonly Item[]>>;
	readonly progress: string;
	readonly lineage: readonly string[];
}

function shaped(
	source: SessionRecord,
	{ items, progress, lineage }: Contents,
	{ session, now, select }: BundleFacts,
): Bundle {
	const texts = byList((list) => items[list].map(({ text }) => text));
	return {
		version: BUNDLE_VERSION,
		from_session: nameOf(source),
		from_completed_at: completedAt(source),
		lineage,
		learnings: texts.learnings,
		patterns: texts.patterns,
		warnings: texts.warnings,
		decisions: texts.decisions,
		progress_summary: progress,
		origins: byList((list) => items[list].map(({ origin }) => origin)),
		session,
		from_uuid: cut(oneLine(source.uuid), MAX_NAME),
		inherited_at: new Date(now).toISOString(),
		select,
		truncated: false,
		sha256: NO_HASH,
	};
}

/**
 * What sessions have learnt of one list: without suppositions and what was disputed, each text once, where it
 * comes first; of more than the cap the newest, in their order (N-9, API-4).
 *
 * @param records nearest first
 */
function learnt(
	list: List,
	records: readonly SessionRecord[],
	{ select, continuity }: BundleFacts,
): { readonly items: readonly Item[]; readonly isCut: boolean } {
	if (!selects(select, list)) return { items: [], isCut: false };
	const all = records.flatMap(({ key, insights }) =>
		insights.filter(({ kind }) => kind === KIND_OF[list]).flatMap((one) => itemOf(one, key)),
	);
	const once = firstOfEach(all);
	let room = continuity.caps[list];
	const items = newestOf(once, () => room-- > 0);
	return { items, isCut: items.length < once.length };
}

function itemOf(insight: Insight, session: string): Item[] {
	const { text, confidence, created_at } = insight;
	if (isCandidate(insight) || isDoubted(insight) || text.trim() === '') return [];
	const time = Date.parse(created_at);
	const at = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
	return [{ text: itemText(insight), origin: { session, confidence }, at }];
}

function firstOfEach(items: readonly Item[]): readonly Item[] {
	const first = new Map<string, Item>();
	for (const item of items) {
		const normal = item.text.trim().toLowerCase().replace(/\s+/g, ' ');
		if (!first.has(normal)) first.set(normal, item);
	}
	return [...first.values()];
}

/** The items that find room, in their order: each is asked about, the newest first, of one age the first. */
function newestOf(items: readonly Item[], hasRoom: (item: Item) => boolean): readonly Item[] {
	const newest = [...items].sort((one, other) => (one.at === other.at ? 0 : other.at - one.at));
	const kept = new Set(newest.filter(hasRoom));
	return items.filter((item) => kept.has(item));
}

/** Characters of the end of a progress text that are taken over, unless `progress` was named (API-6, CFG-2). */
const PROGRESS_TAIL = 2_000;

/**
 * Leaves out what finds no room. What is left is within the limit wherever the fixed keys alone are.
 *
 * @param excessOf how many UTF-16 units too long the file is with these contents
 */
function withinSize(all: Contents, excessOf: (contents: Contents) => number): Contents {
	let held = all;
	for (let excess = excessOf(held); excess > 0; excess = excessOf(held)) {
		const less = lessOf(held, excess);
		if (less === undefined) break;
		held = less;
	}
	return held;
}

/**
 * Contents without the least important part that is left: the beginning of the progress, the oldest of the list that
 * is told last, the rest of the progress; names of ancestors only where all else is gone.
 */
function lessOf(held: Contents, excess: number): Contents | undefined {
	const { items, progress, lineage } = held;
	const least = progress.length > PROGRESS_TAIL ? PROGRESS_TAIL : 0;
	const shorter = { ...held, progress: endOf(progress, Math.max(least, progress.length - excess)) };
	const list = LISTS.findLast((one) => items[one].length > 0);
	if (least > 0) return shorter;
	if (list !== undefined) {
		let left = items[list].reduce((sum, item) => sum + lengthOf(item), -excess);
		const kept = newestOf(items[list], (item) => {
			left -= lengthOf(item);
			return left >= 0;
		});
		return { ...held, items: { ...items, [list]: kept } };
	}
	if (progress !== '') return shorter;
	return lineage.length > 1 ? { ...held, lineage: lineage.slice(1) } : undefined;
}

/** What an item takes in the file, at least: the last one of a list has no comma. */
function lengthOf({ text, origin }: Item): number {
	return JSON.stringify([text, origin]).length - '[,]'.length;
}

/**
 * What the source said of its work, else what the nearest of its ancestors did that said anything (N-4).
 *
 * @param records nearest first
 */
function progressText(records: readonly SessionRecord[], { select }: BundleFacts): string {
	if (!selects(select, 'progress')) return '';
	const said = records
		.map(({ notes }) => notes.map(({ text }) => text.trim()).filter((text) => text !== ''))
		.find((texts) => texts.length > 0);
	return (said ?? []).join('\n');
}

/** The last characters, one less where that would divide a surrogate pair. */
function endOf(text: string, length: number): string {
	const end = length <= 0 ? '' : text.slice(-length);
	const isDivided = end.length < text.length && /^[\udc00-\udfff]/.test(end);
	return isDivided ? end.slice(1) : end;
}
