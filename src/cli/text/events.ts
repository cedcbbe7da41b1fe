import type { EventsList } from '../../app/commands/events.ts';
import type { ChainedEvent, EventData, EventName } from '../../core/event/event.ts';
import type { ChainVerdict } from '../../core/event/verify.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';

/** Events are told with this much of a session's id. */
const KEY_LENGTH = 8;

/** Events, one line each, newest last. */
export function eventsText({ events, earlier }: EventsList, { width, when }: Layout): string {
	if (events.length === 0) return 'no event';
	const rows = events.map((event) => [
		when(event.ts),
		oneLine(event.session ?? '-').slice(0, KEY_LENGTH),
		oneLine(wordsOf(event)),
	]);
	return [
		...(earlier === 0 ? [] : [`… ${earlier} earlier: --limit`]),
		...columns(rows, width),
	].join('\n');
}

type Words = { readonly [Name in EventName]: (data: EventData[Name]) => string };

/** What each event says to a person. What it holds may come from any req, so a missing field throws nothing. */
const WORDS: Words = {
	session_captured: ({ pin_count, learning_count, task_count }) =>
		`recorded with ${counted(pin_count, 'pin')}, ${counted(learning_count, 'learning')}, ${counted(task_count, 'pending task')}`,
	session_restored: ({ from_session_ids, pins_inherited }) =>
		`started with what ${from_session_ids.map(keyOf).join(', ')} knew and ${counted(pins_inherited, 'pin')}`,
	confidence_decay_applied: ({ memory_id, original_score, decayed_score, hours_elapsed }) =>
		`insight ${memory_id} counts ${decayed_score.toFixed(2)}, not ${original_score.toFixed(2)}: it is ${hours_elapsed.toFixed(0)} h old`,
	pending_task_surfaced: ({ task_id, days_pending }) =>
		`was told of task ${task_id}, pending for ${counted(Math.round(days_pending), 'day')}`,
	session_chain_traversal: ({ sessions_found }) =>
		`somebody looked at its lineage: ${counted(sessions_found, 'session')}`,
	session_crash_recovered: () => 'had ended without saying so, and was recorded',
	session_override: ({ command, ref, by }) => `${by} ran \`req ${command}\` on ${ref}`,
	requirement_satisfied: ({ requirements, by, branch }) =>
		`satisfied ${requirements.join(', ')} by ${by} ${onBranchText(branch)}`,
	requirement_blocked: ({ requirements, tool, branch }) =>
		`${tool} was refused ${onBranchText(branch)}: ${requirements.join(', ')}`,
	run_started: ({ run_id, kind, items, branch }) =>
		`${kind} ${run_id} started ${onBranchText(branch)}: ${counted(items.length, kind === 'run' ? 'task' : 'stage')}`,
	run_item_finished: ({ run_id, item, status, resumed }) =>
		`${item} of run ${run_id} ended: ${status}${resumed ? ', resumed' : ''}`,
};

/** An event of another version, or one that somebody changed, is told as it is stored. */
function wordsOf({ name, data }: ChainedEvent): string {
	try {
		if (Object.hasOwn(WORDS, name)) return WORDS[name as EventName](data as never);
	} catch {}
	return `${name} ${JSON.stringify(data) ?? ''}`;
}

function keyOf(id: string): string {
	return id.slice(0, KEY_LENGTH);
}

/** The fixed keys of `req session events --json`. */
export function eventsJson({ events }: EventsList): object[] {
	return events.map(({ ts, name, session, data }: ChainedEvent) => ({ ts, name, session, data }));
}

const WHY = {
	changed: 'it was changed after it was written',
	out_of_order: 'the line before it was changed, removed or moved, or this one was put in',
} as const;

/** Whether the chain is whole, or where it first is not and what that means. */
export function verdictText(verdict: ChainVerdict): string {
	if (verdict.kind === 'broken') {
		return `line ${verdict.line} of events.jsonl breaks the chain: ${WHY[verdict.why]}`;
	}
	const { events, torn } = verdict;
	const whole = `the chain of ${counted(events, 'event')} is whole`;
	return torn === 0 ? whole : `${whole}; ${counted(torn, 'line')} cut off by a crash beside it`;
}

/** The same for scripts; absent values are null (D37). */
export function verdictJson(verdict: ChainVerdict): object {
	return verdict.kind === 'broken'
		? { whole: false, line: verdict.line, why: verdict.why, events: null, torn: null }
		: { whole: true, line: null, why: null, events: verdict.events, torn: verdict.torn };
}
