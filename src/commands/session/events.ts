import type { Caller } from '../../app/commands/caller.ts';
import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import type { Ports } from '../../app/ports.ts';
import { readRegistry } from '../../app/registering.ts';
import type { ChainedEvent, EventData, EventName } from '../../core/event/event.ts';
import { type ChainVerdict, verifyChain } from '../../core/event/verify.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from '../columns.ts';
import { callerAt, command, EXIT, SESSION, TABLE_OPTIONS } from '../command.ts';
import { type Layout, layoutOf, limitOf } from '../layout.ts';

/** What a reader wants to see at once; scripts get all. */
const USUAL_LIMIT = '50';

/** `req session events`; with `--verify` 1 where the chain is broken (D37). */
export const events = command({
	about: 'Lists what happened to the sessions of this repository, newest last.',
	options: {
		'--name <event>': 'only events of this name',
		...SESSION,
		'--limit <number>': 'only the last ones; default: 50, with --json all',
		'--verify':
			'only check that no event was changed, removed or put in; exits with 1 where one was. What was cut off at the end leaves no trace',
		...TABLE_OPTIONS,
	},
	examples: [
		'req session events',
		'req session events --name session_restored --json',
		'req session events --verify',
	],
	run: async ({ name, session, limit: asked, verify, json, wide }, ports) => {
		if (verify) {
			const verdict = await eventsVerify(callerAt(ports, undefined), ports);
			return {
				text: () => verdictText(verdict),
				json: () => verdictJson(verdict),
				exit: verdict.kind === 'broken' ? EXIT.no : EXIT.done,
			};
		}
		const limit = asked ?? (json ? undefined : USUAL_LIMIT);
		const found = await eventsList({ caller: callerAt(ports, session), name, limit }, ports);
		const { unreadable } = found;
		return {
			text: () => eventsText(found, layoutOf({ wide }, ports)),
			json: () => eventsJson(found),
			warnings:
				unreadable === 0 ? [] : [`${unreadable} lines are no events: req session events --verify`],
		};
	},
});
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

export interface EventsRequest {
	readonly caller: Caller;
	readonly name: string | undefined;
	/** How many at most, as it was typed; `undefined` for all. */
	readonly limit: string | undefined;
}

export interface EventsList {
	/** Newest last. */
	readonly events: readonly ChainedEvent[];
	/** How many earlier ones there are beside them. */
	readonly earlier: number;
	/** How many lines of the file are none. */
	readonly unreadable: number;
}

/**
 * What happened to the sessions of this repository.
 *
 * @throws Fault `usage` or `unknown_session`
 */
export async function eventsList(request: EventsRequest, ports: Ports): Promise<EventsList> {
	const { caller, name } = request;
	const limit = request.limit === undefined ? undefined : limitOf(request.limit);
	const place = await homeOfCaller(caller, ports);
	const uuid = await uuidAsked(caller, ports);
	const lines = await ports.events.read(place);
	const fitting = lines
		.filter((event) => event !== undefined)
		.filter((event) => name === undefined || event.name === name)
		.filter((event) => uuid === undefined || event.session === uuid);
	const events = limit === undefined ? fitting : fitting.slice(-limit);
	return {
		events,
		earlier: fitting.length - events.length,
		unreadable: lines.filter((line) => line === undefined).length,
	};
}

/** Whether the chain of events is whole (D42). */
export async function eventsVerify(caller: Caller, ports: Ports): Promise<ChainVerdict> {
	const lines = await ports.events.read(await homeOfCaller(caller, ports));
	return verifyChain(lines, ports.sha256);
}

async function uuidAsked(caller: Caller, ports: Ports): Promise<string | undefined> {
	const { session } = caller;
	if (session === undefined) return undefined;
	const place = await homeOfCaller(caller, ports);
	const registry = await readRegistry(place, ports);
	return (await sessionNamed(session, { place, registry }, ports)).uuid;
}
