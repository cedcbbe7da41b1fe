import type { DocumentKind } from '../document/document.ts';
import { issueText } from '../document/shape.ts';
import { migrateRecord } from './migrate.ts';
import { SessionRecord } from './schema.ts';

const SCHEMA_VERSION = 1;

/** How a record is read. It is changed by folds alone, so it knows no changes of its own. */
export const recordKind: Pick<DocumentKind<SessionRecord, never>, 'parse'> = {
	parse: (json) => {
		const version = (json as { schema_version?: unknown } | null)?.schema_version;
		if (typeof version === 'number' && version > SCHEMA_VERSION) return { kind: 'newer', version };
		const current = migrateRecord(json);
		const migrated = current !== json;
		const parsed = SessionRecord.safeParse(current);
		if (parsed.success) return { kind: 'present', doc: parsed.data, migrated };
		return { kind: 'corrupt', reason: issueText(parsed.issue) };
	},
};
