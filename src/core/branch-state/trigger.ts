import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { requirementOf, withEntry, withRequirement } from './requirement-state.ts';
import { rescope } from './rescope.ts';
import type { BranchState } from './schema.ts';

/** Arms requirements for a session, with the time of the first call that did it (behaviour 4). */
export function applyTrigger(
	state: BranchState,
	change: ChangeOf<'trigger'>,
): Applied<BranchState> {
	let doc = state;
	const retired: object[] = [];
	for (const { at, unchecked_at, ...named } of change.names) {
		const before = requirementOf(doc, named);
		const armed = withEntry(before, change, (known) => {
			const isNews = unchecked_at !== undefined && unchecked_at > (known.unchecked_at ?? '');
			const entry = isNews ? { ...known, unchecked_at } : known;
			return entry.triggered === true || at <= (entry.spent_at ?? '')
				? entry
				: { ...entry, triggered: true, triggered_at: at };
		});
		if (armed === before) continue;
		const scoped = rescope(armed, named, at);
		retired.push(...scoped.retired);
		doc = withRequirement(doc, named.name, scoped.doc);
	}
	return { doc, retired };
}
