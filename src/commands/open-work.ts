import type { Caller } from '../app/commands/caller.ts';
import { type Memory, memoryOf, rememberingScene } from '../app/commands/memory-of.ts';
import { recordAsked } from '../app/commands/record-asked.ts';
import { holdingRestorations } from '../app/continuity/take.ts';
import { everyRecord } from '../app/continuity/unfolded-sessions.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { flat, oneLine, quoted } from '../core/text/one-line.ts';

/** The session a list is of, with its record. */
export interface ShownMemory extends Memory {
	readonly record: SessionRecord;
	/** Nobody named it and nothing is at work here: it is the last one of the branch. */
	readonly isLatest: boolean;
}

/**
 * The session whose memory is shown: that of the caller, else the last one of this branch.
 *
 * @throws Fault `not_configured`, `unknown_session`, `state_unreadable`
 */
export async function memoryToShow(caller: Caller, ports: Ports): Promise<ShownMemory> {
	const { config } = await rememberingScene(caller, ports);
	const { place, record, isLatest } = await recordAsked(caller, ports);
	const session = parseSessionId(record.uuid, ports.sha256);
	if (session === undefined) return { ...(await memoryOf(caller, ports)), record, isLatest };
	return { place, config, session, record, isLatest };
}

/**
 * The sessions whose open work another one was told of, the one it took from last first: those it named, and
 * those of its branch that are not completed (S1-025).
 */
export async function sourcesOf(
	{ place }: Pick<Memory, 'place'>,
	record: SessionRecord,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const taken = holdingRestorations(record).toReversed();
	if (taken.length === 0) return [];
	const records = new Map((await everyRecord(place, ports)).map((one) => [one.key, one]));
	return [...new Map(taken.map(({ from, mode }) => [from, mode]))].flatMap(([from, mode]) => {
		const source = records.get(from);
		const gives = source?.branch === record.branch && source.closed !== true;
		return source !== undefined && (mode === 'explicit' || gives) ? [source] : [];
	});
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
	own: SessionRecord,
	sources: readonly SessionRecord[],
	{
		openIn,
		idOf,
	}: {
		readonly openIn: (record: SessionRecord) => readonly Entry[];
		readonly idOf: (entry: Entry) => string;
	},
): Held<Entry>[] {
	const held = new Map<string, Held<Entry>>();
	for (const record of [own, ...sources]) {
		for (const entry of openIn(record)) {
			const known = held.get(idOf(entry));
			const origin = record === own ? undefined : record.key;
			held.set(
				idOf(entry),
				known === undefined
					? { entry, homes: [record], origin }
					: { ...known, homes: [...known.homes, record] },
			);
		}
	}
	return [...held.values()];
}

const NUMBER = /^[1-9]\d{0,5}$/;

/** A list that somebody reads, and names an entry of. */
export interface Numbered<Entry> {
	readonly entries: readonly Entry[];
	readonly textOf: (entry: Entry) => string;
	/** The command that shows it, such as `req next list`. */
	readonly list: string;
}

/**
 * The entry that a number means, counted from 1 as the list shows it, or its text, or a part that no other has.
 *
 * @throws Fault `unknown_name`
 */
export function picked<Entry>(word: string, numbered: Numbered<Entry>): Entry {
	const { entries, list } = numbered;
	const entry = NUMBER.test(word.trim()) ? entries[Number(word) - 1] : undefined;
	if (entry !== undefined) return entry;
	if (entries.length === 0) {
		throw new Fault('unknown_name', `there is no ${quoted(word)}: nothing is open here`, {
			hint: '--session names another session: req session list',
		});
	}
	const meant = saying(flat(word).toLowerCase(), numbered);
	const [only] = meant;
	if (only !== undefined && meant.length === 1) return only;
	const what = meant.length === 0 ? 'is none of' : `means ${meant.length} of`;
	throw new Fault('unknown_name', `${quoted(word)} ${what} 1 to ${entries.length}`, {
		hint: `${list} shows the numbers`,
	});
}

function saying<Entry>(words: string, { entries, textOf }: Numbered<Entry>): readonly Entry[] {
	if (words === '' || NUMBER.test(words)) return [];
	const same = entries.filter((entry) => textOf(entry).toLowerCase() === words);
	return same.length > 0
		? same
		: entries.filter((entry) => textOf(entry).toLowerCase().includes(words));
}

/** Whose it is, where nobody named the session. */
export function latestNotes({
	session,
	isLatest,
}: Pick<ShownMemory, 'session' | 'isLatest'>): string[] {
	return isLatest ? [`of session ${session.key}, the last one of this branch`] : [];
}

/** Of which earlier session something is. */
export function originText(origin: string | undefined): string {
	return origin === undefined ? '' : ` [inherited from ${oneLine(origin)}]`;
}
