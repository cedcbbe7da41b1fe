import type { Caller } from '../app/commands/caller.ts';
import { keptText } from '../app/commands/kept-text.ts';
import { type Memory, memoryToChange, remember } from '../app/commands/memory-of.ts';
import { recordOf } from '../app/commands/record-asked.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Importance } from '../core/journal/values.ts';
import type { Session } from '../core/session/session-id.ts';
import { PIN_CONTENT, PIN_LABEL, pinning } from '../core/session-record/pins.ts';
import type { Pin } from '../core/session-record/schema.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import {
	type Command,
	callerAt,
	command,
	JSON_CHANGED,
	SESSION,
	TABLE_OPTIONS,
} from './command.ts';
import { type Layout, layoutOf, redactedNotes, table } from './layout.ts';
import { latestNotes, memoryToShow, type ShownMemory } from './open-work.ts';

/** `req pin`: short texts that must not be forgotten (S2-004). */
export const pin: Command = {
	about:
		'Keeps short texts in the working memory of a session; the next sessions of the branch get them, critical ones on every branch.',
	examples: ['req pin add db "Postgres 16, port 5433"', 'req pin list'],
	commands: {
		add: command({
			about: 'Pins a text under a label. One of the same label is replaced.',
			words: { '<label>': 'at most 64 characters', '<text...>': 'at most 1,000 characters' },
			options: {
				'--critical': 'also for sessions of other branches',
				...SESSION,
				...JSON_CHANGED,
			},
			examples: ['req pin add api "v2 only; v1 is frozen" --critical'],
			run: async ({ label: wanted, text, critical, session: reference }, ports) => {
				const importance = critical === true ? 'critical' : 'standard';
				const caller = callerAt(ports, reference);
				const request = { caller, label: wanted, content: text.join(' '), importance } as const;
				const { session, label, replaced, count, max, redacted } = await pinAdd(request, ports);
				const what = `${replaced ? 'replaced' : 'pinned'} ${named(label)}`;
				return {
					text: `${what} in session ${session.key}: ${importance}, ${count} of ${max}`,
					changed: { session: session.key, label, importance, replaced, count, max },
					warnings: redactedNotes(redacted),
				};
			},
		}),
		list: command({
			about: 'Lists the pins of a session with their origin. So does `req pin` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req pin list', 'req pin list --json'],
			run: async ({ session, wide }, ports) => {
				const found = await pinList(callerAt(ports, session), ports);
				return {
					text: () => pinListText(found, layoutOf({ wide }, ports)),
					json: () => pinListJson(found.pins),
					warnings: latestNotes(found),
				};
			},
		}),
		remove: command({
			about: 'Takes a pin away from this session, an inherited one too.',
			words: { '<label>': 'of the pin' },
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req pin remove api'],
			run: async ({ label: wanted, session: reference }, ports) => {
				const request = { caller: callerAt(ports, reference), label: wanted };
				const { session, label } = await pinRemove(request, ports);
				const text = `removed ${named(label)} from session ${session.key}`;
				return { text, changed: { session: session.key, label } };
			},
		}),
	},
};

/** Pins as lines: label, importance, age, text, and where an inherited one is from. */
function pinListText(
	{ session, pins }: { readonly session: Session; readonly pins: readonly Pin[] },
	layout: Layout,
): string {
	if (pins.length === 0) return `session ${session.key} has no pins`;
	const { when } = layout;
	const from = ({ origin }: Pin) =>
		origin === undefined ? '' : ` [inherited from ${oneLine(origin.session)} ${when(origin.at)}]`;
	const cells = {
		LABEL: ({ label }: Pin) => oneLine(label),
		IMPORTANCE: ({ importance }: Pin) => importance,
		PINNED: ({ pinned_at }: Pin) => when(pinned_at),
		TEXT: (one: Pin) => `${oneLine(one.content)}${from(one)}`,
	};
	return table(pins, cells, layout);
}
/** The same for scripts; absent values are null (D37). */
export function pinListJson(pins: readonly Pin[]): object[] {
	return pins.map(({ label, content, importance, pinned_at, origin }) => ({
		...{ label, content, importance, pinned_at },
		origin: origin === undefined ? null : { session: origin.session, at: origin.at },
	}));
}

export interface PinRequest {
	readonly caller: Caller;
	readonly label: string;
	readonly content: string;
	readonly importance: Importance;
}

export interface Pinned extends Memory {
	readonly label: string;
	readonly importance: Importance;
	readonly replaced: boolean;
	/** How many the session has now, and may have. */
	readonly count: number;
	readonly max: number;
	readonly redacted: readonly string[];
}

/**
 * Pins a text to the session's working memory (S2-004). One of the same label is replaced.
 *
 * @throws Fault `refused` where there is no room, `usage`, `unknown_session`, `not_configured`
 */
export async function pinAdd(request: PinRequest, ports: Ports): Promise<Pinned> {
	const { caller, importance } = request;
	const label = keptText(request.label, { what: 'the label', max: PIN_LABEL });
	const content = keptText(request.content, { what: 'the text', max: PIN_CONTENT });
	const memory = await memoryToChange(caller, ports);
	const { max } = memory.config.continuity.pins;
	const pins = (await recordOf(memory.place, memory.session, ports)).pins ?? [];
	const made = pinning(label.text, pins, max);
	if (made.kind === 'full') throw noRoom(pins, max);
	const pin = { e: 'pin', label: label.text, content: content.text, importance } as const;
	await remember(memory, [pin], ports);
	const redacted = [...new Set([...label.redacted, ...content.redacted])];
	return { ...memory, ...made, label: label.text, importance, max, redacted };
}

/** The session's pins, critical ones first, then the newest. */
export async function pinList(
	caller: Caller,
	ports: Ports,
): Promise<ShownMemory & { readonly pins: readonly Pin[] }> {
	const memory = await memoryToShow(caller, ports);
	const pins = memory.record.pins ?? [];
	const sorted = [...pins].sort(
		(one, other) =>
			rank(one) - rank(other) || Date.parse(other.pinned_at) - Date.parse(one.pinned_at),
	);
	return { ...memory, pins: sorted };
}

/**
 * Takes a pin away, an inherited one too: from this session only.
 *
 * @throws Fault `unknown_name`
 */
export async function pinRemove(
	{ caller, label }: { readonly caller: Caller; readonly label: string },
	ports: Ports,
): Promise<Memory & { readonly label: string }> {
	const memory = await memoryToChange(caller, ports);
	const wanted = keptText(label, { what: 'the label', max: PIN_LABEL }).text;
	const pins = (await recordOf(memory.place, memory.session, ports)).pins ?? [];
	if (!pins.some((pin) => pin.label === wanted)) {
		const known = pins.map((pin) => named(pin.label)).join(', ');
		throw new Fault('unknown_name', `session ${memory.session.key} has no pin ${named(wanted)}`, {
			hint: known === '' ? '`req pin add LABEL TEXT` makes one' : `it has ${known}`,
		});
	}
	await remember(memory, [{ e: 'unpin', label: wanted }], ports);
	return { ...memory, label: wanted };
}

function rank({ importance }: Pin): number {
	return importance === 'critical' ? 0 : 1;
}

function noRoom(pins: readonly Pin[], max: number): Fault {
	const lines = pins.map(({ label }) => `  ${named(label)}`);
	return new Fault('refused', `the session has ${pins.length} pins, ${max} at most`, {
		hint: ['take one away with `req pin remove LABEL`, or replace it:', ...lines].join('\n'),
	});
}
