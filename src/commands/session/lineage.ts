import type { Caller } from '../../app/commands/caller.ts';
import { recordAsked } from '../../app/commands/record-asked.ts';
import { recordEvents } from '../../app/continuity/keep-events.ts';
import { everyRecord } from '../../app/continuity/records.ts';
import type { Ports } from '../../app/ports.ts';
import { Fault } from '../../core/fault/fault.ts';
import { branchLabel } from '../../core/place/branch-text.ts';
import { type LineOf, lineageOf, sessionChain } from '../../core/session-record/lineage.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import { relativeTime } from '../../core/text/relative-time.ts';
import { callerAt, command, JSON_SHOWN, SESSION } from '../command.ts';
import { type Paint, paint } from '../paint.ts';
import { dated, minute } from '../time.ts';
import { calledText } from './record-parts.ts';
import { REFERENCE } from './show.ts';

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
	run: async ({ session, continued, depth }, ports) => {
		const request = { caller: callerAt(ports, session), depth };
		if (continued) {
			const found = await chain(request, ports);
			return {
				text: () => chainText(found, paint(), ports.now()),
				json: () => chainJson(found),
			};
		}
		const found = await readLineage(request, ports);
		return {
			text: () => lineageText(found, paint(), ports.now()),
			json: () => lineageJson(found),
		};
	},
});
/** A tree with the newest session as its root, each below the one that came from it; its heirs after it. */
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

/** A ladder: the oldest session above, each standing on the one before it. */
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

/** Nobody reads more. */
const DEEPEST = 1_000;

const USUAL_LINEAGE = 50;

const USUAL_CHAIN = 5;

/** Whose past is asked for, and how many sessions of it at most, as it was typed. */
export interface LineageRequest {
	readonly caller: Caller;
	readonly depth: string | undefined;
}

/** Where a session came from, and which came from it. */
export interface Lineage extends LineOf<SessionRecord> {
	/** Sessions whose parent it is, newest first. */
	readonly heirs: readonly SessionRecord[];
}

/** The sessions that led to one, oldest first. */
export interface Chain {
	readonly records: readonly SessionRecord[];
	/** Whether the oldest one follows another that is recorded and not shown. */
	readonly goesOn: boolean;
}

/**
 * The sessions that one inherited from, was cleared or forked from, newest first.
 *
 * @throws Fault `usage` or `unknown_session`
 */
async function readLineage(request: LineageRequest, ports: Ports): Promise<Lineage> {
	return traversed(request, ports, USUAL_LINEAGE, (record, others, depth) => {
		const found = lineageOf(record, others, depth);
		const heirs = others
			.filter(({ parent }) => parent === record.key)
			.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
		return { answer: { ...found, heirs }, count: found.line.length };
	});
}

/**
 * The sessions that led to one because each went on where the one before stopped.
 *
 * @throws Fault `usage` or `unknown_session`
 */
export async function chain(request: LineageRequest, ports: Ports): Promise<Chain> {
	return traversed(request, ports, USUAL_CHAIN, (record, others, depth) => {
		const all = [...others, record];
		const records = sessionChain(all, record.key, depth);
		const before = records[0]?.previous ?? null;
		const goesOn = all.some(({ key }) => key === before && !records.some((one) => one.key === key));
		return { answer: { records, goesOn }, count: records.length };
	});
}

/** Looks back from one session; that somebody did is an event. */
async function traversed<T>(
	{ caller, depth: typed }: LineageRequest,
	ports: Ports,
	usual: number,
	look: (
		record: SessionRecord,
		others: readonly SessionRecord[],
		depth: number,
	) => { readonly answer: T; readonly count: number },
): Promise<T> {
	const depth = typed === undefined ? usual : depthOf(typed);
	const { place, record } = await recordAsked(caller, ports);
	const others = (await everyRecord(place, ports)).filter(({ uuid }) => uuid !== record.uuid);
	const { answer, count } = look(record, others, depth);
	const data = { start_id: record.uuid, depth, sessions_found: count };
	const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
	await recordEvents(place, [event], ports);
	return answer;
}

function depthOf(text: string): number {
	const depth = Number(text);
	if (/^\d{1,4}$/.test(text) && depth >= 1 && depth <= DEEPEST) return depth;
	throw new Fault('usage', `${quoted(text)} is no depth`, { hint: `1 to ${DEEPEST}, such as 5` });
}
