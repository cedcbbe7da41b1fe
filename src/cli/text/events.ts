import type { EventsList } from '../../app/commands/events.ts';
import type { ChainedEvent } from '../../core/event/event.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from './columns.ts';
import { minute } from './time.ts';

/** Events are told with this much of a session's id. */
const KEY_LENGTH = 8;

/** Events, one line each, newest last. */
export function eventsText({ events, earlier }: EventsList): string {
	if (events.length === 0) return 'no event';
	const rows = events.map((event) => [
		minute(event.ts),
		oneLine(event.name),
		oneLine(event.session ?? '-').slice(0, KEY_LENGTH),
		dataText(event.data),
	]);
	return [...(earlier === 0 ? [] : [`… ${earlier} earlier: --limit`]), ...columns(rows)].join('\n');
}

function dataText(data: unknown): string {
	const fields = typeof data === 'object' && data !== null ? Object.entries(data) : [];
	return oneLine(fields.map(([key, value]) => `${key}=${valueText(value)}`).join(' '));
}

function valueText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fixed keys of `req events list --json`. */
export function eventsJson({ events }: EventsList): object[] {
	return events.map(({ ts, name, session, data }: ChainedEvent) => ({ ts, name, session, data }));
}
