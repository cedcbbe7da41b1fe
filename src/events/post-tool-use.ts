import { capturedCall } from '../app/continuity/capture-call.ts';
import { withMemory } from '../app/faults.ts';
import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import { satisfiedEntries } from '../core/capture/satisfied-entries.ts';
import { checkedOf, type JournalEntry } from '../core/journal/line.ts';
import type { Batch } from '../gate/carry.ts';
import { isConsumedByCommit } from '../gate/concerns.ts';
import { growthText, uncountedText } from '../gate/gate-text.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { withoutReviews } from '../gate/reword.ts';
import { isConsumable, namesIn, type Status } from '../gate/status.ts';
import { statusesOf, withJournal } from '../gate/statuses.ts';
import { ANY_FILE, matchOf } from '../gate/triggers.ts';
import { matching } from '../gate/verdict.ts';
import { commitOf } from '../git/branch-log.ts';
import { branchSize } from '../git/branch-size.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import { CALL_IDENTITY } from '../host/claim-key.ts';
import { CHECKED_TOOLS, PLAN_TOOL, TASK_TOOLS } from '../host/gated-tools.ts';
import { addTo, type HookAnswer, PostToolUseInput } from '../host/hook-messages.ts';
import { hasRun } from '../host/shell-response.ts';
import { changesTree } from '../shell/match.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { changedPlan } from './approved-plan.ts';
import { MAX_PATHS } from './bypass.ts';
import { configChangedBy } from './changed-config.ts';
import { addDetected } from './detect.ts';
import type { Hook } from './hook.ts';
import { type MadeStale, readMadeStale } from './made-stale.ts';
import { type HookEvent, sessionOf } from './projects.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { type Granted, satisfactionsOf, type Uncounted } from './satisfactions.ts';
import { readState, saveChanges } from './stored-state.ts';
import { noteElsewhere } from './worked-projects.ts';

export const hook: Hook<PostToolUseInput> = {
	event: 'PostToolUse',
	about: 'Records what a call did: what it arms, satisfies, uses up or makes stale.',
	identity: CALL_IDENTITY,
	runs: [{ tools: [...CHECKED_TOOLS, PLAN_TOOL] }, { tools: TASK_TOOLS, async: true }],
	input: PostToolUseInput,
	answer: postToolUse,
};

/**
 * After a call that succeeded: records for the gates what it consumes, satisfies, makes stale and arms, and then, however
 * long that takes, what it did for memory.
 */
async function postToolUse(input: PostToolUseInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	const event = { input, session, ports };
	const isDone = hasRun(input.tool_name, input.tool_response);
	const calls = isDone ? await readCalls(readWords(input, ports), ports) : [];
	const answer = await recordCalls(event, calls, async (call) => {
		return { call, granted: satisfactionsOf({ ...event, call }) };
	});
	if (!isDone) return answer;
	await withMemory(input.cwd, ports, async (home) => {
		await note(home.place, session, { entries: await capturedCall(event, home), ports });
	});
	return answer;
}

/** A call as far as it ran, and what it satisfies. */
export interface RanCall {
	readonly call: ProjectCall;
	readonly granted: Granted;
}

/**
 * Records a call in each project that has a say in it, with the changes that were detected.
 *
 * @param ran tells how far the call came
 */
export async function recordCalls(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	ran: (call: ProjectCall) => Promise<RanCall>,
): Promise<HookAnswer> {
	const { input, ports } = event;
	const configTexts = await configChangedBy(input, ports);
	const detected = await addDetected(event, calls);
	let answer: HookAnswer;
	for (const one of detected.calls) {
		const { call, granted } = await ran(one);
		const facts = await read({ ...event, call }, granted);
		const shown = await apply(decide(facts), facts.event);
		answer ??= shown;
	}
	for (const text of [...configTexts, ...detected.texts])
		answer = addTo(answer, { text, notice: text });
	for (const hint of [...detected.hints, ...(await changedPlan(event))])
		answer = addTo(answer, { text: hint });
	return answer;
}

/** A call that ran, in one of the projects that have a say in it. */
interface CallEvent extends HookEvent<PostToolUseInput> {
	readonly call: ProjectCall;
}

