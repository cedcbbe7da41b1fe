import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import {
	ENTRY_KINDS,
	type EntryKind,
	entriesOf,
	type SearchEntry,
	taskEntry,
} from '../../core/search/search-entry.ts';
import { Task } from '../../core/task/schema.ts';
import { quoted } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { DeskPorts, Ports } from '../ports.ts';
import { askedStretch } from './asked-stretch.ts';
import type { Caller } from './caller.ts';
import { limitOf } from './events.ts';
import { homeOfCaller } from './memory-of.ts';

export interface SearchRequest {
	readonly caller: Caller;
	readonly words: readonly string[];
	/** One of `ENTRY_KINDS`, as it was typed. */
	readonly kind: string | undefined;
	readonly since: string | undefined;
	readonly limit: string;
	readonly offset: (ms: number) => number;
}

/** One thing found. `terms`: the words of its text that were meant. */
export interface Hit extends SearchEntry {
	readonly score: number;
	readonly terms: readonly string[];
}

export interface Search {
	/** Best first. */
	readonly hits: readonly Hit[];
	/** How many more were found. */
	readonly more: number;
	/** How many sessions were looked through. */
	readonly sessions: number;
}

/**
 * What all sessions of this repository wrote down about some words, archived ones too, best first.
 *
 * @throws Fault `usage`
 */
export async function search(request: SearchRequest, ports: DeskPorts): Promise<Search> {
	const { caller, words } = request;
	const limit = limitOf(request.limit);
	const kind = request.kind === undefined ? undefined : kindOf(request.kind);
	const when = { since: request.since, until: undefined, on: undefined };
	const { from } = askedStretch(when, { now: ports.now(), offset: request.offset });
	const place = await homeOfCaller(caller, ports);
	const records = await everyRecord(place, ports);
	const entries = [...records.flatMap(entriesOf), ...(await taskEntries(place, ports))]
		.filter((entry) => kind === undefined || entry.kind === kind)
		.filter(({ at }) => !(Date.parse(at) < from));
	const texts = entries.map(({ text }) => text);
	const found = await ports.searchTexts(texts, words.join(' '));
	const hits = once(
		found.flatMap(({ index, score, terms }) => {
			const entry = entries[index];
			return entry === undefined ? [] : [{ ...entry, score, terms }];
		}),
	);
	return {
		hits: hits.slice(0, limit),
		more: Math.max(0, hits.length - limit),
		sessions: records.length,
	};
}

/** The same text of the same session is one find: a task stands in the list and in its session. */
function once(hits: readonly Hit[]): Hit[] {
	const known = new Map<string, Hit>();
	for (const hit of hits) {
		const id = `${hit.session} ${hit.kind} ${hit.text}`;
		if (!known.has(id)) known.set(id, hit);
	}
	return [...known.values()];
}

/** Tasks that somebody added outside any session, or whose session is gone. */
async function taskEntries(place: Place, ports: Ports): Promise<SearchEntry[]> {
	const loaded = await ports.tasks.read(place);
	const tasks = loaded.kind === 'present' ? loaded.doc.tasks : [];
	return tasks.flatMap((raw) => {
		const task = Task.safeParse(raw);
		return task.success ? [taskEntry(task.data)] : [];
	});
}

function kindOf(text: string): EntryKind {
	const kind = ENTRY_KINDS.find((one) => one === text);
	if (kind !== undefined) return kind;
	const hint = `one of ${ENTRY_KINDS.join(', ')}`;
	throw new Fault('usage', `${quoted(text)} is no kind of thing`, { hint });
}
