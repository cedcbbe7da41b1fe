import type { Caller } from '../../app/commands/caller.ts';
import { keptText } from '../../app/commands/kept-text.ts';
import { type Memory, memoryToChange, remember } from '../../app/commands/memory-of.ts';
import { recordOf } from '../../app/commands/record-asked.ts';
import { everyRecord } from '../../app/continuity/unfolded-sessions.ts';
import type { Ports } from '../../app/ports.ts';
import { Fault } from '../../core/fault/fault.ts';
import { holdsSecret, redact } from '../../core/redact/redact.ts';
import { isSameName, parseSessionName } from '../../core/session/session-name.ts';
import { captured } from '../../core/session-record/record-events.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import { callerAt, command, EXIT, JSON_CHANGED, JSON_SHOWN, SESSION } from '../command.ts';
import { redactedNotes } from '../layout.ts';

/** `req session name NAME` */
export const name = command({
	about: 'Gives the session a name that no other session of this repository has.',
	words: { '<new-name>': 'at most 64 characters' },
	options: { ...SESSION, ...JSON_CHANGED },
	examples: ['req session name auth-rewrite'],
	run: async ({ newName, session: reference }, ports) => {
		const request = { caller: callerAt(ports, reference), name: newName };
		const { session, name: taken } = await nameSession(request, ports);
		return {
			text: `session ${session.key} is called ${named(taken)}`,
			changed: { session: session.key, name: taken },
		};
	},
});

/** `req session phase NAME` */
export const phase = command({
	about: 'Says in which phase of its work the session is.',
	words: { '<phase>': 'such as planning' },
	options: { ...SESSION, ...JSON_CHANGED },
	examples: ['req session phase review'],
	run: async ({ phase: wanted, session: reference }, ports) => {
		const request = { caller: callerAt(ports, reference), phase: wanted };
		const { session, phase: kept, redacted } = await setPhase(request, ports);
		return {
			text: `session ${session.key} is in phase ${named(kept)}`,
			changed: { session: session.key, phase: kept },
			warnings: redactedNotes(redacted),
		};
	},
});

/** `req session complete` */
export const complete = command({
	about:
		'Says that the work of the session is finished: what it did is not passed on any more, what it learnt and its critical pins are.',
	options: { ...SESSION, ...JSON_CHANGED },
	examples: ['req session complete', 'req session complete --session auth'],
	run: async ({ session: reference }, ports) => {
		const { session, already } = await completeSession(callerAt(ports, reference), ports);
		return {
			text: `session ${session.key} is ${already ? 'complete already' : 'complete'}`,
			changed: { session: session.key, already },
		};
	},
});

/** `req session capture [TEXT]`: 2 where no event could be written (D37). */
export const capture = command({
	about:
		'Brings the record of the session up to date now, with a note if you like. Hooks do it by themselves.',
	words: { '[note...]': 'where the work stands' },
	options: { ...SESSION, ...JSON_SHOWN },
	examples: ['req session capture "half of the routes are moved"'],
	run: async ({ note, session }, ports) => {
		const text = note.length === 0 ? undefined : note.join(' ');
		const request = { caller: callerAt(ports, session), text };
		const { record, told, redacted } = await captureSession(request, ports);
		const unwritten = 'no event says so: events.jsonl cannot be written';
		return {
			text: capturedText(record),
			changed: capturedJson(record),
			warnings: [...redactedNotes(redacted), ...(told ? [] : [unwritten])],
			exit: told ? EXIT.done : EXIT.warned,
		};
	},
});
/** What is kept of a session, in numbers. */
export function capturedText(record: SessionRecord): string {
	const { pins, insights, tasks, files, next_actions, blockers } = capturedJson(record);
	const parts = [
		counted(pins, 'pin'),
		counted(insights, 'insight'),
		counted(tasks, 'task'),
		counted(files, 'file'),
		counted(next_actions, 'next step'),
		counted(blockers, 'blocker'),
	];
	return `session ${record.key} is captured: ${parts.join(', ')}`;
}

/** The same for scripts. */
export function capturedJson({
	key,
	uuid,
	pins,
	recent_learnings,
	pending_tasks,
	activity,
}: SessionRecord) {
	return {
		...{ key, uuid },
		pins: pins.length,
		insights: recent_learnings.length,
		tasks: pending_tasks.length,
		files: activity.files.length,
		next_actions: activity.next_actions.length,
		blockers: activity.blockers.filter(({ resolved }) => resolved !== true).length,
	};
}

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
