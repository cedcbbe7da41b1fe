import type { SessionRecord } from '../../core/session-record/schema.ts';
import { validationOf } from '../../core/session-record/session-context.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { calledText } from './record-parts.ts';
import { dated } from './time.ts';

/** Whether a session said what it understood of its inheritance (P3-5); `null`: nobody asked. */
export function validationJson(record: SessionRecord) {
	return validationOf(record) ?? null;
}

/** The same to read. */
export function validationText(record: SessionRecord, now: number): string {
	const who = `session ${calledText(record)}`;
	const { comprehension } = record;
	if (comprehension === undefined) return `${who} was not asked what it understood`;
	const { required, present, warning, text, at } = comprehension;
	const asked = required ? 'required' : 'optional';
	if (present) return `${who} acknowledged (${asked}) ${dated(at, now)}: ${oneLine(text ?? '')}`;
	const trouble = warning === null ? '' : `: ${oneLine(warning)}`;
	return `${who} has not acknowledged (${asked}) since ${dated(at, now)}${trouble}`;
}
