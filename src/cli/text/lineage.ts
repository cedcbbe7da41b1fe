import type { Chain, Lineage } from '../../app/commands/lineage.ts';
import { branchLabel } from '../../core/place/branch-text.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { relativeTime } from '../../core/text/relative-time.ts';
import type { Paint } from './paint.ts';
import { calledText } from './record-parts.ts';
import { dated, minute } from './time.ts';

/** A tree with the newest session as its root, each below the one that came from it (P4-2); its heirs after it. */
export function lineageText({ line, end, heirs }: Lineage, paint: Paint, now: number): string {
	const rows = line.map((record, depth) => `${branchOf(depth)}${sessionText(record, paint, now)}`);
	const last = `${branchOf(line.length)}${paint.dim(endText(end, line.at(-1)?.parent ?? ''))}`;
	const below =
		heirs.length === 0
			? []
			: ['', 'heirs:', ...heirs.map((one) => `  ${sessionText(one, paint, now)}`)];
	return [...rows, last, ...below].join('\n');
}

function branchOf(depth: number): string {
	return depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `;
}

function sessionText(record: SessionRecord, { bold }: Paint, now: number): string {
	const { branch, started_at: started, ended_at: ended, inherited } = record;
	const until = ended === null ? '' : ` – ${minute(ended)}`;
	const how = inherited === undefined ? '' : `  inherited ${minute(inherited.at)}`;
	return `${bold(calledText(record))}  ${branchLabel(branch)}  ${minute(started)}${until} (${relativeTime(ended ?? started, now)})${how}`;
}

function endText(end: Lineage['end'], parent: string): string {
	switch (end) {
		case 'no_parent':
			return 'no parent';
		case 'missing':
			return `${named(parent)}: nothing is recorded of it any more`;
		case 'cycle':
			return `${named(parent)} again: a circle`;
		case 'deeper':
			return '… earlier sessions';
		default:
			return end satisfies never;
	}
}

/** The same for scripts: newest first; absent values are null (D37). */
export function lineageJson({ line, end, heirs }: Lineage): object {
	const parent = line.at(-1)?.parent ?? null;
	return {
		lineage: line.map(sessionJson),
		end,
		missing: end === 'missing' ? parent : null,
		heirs: heirs.map(sessionJson),
	};
}

function sessionJson(record: SessionRecord): object {
	return {
		...{ key: record.key, uuid: record.uuid },
		name: record.name ?? null,
		...{ branch: record.branch, status: record.status },
		...{ started_at: record.started_at, ended_at: record.ended_at },
		parent: record.parent,
		inherited_at: record.inherited?.at ?? null,
	};
}

const MOST_TOPICS = 6;

/** A ladder: the oldest session above, each standing on the one before it (S2-060). */
export function chainText({ records, goesOn }: Chain, paint: Paint, now: number): string {
	const above = goesOn ? [paint.dim('… earlier sessions: --depth')] : [];
	return [...above, ...records.flatMap((record) => rung(record, paint, now))].join('\n');
}

function rung(record: SessionRecord, { bold, dim }: Paint, now: number): string[] {
	const { hot_topics, pending_tasks, insights, pins } = record;
	const counts = [
		counted(pending_tasks.length, 'pending task'),
		counted(insights.length, 'insight'),
		counted(pins.length, 'pin'),
	].join(', ');
	const topics = oneLine(hot_topics.slice(0, MOST_TOPICS).join(', '));
	return [
		`${dated(record.started_at, now)}  ${bold(calledText(record))}  ${record.status}`,
		...(topics === '' ? [] : [`  │ ${topics}`]),
		dim(`  │ ${counts}`),
	];
}

/** The fixed keys of `req session lineage --continued --json`; absent values are null (D37). */
export function chainJson({ records }: Chain): object[] {
	return records.map((record) => ({
		key: record.key,
		uuid: record.uuid,
		name: record.name ?? null,
		started_at: record.started_at,
		ended_at: record.ended_at,
		continued_by: record.continued_by,
		topics: record.hot_topics,
		tasks: record.pending_tasks.map(({ id, title, status }) => ({ id, title, status })),
	}));
}
