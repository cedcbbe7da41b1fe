import { keptText, redactedNotes } from '../../app/commands/kept-text.ts';
import {
	type Memory,
	memoryToChange,
	recordOrFault,
	remember,
} from '../../app/commands/memory-of.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { Fault } from '../../core/fault/fault.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import { appendEvents } from '../../memory/events.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { captured } from '../../memory/session-events.ts';
import { isSameName, whyNoName } from '../../memory/session-name.ts';
import { allSessions, readSession, storeRecord } from '../../memory/sessions.ts';
import { unlessUnwritable } from '../../store/errors.ts';
import { callerAt, command, EXIT, SESSION } from '../command.ts';

const PHASE = { what: 'the phase', max: 64 };
const NOTE = { what: 'the note', max: 2_000 };

/**
 * `req session name NAME`: one that no other session of the repository has (D15). Whoever finds another that took it
 * at the same time gives it back.
 */
export const name = command({
	about: 'Gives the session a name that no other session of this repository has.',
	words: { '<new-name>': 'at most 64 characters' },
	options: SESSION,
	examples: ['req session name auth-rewrite'],
	run: async ({ newName, session: reference }, ports) => {
		const wanted = sessionName(newName);
		const memory = await memoryToChange(callerAt(ports, reference), ports);
		const { place, session } = memory;
		const record = await recordOrFault(session, place, ports);
		const [taken] = bearersOf(wanted, memory, ports);
		if (taken !== undefined) throw nameTaken(taken, wanted);
		await remember(memory, [{ e: 'name', name: wanted }], ports);
		const [other] = bearersOf(wanted, memory, ports);
		if (other !== undefined) {
			await remember(memory, [{ e: 'name', name: record.name ?? '' }], ports);
			throw nameTaken(other, wanted);
		}
		return {
			text: `session ${session.key} is called ${named(wanted)}`,
		};
	},
});

/** `req session phase NAME` */
export const phase = command({
	about: 'Says in which phase of its work the session is.',
	words: { '<phase>': 'such as planning' },
	options: SESSION,
	examples: ['req session phase review'],
	run: async ({ phase: wanted, session: reference }, ports) => {
		const { text: kept, redacted } = keptText(wanted, PHASE);
		const memory = await memoryToChange(callerAt(ports, reference), ports);
		await remember(memory, [{ e: 'phase', phase: kept }], ports);
		const { key } = memory.session;
		return {
			text: `session ${key} is in phase ${named(kept)}`,

			warnings: redactedNotes(redacted),
		};
	},
});

/** `req session complete`: its codes are not passed on any more. */
export const complete = command({
	about:
		'Says that the work of the session is finished: only what it learned and its critical pins are passed on from now on.',
	options: SESSION,
	examples: ['req session complete', 'req session complete --session auth'],
	run: async ({ session: reference }, ports) => {
		const memory = await memoryToChange(callerAt(ports, reference), ports);
		const { place, session } = memory;
		const already = readSession(place, session, ports)?.closed === true;
		if (!already) await remember(memory, [{ e: 'complete' }], ports);
		return {
			text: `session ${session.key} is ${already ? 'complete already' : 'complete'}`,
		};
	},
});

/**
 * `req session capture [TEXT]`: what the hooks do by themselves, where they are not to be had. 2 where no
 * event could be written (D37).
 */
export const capture = command({
	about:
		'Brings the record of the session up to date now, with a note if you like. Hooks do it by themselves.',
	words: { '[note...]': 'where the work stands' },
	options: SESSION,
	examples: ['req session capture "half of the routes are moved"'],
	run: async ({ note, session: reference }, ports) => {
		const said = note.length === 0 ? undefined : keptText(note.join(' '), NOTE);
		const memory = await memoryToChange(callerAt(ports, reference), ports);
		const line = said && ({ e: 'note', from: 'user', text: said.text } as const);
		if (line !== undefined) await remember(memory, [line], ports);
		const { place, session, config } = memory;
		const record = unlessUnwritable(() => storeRecord(place, session, config.continuity, ports));
		if (record === undefined)
			throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
				hint: 'free the disk or make the folder writable',
			});
		const obstacle = await appendEvents(place, [captured(record)], ports.context);
		const unwritten = `no event says so: events.jsonl was not written (${obstacle?.what})`;
		return {
			text: capturedText(record),

			warnings: [
				...redactedNotes(said?.redacted ?? []),
				...(obstacle === undefined ? [] : [unwritten]),
			],
			exit: obstacle === undefined ? EXIT.done : EXIT.warned,
		};
	},
});

/** @throws Fault `usage` */
function sessionName(raw: string): string {
	const name = raw.trim();
	const why = whyNoName(name);
	if (why === undefined) return name;
	throw new Fault('usage', `${quoted(raw)} is not a name for a session: ${why}`, {
		hint: 'such as `req session name auth-rewrite`',
	});
}

/** Other sessions of this name. */
function bearersOf(name: string, { place, session }: Memory, ports: CommandPorts): SessionRecord[] {
	return allSessions(place, ports).filter(
		(record) =>
			record.uuid !== session.uuid && record.name !== undefined && isSameName(record.name, name),
	);
}

function nameTaken({ key }: SessionRecord, name: string): Fault {
	return new Fault('refused', `session ${oneLine(key)} is called ${named(name)} already`, {
		hint: 'take another name, or give that session another one with --session',
	});
}

/** What is kept of a session, in numbers. */
function capturedText(record: SessionRecord): string {
	const { pins, insights, tasks, files, next_actions, blockers } = capturedJson(record);
	const parts = [
		...[counted(pins, 'pin'), counted(insights, 'insight'), counted(tasks, 'task')],
		...[counted(files, 'file'), counted(next_actions, 'next step'), counted(blockers, 'blocker')],
	];
	return `session ${record.key} is captured: ${parts.join(', ')}`;
}

/** The same for scripts. */
function capturedJson({ key, uuid, pins, activity, ...record }: SessionRecord) {
	return {
		...{ key, uuid },
		pins: pins.length,
		insights: record.recent_learnings.length,
		tasks: record.pending_tasks.length,
		files: activity.files.length,
		next_actions: activity.next_actions.length,
		blockers: activity.blockers.filter(({ resolved }) => resolved !== true).length,
	};
}
