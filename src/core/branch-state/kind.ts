import type { DocumentKind } from '../document/document.ts';
import { issueText } from '../document/shape.ts';
import type { Place } from '../place/place.ts';
import { applyChanges } from './apply.ts';
import { BranchChange } from './change.ts';
import { migrateBranchState } from './migrate.ts';
import { BranchState } from './schema.ts';

const SCHEMA_VERSION = 1;

/** How the state of one branch is read and changed. `now`: milliseconds since the epoch. */
export function branchStateKind(
	place: Pick<Place, 'branch' | 'root'>,
	now: number,
): DocumentKind<BranchState, BranchChange> {
	const at = new Date(now).toISOString();
	const birth = { branch: place.branch, project: place.root, at };
	return {
		schemaVersion: SCHEMA_VERSION,
		parse: (json) => {
			const version = versionOf(json);
			if (version > SCHEMA_VERSION) return { kind: 'newer', version };
			const current = migrateBranchState(json, birth);
			const migrated = current !== json;
			const parsed = BranchState.safeParse(current);
			if (parsed.success) return { kind: 'present', doc: parsed.data, migrated };
			return { kind: 'corrupt', reason: issueText(parsed.issue) };
		},
		empty: () => ({
			schema_version: 1,
			branch: birth.branch,
			project: birth.project,
			created_at: at,
			updated_at: at,
			requirements: {},
		}),
		apply: (doc, changes) => applyChanges(doc, changes, at),
		parseChange: (json) => {
			const parsed = BranchChange.safeParse(json);
			return parsed.success ? parsed.data : undefined;
		},
	};
}

function versionOf(json: unknown): number {
	const version = (json as { schema_version?: unknown } | null)?.schema_version;
	return typeof version === 'number' ? version : 0;
}
