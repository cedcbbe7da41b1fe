import { Fault } from '../../core/fault/fault.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { numbered } from './numbered.ts';
import { recordOf } from './record-asked.ts';
import { type Memory, memoryOf, memoryToChange, remember } from './remembering.ts';

/** What holds the session's work up. */
export type Blocker = SessionRecord['activity']['blockers'][number];

const TYPE_RULE = { what: 'the type', max: 40 };
const TEXT_RULE = { what: 'the text', max: 300 };

export interface Blocked extends Memory {
	readonly type: string;
	readonly text: string;
	/** It was there already. */
	readonly already: boolean;
	readonly redacted: readonly string[];
}

/**
 * Adds what holds the work up (S1-007). The type is one word, as its code `block:type:text` asks; the
 * text is kept as it was said (S1-012).
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`
 */
export async function blockAdd(
	request: { readonly caller: Caller; readonly type: string; readonly text: string },
	ports: Ports,
): Promise<Blocked> {
	const { caller } = request;
	const kind = keptText(request.type, TYPE_RULE);
	const { text, ...said } = keptText(request.text, TEXT_RULE);
	const type = kind.text.toLowerCase().replace(/[\s:]+/g, '-');
	if (type === '-') {
		throw new Fault('usage', 'the type is empty', { hint: 'such as `req block add api "…"`' });
	}
	const memory = await memoryToChange(caller, ports);
	const open = unresolved(await blockersOf(memory, ports));
	const already = open.some((one) => one.type === type && one.text === text);
	const source = caller.isModel ? 'agent' : 'user';
	if (!already) await remember(memory, [{ e: 'block', type, text, source }], ports);
	return { ...memory, type, text, already, redacted: [...kind.redacted, ...said.redacted] };
}

/** What holds the work up, oldest first; `all`: also what is resolved. */
export async function blockList(
	{ caller, all }: { readonly caller: Caller; readonly all: boolean },
	ports: Ports,
): Promise<Memory & { readonly blockers: readonly Blocker[] }> {
	const memory = await memoryOf(caller, ports);
	const blockers = await blockersOf(memory, ports);
	const open = unresolved(blockers);
	const over = blockers.filter((one) => !open.includes(one));
	return { ...memory, blockers: all ? [...open, ...over] : open };
}

/**
 * Says that the one of this number holds nothing up any more.
 *
 * @throws Fault `unknown_name`
 */
export async function blockResolve(
	{ caller, number }: { readonly caller: Caller; readonly number: string },
	ports: Ports,
): Promise<Memory & { readonly blocker: Blocker }> {
	const memory = await memoryToChange(caller, ports);
	const open = unresolved(await blockersOf(memory, ports));
	const blocker = numbered(open, number, 'req block list');
	const { type, text } = blocker;
	const source = caller.isModel ? 'agent' : 'user';
	await remember(memory, [{ e: 'block', type, text, source, resolved: true }], ports);
	return { ...memory, blocker };
}

function unresolved(blockers: readonly Blocker[]): Blocker[] {
	return blockers.filter(({ resolved }) => resolved !== true);
}

async function blockersOf(memory: Memory, ports: Ports): Promise<readonly Blocker[]> {
	return (await recordOf(memory.place, memory.session, ports)).activity.blockers ?? [];
}
