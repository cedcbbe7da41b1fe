import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { sessionNamed } from '../../app/commands/session-choice.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import { onBranchText } from '../../git/place.ts';
import type { ChainedEvent, EventData, EventName } from '../../memory/event.ts';
import { verifyChain } from '../../memory/event-chain.ts';
import { type Answer, callerAt, command, EXIT, SESSION, TABLE_OPTIONS } from '../command.ts';
import { columns, layoutOf } from '../layout.ts';

/** What a reader wants to see at once; scripts get all. */
const MOST_SHOWN = 50;

/** `req session events`; with `--verify` 1 where the chain is broken (D37). */
export const events = command({
	about:
		'Lists what happened to the sessions of this repository, newest last: the last 50, with --json all.',
	options: {
		...SESSION,
		'--verify':
			'only check that no event was changed, removed or put in; exits with 1 where one was. What was cut off at the end leaves no trace',
		...TABLE_OPTIONS,
	},
	examples: ['req session events', 'req session events --verify'],
	run: async ({ session, verify, json, wide }, ports) => {
		if (verify) return verdict(ports);
		const place = await homeOfCaller(callerAt(ports, session), ports);
		const uuid =
			session === undefined ? undefined : (await sessionNamed(session, place, ports)).uuid;
		const lines = await ports.events.read(place);
		const fitting = lines
			.filter((event) => event !== undefined)
			.filter((event) => uuid === undefined || event.session === uuid);
		const told = json ? fitting : fitting.filter(isWorthTelling);
		const shown = json ? told : told.slice(-MOST_SHOWN);
		const earlier = told.length - shown.length;
		const unreadable = lines.filter((line) => line === undefined).length;
		const { when, width } = layoutOf({ wide }, ports);
		const row = (event: ChainedEvent) => [
			when(event.ts),
			keyOf(oneLine(event.session ?? '-')),
			oneLine(wordsOf(event)),
		];
		return {
			text: () =>
				[
					...(shown.length === 0 ? ['no event'] : []),
					...(earlier === 0 ? [] : [`… ${earlier} earlier: --json`]),
					...columns(shown.map(row), width),
				].join('\n'),
			json: () =>
				shown.map(({ ts, name: of, session: whose, data }) => ({
					ts,
					name: of,
					session: whose,
					data,
				})),
			warnings:
				unreadable === 0 ? [] : [`${unreadable} lines are not events: req session events --verify`],
		};
	},
});

/** What each event says to a person. What it holds may come from any req, so a missing field throws nothing. */
const WORDS: { readonly [Name in EventName]: (data: EventData[Name]) => string } = {
	session_captured: ({ pin_count, learning_count, task_count }) =>
		`recorded with ${counted(pin_count, 'pin')}, ${counted(learning_count, 'learning')}, ${counted(task_count, 'pending task')}`,
	session_restored: ({ from_session_ids, pins_inherited }) =>
		`was told what ${from_session_ids.map(keyOf).join(', ')} knew, with ${counted(pins_inherited, 'pin')}`,
	confidence_decay_applied: ({ memory_id, original_score, decayed_score, hours_elapsed }) =>
		`insight ${memory_id} counts ${decayed_score.toFixed(2)}, not ${original_score.toFixed(2)}: it is ${hours_elapsed.toFixed(0)} h old`,
	pending_task_surfaced: ({ task_id, days_pending }) =>
		`was told of task ${task_id}, pending for ${counted(Math.round(days_pending), 'day')}`,
	session_chain_traversal: ({ sessions_found }) =>
		`its lineage was looked at: ${counted(sessions_found, 'session')}`,
	session_crash_recovered: () => 'had ended without saying so, and was recorded',
	session_override: ({ command, ref, by }) =>
		command === 'session continue'
			? `${by} had it continue session ${keyOf(ref)}`
			: `${by} ran \`req ${command}\` on ${ref}`,
	requirement_satisfied: ({ requirements, by, branch }) =>
		`satisfied ${requirements.join(', ')} by ${by} ${onBranchText(branch)}`,
	requirement_blocked: ({ requirements, tool, branch }) =>
		`${tool} was refused ${onBranchText(branch)}: ${requirements.join(', ')}`,
	run_started: ({ run_id, kind, items, branch }) =>
		`${kind} ${run_id} started ${onBranchText(branch)}: ${counted(items.length, kind === 'run' ? 'task' : 'stage')}`,
	run_item_finished: ({ run_id, item, status, resumed }) =>
		`${item} of run ${run_id} ended: ${status}${resumed ? ', resumed' : ''}`,
};

/** That somebody looked, and that an insight counts as before, is kept for scripts; nothing happened that a person asks for. */
function isWorthTelling({ name, data }: ChainedEvent): boolean {
	if (name === 'session_chain_traversal') return false;
	if (name !== 'confidence_decay_applied') return true;
	const { original_score: before, decayed_score: after }: Record<string, unknown> = {
		...Object(data),
	};
	return Number(before).toFixed(2) !== Number(after).toFixed(2);
}

/** An event of another version, or one that somebody changed, is told as it is stored. */
function wordsOf({ name, data }: ChainedEvent): string {
	try {
		if (Object.hasOwn(WORDS, name)) return WORDS[name as EventName](data as never);
	} catch {}
	return `${name} ${JSON.stringify(data) ?? ''}`;
}

/** Events are told with this much of a session's id. */
function keyOf(id: string): string {
	return id.slice(0, 8);
}

const WHY = {
	changed: 'it was changed after it was written',
	out_of_order: 'the line before it was changed, removed or moved, or this one was put in',
} as const;

/** Whether the chain of events is whole, or where it first is not and what that means (D42); absent values are null. */
async function verdict(ports: CommandPorts): Promise<Answer> {
	const place = await homeOfCaller(callerAt(ports, undefined), ports);
	const found = verifyChain(await ports.events.read(place), ports.sha256);
	if (found.kind === 'broken') {
		const { line, why } = found;
		return {
			text: `line ${line} of events.jsonl breaks the chain: ${WHY[why]}`,
			json: () => ({ whole: false, line, why, events: null, torn: null }),
			exit: EXIT.no,
		};
	}
	const { events: count, torn } = found;
	const whole = `the chain of ${counted(count, 'event')} is whole`;
	return {
		text: torn === 0 ? whole : `${whole}; ${counted(torn, 'line')} cut off by a crash beside it`,
		json: () => ({ whole: true, line: null, why: null, events: count, torn }),
	};
}
