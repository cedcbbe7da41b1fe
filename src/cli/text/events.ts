import type { EventsList } from '../../app/commands/events.ts';
import type { ChainedEvent } from '../../core/event/event.ts';
import type { ChainVerdict } from '../../core/event/verify.ts';
import { counted } from '../../core/text/counted.ts';
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
	return typeof value === 'string' ? value : JSON.stringify(value, (_, one) => rounded(one));
}

function rounded(value: unknown): unknown {
	return typeof value === 'number' ? Number(value.toFixed(2)) : value;
}

/** The fixed keys of `req session events --json`. */
export function eventsJson({ events }: EventsList): object[] {
	return events.map(({ ts, name, session, data }: ChainedEvent) => ({ ts, name, session, data }));
}

const WHY = {
	changed: 'it was changed after it was written',
	out_of_order: 'the line before it was changed, removed or moved, or this one was put in',
} as const;

/** Whether the chain is whole, or where it first is not and what that means. */
export function verdictText(verdict: ChainVerdict): string {
	if (verdict.kind === 'broken') {
		return `line ${verdict.line} of events.jsonl breaks the chain: ${WHY[verdict.why]}`;
	}
	const { events, torn } = verdict;
	const whole = `the chain of ${counted(events, 'event')} is whole`;
	return torn === 0 ? whole : `${whole}; ${counted(torn, 'line')} cut off by a crash beside it`;
}

/** The same for scripts; absent values are null (D37). */
export function verdictJson(verdict: ChainVerdict): object {
	return verdict.kind === 'broken'
		? { whole: false, line: verdict.line, why: verdict.why, events: null, torn: null }
		: { whole: true, line: null, why: null, events: verdict.events, torn: verdict.torn };
}