interface Facts {
	readonly event: CallEvent;
	readonly granted: Granted;
	/** ISO time. */
	readonly at: string;
	/** Requirements that the call arms. */
	readonly arms: readonly Requirement[];
	/** Those that it makes stale, unless it proves them itself. */
	readonly outdates: readonly MadeStale[];
	/** The branch on which the call was checked: a commit may have left it. */
	readonly checkedOn: Place;
	/** The status there of what the call may consume. */
	readonly guarded: readonly Status[];
	/** The commit of the branch after the call, if that matters, and if the call made it. */
	readonly head: string | undefined;
	readonly commit: string | undefined;
	readonly state: BranchState | undefined;
	/** The status here of what the call makes stale, and of what its run does not count for. */
	readonly statuses: readonly Status[];
	/** What measures the branch if the call may have changed it; no lines if git does not know. */
	readonly size: { readonly of: readonly Requirement[]; readonly lines: number | undefined };
}

async function read(event: CallEvent, granted: Granted): Promise<Facts> {
	const { input, session, call, ports } = event;
	const { action, detected, project } = call;
	const { place, config } = project;
	const { requirements } = config;
	const now = ports.now();
	const arms = matching(requirements, 'triggers', action);
	const outdates = readMadeStale(call);
	const blocking = matching(requirements, 'blocks', action);
	const isCommitted = (one: Requirement) => detected?.isCommit === true && isConsumedByCommit(one);
	const guards = requirements.filter(
		(one) => one.scope === 'single_use' && (blocking.includes(one) || isCommitted(one)),
	);
	const ran = { place, ran: true, context: ports.context };
	const mayConsume = await withoutReviews(guards, action, ran);
	const lines = mayConsume.length === 0 ? [] : await journalOf(place, session, ports);
	const checked = checkedOf(lines, input.tool_use_id, place.branch);
	const checkedOn = checked === undefined ? place : onBranch(place, checked.branch as BranchName);
	const consumed = mayConsume.filter(
		(one) => checked?.names.includes(one.name) !== false || isCommitted(one),
	);
	const head = consumed.length + arms.length === 0 ? undefined : commitOf(place);
	const asked = [...outdates, ...granted.uncounted].map(({ requirement }) => requirement);
	const mayGrow = action.edits.length > 0 || (action.command && changesTree(action.command));
	const sized = mayGrow ? requirements.filter(isMeasured) : [];
	const isHere = consumed.length > 0 && checkedOn.branch === place.branch;
	const isAsked = asked.length + sized.length > 0 || isHere;
	const here = isAsked ? await readState(place, ports) : undefined;
	const there = consumed.length === 0 || isHere ? here : await readState(checkedOn, ports);
	// The state knows only when the turn ends what the session armed.
	const armed = granted.uncounted.length > 0 ? await journalOf(place, session, ports) : [];
	const state = withJournal({ place, session, config, state: here?.state, lines: armed }, now);
	const at = { place: checkedOn, session, requirements: consumed };
	return {
		...{ event, granted, arms, outdates, checkedOn, state },
		...{ head, commit: head === checked?.commit ? undefined : head },
		at: new Date(now).toISOString(),
		guarded: statusesOf(there?.state, at, now),
		statuses: statusesOf(state, { place, session, requirements: asked }, now),
		size: {
			of: sized,
			lines: sized.length === 0 ? undefined : await branchSize(place, ports.context),
		},
	};
}

interface Outcome {
	readonly journal: readonly JournalEntry[];
	/** At most one write for each document. */
	readonly changes: readonly Batch[];
	/** What Claude is shown. */
	readonly texts: readonly string[];
}

