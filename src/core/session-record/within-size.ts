import { elements } from '../document/foreign-json.ts';
import { isAscii } from '../text/is-ascii.ts';
import { cut } from '../text/one-line.ts';
import type { SessionRecord } from './schema.ts';

/** Bytes a record may take on disk (D28, S2-082). */
export const MAX_RECORD_BYTES = 50 * 1024;
/** Characters of notes, and number of terms, that a record that is too large keeps before files have to go. */
const FAIR_NOTES = 8_000;
const FAIR_TERMS = 400;
/** Insights of one session may take half of its record. */
const FAIR_INSIGHTS = MAX_RECORD_BYTES / 2;
/** Characters each single text of the session keeps where nothing else is left to go. */
const MAX_FIELD = 300;

type Items = readonly unknown[];

/** A part of a record that can give up items. */
interface Part {
	readonly name: string;
	/** The first to go first. */
	readonly items: (record: SessionRecord) => Items;
	readonly withItems: (record: SessionRecord, items: Items) => SessionRecord;
	/** How many of its items may go. */
	readonly spare: (items: Items) => number;
}

/** In the order in which they give: insights, notes and terms beyond their share, then files, then all the rest. */
const PARTS: readonly Part[] = [
	{ ...ofRecord('insights'), spare: spareInsights },
	{ ...ofRecord('notes'), spare: spareNotes },
	{ ...counts('terms'), spare: ({ length }) => Math.max(0, length - FAIR_TERMS) },
	ofActivity('files'),
	ofRecord('notes'),
	counts('terms'),
	ofActivity('functions'),
	dated('completed'),
	...(['commits', 'skills'] as const).map(ofActivity),
	dated('next_actions'),
	ofActivity('blockers'),
	...(['sop_interactions', 'confidence_updates', 'settled_tasks', 'restorations'] as const).map(
		ofRecord,
	),
	...(['continuations', 'lineage', 'active_projects', 'hot_topics'] as const).map(ofRecord),
	...(['pending_tasks', 'unpinned', 'recent_learnings', 'insights', 'pins'] as const).map(ofRecord),
	tools(),
];

/** The text a record has on disk: tabs, so that people can read it. */
export function recordText(record: SessionRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/**
 * The record within its size (D28): nothing goes below 50 KB. Above it, insights, notes and terms give up what
 * exceeds a fair share, then the oldest files go, then the oldest of everything else; `dropped` counts them.
 */
export function withinSize(record: SessionRecord): SessionRecord {
	if (excessOf(record) <= 0) return record;
	const lighter = PARTS.reduce(withoutExcess, record);
	return excessOf(lighter) <= 0 ? lighter : withShortFields(lighter);
}

function withoutExcess(record: SessionRecord, part: Part): SessionRecord {
	const excess = excessOf(record);
	const items = part.items(record);
	const going = excess <= 0 ? 0 : Math.min(part.spare(items), enough(items, excess));
	if (going === 0) return record;
	const kept = part.withItems(record, items.slice(going));
	const { dropped = {} } = kept.activity;
	const count = (dropped[part.name] ?? 0) + going;
	const activity = { ...kept.activity, dropped: { ...dropped, [part.name]: count } };
	return withoutExcess({ ...kept, activity }, part);
}

/** How many items make up that many bytes; all where they do not. The new count needs some bytes too. */
function enough(items: Items, bytes: number): number {
	let left = bytes + 40;
	const index = items.findIndex((item) => {
		left -= roomOf(item);
		return left <= 0;
	});
	return index === -1 ? items.length : index + 1;
}

/** Bytes of an item where it stands in the text, at least: with fewer for each, more would go than has to. */
function roomOf(item: unknown): number {
	const text = JSON.stringify(item, undefined, '\t');
	const lines = text.split('\n').length;
	return bytesOf(text) + lines * MOST_TABS + ',\n'.length;
}

/** An item of `activity` stands three deep. */
const MOST_TABS = 3;

function excessOf(record: SessionRecord): number {
	return bytesOf(recordText(record)) - MAX_RECORD_BYTES;
}

/** Bytes of a text in UTF-8. A lone half of a pair takes three, as a whole one takes four. */
function bytesOf(text: string): number {
	let bytes = text.length;
	if (isAscii(text)) return bytes;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code > 0x7f) bytes += code > 0x7ff && !(code >= 0xd800 && code <= 0xdfff) ? 2 : 1;
	}
	return bytes;
}

function spareNotes(items: Items): number {
	return beyond(items, FAIR_NOTES, (item) => String((item as { text?: unknown }).text).length);
}

function spareInsights(items: Items): number {
	return beyond(items, FAIR_INSIGHTS, (item) => bytesOf(JSON.stringify(item, undefined, '\t')));
}

/** How many of the oldest do not fit into a share, the newest counted first. */
function beyond(items: Items, share: number, sizeOf: (item: unknown) => number): number {
	let left = share;
	const last = items.findLastIndex((item) => {
		left -= sizeOf(item);
		return left < 0;
	});
	return last + 1;
}

function ofRecord(name: keyof SessionRecord & string): Part {
	return {
		name,
		items: (record) => elements(record[name]),
		withItems: (record, items) => ({ ...record, [name]: items }),
		spare: ({ length }) => length,
	};
}

function ofActivity(name: keyof SessionRecord['activity'] & string): Part {
	return {
		name,
		items: ({ activity }) => elements(activity[name]),
		withItems: (record, items) => ({
			...record,
			activity: { ...record.activity, [name]: items },
		}),
		spare: ({ length }) => length,
	};
}

/** With the times of its items, which stand beside them. */
function dated(name: 'completed' | 'next_actions'): Part {
	const times = `${name}_at` as const;
	return {
		...ofActivity(name),
		withItems: (record, items) => {
			const at = record.activity[times];
			const kept = at?.slice(at.length - items.length);
			const more = kept === undefined ? {} : { [times]: kept };
			return { ...record, activity: { ...record.activity, [name]: items, ...more } };
		},
	};
}

/** Of a count of something, the rarest goes first. */
function counts(name: 'terms'): Part {
	return {
		name,
		items: (record) => Object.entries(record[name]).sort(([, one], [, other]) => one - other),
		withItems: (record, items) => ({ ...record, [name]: Object.fromEntries(pairs(items)) }),
		spare: ({ length }) => length,
	};
}

function tools(): Part {
	return {
		name: 'tools',
		items: ({ activity }) => Object.entries(activity.tools),
		withItems: (record, items) => ({
			...record,
			activity: { ...record.activity, tools: Object.fromEntries(pairs(items)) },
		}),
		spare: ({ length }) => length,
	};
}

function pairs(items: Items): readonly (readonly [string, number])[] {
	return items as readonly (readonly [string, number])[];
}

/** What is left are single texts that nobody honest makes long. */
function withShortFields(record: SessionRecord): SessionRecord {
	const fields = Object.entries(record).map(([key, value]) => [
		key,
		typeof value === 'string' ? cut(value, MAX_FIELD) : value,
	]);
	return Object.fromEntries(fields) as SessionRecord;
}
