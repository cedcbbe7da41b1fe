import type { EventData } from '../../core/event/event.ts';
import type { Place } from '../../core/place/place.ts';
import { recordEvents } from '../continuity/keep-events.ts';
import type { DeskPorts } from '../ports.ts';
import type { RunLedger } from './run-ledger.ts';

/** Keeps as an event that a run began. */
export async function keepStarted(
	place: Place,
	ledger: RunLedger,
	ports: DeskPorts,
): Promise<void> {
	const { run_id, kind, items, branch } = ledger.run();
	const data = { run_id, kind, items: Object.keys(items), branch };
	await recordEvents(place, [{ name: 'run_started', session: null, data }], ports);
}

/** Keeps as an event what became of one item of a run. */
export async function keepFinished(
	{ place, item: key }: { readonly place: Place; readonly item: string },
	ledger: RunLedger,
	ports: DeskPorts,
): Promise<void> {
	const { status, resumed, session_uuid: session } = ledger.item(key);
	const { run_id } = ledger.run();
	const data: EventData['run_item_finished'] = { run_id, item: key, status, resumed };
	await recordEvents(place, [{ name: 'run_item_finished', session, data }], ports);
}
