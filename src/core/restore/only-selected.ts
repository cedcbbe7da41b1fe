import { KIND_OF, LISTS, type Selection, selects } from '../inherit/selection.ts';
import type { InsightKind } from '../journal/values.ts';
import type { Restoration } from './restoration.ts';

/**
 * The restoration held to what was selected (seed 000, F-4): insights of the lists that were named, and what else
 * was done only where everything is taken over. Pins of the source and pending tasks always come (D24).
 */
export function onlySelected(restoration: Restoration, select: Selection): Restoration {
	if (select === 'all') return restoration;
	const kinds = LISTS.filter((list) => selects(select, list)).map((list) => KIND_OF[list]);
	const isSelected = (kind: InsightKind) => kinds.includes(kind);
	const ofKind = new Map(restoration.insights.map(({ insight }) => [insight.id, insight.kind]));
	return {
		...restoration,
		insights: restoration.insights.filter(({ insight }) => isSelected(insight.kind)),
		decays: restoration.decays.filter(({ memory_id: id }) =>
			isSelected(ofKind.get(id) ?? 'learning'),
		),
		projects: [],
		topics: [],
		codes: { meta: [], files: [], functions: [], decisions: [], blockers: [], next: [] },
		lastSession: undefined,
	};
}
