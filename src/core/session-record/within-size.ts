import { elements, member } from '../../store/foreign-json.ts';
import { cut } from '../text/one-line.ts';
import { isAscii } from '../text/strings.ts';
import type { SessionRecord } from './schema.ts';

/** Bytes a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;
/** Characters of notes, and number of terms, that a record that is too large keeps before files have to go. */
const FAIR_NOTES = 8_000;
const FAIR_TERMS = 400;
/** Insights of one session may take half of its record. */
const FAIR_INSIGHTS = MAX_RECORD_BYTES / 2;
/** Characters each single text of the session keeps where nothing else is left to go. */
const MAX_FIELD = 300;

type Items = readonly unknown[];

/** A part of a record that can give up items, the first ones first: a list, or a count of things. */
interface Part {
	readonly of: 'record' | 'activity';
	readonly name: string;
	/** How many of its items may go. */
	readonly spare: (items: Items) => number;
}

/** In the order in which they give: insights, notes and terms beyond their share, then files, then all the rest. */
const PARTS: readonly Part[] = [
	{ of: 'record', name: 'insights', spare: (items) => beyond(items, FAIR_INSIGHTS, sizeOf) },
	{ of: 'record', name: 'notes', spare: (items) => beyond(items, FAIR_NOTES, lengthOf) },
	{ of: 'record', name: 'terms', spare: ({ length }) => Math.max(0, length - FAIR_TERMS) },
	...whole('activity', ['files']),
	...whole('record', ['notes', 'terms']),
	...whole('activity', [
		'failures',
		'failed_tests',
		'functions',
		'completed',
		'commits',
		'skills',
		'next_actions',
		'blockers',
	]),
	...whole('record', ['sop_interactions', 'confidence_updates', 'settled_tasks', 'restorations']),
	...whole('record', ['continuations', 'lineage', 'active_projects', 'hot_topics']),
	...whole('record', ['pending_tasks', 'unpinned', 'recent_learnings', 'insights', 'pins']),
	...whole('activity', ['tools']),
];

/** Parts that may give up everything. */
function whole(of: Part['of'], names: readonly string[]): Part[] {
	return names.map((name) => ({ of, name, spare: ({ length }) => length }));
}

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
	const items = itemsOf(record, part);
	const going = excess <= 0 ? 0 : Math.min(part.spare(items), enough(items, excess));
	if (going === 0) return record;
	const kept = withItems(record, part, items.slice(going));
	const { dropped = {} } = kept.activity;
	const count = (dropped[part.name] ?? 0) + going;
	const activity = { ...kept.activity, dropped: { ...dropped, [part.name]: count } };
	return withoutExcess({ ...kept, activity }, part);
}

/** Of terms, the rarest stand first. */
function itemsOf(record: SessionRecord, { of, name }: Part): Items {
	const value = member(of === 'record' ? record : record.activity, name) ?? [];
	if (Array.isArray(value)) return value;
	const counts = Object.entries(value);
	return name === 'terms' ? counts.sort(([, one], [, other]) => one - other) : counts;
}

/** With the last of its items; the times that stand beside them go with the others. */
function withItems(record: SessionRecord, { of, name }: Part, items: Items): SessionRecord {
	const holder = of === 'record' ? record : record.activity;
	const isList = Array.isArray(member(holder, name));
	const times = elements(member(holder, `${name}_at`));
	const kept = {
		...holder,
		[name]: isList ? items : Object.fromEntries(items as readonly [string, number][]),
		...(times.length === 0 ? {} : { [`${name}_at`]: times.slice(times.length - items.length) }),
	};
	return (of === 'record' ? kept : { ...record, activity: kept }) as SessionRecord;
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

function lengthOf(note: unknown): number {
	return String(member(note, 'text')).length;
}

function sizeOf(item: unknown): number {
	return bytesOf(JSON.stringify(item, undefined, '\t'));
}

/** How many of the oldest do not fit into a share, the newest counted first. */
function beyond(items: Items, share: number, roomFor: (item: unknown) => number): number {
	let left = share;
	const last = items.findLastIndex((item) => {
		left -= roomFor(item);
		return left < 0;
	});
	return last + 1;
}

/** What is left are single texts that nobody honest makes long. */
function withShortFields(record: SessionRecord): SessionRecord {
	const fields = Object.entries(record).map(([key, value]) => [
		key,
		typeof value === 'string' ? cut(value, MAX_FIELD) : value,
	]);
	return Object.fromEntries(fields) as SessionRecord;
}
