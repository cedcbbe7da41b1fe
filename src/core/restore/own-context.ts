import type { SessionRecord } from '../session-record/schema.ts';
import type { Restoration } from './restoration.ts';
import { type RestoreFacts, restore } from './restore.ts';

/**
 * What a session gets back after its compaction (D19): its own pins, insights, tasks and codes, none of them faded, and
 * the insights it had inherited.
 *
 * @param inherited what `restore` makes of the sessions it took from, anew
 */
export function ownContext(
	record: SessionRecord,
	inherited: Restoration | undefined,
	facts: RestoreFacts,
): Restoration {
	const own = restore([{ record, score: 1, context: true, pins: 'all' }], {
		...facts,
		mode: 'explicit',
		own: [],
	});
	const ids = new Set(own.insights.map(({ insight }) => insight.id));
	return {
		...own,
		sources: [],
		pins: own.pins.map((pin) => record.pins.find(({ label }) => label === pin.label) ?? pin),
		insights: [
			...own.insights.map((one) => ({ ...one, confidence: one.insight.confidence })),
			...(inherited?.insights ?? []).filter(({ insight }) => !ids.has(insight.id)),
		],
		decays: [],
		surfaced: [],
		lastSession: undefined,
	};
}