/** Consumes first, then satisfies, then makes stale what the call itself does not prove (D31). */
function decide(facts: Facts): Outcome {
	const { event, granted, at, arms, outdates, checkedOn, guarded, statuses, state, size } = facts;
	const { head, commit } = facts;
	const { input, session, call } = event;
	const { place, config } = call.project;
	const { branch } = place;
	const consumed = guarded.filter(isConsumable).map(({ requirement }) => requirement);
	// Only a satisfied requirement becomes stale: the file is written once, not at every edit (D41).
	const isSatisfied = (one: Requirement) =>
		statuses.some(({ requirement, reason }) => requirement === one && reason === 'satisfied');
	// `npm test > log.txt` writes a file as well.
	const isProven = ({ name }: Requirement) =>
		granted.changes.some((one) => one.op === 'satisfy' && one.name === name);
	const stale = outdates.filter(
		({ requirement }) => isSatisfied(requirement) && !isProven(requirement),
	);
	const consumes = consumed.map(({ name, scope }): BranchChange => {
		return { op: 'spend', name, scope, session, at, commit };
	});
	const { lines } = size;
	const measured = lines === undefined ? {} : { lines };
	const changes: BranchChange[] = [
		...granted.changes,
		...stale.map(({ requirement: { name, scope }, file, cause }) => {
			return { op: 'stale' as const, name, scope, session, at, file, cause };
		}),
		...size.of.map(({ name, scope }) => ({ op: 'measure' as const, name, scope, at, ...measured })),
	];
	const uncounted = uncountedRuns(facts);
	const growth = lines && growthText(size.of, { branch, lines, before: state });
	// A call does not arm what it consumed; a bypass has a line of its own.
	const armed = arms.filter(
		(one) => !consumed.includes(one) && call.detected?.bypassed.includes(one.name) !== true,
	);
	return {
		journal: [
			...triggerEntries({ armed, outdates, head }, event),
			...granted.entries,
			...uncounted.map(({ names, why, failed }) => {
				const flag = failed ? { failed } : {};
				return { e: 'uncounted' as const, branch, names, why, ...flag, ...promptOf(input) };
			}),
			...satisfiedEntries(config, granted.changes),
		],
		changes:
			checkedOn.branch === branch
				? [{ place, changes: [...consumes, ...changes] }]
				: [
						{ place: checkedOn, changes: consumes },
						{ place, changes },
					],
		texts: [...uncounted.flatMap(({ text }) => text ?? []), ...(growth ? [growth] : [])],
	};
}

/** Runs that do not count for unmet requirements: noted for the next refusal, and shown at once of armed ones. */
function uncountedRuns({ event, granted, statuses, arms, state }: Facts) {
	if (state?.paused !== undefined) return [];
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	const armed = unmet.filter((one) => one.triggered || arms.includes(one.requirement));
	const among = (all: readonly Status[]) =>
		granted.uncounted.filter((run) =>
			all.some(({ requirement }) => requirement === run.requirement),
		);
	const runs = new Map(among(unmet).map((one) => [`${one.why} ${one.run}`, one]));
	return [...runs.values()].map(({ why, run, failed }) => {
		const isSame = (one: Uncounted) => one.why === why && one.run === run;
		const shown = failed ? [] : namesIn(among(armed).filter(isSame));
		const next = run === event.input.tool_input['command'] ? undefined : run;
		const text = shown.length === 0 ? undefined : uncountedText(shown, why, next);
		return { names: namesIn(among(unmet).filter(isSame)), why, failed, text };
	});
}

/**
 * What a call makes stale is noted as well as what it arms: the turn has done something, and a satisfaction may be carried
 * over to this branch later.
 */
function triggerEntries(
	{ armed, outdates, head }: Pick<Facts, 'outdates' | 'head'> & { armed: readonly Requirement[] },
	{ input, call }: CallEvent,
): JournalEntry[] {
	const names = armed.map(({ name }) => name);
	const stale = outdates.map(({ requirement }) => requirement.name);
	if (names.length === 0 && stale.length === 0) return [];
	const others = stale.join() === names.join() ? {} : { stale };
	const { action, project } = call;
	const isByEdit = ({ triggers }: Requirement) =>
		triggers.every(
			({ on, ...rest }) => on === 'edit' || matchOf({ on, ...rest }, action) === undefined,
		);
	const paths = action.edits.slice(0, MAX_PATHS);
	const isOfFiles = armed.every(isByEdit) && !paths.includes(ANY_FILE);
	const files = isOfFiles && paths.length > 0 ? { paths, ...(head && { commit: head }) } : {};
	const { branch } = project.place;
	return [{ e: 'trigger', branch, names, ...others, ...files, ...promptOf(input) }];
}

/** The journal first, then the documents, then the answer. */
async function apply({ journal, changes, texts }: Outcome, event: CallEvent): Promise<HookAnswer> {
	const { session, call, ports } = event;
	const { place } = call.project;
	await note(place, session, { entries: journal, ports });
	// The end of the turn has to find this project.
	if (journal.some(({ e }) => e === 'trigger')) await noteElsewhere(call.project, event);
	const { notice, unsatisfied } = await saveChanges(changes, ports);
	const shown = [...unsatisfied, ...texts];
	if (shown.length === 0) return notice === undefined ? undefined : { notice };
	return { text: shown.join('\n'), notice };
}
