import { Fault } from '../../core/fault/fault.ts';
import { holdsSecret, redact } from '../../core/redact/redact.ts';
import { isSameName, parseSessionName } from '../../core/session/session-name.ts';
import { captured } from '../../core/session-record/record-events.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { keptText } from './kept-text.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { recordOf } from './record-asked.ts';

const PHASE = { what: 'the phase', max: 64 };
const NOTE = { what: 'the note', max: 2_000 };

/**
 * Gives the session a name that no other session of the repository has (D15). Whoever finds
 * another that took it at the same time gives it back.
 *
 * @throws Fault `usage`, `refused` where another session has it, `unknown_session`, `not_configured`
 */
export async function nameSession(
	{ caller, name: raw }: { readonly caller: Caller; readonly name: string },
	ports: Ports,
): Promise<Memory & { readonly name: string }> {
	const name = sessionName(raw);
	const memory = await memoryToChange(caller, ports);
	const taken = (await bearersOf(name, memory, ports))[0];
	if (taken !== undefined) throw nameTaken(taken, name);
	const before = (await recordOf(memory.place, memory.session, ports)).name;
	await remember(memory, [{ e: 'name', name }], ports);
	const other = (await bearersOf(name, memory, ports))[0];
	if (other === undefined) return { ...memory, name };
	await remember(memory, [{ e: 'name', name: before ?? '' }], ports);
	throw nameTaken(other, name);
}

/** Other sessions of this name. */
async function bearersOf(
	name: string,
	{ place, session }: Memory,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	return (await everyRecord(place, ports)).filter(
		(record) =>
			record.uuid !== session.uuid && record.name !== undefined && isSameName(record.name, name),
	);
}

function nameTaken({ key }: SessionRecord, name: string): Fault {
	return new Fault('refused', `session ${oneLine(key)} is called ${named(name)} already`, {
		hint: 'take another name, or give that session another one with --session',
	});
}

/**
 * Says that the work of this session is finished: its codes are not passed on any more (S1-025, S1-039).
 *
 * @throws Fault `unknown_session`, `not_configured`
 */
export async function completeSession(
	caller: Caller,
	ports: Ports,
): Promise<Memory & { readonly already: boolean }> {
	const memory = await memoryToChange(caller, ports);
	const already = (await recordOf(memory.place, memory.session, ports)).closed === true;
	if (!already) await remember(memory, [{ e: 'complete' }], ports);
	return { ...memory, already };
}

/**
 * Says in which phase of its work the session is (S1-031).
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`
 */
export async function setPhase(
	{ caller, phase: raw }: { readonly caller: Caller; readonly phase: string },
	ports: Ports,
): Promise<Memory & { readonly phase: string; readonly redacted: readonly string[] }> {
	const { text: phase, redacted } = keptText(raw, PHASE);
	const memory = await memoryToChange(caller, ports);
	await remember(memory, [{ e: 'phase', phase }], ports);
	return { ...memory, phase, redacted };
}

/** What was kept of a session. */
export interface Captured extends Memory {
	readonly record: SessionRecord;
	/** False: no event says so, because `events.jsonl` could not be written. */
	readonly told: boolean;
	readonly redacted: readonly string[];
}

/**
 * Brings the session's record up to date now, with a note where there is one: what the hooks do by
 * themselves, where they are not to be had (S2-102).
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`, `state_unwritable`
 */
export async function captureSession(
	{ caller, text }: { readonly caller: Caller; readonly text: string | undefined },
	ports: Ports,
): Promise<Captured> {
	const said = text === undefined ? undefined : keptText(text, NOTE);
	const memory = await memoryToChange(caller, ports);
	const entries = said === undefined ? [] : [{ e: 'note', from: 'user', text: said.text } as const];
	await remember(memory, entries, ports);
	const record = await recordOf(memory.place, memory.session, ports);
	const told = await ports.events.append(memory.place, [captured(record)]);
	return { ...memory, record, told, redacted: said?.redacted ?? [] };
}

function sessionName(raw: string): string {
	const read = parseSessionName(raw);
	const why = read.kind === 'refused' ? read.why : undefined;
	if (read.kind === 'name' && !holdsSecret(read.name)) return read.name;
	const what = `${quoted(redact(raw))} is no name for a session: ${why ?? 'it holds a secret'}`;
	throw new Fault('usage', what, { hint: 'such as `req session name auth-rewrite`' });
}
