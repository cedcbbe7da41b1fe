import { byList, KIND_OF, LISTS, type List, type Selection, selectionIn, selects } from '../config/selection.ts';
import type { Continuity } from '../config/settings.ts';
import { redactFields } from '../secrets/redact.ts';
import { sha256 } from '../store/hashes.ts';
import * as z from '../store/shape.ts';
import { flat } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';
import { CHARS_PER_TOKEN } from './codes.ts';
import { type Insight, isDoubted, type SessionRecord } from './record.ts';

/** Version of the bundle. A reader takes what it knows of any other one. */
export const BUNDLE_VERSION = '1';

const text = z.string();
const texts = z.array(text);
/** The lesson that an item is, the key of its session, and its stored confidence (0–1), which time has not changed (D22). */
const Origin = z.object({ id: text, session: text, confidence: z.number() });

const StoredBundle = z.object({
	version: text,
	/** Name of the session, else its key. */
	from_session: text,
	/** ISO time of its end, else of its last activity, else of its start (API-6); empty if none is known. */
	from_completed_at: text,
	/** Names, else keys, oldest ancestor first, the source last. */
	lineage: texts,
	/** Nearest session first, in the order in which each was learned. */
	...byList(() => texts),
	progress_summary: text,
	/** Of each item of a list, in its order. */
	origins: z.object(byList(() => z.array(Origin))),
	/** Full ids: who inherits, and from whom. */
	session: text,
	from_uuid: text,
	inherited_at: text,
	/** A `Selection`. */
	select: z.unknown(),
	/** The caps or the budget left something out. */
	truncated: z.boolean(),
	/** Hex digest of all other keys as the file has them. */
	sha256: text,
});

/**
 * All that one session inherits from another and its ancestors: `inherited/<id>.json`, written once. The first nine keys are
 * `inherited` in the JSON of seed 000.
 */
export type Bundle = z.output<typeof StoredBundle> & { readonly select: Selection };

/** A bundle as its file has it. */
export function bundleFileText(bundle: Bundle): string {
	return `${JSON.stringify(bundle)}\n`;
}

/** Stored JSON as a bundle; what it lacks, or has in another shape, is empty. `undefined` if it is no object. */
export function bundleIn(json: unknown): Bundle | undefined {
	if (!z.isRecord(json)) return undefined;
	const select = selectionIn([json['select']].flat().join(','));
	return { ...z.understood(StoredBundle, json), select };
}

/** The same bundle with the digest of what it holds, in hex. */
export function withDigest({ sha256: _, ...bundle }: Bundle): Bundle {
	return { ...bundle, sha256: sha256(JSON.stringify(bundle)) };
}

/** A lesson as the lists have it: a decision with its reason is one text, `Chose JWT - needed stateless scaling`. */
function itemText({ text, why = '' }: Insight): string {
	return why.trim() === '' ? text : `${text} - ${why}`;
}

/** The lines of its progress text that say something, oldest first. */
export function progressLines({ progress_summary: text }: Bundle): readonly string[] {
	return text.split('\n').filter((line) => flat(line) !== '');
}

/** A bundle with these categories of what it holds; the others are empty. */
export function onlyOf(bundle: Bundle, select: Selection): Bundle {
	const kept = <Value>(list: List, of: Value[]) => (selects(select, list) ? of : []);
	return {
		...bundle,
		...byList((list) => kept(list, bundle[list])),
		origins: byList((list) => kept(list, bundle.origins[list])),
		progress_summary: selects(select, 'progress') ? bundle.progress_summary : '',
	};
}

