import type { Bundle } from './bundle.ts';
import { byList, type List, type Selection, selects } from './selection.ts';

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
