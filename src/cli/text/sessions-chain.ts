import type { Chain } from '../../app/commands/sessions-chain.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Paint } from './paint.ts';
import { calledText } from './record-parts.ts';
import { minute } from './time.ts';

const MOST_TOPICS = 6;

/** A ladder: the oldest session above, each standing on the one before it (S2-060). */
export function chainText({ records, goesOn }: Chain, paint: Paint): string {
	const above = goesOn ? [paint.dim('… earlier sessions: --depth')] : [];
	return [...above, ...records.flatMap((record) => rung(record, paint))].join('\n');
}

function rung(record: SessionRecord, { bold, dim }: Paint): string[] {
	const { hot_topics, pending_tasks, insights, pins } = record;
	const counts = [
		counted(pending_tasks.length, 'pending task'),
		counted(insights.length, 'insight'),
		counted(pins.length, 'pin'),
	].join(', ');
	const topics = oneLine(hot_topics.slice(0, MOST_TOPICS).join(', '));
	return [
		`${minute(record.started_at)}  ${bold(calledText(record))}  ${record.status}`,
		...(topics === '' ? [] : [`  │ ${topics}`]),
		dim(`  │ ${counts}`),
	];
}

/** The fixed keys of `req sessions chain --json`; absent values are null (D37). */
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
