import type { Caller } from '../app/commands/caller.ts';
import { redactedNotes } from '../app/commands/kept-text.ts';
import {
	type Memory,
	memoriesOf,
	memoryOf,
	memoryToChange,
	memoryToNote,
	notesWaiting,
	recordAsked,
	recordOrFault,
	remember,
	rememberingProject,
} from '../app/commands/memory-of.ts';
import { everyRecord, recordOf } from '../app/continuity/records.ts';
import { holdingRestorations } from '../app/continuity/take.ts';
import type { CommandPorts } from '../app/ports.ts';
import type { Injection } from '../core/inject/compile-injection.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import { emptyRecord } from '../core/session-record/fold.ts';
import { TERMINAL } from '../core/session-record/record-summary.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { oneLine } from '../core/text/one-line.ts';
import { onBranchText } from '../git/place.ts';
import { type Answer, callerAt } from './command.ts';

/** The session that a command changes, with what is known of it. */
export interface OwnMemory extends Memory {
	readonly caller: Caller;
	readonly record: SessionRecord;
	readonly waiting: readonly SessionRecord[];
	/** Adds lines to its journal, and brings its record up to date. */
	readonly note: (...entries: readonly JournalEntry[]) => Promise<void>;
}

/**
 * The memory a command changes: the model's own only (D36).
 *
 * @throws Fault `refused`, `unknown_session`, `not_configured`; `note` throws `state_unwritable`
 */
export function ownMemory(session: string | undefined, ports: CommandPorts): Promise<OwnMemory> {
	return memoryBy(memoryToChange, session, ports);
}

/**
 * The same for what a person may also note in a terminal where no session is live: it is kept for the next session of
 * the branch.
 *
 * @throws Fault as `ownMemory`
 */
export function notedMemory(session: string | undefined, ports: CommandPorts): Promise<OwnMemory> {
	return memoryBy(memoryToNote, session, ports);
}

async function memoryBy(
	find: typeof memoryToChange,
	reference: string | undefined,
	ports: CommandPorts,
): Promise<OwnMemory> {
	const caller = callerAt(ports, reference);
	const memory = await find(caller, ports);
	const { place, session, around } = memory;
	const record =
		around === undefined
			? await recordOrFault(session, place, ports)
			: ((await recordOf(session, place, ports)) ?? emptyRecord(session));
	const note = (...entries: readonly JournalEntry[]) => remember(memory, entries, ports);
	return { ...memory, caller, record, waiting: [], note };
}

/** Where something is kept, behind what was done. */
export function keptWhere({ session, place, around }: Memory): string {
	return around === undefined
		? `in session ${session.key}`
		: `for the next session ${onBranchText(place.branch)}`;
}

/** The answer of a command that changed a note. */
export function noted(
	memory: Memory,
	what: string,
	text: string,
	redacted: readonly string[] = [],
): Answer {
	return { text: `${what} ${keptWhere(memory)}: ${text}`, warnings: redactedNotes(redacted) };
}

/** Who noted something. */
export function noterOf({ isModel }: Caller): 'agent' | 'user' {
	return isModel ? 'agent' : 'user';
}

/** A session whose memory is shown, and whose it is where nobody named it. */
export interface ShownMemory extends Pick<Memory, 'place' | 'session'> {
	readonly record: SessionRecord;
	/** What was noted in a terminal for the session after it. */
	readonly waiting: readonly SessionRecord[];
	readonly warnings: readonly string[];
}

/**
 * The session whose memory is shown: that of the caller, else the last one of this branch.
 *
 * @throws Fault `not_configured`, `unknown_session`, `state_unreadable`
 */
export async function shownMemory(
	reference: string | undefined,
	ports: CommandPorts,
): Promise<ShownMemory> {
	const caller = callerAt(ports, reference);
	const { config } = await rememberingProject(caller, ports);
	const { place, record, isLatest } = await recordAsked(caller, ports);
	const session =
		parseSessionId(record.uuid, ports.sha256) ?? (await memoryOf(caller, ports)).session;
	const { retentionDays } = config.continuity;
	const noted = isLatest ? await notesWaiting(place, retentionDays, ports) : [];
	const waiting = noted.filter(({ uuid }) => uuid !== record.uuid);
	const warnings = isLatest ? [latestText(record, waiting.length > 0)] : [];
	return { place, session, record, waiting, warnings };
}

