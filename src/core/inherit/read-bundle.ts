import { elements, member, textIn } from '../document/foreign-json.ts';
import { BUNDLE_VERSION, type Bundle, type ItemOrigin } from './bundle.ts';
import { LISTS, type List, storedSelection } from './selection.ts';

/** A bundle as it was read. `isOther`: of another version, of which only what is known here is in it. */
export type ReadBundle =
	| { readonly kind: 'present'; readonly doc: Bundle; readonly isOther: boolean }
	| { readonly kind: 'corrupt'; readonly reason: string };

/** A stored bundle; what it lacks, or holds in another shape, is empty (P5-2). Takes any JSON. */
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
		origins: originsIn(member(json, 'origins')),
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

function originsIn(value: unknown): Record<List, readonly ItemOrigin[]> {
	const of = (list: List) => elements(member(value, list)).flatMap(originIn);
	const [warnings, decisions, learnings, patterns] = LISTS.map(of);
	return {
		warnings: warnings ?? [],
		decisions: decisions ?? [],
		learnings: learnings ?? [],
		patterns: patterns ?? [],
	};
}

function originIn(value: unknown): ItemOrigin[] {
	const session = textIn(value, 'session');
	if (session === undefined) return [];
	const confidence = member(value, 'confidence');
	return [{ session, confidence: typeof confidence === 'number' ? confidence : 0 }];
}
