import type { ChainVerdict } from '../event/verify.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import { Task, type Tasks } from '../task/schema.ts';
import { counted } from '../text/counted.ts';
import { oneLine } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import { documentFindings } from './state.ts';
import type { Lying } from './stored.ts';

/** What sessions remember, as it lies on disk. */
export interface StoredMemory {
	/** Archived ones too. */
	readonly records: readonly { readonly path: string; readonly lying: Lying<SessionRecord> }[];
	readonly tasks: { readonly path: string; readonly lying: Lying<Tasks> };
	/** `garbled`: it cannot be read, or names records that are gone. */
	/** Files among the runs that hold none. */
	readonly runs: readonly { readonly path: string; readonly why: string }[];
	readonly index: { readonly path: string; readonly state: 'absent' | 'sound' | 'garbled' };
}

/** Whether what sessions remember can be read, and the events are as they were written (S2-021, S2-078). */
export function examineMemory(
	{ records, tasks, index, runs }: StoredMemory,
	events: { readonly path: string; readonly verdict: ChainVerdict },
): Examined {
	return {
		checks: records.length === 0 ? [] : [`${counted(records.length, 'session record')} read`],
		findings: [
			...records.flatMap(({ path, lying }) => corruptFindings('record_corrupt', path, lying)),
			...corruptFindings('tasks_corrupt', tasks.path, tasks.lying),
			...taskFindings(tasks),
			...runFindings(runs),
			...(index.state === 'garbled'
				? [finding('index_garbled', 'the index is none', { file: index.path })]
				: []),
			...eventFindings(events),
		],
	};
}

function corruptFindings(
	code: 'record_corrupt' | 'tasks_corrupt',
	path: string,
	lying: Lying<unknown>,
): Finding[] {
	if (lying.kind !== 'corrupt') return documentFindings(path, lying);
	const what = `${oneLine(path)} cannot be read: ${oneLine(lying.reason)}`;
	return [finding(code, what, { file: path })];
}

function taskFindings({ path, lying }: StoredMemory['tasks']): Finding[] {
	const tasks = lying.kind === 'present' ? lying.doc.tasks : [];
	const invalid = tasks.filter((task) => !Task.safeParse(task).success).length;
	if (invalid === 0) return [];
	return [finding('task_invalid', `${invalid} of ${tasks.length} are no tasks`, { file: path })];
}

function runFindings(runs: StoredMemory['runs']): Finding[] {
	return runs.map(({ path, why }) =>
		finding('run_corrupt', `${oneLine(path)}: ${oneLine(why)}`, { file: path }),
	);
}

function eventFindings({
	path,
	verdict,
}: {
	readonly path: string;
	readonly verdict: ChainVerdict;
}): Finding[] {
	if (verdict.kind === 'whole') return [];
	return [finding('events_broken', `line ${verdict.line} breaks the chain`, { file: path })];
}