/** The name of a session, else its key. */
export function nameOf({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name ?? key;
}

/** What is known where something is inherited. */
export interface BundleFacts {
	/** Full id of who inherits; empty if that is not settled. */
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly select: Selection;
	/** Names, else keys, of all ancestors of the source, oldest first. */
	readonly ancestors: readonly string[];
	readonly continuity: Pick<Continuity, 'caps' | 'budget'>;
}

/** Characters of the end of a progress text that are inherited, unless `progress` was named (API-6, CFG-2). */
const PROGRESS_TAIL = 2_000;

/**
 * What a session inherits from these, redacted (D30). The records stay as they are. One rule leaves out what finds no room:
 * parts are added, the most important first, until one does not fit.
 *
 * @param records the source too, then its ancestors, nearest first
 */
export function makeBundle(
	source: SessionRecord,
	records: readonly SessionRecord[],
	{ session, now, select, ancestors, continuity }: BundleFacts,
): Bundle {
	const times = [source.ended_at, source.last_activity, source.started_at];
	const found = {
		lineage: [...ancestors, nameOf(source)],
		progress: selects(select, 'progress') ? progressText(records) : '',
		...byList((list) => (selects(select, list) ? itemsOf(list, records) : [])),
	};
	// Before anything is cut: half a secret is not found.
	const { lineage, progress, ...lists } = redactFields(found, ['lineage', 'progress', ...LISTS]);
	const bundle = {
		version: BUNDLE_VERSION,
		from_session: nameOf(source),
		from_completed_at: times.find((time) => Date.parse(time ?? '') > 0) ?? '',
		lineage,
		...byList((): string[] => []),
		progress_summary: '',
		origins: byList((): Item['origin'][] => []),
		session,
		from_uuid: source.uuid,
		inherited_at: new Date(now).toISOString(),
		select,
		truncated: false,
		sha256: '',
	};
	let room = continuity.budget.bundleTokens * CHARS_PER_TOKEN - bundleFileText(withDigest(bundle)).length;
	const fits = (size: number) => {
		room = size > room ? 0 : room - size;
		return room > 0;
	};
	const end = endWithin(endOf(progress, PROGRESS_TAIL), room);
	room -= sizeOf(end);
	for (const list of LISTS) {
		const newest = lists[list].toSorted((one, other) => compareTexts(other.at, one.at));
		const within = newest.slice(0, continuity.caps[list]);
		const kept = new Set(within.filter(({ text, origin }) => fits(sizeOf([text, origin]))));
		const items = lists[list].filter((item) => kept.has(item));
		bundle[list] = items.map(({ text }) => text);
		bundle.origins[list] = items.map(({ origin }) => origin);
		bundle.truncated ||= items.length < lists[list].length;
	}
	const asked = select === 'all' ? endOf(progress, PROGRESS_TAIL) : progress;
	bundle.progress_summary = endWithin(asked, room + sizeOf(end));
	bundle.truncated ||= bundle.progress_summary !== asked;
	return withDigest(bundle);
}

/** Something that a session learned. `at`: ISO time; empty if it names none. */
interface Item {
	readonly text: string;
	readonly at: string;
	readonly origin: z.output<typeof Origin>;
}

/** What sessions learned of one kind, without what was disputed or only supposed: each text once, the first one (N-9). */
function itemsOf(list: List, records: readonly SessionRecord[]): Item[] {
	const first = new Map<string, Item>();
	for (const { key: session, insights } of records) {
		for (const insight of insights) {
			const { id, kind, confidence, created_at: at } = insight;
			const isTaken = kind === KIND_OF[list] && !isDoubted(insight) && insight.text.trim() !== '';
			const text = itemText(insight);
			const normal = text.trim().toLowerCase().replace(/\s+/g, ' ');
			if (!isTaken || first.has(normal)) continue;
			first.set(normal, { text, at, origin: { id, session, confidence } });
		}
	}
	return [...first.values()];
}

/** What the source said of its work, else what the nearest of its ancestors did that said anything (N-4). */
function progressText(records: readonly SessionRecord[]): string {
	const said = records
		.map(({ notes }) => notes.map(({ text }) => text.trim()).filter((text) => text !== ''))
		.find((texts) => texts.length > 0);
	return (said ?? []).join('\n');
}

/** Characters of a value in the file, with a comma. */
function sizeOf(value: unknown): number {
	return JSON.stringify(value).length - 1;
}

/** The end of a text that has so much room in the file. */
function endWithin(text: string, room: number): string {
	const excess = sizeOf(text) - room;
	return excess <= 0 || text === '' ? text : endWithin(endOf(text, text.length - excess), room);
}

/** The last characters, one less if that would divide a surrogate pair. */
function endOf(text: string, length: number): string {
	const end = length <= 0 ? '' : text.slice(-length);
	const isDivided = end.length < text.length && /^[\udc00-\udfff]/.test(end);
	return isDivided ? end.slice(1) : end;
}
