import { Fault } from '../../core/fault/fault.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { recordOf } from './record-asked.ts';

const TEXT = { what: 'the text', max: 2_000 };

/** What a session said it understood of its inheritance. */
export interface Acknowledged extends Memory {
	readonly record: SessionRecord;
	readonly redacted: readonly string[];
}

/**
 * Keeps what the session understood of what it inherited (CMP-1, P3-1). The last word counts.
 *
 * @throws Fault `refused` where it inherited nothing, `usage`, `unknown_session`, `not_configured`
 */
export async function acknowledge(
	{ caller, text: raw }: { readonly caller: Caller; readonly text: string },
	ports: Ports,
): Promise<Acknowledged> {
	const { text, redacted } = keptText(raw, TEXT);
	const memory = await memoryToChange(caller, ports);
	const before = await recordOf(memory.place, memory.session, ports);
	if (before.inherited === undefined) {
		throw new Fault('refused', `session ${memory.session.key} inherited nothing`, {
			hint: '`req inherit REF` lets it inherit: req session list --completed',
		});
	}
	await remember(memory, [{ e: 'ack', text }], ports);
	return { ...memory, redacted, record: await recordOf(memory.place, memory.session, ports) };
}
