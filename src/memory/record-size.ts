import { cut } from '../core/text/one-line.ts';
import { elements } from '../store/foreign-json.ts';
import type { SessionRecord } from './record.ts';

/** Bytes that a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;
/** Characters that each text keeps if nothing else is left to remove: only a hostile journal has longer ones. */
const MAX_FIELD = 300;

/** The lists that give up their oldest items, in this order. */
const GIVES = [
	...['files', 'functions', 'completed', 'commits', 'notes', 'skills', 'failures'],
	...['sop_interactions', 'confidence_updates', 'restorations', 'continuations', 'lineage'],
	...['active_projects', 'next_actions', 'blockers', 'pending_tasks', 'recent_learnings'],
	...['insights', 'pins'],
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
	if (excessOf(record) <= 0) return record;
	const lighter = structuredClone(record);
	giveUp(lighter, 'insights', MAX_RECORD_BYTES / 2);
	for (const list of GIVES) giveUp(lighter, list, 0);
	if (excessOf(lighter) <= 0) return lighter;
	const short = (_: string, value: unknown) =>
		typeof value === 'string' ? cut(value, MAX_FIELD) : value;
	return JSON.parse(JSON.stringify({ ...lighter, terms: {} }), short);
}

function excessOf(record: SessionRecord): number {
	return Buffer.byteLength(recordText(record)) - MAX_RECORD_BYTES;
}

/** Removes the oldest items of a list, and their times, until the record fits, or so many bytes of the list are left. */
function giveUp(record: SessionRecord, list: string, bytesLeft: number): void {
	const { activity } = record;
	const holder: Record<string, unknown> = list in activity ? activity : record;
	for (;;) {
		const items = elements(holder[list]);
		// As deep as it is in the record.
		const bytes = Buffer.byteLength(JSON.stringify([[items]], undefined, '\t'));
		const excess = Math.min(excessOf(record), bytes - bytesLeft);
		if (excess <= 0 || items.length === 0) return;
		// By the average of its items: what still finds no room goes in another round.
		const going = Math.min(items.length, Math.ceil((excess * items.length) / bytes));
		for (const name of [list, `${list}_at`])
			if (name in holder) holder[name] = elements(holder[name]).slice(going);
		const { dropped = {} } = activity;
		activity.dropped = { ...dropped, [list]: (dropped[list] ?? 0) + going };
	}
}