function latestText({ key, channel }: SessionRecord, isMore: boolean): string {
	const next = 'what is noted for the next session of this branch';
	if (channel === TERMINAL) return next;
	return `of session ${key}, the last one of this branch${isMore ? `, with ${next}` : ''}`;
}

/**
 * What something open may stand in, in the order of the lists: the session that is meant, those it was told of, and what
 * waits for the next one.
 */
export async function openRecords(
	memory: OwnMemory | ShownMemory,
	ports: CommandPorts,
): Promise<[SessionRecord, ...SessionRecord[]]> {
	const shown = await asShown(memory, ports);
	return [shown.record, ...(await sourcesOf(shown, ports)), ...shown.waiting];
}

/** The session that is shown, and what waits for the one after it. */
export async function bearersOf(
	memory: OwnMemory | ShownMemory,
	ports: CommandPorts,
): Promise<readonly SessionRecord[]> {
	const { record, waiting } = await asShown(memory, ports);
	return [record, ...waiting];
}

/** Of notes from outside any session, the session that they follow. */
async function asShown(memory: OwnMemory | ShownMemory, ports: CommandPorts) {
	const isOutside = 'around' in memory && memory.around !== undefined;
	return isOutside ? shownMemory(undefined, ports) : memory;
}

/** The fixed keys of what is injected. */
export function injectionJson({ text, chars, tokenCount, sources, dropped }: Injection) {
	return {
		...{ text, chars, token_count: tokenCount },
		sources: sources.map(({ key, score }) => ({ key, score })),
		dropped: dropped.map(({ what, why }) => ({ what, why })),
	};
}

/** Something open, and the sessions in whose journals it stands. */
export interface Held<Entry> {
	readonly entry: Entry;
	/** The session itself, or those it has this from. */
	readonly homes: readonly SessionRecord[];
	/** Key of the session it is from; `undefined`: the session's own. */
	readonly origin: string | undefined;
}

/**
 * What is open in a session and in its sources, each once, its own first.
 *
 * @param openIn what of a record is open
 * @param idOf what makes two of them the same
 */
export function heldBy<Entry>(
	[own, ...sources]: readonly [SessionRecord, ...SessionRecord[]],
	openIn: (record: SessionRecord) => readonly Entry[],
	idOf: (entry: Entry) => string,
): Held<Entry>[] {
	const held = new Map<string, Held<Entry>>();
	for (const record of [own, ...sources]) {
		const isOwn = record === own || record.channel === TERMINAL;
		const origin = isOwn ? undefined : record.key;
		for (const entry of openIn(record)) {
			const known = held.get(idOf(entry)) ?? { entry, homes: [], origin };
			held.set(idOf(entry), { ...known, homes: [...known.homes, record] });
		}
	}
	return [...held.values()];
}

/**
 * The sessions whose open work another one was told of, the one it took from last first: those it named, and
 * those of its branch that are not completed.
 */
async function sourcesOf(
	{ place, record }: Pick<ShownMemory, 'place' | 'record'>,
	ports: CommandPorts,
): Promise<SessionRecord[]> {
	const taken = holdingRestorations(record).toReversed();
	if (taken.length === 0) return [];
	const records = new Map((await everyRecord(place, ports)).map((one) => [one.key, one]));
	return [...new Map(taken.map(({ from, mode }) => [from, mode]))].flatMap(([from, mode]) => {
		const source = records.get(from);
		const gives = source?.branch === record.branch && source.closed !== true;
		return source !== undefined && (mode === 'explicit' || gives) ? [source] : [];
	});
}

/** Ends something in each session in whose journal it stands. */
export async function noteInHomes(
	{ homes }: Pick<Held<unknown>, 'homes'>,
	memory: Memory,
	entry: JournalEntry,
	ports: CommandPorts,
): Promise<void> {
	for (const home of memoriesOf(homes, memory, ports)) await remember(home, [entry], ports);
}

/** Of which earlier session something is. */
export function originText(origin: string | undefined): string {
	return origin === undefined ? '' : ` [inherited from ${oneLine(origin)}]`;
}
