import { join } from 'node:path';
import type { DocumentKind } from '../../src/store/document.ts';
import { liveProcesses } from '../../src/store/processes.ts';
import type { DocumentTarget } from '../../src/store/update-document.ts';

/** A document that counts: adding twice is not adding once, so lost and repeated changes both show. */
export interface Counters {
	readonly schema_version: 1;
	readonly counts: Readonly<Record<string, number>>;
}

/** `retire`: a line for the history file leaves with this change. */
export interface Add {
	readonly add: string;
	readonly retire?: boolean;
}

export const HOST = 'this-host';

export const counterKind: DocumentKind<Counters, Add> = {
	parse: (json) => {
		const { schema_version, counts } = (json ?? {}) as Record<string, unknown>;
		if (schema_version === 2) return { kind: 'newer', version: 2 };
		const isSound = schema_version === 1 && typeof counts === 'object' && counts !== null;
		return isSound
			? { kind: 'present', doc: json as Counters }
			: { kind: 'corrupt', reason: 'no counters' };
	},
	empty: () => ({ schema_version: 1, counts: {} }),
	apply: (doc, changes) => ({
		doc: changes.reduce(addOne, doc),
		retired: changes.flatMap((change) => (change.retire ? [{ retired: change.add }] : [])),
	}),
	parseChange: (json) => {
		const add = (json as Add | null)?.add;
		return typeof add === 'string' ? (json as Add) : undefined;
	},
};

/** The counters of a directory, as a writer sees them. */
export function counterTarget(directory: string, waitMs: number): DocumentTarget<Counters, Add> {
	return {
		path: join(directory, 'counters.json'),
		kind: counterKind,
		waitMs,
		hostname: HOST,
		processes: liveProcesses(),
		quarantineDir: join(directory, 'quarantine'),
		historyPath: join(directory, 'history.jsonl'),
		now: Date.now(),
		isMine: () => true,
	};
}

function addOne(doc: Counters, { add }: Add): Counters {
	if (add === '') return doc;
	return { ...doc, counts: { ...doc.counts, [add]: (doc.counts[add] ?? 0) + 1 } };
}
