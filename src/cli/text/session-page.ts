import { branchLabel } from '../../core/place/branch-text.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';
import {
	aheadParts,
	calledText,
	insightsPart,
	listPart,
	partsText,
	pinsPart,
	tasksPart,
} from './record-parts.ts';
import { dated } from './time.ts';

/** A session as a page to read: what it was and did, never a replay of it (S2-144). */
export function sessionPage(record: SessionRecord, { bold }: Paint, now: number): string {
	const { activity, notes } = record;
	const last = notes.at(-1);
	const parts = [
		pinsPart(record.pins),
		insightsPart(record.insights),
		tasksPart(record),
		...aheadParts(record),
		listPart('Done', activity.completed),
		listPart('Files', activity.files.map(({ path }) => path).reverse()),
		listPart('Functions', activity.functions),
		listPart(
			'Commits',
			activity.commits.map(({ subject, sha }) => `${(sha ?? '').slice(0, 8)} ${subject}`.trim()),
		),
		listPart('Last note', last === undefined ? [] : [last.text]),
	];
	const head = [`${bold(`session ${calledText(record)}`)}`, ...factLines(record, now)].join('\n');
	return [head, ...partsText(parts, bold)].join('\n\n');
}

function factLines(record: SessionRecord, now: number): string[] {
	const { activity, restorations } = record;
	const rows: readonly (readonly [string, string])[] = [
		['id', record.uuid],
		['status', statusText(record)],
		['branch', branchLabel(record.branch)],
		['phase', record.phase ?? ''],
		['started', dated(record.started_at, now)],
		['ended', record.ended_at === null ? '' : dated(record.ended_at, now)],
		['last activity', dated(record.last_activity, now)],
		['user', record.user],
		['worked', workText(activity)],
		['projects', record.active_projects.join(', ')],
		['topics', record.hot_topics.join(', ')],
		['skills', activity.skills.join(', ')],
		['follows', record.previous ?? ''],
		['came from', record.parent ?? ''],
		['continued by', record.continuations.join(', ')],
		['inherited', inheritedText(record, now)],
		['received from', restorations.map(({ from, mode }) => `${from} (${mode})`).join(', ')],
	];
	const told = rows.filter(([, value]) => value !== '');
	return columns(told.map(([name, value]) => [name, oneLine(value)])).map((line) => `  ${line}`);
}

function statusText({ status, end_reason, closed, crash_recovered }: SessionRecord): string {
	return [
		status,
		...(end_reason === undefined ? [] : [end_reason]),
		...(crash_recovered === true ? ['recovered'] : []),
		...(closed === true ? ['closed: its codes are not passed on'] : []),
	].join(', ');
}

/** From whom, what of it, when, and whether it said what it understood. */
function inheritedText({ inherited, comprehension }: SessionRecord, now: number): string {
	if (inherited === undefined) return '';
	const { from, select, at } = inherited;
	const isOwed = comprehension?.required === true && !comprehension.present;
	const word =
		comprehension?.present === true ? ', acknowledged' : isOwed ? ', not acknowledged' : '';
	return `${select} of ${from}, ${dated(at, now)}${word}`;
}

function workText({ turns, tools }: SessionRecord['activity']): string {
	const calls = Object.values(tools).reduce((sum, count) => sum + count, 0);
	return `${counted(turns, 'turn')}, ${counted(calls, 'tool call')}`;
}

/** Its insights only, by kind (seed 000: `sessions show REF --learnings`). */
export function learningsText(record: SessionRecord, { bold }: Paint): string {
	const { insights } = record;
	if (insights.length === 0) return `session ${calledText(record)} noted no insight`;
	const parts = Object.entries(byKind(record)).map(([kind, of]) => ({
		...insightsPart(of),
		title: kind,
	}));
	return partsText(parts, bold).join('\n\n');
}

/** The same for scripts. */
export function byKind({ insights }: SessionRecord) {
	const of = (kind: string) => insights.filter((insight) => insight.kind === kind);
	return {
		learnings: of('learning'),
		patterns: of('pattern'),
		warnings: of('warning'),
		decisions: of('decision'),
	};
}
