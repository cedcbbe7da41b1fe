import type { DocumentKind } from '../document/document.ts';
import { issueText } from '../document/shape.ts';
import { applyTaskChange, withoutOldest } from './apply.ts';
import { TaskChange, Tasks } from './schema.ts';

const SCHEMA_VERSION = 1;

/** How `tasks.json` is read and changed. An entry that is no task of ours is kept and ignored. */
export const tasksKind: DocumentKind<Tasks, TaskChange> = {
	schemaVersion: SCHEMA_VERSION,
	parse: (json) => {
		const version = (json as { schema_version?: unknown } | null)?.schema_version;
		if (typeof version === 'number' && version > SCHEMA_VERSION) return { kind: 'newer', version };
		const parsed = Tasks.safeParse(json);
		if (parsed.success) return { kind: 'present', doc: parsed.data };
		return { kind: 'corrupt', reason: issueText(parsed.issue) };
	},
	empty: () => ({ schema_version: SCHEMA_VERSION, last: 0, tasks: [] }),
	apply: (doc, changes) => {
		const changed = changes.reduce(applyTaskChange, doc);
		const at = changes.at(-1)?.at ?? '';
		return changed === doc ? { doc, retired: [] } : withoutOldest(changed, at);
	},
	parseChange: (json) => {
		const parsed = TaskChange.safeParse(json);
		return parsed.success ? parsed.data : undefined;
	},
};
