import { recordAsked } from '../../app/commands/memory-of.ts';
import { dated, minute } from '../../app/local-time.ts';
import { Fault } from '../../core/fault/fault.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import type { Paint } from '../../core/text/paint.ts';
import { counted, relativeTime } from '../../core/text/phrases.ts';
import { branchLabel } from '../../git/place.ts';
import { recordEvents } from '../../memory/events.ts';
import { type Lineage, lineageOf, sessionChain } from '../../memory/lineage.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { type Answer, callerAt, command, JSON_SHOWN, SESSION } from '../command.ts';
import { paintOn } from '../paint.ts';
import { calledText, REFERENCE } from './show.ts';

/** `req session lineage [REF]` */
export const lineage = command({
	about:
		'Shows the sessions that one inherited from, was cleared from or forked from, newest first, and its heirs.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--continued':
			'instead the sessions that led to it because each went on where the one before stopped, oldest first',
		'--depth <number>': 'how many sessions at most; default: 50, with --continued 5',
		...JSON_SHOWN,
	},
	examples: [
		'req session lineage',
		'req session lineage auth-v3 --json',
		'req session lineage --continued --depth 20',
	],
	run: async ({ session, continued, depth: typed }, ports) => {
		const usual = continued ? USUAL_CHAIN : USUAL_LINEAGE;
		const depth = typed === undefined ? usual : depthOf(typed);
		const { place, record } = await recordAsked(callerAt(ports, session), ports);
		const others = allSessions(place, ports).filter(({ uuid }) => uuid !== record.uuid);
		const past = { record, others, depth, now: ports.now(), paint: paintOn(ports.context) };
		const { count, ...answer } = continued ? ladder(past) : family(past);
		// That somebody looked back is an event.
		const data = { start_id: record.uuid, depth, sessions_found: count };
		const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
		await recordEvents(place, [event], ports);
		return answer;
	},
});

/** Nobody reads more. */
const DEEPEST = 1_000;

const USUAL_LINEAGE = 50;

const USUAL_CHAIN = 5;

function depthOf(text: string): number {
	const depth = Number(text);
	if (/^\d{1,4}$/.test(text) && depth >= 1 && depth <= DEEPEST) return depth;
	throw new Fault('usage', `${quoted(text)} is not a depth`, {
		hint: `1 to ${DEEPEST}, such as 5`,
	});
}

/** A session, all others, and how many of them at most are asked for. */
interface Past {
	readonly record: SessionRecord;
	readonly others: readonly SessionRecord[];
	readonly depth: number;
	readonly now: number;
	readonly paint: Paint;
}

interface Traversed extends Answer {
	readonly count: number;
}

/** What it inherited from, was cleared or forked from: a tree with the newest session as its root; its heirs after it. */
function family({ record, others, depth, now, paint }: Past): Traversed {
	const { line, end } = lineageOf(record, others, depth);
	const heirs = others
		.filter(({ parent }) => parent === record.key)
		.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
	const parent = line.at(-1)?.parent ?? null;
	return {
		count: line.length,
		text: () => {
			const { bold, dim } = paint;
			const rows = line.map((one, at) => `${branchOf(at)}${sessionText(one, bold, now)}`);
			const last = `${branchOf(line.length)}${dim(endText(end, parent ?? ''))}`;
			const below = heirs.map((one) => `  ${sessionText(one, bold, now)}`);
			return [...rows, last, ...(heirs.length === 0 ? [] : ['', 'heirs:', ...below])].join('\n');
		},
		json: () => ({
			lineage: line.map(sessionJson),
			end,
			missing: end === 'missing' ? parent : null,
			heirs: heirs.map(sessionJson),
		}),
	};
}

function branchOf(depth: number): string {
	return depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `;
}

function sessionText(record: SessionRecord, bold: Paint['bold'], now: number): string {
	const { branch, started_at: started, ended_at: ended, inherited } = record;
	const until = ended === null ? '' : ` – ${minute(ended)}`;
	const how = inherited === undefined ? '' : `  inherited ${minute(inherited.at)}`;
	return `${bold(calledText(record))}  ${branchLabel(branch)}  ${minute(started)}${until} (${relativeTime(ended ?? started, now)})${how}`;
}

function endText(end: Lineage<SessionRecord>['end'], parent: string): string {
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

/** Absent values are null (D37). */
function sessionJson(record: SessionRecord): object {
	const { key, uuid, name = null, branch, status, started_at, ended_at, parent } = record;
	const inherited_at = record.inherited?.at ?? null;
	return { key, uuid, name, branch, status, started_at, ended_at, parent, inherited_at };
}

/** The sessions that each went on where the one before stopped: the oldest above, each standing on the one before it. */
function ladder({ record, others, depth, now, paint }: Past): Traversed {
	const all = [...others, record];
	const records = sessionChain(all, record.key, depth);
	const before = records[0]?.previous ?? null;
	const goesOn = all.some(({ key }) => key === before && !records.some((one) => one.key === key));
	return {
		count: records.length,
		text: () => {
			const above = goesOn ? [paint.dim('… earlier sessions: --depth')] : [];
			return [...above, ...records.flatMap((one) => rung(one, paint, now))].join('\n');
		},
		json: () =>
			records.map(({ key, uuid, name = null, started_at, ended_at, continued_by, ...one }) => ({
				...{ key, uuid, name, started_at, ended_at, continued_by, topics: one.hot_topics },
				tasks: one.pending_tasks.map(({ id, title, status }) => ({ id, title, status })),
			})),
	};
}

const MOST_TOPICS = 6;

function rung(record: SessionRecord, { bold, dim }: Paint, now: number): string[] {
	const { hot_topics, pending_tasks, insights, pins } = record;
	const tasks = counted(pending_tasks.length, 'pending task');
	const counts = `${tasks}, ${counted(insights.length, 'insight')}, ${counted(pins.length, 'pin')}`;
	const topics = oneLine(hot_topics.slice(0, MOST_TOPICS).join(', '));
	return [
		`${dated(record.started_at, now)}  ${bold(calledText(record))}  ${record.status}`,
		...(topics === '' ? [] : [`  │ ${topics}`]),
		dim(`  │ ${counts}`),
	];
}
