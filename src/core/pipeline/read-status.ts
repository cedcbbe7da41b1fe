import { elements, member, textIn } from '../document/foreign-json.ts';
import type { InsightKind } from '../journal/activity.ts';
import { cut, flat } from '../text/one-line.ts';
import { DECISIONS, type Decision } from './stage-end.ts';

/** What a session wrote of its iteration: `status.json` (P1-1). */
export interface Status {
	readonly decision: Decision;
	readonly summary: string;
	readonly learnings: readonly string[];
	readonly patterns: readonly string[];
	readonly warnings: readonly string[];
	readonly decisions: readonly string[];
}

/** The lists of a status, and what each item of one is. */
export const STATUS_LISTS = {
	learnings: 'learning',
	patterns: 'pattern',
	warnings: 'warning',
	decisions: 'decision',
} as const satisfies Record<string, InsightKind>;
export type StatusList = keyof typeof STATUS_LISTS;

/** `status.json` as it lies there. */
export interface StatusFile {
	/** `undefined` where it is not there, or cannot be read. */
	readonly json: unknown;
	/** Why it cannot be read; `undefined` where it can, or is not there. */
	readonly trouble: string | undefined;
}

/** A status, and what could not be read of it. */
export interface ReadStatus {
	readonly status: Status;
	/** A sentence without its end. */
	readonly trouble: string | undefined;
}

const MAX_SUMMARY = 2_000;
const MAX_ITEM = 1_000;
/** Of one list. */
const MAX_ITEMS = 50;
/** Characters that are looked through for secrets beyond those that are kept: half of one would not be seen. */
const MORE = 4_000;

/** Reads a status leniently: what is missing or of another shape is left out, and the work goes on (seed 000, P1-4). */
export function readStatus(file: StatusFile, redact: (text: string) => string): ReadStatus {
	const wrong = wrongWith(file);
	if (wrong !== undefined) return { status: NOTHING_SAID, trouble: `status.json ${wrong}` };
	const { json } = file;
	const decision = DECISIONS.find((one) => one === textIn(json, 'decision')?.trim().toLowerCase());
	const kept = (text: string, max: number) => cut(flat(redact(cut(text, max + MORE))), max);
	const list = (key: StatusList) =>
		elements(member(json, key))
			.flatMap((item) => itemText(item)?.trim() || [])
			.slice(0, MAX_ITEMS)
			.map((text) => kept(text, MAX_ITEM))
			.filter((text) => text !== '');
	return {
		status: {
			decision: decision ?? 'continue',
			summary: kept(textIn(json, 'summary') ?? '', MAX_SUMMARY),
			learnings: list('learnings'),
			patterns: list('patterns'),
			warnings: list('warnings'),
			decisions: list('decisions'),
		},
		trouble: decision === undefined ? NO_DECISION : undefined,
	};
}

function wrongWith({ json, trouble }: StatusFile): string | undefined {
	if (trouble !== undefined) return trouble;
	if (json === undefined) return 'is not there';
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	return isObject ? undefined : 'is no JSON object';
}

const NO_DECISION = `the decision in status.json is none of ${DECISIONS.join(', ')}: it goes on`;

/** Where a session wrote none. */
const NOTHING_SAID: Status = {
	...{ decision: 'continue', summary: '' },
	...{ learnings: [], patterns: [], warnings: [], decisions: [] },
};

/** A text, or an object that has one, with its reason where it gives one. */
function itemText(item: unknown): string | undefined {
	if (typeof item === 'string') return item;
	const text = ['text', 'decision', 'learning', 'pattern', 'warning', 'summary']
		.map((key) => textIn(item, key))
		.find((one) => one !== undefined);
	const why = textIn(item, 'why') ?? textIn(item, 'rationale');
	return text !== undefined && why !== undefined ? `${text} - ${why}` : text;
}
