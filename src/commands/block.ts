import type { Caller } from '../app/commands/caller.ts';
import { keptText } from '../app/commands/kept-text.ts';
import { type Memory, memoriesOf, memoryToChange, remember } from '../app/commands/memory-of.ts';
import { recordOf } from '../app/commands/record-asked.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Session } from '../core/session/session-id.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
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

/** `req block`: what holds the work up (S1-007). */
export const block: Command = {
	about: 'Keeps what holds a session up, for itself and for the sessions after it.',
	examples: ['req block add api "no staging key yet"', 'req block list'],
	commands: {
		add: command({
			about: 'Adds what holds the work up.',
			words: {
				'<type>': 'of what kind, one word: api, decision, access',
				'<text...>': 'one sentence',
			},
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req block add decision "unclear who owns the schema"'],
			run: async ({ type: kind, text: words, session: reference }, ports) => {
				const request = { caller: callerAt(ports, reference), type: kind, text: words.join(' ') };
				const { session, type, text, already, redacted } = await blockAdd(request, ports);
				const what = already ? 'there already' : 'noted as a blocker';
				return {
					text: `${what} in session ${session.key}: ${named(type)}, ${quoted(text)}`,
					changed: { session: session.key, type, text, already, resolved: false },
					warnings: redactedNotes(redacted),
				};
			},
		}),
		list: command({
			about: 'Lists it, oldest first. So does `req block` alone.',
			options: { '--all': 'also what is resolved', ...SESSION, ...TABLE_OPTIONS },
			examples: ['req block list --all'],
			run: async ({ all = false, session, wide }, ports) => {
				const found = await blockList({ caller: callerAt(ports, session), all }, ports);
				return {
					text: () => blockListText(found, layoutOf({ wide }, ports)),
					json: () => blockListJson(found.blockers),
					warnings: latestNotes(found),
				};
			},
		}),
		resolve: resolving('resolve'),
		remove: resolving('remove'),
	},
};

function resolving(name: string): Command {
	return command({
		about: 'Says that one holds nothing up any more, an inherited one too.',
		words: { '<which...>': 'its number in the list, or its text' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req block ${name} 1`],
		run: async ({ which, session: asked }, ports) => {
			const request = { caller: callerAt(ports, asked), reference: which.join(' ') };
			const { session, blocker } = await blockResolve(request, ports);
			const { type, text } = blocker;
			return {
				text: `resolved in session ${session.key}: ${quoted(text)}`,
				changed: { session: session.key, type, text, resolved: true },
			};
		},
	});
}

/** What holds a session up, numbered as `req block resolve` counts. */
function blockListText(
	{ session, blockers }: { readonly session: Session; readonly blockers: readonly Held<Blocker>[] },
	{ width, when }: Layout,
): string {
	if (blockers.length === 0) return `nothing holds session ${session.key} up`;
	const rows = blockers.map(({ entry: { type, text, at, source, resolved }, origin }, index) => [
		resolved === true ? '' : `${index + 1}`,
		oneLine(type),
		when(at),
		`${oneLine(text)}${noteText(source, resolved)}${originText(origin)}`,
	]);
	return columns(rows, width).join('\n');
}
function noteText(source: string, resolved: boolean | undefined): string {
	if (resolved === true) return ' (resolved)';
	return source === 'prompt' ? ' (from a prompt)' : '';
}

/** The same for scripts; what is resolved has no number. */
export function blockListJson(blockers: readonly Held<Blocker>[]): object[] {
	return blockers.map(({ entry: { type, text, at, source, resolved }, origin }, index) => ({
		number: resolved === true ? null : index + 1,
		...{ type, text, at, source },
		resolved: resolved === true,
		origin: origin ?? null,
	}));
}

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
	const open = unresolved(await recordOf(memory.place, memory.session, ports));
	const already = open.some((one) => one.type === type && one.text === text);
	const entry = { e: 'block', type, text, source: by(caller) } as const;
	if (!already) await remember(memory, [entry], ports);
	return { ...memory, type, text, already, redacted: [...kind.redacted, ...said.redacted] };
}

/**
 * What holds the work up, oldest first: the session's own, then what it was told of; `all`: also what is resolved
 * of its own.
 */
export async function blockList(
	{ caller, all }: { readonly caller: Caller; readonly all: boolean },
	ports: Ports,
): Promise<ShownMemory & { readonly blockers: readonly Held<Blocker>[] }> {
	const memory = await memoryToShow(caller, ports);
	const { record } = memory;
	const open = await openBlockers(memory, ports);
	const over = (record.activity.blockers ?? [])
		.filter(({ resolved }) => resolved === true)
		.map((entry) => ({ entry, homes: [record], origin: undefined }));
	return { ...memory, blockers: all ? [...open, ...over] : open };
}

/**
 * Says that one holds nothing up any more, by its number in the list or its text, wherever it stands.
 *
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused`
 */
export async function blockResolve(
	{ caller, reference }: { readonly caller: Caller; readonly reference: string },
	ports: Ports,
): Promise<Memory & { readonly blocker: Blocker }> {
	const memory = await memoryToChange(caller, ports);
	const entries = await openBlockers(memory, ports);
	const list = 'req block list';
	const { entry, homes } = picked(reference, { entries, list, textOf: (one) => one.entry.text });
	const { type, text } = entry;
	const end = { e: 'block', type, text, source: by(caller), resolved: true } as const;
	for (const home of memoriesOf(homes, memory, ports)) await remember(home, [end], ports);
	return { ...memory, blocker: entry };
}

function by({ isModel }: Caller): 'agent' | 'user' {
	return isModel ? 'agent' : 'user';
}

function unresolved({ activity }: SessionRecord): Blocker[] {
	return (activity.blockers ?? []).filter(({ resolved }) => resolved !== true);
}

async function openBlockers(memory: Memory, ports: Ports): Promise<Held<Blocker>[]> {
	const record = await recordOf(memory.place, memory.session, ports);
	return heldBy(record, await sourcesOf(memory, record, ports), {
		openIn: unresolved,
		idOf: ({ type, text }) => `${type} ${text}`,
	});
}
