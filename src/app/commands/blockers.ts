import { Fault } from '../../core/fault/fault.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { type Held, heldBy, memoriesOf, sourcesOf } from './inherited.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { picked } from './numbered.ts';
import { recordOf } from './record-asked.ts';
import { memoryToShow, type ShownMemory } from './shown-memory.ts';

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
