import { completionsOf, isDone, nextStepsOf } from '../../core/inject/done-cancels-next.ts';
import { flat } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { type Held, heldBy, memoriesOf, sourcesOf } from './inherited.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { picked } from './numbered.ts';
import { recordOf } from './record-asked.ts';
import { memoryToShow, type ShownMemory } from './shown-memory.ts';

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
 * @throws Fault `usage`, `unknown_session`, `not_configured`, `refused`
 */
export async function nextAdd(
	{ caller, text: raw }: { readonly caller: Caller; readonly text: string },
	ports: Ports,
): Promise<NextAction> {
	const { text, redacted } = keptText(flat(raw).replace(/^(?:next:\s*)+/i, ''), RULE);
	const memory = await memoryToChange(caller, ports);
	const record = await recordOf(memory.place, memory.session, ports);
	const already = record.activity.next_actions.includes(text);
	if (!already) await remember(memory, [{ e: 'next', text }], ports);
	return { ...memory, text, already, redacted };
}

/** What is to be done next: the session's own, then what it was told of, oldest first. */
export async function nextList(
	caller: Caller,
	ports: Ports,
): Promise<ShownMemory & { readonly actions: readonly Held<string>[] }> {
	const memory = await memoryToShow(caller, ports);
	return { ...memory, actions: await openActions(memory, ports) };
}

/**
 * Ends a next step wherever it stands, by its number in the list or its text: it is something completed from now
 * on (S1-009), or only gone.
 *
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused`
 */
export async function nextEnd(
	request: {
		readonly caller: Caller;
		readonly reference: string;
		readonly how: 'done' | 'removed';
	},
	ports: Ports,
): Promise<Memory & { readonly text: string }> {
	const memory = await memoryToChange(request.caller, ports);
	const entries = await openActions(memory, ports);
	const list = 'req next list';
	const one = picked(request.reference, { entries, list, textOf: ({ entry }) => entry });
	const end = { e: 'next', text: one.entry, [request.how]: true } as const;
	for (const home of memoriesOf(one.homes, memory, ports)) await remember(home, [end], ports);
	return { ...memory, text: one.entry };
}

async function openActions(memory: Memory, ports: Ports): Promise<Held<string>[]> {
	const record = await recordOf(memory.place, memory.session, ports);
	const sources = await sourcesOf(memory, record, ports);
	const done = [record, ...sources].flatMap(completionsOf);
	const over = sources.flatMap(nextStepsOf).filter((step) => isDone(step, done));
	const cancelled = new Set(over.map(({ text }) => text));
	const held = heldBy(record, sources, {
		openIn: ({ activity }) => activity.next_actions,
		idOf: (text) => text,
	});
	return held.filter(({ entry, origin }) => origin === undefined || !cancelled.has(entry));
}
