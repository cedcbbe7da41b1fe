import type { Bundles, Events, Records, TaskLists } from '../../src/app/record-ports.ts';
import { chained, FIRST_PREV } from '../../src/core/event/chain.ts';
import type { ChainedEvent } from '../../src/core/event/event.ts';
import type { Bundle } from '../../src/core/inherit/bundle.ts';
import { linesOfAll } from '../../src/core/journal/line.ts';
import type { Place } from '../../src/core/place/place.ts';
import type { Session, SessionKey } from '../../src/core/session/session-id.ts';
import { foldLines, recordLinesOf } from '../../src/core/session-record/fold.ts';
import { summaryOf } from '../../src/core/session-record/record-summary.ts';
import {
	type FoldSettings,
	MS_A_DAY,
	type SessionRecord,
	USUAL_SETTINGS,
} from '../../src/core/session-record/schema.ts';
import { tasksKind } from '../../src/core/task/tasks.ts';
import type { MemoryDocuments } from './memory-documents.ts';
import { sha256 } from './some-session.ts';

/** Of the world in memory, what records are made of. */
interface Remembered {
	readonly now: number;
	readonly journals: ReadonlyMap<string, unknown[]>;
	readonly documents: MemoryDocuments;
}

/** What sessions remember, in memory: records by state directory and key, folded from the journals given. */
export class MemoryContinuity {
	readonly records = new Map<string, SessionRecord>();
	readonly events: ChainedEvent[] = [];
	/** By file. */
	readonly bundles = new Map<string, Bundle>();

	readonly world: Remembered;

	constructor(world: Remembered) {
		this.world = world;
	}

	recordPort(): Records {
		const recordsAt = (place: Place) =>
			[...this.records].filter(([id]) => id.startsWith(`${place.stateDir} `)).map(([, one]) => one);
		const port: Records = {
			read: async (place, session) => {
				const doc = this.#folded(place, session, USUAL_SETTINGS)?.doc;
				return doc === undefined ? { kind: 'absent' } : { kind: 'present', doc };
			},
			readNewer: async () => undefined,
			glance: async (place, session) => {
				const record = this.#folded(place, session, USUAL_SETTINGS)?.doc;
				return record === undefined ? undefined : { record, behind: 0 };
			},
			fold: async (place, session, { settings, passOn }) => {
				const folded = this.#folded(place, session, settings);
				if (folded?.doc === undefined) return { kind: 'absent' };
				const { before, doc, lines } = folded;
				if (lines.length === 0) return { kind: 'unchanged', doc };
				if (!this.world.documents.writable) {
					return { kind: 'refused', why: 'unwritable', doc, reason: 'unwritable' };
				}
				await passOn({ before, doc, lines });
				this.records.set(idOf(place, session.key), doc);
				this.world.documents.writes.push(`record ${session.key}`);
				return { kind: 'written', doc };
			},
			summaries: async (place, days) =>
				recordsAt(place)
					.map((record) => summaryOf(record, false))
					.filter(
						({ lastActivity }) => Date.parse(lastActivity) >= this.world.now - days * MS_A_DAY,
					)
					.sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1)),
			all: async (place) => recordsAt(place),
			unfolded: async ({ stateDir }) =>
				[...this.world.journals.keys()]
					.filter((id) => id.startsWith(`${stateDir} `) && !this.records.has(id))
					.map((id) => id.slice(stateDir.length + 1) as SessionKey),
			survey: async (place, { retentionDays }) => ({
				summaries: await port.summaries(place, retentionDays),
				expired: [],
				unfolded: await port.unfolded(place),
			}),
			started: async (place, key) =>
				linesOfAll(this.world.journals.get(idOf(place, key)) ?? [])
					.filter(({ e }) => e === 'start')
					.map(({ s }) => s),
			archive: async () => ({ moved: [], locked: [] }),
		};
		return port;
	}

	taskPort(): TaskLists {
		const fileOf = ({ stateDir }: Place) => `${stateDir}/tasks.json`;
		return this.world.documents.port(fileOf, tasksKind);
	}

	bundlePort(): Bundles {
		const fileOf = ({ stateDir }: Place, { key }: Session) => `${stateDir}/inherited/${key}.json`;
		return {
			read: async (place, session) => {
				const doc = this.bundles.get(fileOf(place, session));
				return doc === undefined ? { kind: 'absent' } : { kind: 'present', doc, isOther: false };
			},
			given: async () => undefined,
			write: async (place, session, bundle) => {
				const file = fileOf(place, session);
				if (!this.world.documents.writable) return 'unwritable';
				if (this.bundles.has(file)) return 'there';
				this.bundles.set(file, bundle);
				return 'written';
			},
			file: async (place, session) => fileOf(place, session),
		};
	}

	/** Nothing waits here. */
	eventPort(): Events {
		const append: Events['append'] = async (_place, events) => {
			if (!this.world.documents.writable) return false;
			const prev = this.events.at(-1)?.hash ?? FIRST_PREV;
			const ts = new Date(this.world.now).toISOString();
			this.events.push(...chained(events, { prev, ts }, sha256));
			return true;
		};
		return {
			append,
			leave: append,
			read: async () => this.events,
		};
	}

	/** `journal_bytes` counts lines here. */
	#folded(place: Place, session: Session, settings: FoldSettings) {
		const before = this.records.get(idOf(place, session.key));
		const raw = this.world.journals.get(idOf(place, session.key)) ?? [];
		const from = before?.journal_bytes ?? 0;
		if (raw.length === from) return { before, doc: before, lines: [] };
		const lines = recordLinesOf(raw.slice(from), session.uuid, this.world.now);
		const facts = { key: session.key, uuid: session.uuid, user: 'anna', root: place.root };
		const doc = foldLines(
			before,
			{ lines, journalBytes: raw.length, journalBegun: undefined },
			{ facts, settings },
		);
		return { before, doc, lines };
	}
}

function idOf({ stateDir }: Place, key: string): string {
	return `${stateDir} ${key}`;
}
