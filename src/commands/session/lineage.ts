import { recordAsked } from '../../app/commands/memory-of.ts';
import { dated, minute } from '../../app/local-time.ts';
import { Fault } from '../../core/fault/fault.ts';
import { named, oneLine, quoted } from '../../core/text/one-line.ts';
import type { Paint } from '../../core/text/paint.ts';
import { counted, relativeTime } from '../../core/text/phrases.ts';
import { branchLabel } from '../../git/place.ts';
import { recordEvents } from '../../memory/events.ts';
import { type Chain, followLinks } from '../../memory/links.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { type Answer, callerAt, command, JSON_SHOWN, SESSION } from '../command.ts';
import { paintOn } from '../paint.ts';
import { calledText, REFERENCE } from './show.ts';

/** How many sessions are shown unless somebody says. */
const USUAL = { parent: 50, previous: 5 };

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
		const by = continued ? 'previous' : 'parent';
		const depth = typed === undefined ? USUAL[by] : depthOf(typed);
		const { place, record } = await recordAsked(callerAt(ports, session), ports);
		const others = allSessions(place, ports).filter(({ uuid }) => uuid !== record.uuid);
		const find = (key: string) => others.find((one) => one.key === key);
		const chain = followLinks(record, find, { by, depth });
		// That somebody looked back is an event.
		const data = { start_id: record.uuid, depth, sessions_found: chain.line.length };
		const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
		await recordEvents(place, [event], ports);
		const [paint, now] = [paintOn(ports.context), ports.now()];
		return continued ? ladder(chain, paint, now) : family(chain, others, { paint, now });
	},
});

function depthOf(text: string): number {
	if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
	throw new Fault('usage', `${quoted(text)} is not a depth`, { hint: '1 to 999, such as 5' });
}

type Records = readonly SessionRecord[];

/** What it inherited from, was cleared or forked from: a tree with the newest session as its root; its heirs below. */
function family(
	{ line, end }: Chain<SessionRecord>,
	others: Records,
	{ paint: { bold, dim }, now }: { readonly paint: Paint; readonly now: number },
): Answer {
	const parent = line.at(-1)?.parent ?? null;
	const heirs = others.filter((one) => one.parent === line[0].key);
	heirs.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
	const rowOf = (record: SessionRecord) => {
		const { branch, started_at: started, ended_at: ended, inherited } = record;
		const until = ended === null ? '' : ` – ${minute(ended)}`;
		const how = inherited === undefined ? '' : `  inherited ${minute(inherited.at)}`;
		return `${bold(calledText(record))}  ${branchLabel(branch)}  ${minute(started)}${until} (${relativeTime(ended ?? started, now)})${how}`;
	};
	const ends: Readonly<Record<typeof end, string>> = {
		no_parent: 'no parent',
		missing: `${named(parent ?? '')}: nothing is recorded of it any more`,
		cycle: `${named(parent ?? '')} again: a circle`,
		deeper: '… earlier sessions',
	};
	return {
		text: () => {
			const rows = [...line.map(rowOf), dim(ends[end])].map((row, at) => {
				return at === 0 ? row : `${'   '.repeat(at - 1)}└─ ${row}`;
			});
			const below = heirs.map((one) => `  ${rowOf(one)}`);
			return [...rows, ...(heirs.length === 0 ? [] : ['', 'heirs:', ...below])].join('\n');
		},
		json: () => ({
			lineage: line.map(memberJson),
			end,
			missing: end === 'missing' ? parent : null,
			heirs: heirs.map(memberJson),
		}),
	};
}

/** Absent values are null (D37). */
function memberJson(record: SessionRecord): object {
	const { key, uuid, name = null, branch, status, started_at, ended_at, parent } = record;
	const inherited_at = record.inherited?.at ?? null;
	return { key, uuid, name, branch, status, started_at, ended_at, parent, inherited_at };
}

const MOST_TOPICS = 6;

/** The sessions that each went on where the one before stopped, the oldest above. */
function ladder({ line, end }: Chain<SessionRecord>, { bold, dim }: Paint, now: number): Answer {
	const records = line.toReversed();
	const rung = (record: SessionRecord) => {
		const { hot_topics, pending_tasks, insights, pins } = record;
		const tasks = counted(pending_tasks.length, 'pending task');
		const counts = `${tasks}, ${counted(insights.length, 'lesson')}, ${counted(pins.length, 'pin')}`;
		const topics = oneLine(hot_topics.slice(0, MOST_TOPICS).join(', '));
		return [
			`${dated(record.started_at, now)}  ${bold(calledText(record))}  ${record.status}`,
			...(topics === '' ? [] : [`  │ ${topics}`]),
			dim(`  │ ${counts}`),
		];
	};
	const above = end === 'deeper' ? [dim('… earlier sessions: --depth')] : [];
	return {
		text: () => [...above, ...records.flatMap(rung)].join('\n'),
		json: () =>
			records.map(({ key, uuid, name = null, started_at, ended_at, ...one }) => {
				const { continued_by, hot_topics: topics, pending_tasks } = one;
				const tasks = pending_tasks.map(({ id, title, status }) => ({ id, title, status }));
				return { key, uuid, name, started_at, ended_at, continued_by, topics, tasks };
			}),
	};
}
