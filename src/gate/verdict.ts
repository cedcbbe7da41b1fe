import type { Requirement } from '../config/config.ts';
import type { JournalLine } from '../journal/entries.ts';
import { type LineOf, ofKind } from '../journal/lines.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { blocksEdit } from './concerns.ts';
import { isConsumable, namesIn, type Status } from './status.ts';
import { type Action, matchOf, type Trigger } from './triggers.ts';

/** A call, or the end of a turn or of a task in Claude's list. */
type Occasion = Action | 'turn' | 'task';

/** What follows for a call, a turn or a task from one requirement. */
type Effect =
	| 'blocks'
	| 'warns'
	| 'consumes the satisfaction'
	/** The gates of the branch are paused. */
	| 'nothing, paused'
	| 'nothing';

/** One requirement that an event matched, and what followed. */
export interface Step {
	readonly status: Status;
	/** The trigger that matched; `undefined` at the end of a turn or a task: work of the session armed it. */
	readonly trigger: Trigger | undefined;
	/** What of the call matched: a path, the words of the config, the tool. */
	readonly by: string | undefined;
	readonly effect: Effect;
}

/** Requirements one of whose triggers in the given list matches the call. */
export function matching(
	requirements: readonly Requirement[],
	list: 'triggers' | 'blocks' | 'staleAfter',
	action: Action,
): Requirement[] {
	return requirements.filter((one) => one[list].some((trigger) => matchOf(trigger, action) !== undefined));
}

/** What an evaluation depends on beyond the statuses. */
interface Circumstances {
	readonly occasion: Occasion;
	readonly branch: string;
	/** The session's journal; empty if it was not read. */
	readonly lines: readonly JournalLine[];
	/** `tool_use_id` of the call. */
	readonly call?: string | undefined;
	readonly commit?: string | undefined;
	/** The gates of the branch are paused: nothing follows. */
	readonly isPaused?: boolean;
	/** Why nothing can be stored: then a refusal is a warning (D7). */
	readonly obstacle?: Obstacle | undefined;
}

/** What the gates answer. `warn`: the call is allowed, and Claude is shown a warning. */
export interface Verdict {
	readonly decision: 'allow' | 'warn' | 'deny';
	/** The unmet requirements that decided it, in the order of the config. */
	readonly unmet: readonly Status[];
	/** Names of single-use requirements whose satisfaction the call consumes if it succeeds (D31). */
	readonly consumes: readonly string[];
	/** Why: one step for each requirement that the occasion matched. */
	readonly trace: readonly Step[];
}

/**
 * Evaluates a call, or the end of a turn or task, by the status of the requirements. Pure: the caller has read the
 * statuses (`statusesOf`) and the journal. There is no decision to allow what Claude Code would ask about (D35).
 */
export function evaluate(statuses: readonly Status[], facts: Circumstances): Verdict {
	const { occasion } = facts;
	const steps = statuses.flatMap((stored): Step[] => {
		const status = withRuns(withUnstoredConsumption(stored, facts), facts);
		const effect = effectOf(status, facts);
		if (typeof occasion === 'string')
			return status.triggered ? [{ status, trigger: undefined, by: undefined, effect }] : [];
		const matches = status.requirement.blocks.map((trigger) => {
			return { trigger, by: matchOf(trigger, occasion) };
		});
		const match = matches.find(({ by }) => by !== undefined);
		return match === undefined ? [] : [{ status, ...match, effect }];
	});
	const statusesWith = (effect: Effect) => steps.filter((step) => step.effect === effect).map(({ status }) => status);
	const unmet = statusesWith('blocks');
	if (unmet.length > 0) {
		// A blocked call consumes nothing.
		const trace = steps.map((step): Step => {
			return step.effect === 'consumes the satisfaction' ? { ...step, effect: 'nothing' } : step;
		});
		return { decision: 'deny', unmet, consumes: [], trace };
	}
	const warning = statusesWith('warns');
	const decision = warning.length > 0 ? 'warn' : 'allow';
	const consumes = namesIn(statusesWith('consumes the satisfaction'));
	return { decision, unmet: warning, consumes, trace: steps };
}

