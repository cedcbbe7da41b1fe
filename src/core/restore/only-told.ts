import type { Drop, Restoration } from './restoration.ts';

/** One start has no more to say of each: the events must not grow with the lists. */
const MOST = 25;

/**
 * The restoration with what its events tell of insights and tasks held to those that found room (FR-013).
 *
 * @param dropped what is not passed on
 */
export function onlyTold(restoration: Restoration, dropped: readonly Drop[]): Restoration {
	const left = new Set(dropped.filter(({ why }) => why === 'room').map(({ what }) => what));
	const kinds = new Map(restoration.insights.map(({ insight }) => [insight.id, insight.kind]));
	return {
		...restoration,
		decays: restoration.decays
			.filter(({ memory_id: id }) => !left.has(`${kinds.get(id)} ${id}`))
			.slice(0, MOST),
		surfaced: restoration.surfaced
			.filter(({ task_id: id }) => !left.has(`task ${id}`))
			.slice(0, MOST),
	};
}
