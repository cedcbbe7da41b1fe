import {
	byList,
	KIND_OF,
	LISTS,
	type List,
	type Selection,
	selects,
	storedSelection,
} from '../config/selection.ts';
import { flat } from '../core/text/one-line.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import type { Insight } from './record.ts';

/** Version of the bundle. A reader takes what it knows of any other one. */
export const BUNDLE_VERSION = '1';

/** Where an item comes from, and how sure it was there: the stored confidence, unchanged by time (D22). */
export interface ItemOrigin {
	/** Key of the session. */
	readonly session: string;
	/** 0–1 */
	readonly confidence: number;
}

/**
 * All that one session takes over from another and its ancestors: `inherited/<key>.json`, written once. The first nine keys
 * stand in each session's JSON as `inherited`.
 */
export interface Bundle {
	readonly version: string;
	/** Name of the session, else its key. */
	readonly from_session: string;
	/** ISO time of its end, else of its last activity, else of its start (API-6). */
	readonly from_completed_at: string;
	/** Names, else keys, oldest ancestor first, the source last. */
	readonly lineage: readonly string[];
	/** Nearest session first, in the order in which each was learnt. */
	readonly learnings: readonly string[];
	readonly patterns: readonly string[];
	readonly warnings: readonly string[];
	readonly decisions: readonly string[];
	readonly progress_summary: string;
	/** Of each item of a list, in its order. */
	readonly origins: Readonly<Record<List, readonly ItemOrigin[]>>;
	/** Full ids: who inherits, and from whom. */
	readonly session: string;
	readonly from_uuid: string;
	readonly inherited_at: string;
	readonly select: Selection;
	/** Something found no room in the caps or the budget. */
	readonly truncated: boolean;
	/** Hex digest of all other keys as they stand in the file. */
	readonly sha256: string;
}

export function bundleFileText(bundle: Bundle): string {
	return `${JSON.stringify(bundle)}\n`;
}

/** A bundle as it was read. `isOther`: of another version, of which only what is known here is in it. */
export type ReadBundle =
	| { readonly kind: 'present'; readonly doc: Bundle; readonly isOther: boolean }
	| { readonly kind: 'corrupt'; readonly reason: string };

/** A stored bundle; what it lacks, or holds in another shape, is empty. Takes any JSON. */
export function readBundle(json: unknown): ReadBundle {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		return { kind: 'corrupt', reason: 'it holds no bundle' };
	}
	const text = (key: string) => textIn(json, key) ?? '';
	const list = (key: string) => textsIn(member(json, key));
	const version = text('version');
	const doc = {
		version,
		from_session: text('from_session'),
		from_completed_at: text('from_completed_at'),
		lineage: list('lineage'),
		learnings: list('learnings'),
		patterns: list('patterns'),
		warnings: list('warnings'),
		decisions: list('decisions'),
		progress_summary: text('progress_summary'),
		origins: byList((list) => elements(member(member(json, 'origins'), list)).flatMap(originIn)),
		session: text('session'),
		from_uuid: text('from_uuid'),
		inherited_at: text('inherited_at'),
		select: selectionIn(member(json, 'select')),
		truncated: member(json, 'truncated') === true,
		sha256: text('sha256'),
	};
	return { kind: 'present', doc, isOther: version !== BUNDLE_VERSION };
}

function textsIn(value: unknown): string[] {
	return elements(value).filter((one) => typeof one === 'string');
}

function selectionIn(value: unknown): Bundle['select'] {
	return storedSelection(typeof value === 'string' ? value : textsIn(value).join(','));
}

function originIn(value: unknown): ItemOrigin[] {
	const session = textIn(value, 'session');
	if (session === undefined) return [];
	const confidence = member(value, 'confidence');
	return [{ session, confidence: typeof confidence === 'number' ? confidence : 0 }];
}

/** An insight as the lists hold it. A decision with its reason is one text: `Chose JWT - needed stateless scaling`. */
export function itemText({ text, why = '' }: Pick<Insight, 'text' | 'why'>): string {
	return why.trim() === '' ? text : `${text} - ${why}`;
}

/** Whether a text of a list is of this insight, which may have been given another reason since. */
export function isItemOf(item: string, { text }: Pick<Insight, 'text'>): boolean {
	return item === text || item.startsWith(`${text} - `);
}

/**
 * The items of a bundle as insights: with the confidence they were inherited with, each known by the session it is
 * of. When the bundle is shown again its sources
 * may be gone.
 */
export function bundleInsights(bundle: Bundle) {
	return LISTS.flatMap((list) =>
		bundle[list].map((text, index) => {
			const { session: from, confidence } = bundle.origins[list][index] ?? {
				session: bundle.from_session,
				confidence: 0,
			};
			const insight: Insight = {
				...{ id: from, kind: KIND_OF[list], text, confidence, source: 'bundle' },
				created_at: bundle.from_completed_at,
			};
			return { insight, from, confidence };
		}),
	);
}

/** The lines of its progress text that say something, oldest first. */
export function progressLines({
	progress_summary: text,
}: Pick<Bundle, 'progress_summary'>): readonly string[] {
	return text.split('\n').filter((line) => flat(line) !== '');
}

/** A bundle with these categories of what it holds; the others are empty. */
export function onlyOf(bundle: Bundle, select: Selection): Bundle {
	const kept = <Value>(list: List, of: readonly Value[]) => (selects(select, list) ? of : []);
	return {
		...bundle,
		...byList((list) => kept(list, bundle[list])),
		origins: byList((list) => kept(list, bundle.origins[list])),
		progress_summary: selects(select, 'progress') ? bundle.progress_summary : '',
	};
}