function effectOf(status: Status, { occasion, isPaused, obstacle }: Circumstances): Effect {
	const { requirement, satisfied } = status;
	if (isPaused === true) return 'nothing, paused';
	const blocks = obstacle === undefined ? 'blocks' : 'warns';
	if (typeof occasion === 'string') {
		const isAsked = occasion === 'turn' ? requirement.holdsStop : blocksTasks(requirement);
		return isAsked && !satisfied ? blocks : 'nothing';
	}
	if (isConsumable(status)) return 'consumes the satisfaction';
	const unmet = { deny: blocks, warn: 'warns', stop: 'nothing' } as const;
	return satisfied ? 'nothing' : unmet[requirement.enforce];
}

/** Whether the completion of a task is blocked by a requirement once it is armed. */
export function blocksTasks({ blocks, enforce }: Requirement): boolean {
	return enforce === 'deny' && blocks.some(({ on }) => on === 'task_completed');
}

/**
 * A status whose single-use satisfaction an earlier call consumed although neither the state nor the journal says so (D31): no
 * event reported how the call ended, but it was allowed on that satisfaction and HEAD has moved since.
 */
export function withUnstoredConsumption(
	status: Status,
	{ lines, call, branch, commit }: Pick<Circumstances, 'lines' | 'call' | 'branch' | 'commit'>,
): Status {
	if (!isConsumable(status)) return status;
	const since = status.satisfaction?.satisfied_at ?? '';
	const isOfIt = (line: { readonly branch: string; readonly names: readonly string[] }) =>
		line.branch === branch && line.names.includes(status.requirement.name);
	const checked = ofKind(lines, 'checked').filter((one) => isOfIt(one) && one.at >= since);
	const hasFailed = (id: string) => checked.some((one) => one.failed && one.call === id);
	const allowed = checked.findLast((one) => {
		const isKnown = one.commit !== undefined && commit !== undefined;
		const hasMoved = isKnown && one.commit !== commit && one.tip !== commit;
		return one.call !== call && hasMoved && !hasFailed(one.call);
	});
	if (allowed === undefined) return status;
	return { ...status, satisfied: false, reason: 'consumed', consumed: { at: allowed.at } };
}

/**
 * An unmet status with what the session's journal has of it on this branch, since work armed it and since the satisfaction
 * that no longer counts: why the last run of its command does not count, or when it failed, and what calls changed past it.
 */
export function withRuns(status: Status, { lines, branch }: Pick<Circumstances, 'lines' | 'branch'>): Status {
	const { requirement, satisfied, satisfaction, consumed } = status;
	const { triggeredAt = '', settledAt = '' } = status;
	if (satisfied) return status;
	const ended = satisfaction?.satisfied_at ?? consumed?.at ?? '';
	const since = ended > settledAt ? ended : settledAt;
	const isSince = (line: LineOf<'uncounted' | 'bypassed'>) => {
		const isOfIt = line.branch === branch && line.names.includes(requirement.name);
		return isOfIt && line.at >= triggeredAt && line.at > since;
	};
	const runs = ofKind(lines, 'uncounted').filter(isSince);
	const run = runs.findLast(({ why }) => why !== '');
	const bypasses = ofKind(lines, 'bypassed').filter(isSince);
	const paths = new Set(bypasses.flatMap((one) => one.paths));
	const blocked = [...paths].filter((path) => blocksEdit(requirement, path));
	const last = bypasses.at(-1);
	return {
		...status,
		failedAt: run?.failed === true ? run.at : undefined,
		// It is no longer the last run if a line failed since, by whatever call.
		uncounted: run?.failed === true ? undefined : runs.at(-1)?.why || undefined,
		bypass: last === undefined ? status.bypass : { at: last.at, paths: blocked },
	};
}
