import { Fault } from '../../core/fault/fault.ts';
import type { Importance } from '../../core/journal/values.ts';
import { PIN_CONTENT, PIN_LABEL, pinning } from '../../core/session-record/pins.ts';
import type { Pin } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { recordOf } from './record-asked.ts';
import { memoryToShow, type ShownMemory } from './shown-memory.ts';

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
