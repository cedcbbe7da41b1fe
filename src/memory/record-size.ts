import { cut } from '../core/text/one-line.ts';
import { elements, member } from '../store/foreign-json.ts';
import type { SessionRecord } from './record.ts';

/** Bytes that a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;
/** Characters that each text keeps where nothing else is left to go: nobody honest makes them long. */
const MAX_FIELD = 300;

/** The lists that give up their oldest items, in this order. */
const GIVES = [
	...['activity.files', 'activity.functions', 'activity.completed', 'activity.commits', 'notes'],
	...['activity.skills', 'activity.failures', 'sop_interactions', 'confidence_updates'],
	...['restorations', 'continuations', 'lineage', 'active_projects', 'activity.next_actions'],
	...['activity.blockers', 'pending_tasks', 'recent_learnings', 'insights', 'pins'],
];

/** The text that a record has on disk: tabs, so that people can read it. */
export function recordText(record: SessionRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/**
 * The record within its size (D28): insights beyond half of it go, which the notes hold, then the oldest files, then the
 * oldest of the other lists; `dropped` counts them.
 */
export function withinSize(record: SessionRecord): SessionRecord {
	const fair = withoutOldest(record, 'insights', MAX_RECORD_BYTES / 2);
	const lighter = GIVES.reduce((left, path) => withoutOldest(left, path, 0), fair);
	if (bytesOf(lighter) <= MAX_RECORD_BYTES) return lighter;
	const short = (_: string, value: unknown) =>
		typeof value === 'string' ? cut(value, MAX_FIELD) : value;
	return JSON.parse(JSON.stringify({ ...lighter, terms: {} }), short);
}

function bytesOf(record: SessionRecord): number {
	return Buffer.byteLength(recordText(record));
}

/** @param fair bytes of the list that stay */
function withoutOldest(record: SessionRecord, path: string, fair: number): SessionRecord {
	const all = bytesOf(record);
	if (all <= MAX_RECORD_BYTES) return record;
	const [name = '', activity] = path.split('.').reverse();
	const { length } = elements(member(activity === undefined ? record : record.activity, name));
	const without = (count: number): SessionRecord => {
		const lighter = structuredClone(record);
		const { dropped = {} } = lighter.activity;
		const holder: Record<string, unknown> = activity === undefined ? lighter : lighter.activity;
		for (const list of [name, `${name}_at`])
			if (list in holder) holder[list] = elements(holder[list]).slice(count);
		lighter.activity.dropped = { ...dropped, [name]: (dropped[name] ?? 0) + count };
		return lighter;
	};
	const bytes = all - bytesOf(without(length));
	const excess = Math.min(all - MAX_RECORD_BYTES, bytes - fair);
	if (excess <= 0 || length === 0) return record;
	// By the average of its items: what still finds no room goes in another round.
	return withoutOldest(without(Math.min(length, Math.ceil((excess * length) / bytes))), path, fair);
}
