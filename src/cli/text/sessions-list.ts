import type { ListedSession } from '../../app/commands/listed-sessions.ts';
import type { SessionsList } from '../../app/commands/sessions-list.ts';
import { branchLabel } from '../../core/place/branch-text.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';
import { utcSecond } from './time.ts';

/** What was asked for. */
interface Asked {
	readonly all: boolean;
	readonly completed: boolean;
	readonly when: Readonly<Record<string, string | undefined>>;
}

const MOST_TOPICS = 4;

/** Sessions as a table, newest first. */
export function sessionsListText(
	{ sessions, remembered }: SessionsList,
	asked: Asked,
	{ width, when }: Layout,
): string {
	if (sessions.length === 0) return noneText(asked, remembered);
	if (asked.completed) return columns([COMPLETED, ...sessions.map(completedRow)], width).join('\n');
	if (!remembered)
		return columns([REGISTERED, ...sessions.map((one) => registeredRow(one, when))], width).join(
			'\n',
		);
	const topics = sessions.map((session) =>
		oneLine(session.topics.slice(0, MOST_TOPICS).join(', ')),
	);
	return columns(
		[ALL, ...sessions.map((one, at) => [...row(one, when), topics[at] ?? ''])],
		width,
	).join('\n');
}

function noneText({ all, completed, when }: Asked, remembered: boolean): string {
	const isBounded = Object.values(when).some((one) => one !== undefined);
	const where = all ? '' : ' in this repository';
	if (completed) return `no session is over${isBounded ? ' of that time' : ''}${where}`;
	if (isBounded) return `no session was at work at that time${where}`;
	return remembered && !all
		? 'no session of the last 30 days in this repository'
		: `no session is registered${where}`;
}

/** Where sessions are not remembered, only live ones are known. */
const REGISTERED = ['KEY', 'STATUS', 'BRANCH', 'STARTED', 'CWD'];

function registeredRow(
	{ key, status, branch, startedAt, cwd }: ListedSession,
	when: Layout['when'],
): string[] {
	return [oneLine(key), status, branchLabel(branch), when(startedAt), oneLine(cwd ?? '')];
}

const ALL = ['KEY', 'NAME', 'STATUS', 'BRANCH', 'STARTED', 'ENDED', 'LEARNINGS', 'TOPICS'];

function row(session: ListedSession, when: Layout['when']): string[] {
	const { key, name, status, branch, startedAt, endedAt, learnings } = session;
	return [
		oneLine(key),
		oneLine(name ?? '-'),
		status,
		branchLabel(branch),
		when(startedAt),
		endedAt === undefined ? '-' : when(endedAt),
		String(learnings ?? '-'),
	];
}

/** As seed 000 has it, with times that scripts can cut out. */
const COMPLETED = ['NAME', 'STATUS', 'COMPLETED_AT', 'LEARNINGS'];

function completedRow(session: ListedSession): string[] {
	const { key, name, status, endedAt, lastActivity, learnings } = session;
	return [
		oneLine(name ?? key),
		status,
		utcSecond(endedAt ?? lastActivity),
		String(learnings ?? '-'),
	];
}

/** The fixed keys of `req session list --json`, and more of what is known; absent values are null (D37). */
export function sessionsListJson({ sessions, remembered }: SessionsList): object[] {
	return sessions.map(
		({ key, uuid, name, branch, status, startedAt, endedAt, learnings, cwd, topics }) => ({
			...{ key, uuid },
			name: name ?? null,
			...{ branch, status },
			started_at: startedAt,
			ended_at: endedAt ?? null,
			learnings: learnings ?? null,
			cwd: cwd ?? null,
			...(remembered ? { topics } : {}),
		}),
	);
}
