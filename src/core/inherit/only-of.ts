import type { Bundle } from './bundle.ts';
import { LISTS, type List, type Selection, selects } from './selection.ts';

/** A bundle with these categories of what it holds; the others are empty. */
export function onlyOf(bundle: Bundle, select: Selection): Bundle {
	const kept = <Value>(list: List, of: readonly Value[]) => (selects(select, list) ? of : []);
	const lists = LISTS.map((list) => [list, kept(list, bundle[list])]);
	const origins = LISTS.map((list) => [list, kept(list, bundle.origins[list])]);
	return {
		...bundle,
		...(Object.fromEntries(lists) as Pick<Bundle, List>),
		origins: Object.fromEntries(origins) as Bundle['origins'],
		progress_summary: selects(select, 'progress') ? bundle.progress_summary : '',
	};
}
