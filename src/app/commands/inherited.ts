import { parseSessionId } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { holdingRestorations } from '../continuity/take.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Memory } from './memory-of.ts';

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

/** Where those sessions remember. */
export function memoriesOf(
	records: readonly Pick<SessionRecord, 'uuid'>[],
	{ place, config }: Pick<Memory, 'place' | 'config'>,
	ports: Ports,
): Memory[] {
	return records.flatMap(({ uuid }) => {
		const session = parseSessionId(uuid, ports.sha256);
		return session === undefined ? [] : [{ place, config, session }];
	});
}
