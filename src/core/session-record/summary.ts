import type { Unpinned } from './schema.ts';

/**
 * What the choice of sources asks of a record: a row of `sessions/index.json`, a cache that can be
 * rebuilt from the records at any time.
 */
export interface RecordSummary {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
	readonly user: string;
	readonly channel: string;
	readonly branch: string;
	readonly status: 'active' | 'complete' | 'crashed' | 'archived';
	/** Its work is finished (S1-025). */
	readonly closed: boolean;
	readonly startedAt: string;
	readonly lastActivity: string;
	readonly endedAt: string | undefined;
	readonly continuedBy: string | undefined;
	/** Its hot topics, one a line: every start reads every row, and splits few. */
	readonly topics: string;
	/**
	 * The most frequent terms in the same way: what inverse document frequencies are counted on (D28). Empty in the rows of
	 * old sessions, which are not counted.
	 */
	readonly terms: string;
	readonly pendingTasks: readonly string[];
	readonly pins: { readonly standard: number; readonly critical: number };
	/** Pins that were taken away in it: settled for the sessions after it. */
	readonly unpinned: readonly Unpinned[] | undefined;
	/** What it learnt, without suppositions (D26). */
	readonly insights: number;
	/** Whether the session did anything that is worth passing on. */
	readonly hasWork: boolean;
	readonly expiresAt: string;
	/** Its journal holds more than the record: the session goes on, has come back, or others speak of it. */
	readonly isBehind: boolean;
}

/** The hot topics of a row, the most telling first. */
export function topicsOf({ topics }: Pick<RecordSummary, 'topics'>): readonly string[] {
	return topics === '' ? [] : topics.split('\n');
}
