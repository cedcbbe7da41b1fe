import { flat } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { numbered } from './numbered.ts';
import { recordOf } from './record-asked.ts';
import { type Memory, memoryOf, memoryToChange, remember } from './remembering.ts';

const RULE = { what: 'the next step', max: 300 };

/** What the session has to do next, as a command left it. */
export interface NextAction extends Memory {
	readonly text: string;
	/** It was there already. */
	readonly already: boolean;
	readonly redacted: readonly string[];
}

/**
 * Adds what is to be done next; a `next:` before it is not doubled, nor is the same text (S1-010).
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`
 */
export async function nextAdd(
	{ caller, text: raw }: { readonly caller: Caller; readonly text: string },
	ports: Ports,
): Promise<NextAction> {
	const { text, redacted } = keptText(flat(raw).replace(/^(?:next:\s*)+/i, ''), RULE);
	const memory = await memoryToChange(caller, ports);
	const already = (await actionsOf(memory, ports)).includes(text);
	if (!already) await remember(memory, [{ e: 'next', text }], ports);
	return { ...memory, text, already, redacted };
}

/** What is to be done next, oldest first. */
export async function nextList(
	caller: Caller,
	ports: Ports,
): Promise<Memory & { readonly actions: readonly string[] }> {
	const memory = await memoryOf(caller, ports);
	return { ...memory, actions: await actionsOf(memory, ports) };
}

/**
 * Says that the one of this number is done: it is something completed from now on (S1-009).
 *
 * @throws Fault `unknown_name`
 */
export async function nextDone(
	{ caller, number }: { readonly caller: Caller; readonly number: string },
	ports: Ports,
): Promise<Memory & { readonly text: string }> {
	const memory = await memoryToChange(caller, ports);
	const text = numbered(await actionsOf(memory, ports), number, 'req next list');
	await remember(memory, [{ e: 'next', text, done: true }], ports);
	return { ...memory, text };
}

async function actionsOf(memory: Memory, ports: Ports): Promise<readonly string[]> {
	return (await recordOf(memory.place, memory.session, ports)).activity.next_actions ?? [];
}
