import { byList, type List } from '../../config/selection.ts';
import { notedIn } from '../../memory/noted-in.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import { isRecord } from '../../store/shape.ts';
import { Decision, type StageIteration } from '../run/schema.ts';
import { cutAtWord, flat } from '../text/one-line.ts';

/** What a session wrote of its iteration: `status.json`. */
export type Status = Pick<StageIteration, 'decision' | 'summary' | List>;

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
	/** A sentence without its end; of a status that says nothing, one that begins after the session. */
	readonly trouble: string | undefined;
}

const MAX_SUMMARY = 2_000;
const MAX_ITEM = 1_000;
/** Of one list. */
const MAX_ITEMS = 50;

/** Reads a status leniently: what is missing or of another shape is left out. Without any, the decision is `none`. */
export function readStatus(file: StatusFile): ReadStatus {
	const wrong = wrongWith(file);
	if (wrong !== undefined) return { status: NOTHING_SAID, trouble: wrong };
	const { json } = file;
	const decision = Decision.options.find(
		(one) => one === textIn(json, 'decision')?.trim().toLowerCase(),
	);
	const kept = (text: string, max: number) => cutAtWord(flat(text), max);
	const list = (key: List) =>
		elements(member(json, key))
			.flatMap((item) => itemText(item)?.trim() || [])
			.slice(0, MAX_ITEMS)
			.map((text) => kept(text, MAX_ITEM))
			.filter((text) => text !== '');
	return {
		status: {
			decision: decision ?? 'continue',
			summary: kept(textIn(json, 'summary') ?? '', MAX_SUMMARY),
			...byList(list),
		},
		trouble: decision === undefined ? NO_DECISION : undefined,
	};
}

function wrongWith({ json, trouble }: StatusFile): string | undefined {
	if (trouble !== undefined) return `its status.json ${trouble}`;
	if (json === undefined) return 'it wrote no status.json';
	return isRecord(json) ? undefined : 'its status.json is no JSON object';
}

const NO_DECISION = `the decision in status.json is none of ${Decision.options.join(', ')}: it goes on`;

const NOTHING_SAID: Status = { decision: 'none', summary: '', ...byList(() => []) };

/** With its reason where it gives one. */
function itemText(item: unknown): string | undefined {
	const { text, why } = notedIn(item) ?? {};
	return text === undefined || why === undefined ? text : `${text} - ${why}`;
}
