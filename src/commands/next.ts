import type { Caller } from '../app/commands/caller.ts';
import { keptText } from '../app/commands/kept-text.ts';
import { type Memory, memoriesOf, memoryToChange, remember } from '../app/commands/memory-of.ts';
import { recordOf } from '../app/commands/record-asked.ts';
import type { Ports } from '../app/ports.ts';
import { completionsOf, isDone, nextStepsOf } from '../core/inject/done-cancels-next.ts';
import type { Session } from '../core/session/session-id.ts';
import { flat, oneLine, quoted } from '../core/text/one-line.ts';
import { columns } from './columns.ts';
import {
	type Command,
	callerAt,
	command,
	JSON_CHANGED,
	SESSION,
	TABLE_OPTIONS,
} from './command.ts';
import { type Layout, layoutOf, redactedNotes } from './layout.ts';
import {
	type Held,
	heldBy,
	latestNotes,
	memoryToShow,
	originText,
	picked,
	type ShownMemory,
	sourcesOf,
} from './open-work.ts';

/** `req next`: what is to be done next (S1-010). */
export const next: Command = {
	about: 'Keeps what a session has to do next, for itself and for the sessions after it.',
	examples: ['req next add "wire the cache"', 'req next list'],
	commands: {
		add: command({
			about: 'Adds what is to be done next.',
			words: { '<text...>': 'one sentence' },
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req next add "write the migration test"'],
			run: async ({ text: words, session: reference }, ports) => {
				const request = { caller: callerAt(ports, reference), text: words.join(' ') };
				const { session, text, already, redacted } = await nextAdd(request, ports);
				const what = already ? 'there already' : 'noted as next';
				return {
					text: `${what} in session ${session.key}: ${quoted(text)}`,
					changed: { session: session.key, text, already },
					warnings: redactedNotes(redacted),
				};
			},
		}),
		list: command({
			about: 'Lists it, oldest first. So does `req next` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req next list'],
			run: async ({ session, wide }, ports) => {
				const found = await nextList(callerAt(ports, session), ports);
				return {
					text: () => nextListText(found, layoutOf({ wide }, ports)),
					json: () => nextListJson(found.actions),
					warnings: latestNotes(found),
				};
			},
		}),
		done: ending('done', 'done', 'Says that one is done, an inherited one too.'),
		remove: ending(
			'remove',
			'removed',
			'Takes one away that is not to be done any more, an inherited one too.',
		),
	},
};

function ending(name: string, how: 'done' | 'removed', about: string): Command {
	return command({
		about,
		words: { '<which...>': 'its number in the list, or its text' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req next ${name} 1`],
		run: async ({ which, session: asked }, ports) => {
			const request = { caller: callerAt(ports, asked), reference: which.join(' '), how };
			const { session, text } = await nextEnd(request, ports);
			const changed = { session: session.key, text, ended: how };
			return { text: `${how} in session ${session.key}: ${quoted(text)}`, changed };
		},
	});
}

/** What a session has to do next, numbered as `req next done` counts. */
function nextListText(
	{ session, actions }: { readonly session: Session; readonly actions: readonly Held<string>[] },
	{ width }: Layout,
): string {
	if (actions.length === 0) return `nothing is noted as next in session ${session.key}`;
	const rows = actions.map(({ entry, origin }, index) => [
		`${index + 1}`,
		`${oneLine(entry)}${originText(origin)}`,
	]);
	return columns(rows, width).join('\n');
}
/** The same for scripts; `origin`: null for what is the session's own. */
export function nextListJson(actions: readonly Held<string>[]): object[] {
	return actions.map(({ entry, origin }, index) => ({
		...{ number: index + 1, text: entry },
		origin: origin ?? null,
	}));
}

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
