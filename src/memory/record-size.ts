import type { SessionRecord } from './record.ts';

/** Bytes that a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;

/** The text that a record has on disk: tabs, so that people can read it. */
export function recordText(record: SessionRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/**
 * The record within its size (D28): the list that takes the most room, mostly the files, gives up its oldest items;
 * `dropped` counts them.
 */
export function withinSize(record: SessionRecord): SessionRecord {
	let excess = excessOf(record);
	if (excess <= 0) return record;
	const lighter = structuredClone(record);
	for (; excess > 0; excess = excessOf(lighter)) {
		const largest = listsOf(lighter).sort((one, other) => other.bytes - one.bytes)[0];
		// A journal that req did not write may have terms of any length.
		if (largest === undefined) return { ...lighter, terms: {} };
		const { holder, name, count, bytes } = largest;
		// By the average of its items, and a part only: then another list may be the largest.
		const going = Math.ceil(count * Math.min(excess / bytes, LARGEST_PART));
		for (const key of [name, `${name}_at`]) {
			const list = holder[key];
			if (Array.isArray(list)) holder[key] = list.slice(going);
		}
		const { dropped = {} } = lighter.activity;
		lighter.activity.dropped = { ...dropped, [name]: (dropped[name] ?? 0) + going };
	}
	return lighter;
}

/** Share of a list that goes at once. */
const LARGEST_PART = 0.1;

function excessOf(record: SessionRecord): number {
	return Buffer.byteLength(recordText(record)) - MAX_RECORD_BYTES;
}

/** The lists of a record that hold something. Lists of times (`completed_at`) go along with what they are of. */
function listsOf(record: SessionRecord) {
	return [record, record.activity].flatMap((holder: Record<string, unknown>) =>
		Object.entries(holder).flatMap(([name, list]) => {
			if (!Array.isArray(list) || list.length === 0 || name.endsWith('_at')) return [];
			// As deep as it is in the record.
			const bytes = Buffer.byteLength(JSON.stringify([[list]], undefined, '\t'));
			return [{ holder, name, count: list.length, bytes }];
		}),
	);
}
