import { Fault } from '../../core/fault/fault.ts';
import type { InsightKind } from '../../core/journal/values.ts';
import { CERTAIN, insightId } from '../../core/session-record/insights.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { recordOf } from './record-asked.ts';

/** Characters of an insight, and of what speaks for it. */
export const LONGEST_INSIGHT = 1_000;
export const LONGEST_REASON = 500;
/** More in one session push files and notes out of its record: a limit of storage, as its 50 kB are, so no config has it. */
export const MOST_INSIGHTS = 100;
const TEXT = { what: 'the text', max: LONGEST_INSIGHT };
const WHY = { what: 'the reason', max: LONGEST_REASON };

export interface LearnRequest {
	readonly caller: Caller;
	readonly kind: InsightKind;
	readonly text: string;
	/** Of decisions only. */
	readonly why: string | undefined;
}

export interface Learnt extends Memory {
	readonly id: string;
	readonly kind: InsightKind;
	/** The session had it already, for certain and with this reason. */
	readonly already: boolean;
	readonly redacted: readonly string[];
}

/**
 * Keeps an insight for later sessions (S1-006, S2-008), for certain (D26). The same text twice is one.
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`
 */
export async function learn(request: LearnRequest, ports: Ports): Promise<Learnt> {
	const { caller, kind } = request;
	const { text, ...said } = keptText(request.text, TEXT);
	const why = request.why === undefined ? undefined : keptText(request.why, WHY);
	const memory = await memoryToChange(caller, ports);
	const id = insightId(kind, text);
	const record = await recordOf(memory.place, memory.session, ports);
	const had = record.insights.find((one) => one.id === id);
	if (had === undefined) refuseBeyond(record.insights.length, memory.session.key);
	const already = had?.confidence === CERTAIN && (why === undefined || had.why === why.text);
	const source = caller.isModel ? 'agent' : 'user';
	const reason = why?.text ?? had?.why;
	const entry = {
		...({ e: 'insight', id, kind, text, confidence: CERTAIN, source } as const),
		...(reason === undefined ? {} : { why: reason }),
	};
	if (!already) await remember(memory, [entry], ports);
	const redacted = [...said.redacted, ...(why?.redacted ?? [])];
	return { ...memory, id, kind, already, redacted };
}

/**
 * A learning is a sentence. One word, or a word and an id, is a mistyped subcommand.
 *
 * @throws Fault `usage`
 */
export function aSentence(text: string): string {
	if (/\s/.test(text.trim()) && !MISTYPED.test(text.trim())) return text;
	throw new Fault(
		'usage',
		`"${text.trim()}" is no sentence to learn, nor a command of \`req learn\``,
		{
			hint: 'such as `req learn "the tests need a running database"`',
		},
	);
}

const MISTYPED = /^[a-z]+\s+i[0-9a-f]{3,8}$/i;

/** @throws Fault `refused` where the session knows as much as its record can hold beside the rest (D28) */
function refuseBeyond(count: number, key: string): void {
	if (count < MOST_INSIGHTS) return;
	throw new Fault('refused', `session ${key} keeps ${count} insights, ${MOST_INSIGHTS} at most`, {
		hint: 'take one away with `req learn forget ID`: req learn list',
	});
}
