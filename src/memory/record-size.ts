import { cut } from '../core/text/one-line.ts';
import { elements, member } from '../store/foreign-json.ts';
import type { SessionRecord } from './record.ts';

/** Bytes that a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;
/** Characters that each single text keeps where nothing else is left to go: nobody honest makes them long. */
const MAX_FIELD = 300;

/** Bytes of insights that a record keeps beside what was worked on: the notes hold all of them. */
const FAIR_INSIGHTS = MAX_RECORD_BYTES / 2;

/** The lists that give up their oldest items, in this order; those of `activity` by their path. */
const GIVES = [
	...['activity.files', 'activity.functions', 'activity.completed', 'activity.commits'],
	...['notes', 'activity.skills', 'activity.failures', 'sop_interactions', 'confidence_updates'],
	...['restorations', 'continuations', 'lineage', 'active_projects', 'activity.next_actions'],
	...['activity.blockers', 'pending_tasks', 'recent_learnings', 'insights', 'pins'],
];

/** The text that a record has on disk: tabs, so that people can read it. */
export function recordText(record: SessionRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/**
 * The record within its size (D28): insights beyond half of it, then the oldest files go first, then the oldest of the other
 * lists; `dropped` counts them.
 */
export function withinSize(record: SessionRecord): SessionRecord {
	const fair = withoutOldest(record, 'insights', FAIR_INSIGHTS);
	const fitting = GIVES.reduce((lighter, path) => withoutOldest(lighter, path, 0), fair);
	if (excessOf(fitting) <= 0) return fitting;
	const fields = Object.entries({ ...fitting, terms: {} }).map(([key, value]) => {
		return [key, typeof value === 'string' ? cut(value, MAX_FIELD) : value];
	});
	return Object.fromEntries(fields) as SessionRecord;
}

function excessOf(record: SessionRecord): number {
	return Buffer.byteLength(recordText(record)) - MAX_RECORD_BYTES;
}

/** Bytes that the new count needs. */
const COUNT = 40;
/** An item of a list in `activity` stands three deep; the times of a list stand beside it. */
const INDENT = 4;

/** @param fair bytes of the list that stay */
function withoutOldest(record: SessionRecord, path: string, fair: number): SessionRecord {
	const all = excessOf(record);
	if (all <= 0) return record;
	const [name = '', isActivity] = path.startsWith('activity.')
		? [path.slice('activity.'.length), true]
		: [path, false];
	const holder: object = isActivity ? record.activity : record;
	const items = elements(member(holder, name));
	const times = elements(member(holder, `${name}_at`));
	const spare = Buffer.byteLength(JSON.stringify(items, undefined, '\t')) - fair;
	if (spare <= 0) return record;
	let left = Math.min(all, spare) + COUNT;
	const index = items.findIndex((item, at) => {
		const text = JSON.stringify([item, times[at] ?? 0], undefined, '\t');
		left -= Buffer.byteLength(text) + text.split('\n').length * INDENT;
		return left <= 0;
	});
	const going = index === -1 ? items.length : index + 1;
	if (going === 0) return record;
	const kept: Record<string, unknown> = { ...holder, [name]: items.slice(going) };
	if (times.length > 0) kept[`${name}_at`] = times.slice(going);
	const next = (isActivity ? { ...record, activity: kept } : kept) as SessionRecord;
	const { dropped = {} } = next.activity;
	const counted = { ...dropped, [name]: (dropped[name] ?? 0) + going };
	const lighter = { ...next, activity: { ...next.activity, dropped: counted } };
	// Estimated from below: what still finds no room goes in another round.
	return going < items.length ? withoutOldest(lighter, path, fair) : lighter;
}
