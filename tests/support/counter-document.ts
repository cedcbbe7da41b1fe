import { join } from 'node:path';
import type { Applied, DocumentKind } from '../../src/store/document.ts';
import type { DocumentFile } from '../../src/store/document-file.ts';

/** A document that counts: adding twice is not adding once, so lost and repeated changes both show. */
export interface Counters {
	readonly schema_version: 1;
	readonly counts: Readonly<Record<string, number>>;
}

export const counterKind: DocumentKind<Counters> = {
	parse: (json) => {
		const { schema_version, counts } = (json ?? {}) as Record<string, unknown>;
		if (schema_version === 2) return { kind: 'newer', version: 2 };
		const isSound = schema_version === 1 && typeof counts === 'object' && counts !== null;
		return isSound ? { kind: 'present', doc: json as Counters } : { kind: 'corrupt', reason: 'no counters' };
	},
	empty: () => ({ schema_version: 1, counts: {} }),
};

/** Adds one to a counter; no change without a name. `retire`: a line for the history file leaves with it. */
export function add(name: string, retire = false): (doc: Counters) => Applied<Counters> {
	return (doc) => {
		if (name === '') return { doc, retired: [] };
		const counts = { ...doc.counts, [name]: (doc.counts[name] ?? 0) + 1 };
		return { doc: { ...doc, counts }, retired: retire ? [{ retired: name }] : [] };
	};
}

/** The counters of a directory. */
export function counterFile(directory: string): DocumentFile<Counters> {
	return {
		path: join(directory, 'counters.json'),
		kind: counterKind,
		quarantineDir: join(directory, 'quarantine'),
		historyPath: join(directory, 'history.jsonl'),
	};
}
