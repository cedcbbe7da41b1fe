import { capturedCall } from '../app/continuity/capture-call.ts';
import { withMemory } from '../app/faults.ts';
import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import { satisfiedEntries } from '../core/capture/satisfied-entries.ts';
import { checkedOf, type JournalEntry } from '../core/journal/line.ts';
import { isConsumedByCommit } from '../gate/concerns.ts';
import { growthText, uncountedText } from '../gate/gate-text.ts';
import { sizeOf, withMeasure } from '../gate/measure.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { isConsumable, namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { matching } from '../gate/verdict.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import { CALL_IDENTITY } from '../host/claim-key.ts';
import { CHECKED_TOOLS, PLAN_TOOL, TASK_TOOLS } from '../host/gated-tools.ts';
import {
	alsoSay,
	alsoTell,
	type HookAnswer,
	inform,
	PostToolUseInput,
} from '../host/hook-messages.ts';
import { hasRun } from '../host/shell-response.ts';
import { changesTree } from '../shell/match-command.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { configChangedBy } from './changed-config.ts';
import { addDetected, type DetectedCalls } from './detect.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, sessionOf, startElsewhere } from './projects.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { type Granted, satisfactionsOf } from './satisfactions.ts';
import { readState, saveChanges } from './stored-state.ts';

export const hook: Hook<PostToolUseInput> = {
	event: 'PostToolUse',
	about: 'Records what a call did: what it arms, satisfies, uses up or makes stale.',
	identity: CALL_IDENTITY,
	runs: [{ tools: [...CHECKED_TOOLS, PLAN_TOOL] }, { tools: TASK_TOOLS, async: true }],
	input: PostToolUseInput,
	answer: postToolUse,
};

/**
 * Records what a successful call means: requirements it arms, the satisfaction it spends, the ones it
 * grants, the ones it makes stale. Within one call: spend first, then satisfy (D31).
 */
async function postToolUse(input: PostToolUseInput, ports: Ports): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input, ports), ports };
	const answers: HookAnswer[] = [];
	const changed = await configChangedBy(input, ports);
	const isDone = hasRun(input.tool_name, input.tool_response);
	const read = isDone ? await readCalls(readWords(input, ports), ports) : [];
	const { calls, texts, hints } = await addDetected(event, read);
	for (const call of calls) {
		const one = { ...event, call };
		answers.push(await recordCall(one, await satisfactionsOf(one)));
	}
	if (isDone) await remember(event);
	const answer = answers.find((one) => one !== undefined);
	return withTexts(answer, { texts: [...changed, ...texts], hints }, event);
}

/** The answer with texts for the model and the user, and with hints for the model alone. */
export function withTexts(
	answer: HookAnswer,
	{ texts, hints }: Pick<DetectedCalls, 'texts' | 'hints'>,
	{ input }: HookEvent<PostToolUseInput>,
): HookAnswer {
	if (texts.length + hints.length === 0) return answer;
	const event = String(input['hook_event_name'] ?? 'PostToolUse');
	const told = texts.reduce<HookAnswer>(
		(all, text) => alsoTell(alsoSay(all, event, text), text),
		answer,
	);
	return hints.reduce<HookAnswer>((all, hint) => alsoSay(all, event, hint), told);
}

/** What the gates keep of a call is on disk before anything is made of it for memory, however long that takes. */
async function remember(event: HookEvent<PostToolUseInput>): Promise<void> {
	const { input, session, ports } = event;
	await withMemory(input.cwd, ports, async (home) => {
		await note(home.place, session, { entries: await capturedCall(event, home), ports });
	});
}

/** A call that ran, in the project that judges it. */
interface PostEvent extends HookEvent<PostToolUseInput> {
	readonly call: ProjectCall;
}

/** Keeps what a call means for the gates. `granted`: what it satisfies. */
export async function recordCall(event: PostEvent, granted: Granted): Promise<HookAnswer> {
	return apply(decide(await read(event, granted)), event);
}

/** What a call that ran meets. */
interface Facts {
	readonly event: PostEvent;
	readonly granted: Granted;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly arms: readonly Requirement[];
	/** The branch on which the call was checked: a commit may have left it. */
	readonly checkedOn: Place;
	/** What it may use up there. */
	readonly spendable: readonly Status[];
	/** Statuses here of what it makes stale, and of what its run does not count for. */
	readonly statuses: readonly Status[];
	readonly isPaused: boolean;
	readonly state: BranchState | undefined;
	/** The size of the branch where the call may have changed it; no lines where git cannot tell. */
	readonly size: { readonly of: readonly Requirement[]; readonly lines?: number } | undefined;
	/** Where the session started, if that is another project, whose stop has to know of this one. */
	readonly startedIn: Place | undefined;
}

async function read(event: PostEvent, granted: Granted): Promise<Facts> {
	const { input, session, call, ports } = event;
	const { place, config } = call.project;
	const matched = (list: 'triggers' | 'blocks' | 'staleAfter') =>
		matching(config.requirements, list, list === 'staleAfter' ? withBrought(call) : call.action);
	const arms = matched('triggers');
	const committed = call.seen?.isCommit ? config.requirements.filter(isConsumedByCommit) : [];
	const named = matched('blocks').filter(({ scope }) => scope === 'single_use');
	const guarded = [...new Set([...named, ...committed])];
	const lines = guarded.length === 0 ? [] : await journalOf(place, session, ports);
	const checked = checkedOf(lines, input.tool_use_id, place.branch);
	const checkedOn = checked === undefined ? place : onBranch(place, checked.branch as BranchName);
	const mayBeSpent = guarded.filter(
		(one) => checked?.names.includes(one.name) !== false || committed.includes(one),
	);
	const asked = [...matched('staleAfter'), ...granted.uncounted.map((one) => one.requirement)];
	const sized = mayChangeSize(call) ? config.requirements.filter(isMeasured) : [];
	const now = ports.now();
	const judged = async (where: Place, requirements: readonly Requirement[]) => {
		const { state } = await readState(where, ports);
		const asked = { place: where, session, requirements };
		const measured = await withMeasure(state, asked, ports);
		return { state, statuses: statusesOf(measured, asked, now) };
	};
	const isAsked = asked.length + sized.length > 0;
	const here = isAsked ? await judged(place, asked) : undefined;
	const there = mayBeSpent.length > 0 ? await judged(checkedOn, mayBeSpent) : undefined;
	return {
		...{ event, granted, arms, checkedOn, now },
		spendable: there?.statuses ?? [],
		statuses: here?.statuses ?? [],
		isPaused: here?.state?.paused !== undefined,
		state: here?.state,
		size: await sizeFact(sized, here?.state, event),
		startedIn: arms.length > 0 ? await startElsewhere(place, input.cwd, ports) : undefined,
	};
}

/** What makes a proof stale are also files that git brought. */
function withBrought({ action, seen }: ProjectCall): ProjectCall['action'] {
	return seen === undefined ? action : { ...action, edits: [...action.edits, ...seen.brought] };
}

const ASK_AGAIN_MS = 10 * 60 * 1000;

/** Where git could not tell a moment ago, asking at every edit would only cost its patience. */
async function sizeFact(
	sized: readonly Requirement[],
	state: BranchState | undefined,
	{ call, ports }: PostEvent,
): Promise<Facts['size']> {
	const isHopeless = ({ name }: Requirement) => {
		const measured = storedOf(state, name)?.measured;
		if (measured === undefined || measured.lines !== undefined) return false;
		return ports.now() - Date.parse(measured.at) < ASK_AGAIN_MS;
	};
	if (sized.every(isHopeless)) return undefined;
	const lines = await sizeOf(call.project.place, ports);
	return { of: sized, ...(lines === undefined ? {} : { lines }) };
}

function mayChangeSize({ action }: ProjectCall): boolean {
	return action.edits.length > 0 || (action.command !== undefined && changesTree(action.command));
}

/** A run that does not count, for requirements that are unmet. */
interface UncountedRun {
	readonly names: readonly string[];
	readonly why: string;
	readonly run: string;
}

/** What is kept of a call, and what the model is told of it. */
interface Outcome {
	readonly entries: readonly JournalEntry[];
	/** Into the journal of this project, too: that the session worked here. */
	readonly startedIn: Place | undefined;
	/** At most one write for each document. */
	readonly batches: readonly { readonly place: Place; readonly changes: readonly BranchChange[] }[];
	readonly uncounted: readonly UncountedRun[];
	readonly growth: string | undefined;
}

/** Spend first, then satisfy, then make stale what the call itself does not prove (D31). */
function decide(facts: Facts): Outcome {
	const { event, granted, now, checkedOn, state, size, startedIn } = facts;
	const { input, session, call } = event;
	const { place, config } = call.project;
	const at = new Date(now).toISOString();
	const changesOf = (op: 'spend' | 'stale', all: readonly Requirement[]): BranchChange[] =>
		all.map(({ name, scope }) => ({ op, name, scope, session, at }));
	const spent = facts.spendable.filter(isConsumable).map(({ requirement }) => requirement);
	const uncounted = uncountedRuns(facts);
	const spends = changesOf('spend', spent);
	const changes: BranchChange[] = [
		...granted.changes,
		...changesOf('stale', newlyStale(facts)),
		...measureChanges(size, at),
	];
	const lines = size?.lines;
	return {
		entries: [
			...triggerEntries(facts, spent),
			...granted.entries,
			...uncounted.map(({ names, why }) => ({
				...{ e: 'uncounted' as const, branch: place.branch, names: [...names], why },
				...promptOf(input),
			})),
			...satisfiedEntries(config, granted.changes),
		],
		startedIn,
		batches:
			checkedOn.branch === place.branch
				? [{ place, changes: [...spends, ...changes] }]
				: [
						{ place: checkedOn, changes: spends },
						{ place, changes },
					],
		uncounted,
		growth:
			lines === undefined
				? undefined
				: growthText(size?.of ?? [], { branch: place.branch, lines, before: state }),
	};
}

/** Each is said at once, and noted for the next refusal. */
function uncountedRuns({ granted, statuses, isPaused }: Facts): UncountedRun[] {
	const isUnmet = (requirement: Requirement) =>
		statuses.some((one) => one.requirement === requirement && !one.satisfied);
	const unmet = granted.uncounted.filter(({ requirement }) => !isPaused && isUnmet(requirement));
	const runs = new Map(unmet.map(({ why, run }) => [`${why} ${run}`, { why, run }]));
	return [...runs.values()].map(({ why, run }) => {
		const same = unmet.filter((one) => one.why === why && one.run === run);
		return { why, run, names: namesIn(same) };
	});
}

/**
 * Only a satisfied requirement can become stale: the file is written once, not at every edit (D41). What
 * this call itself proves stands: `npm test > log.txt` writes a file, too.
 */
function newlyStale({ event, granted, statuses }: Facts): Requirement[] {
	const { project } = event.call;
	const proven = granted.changes.filter((one) => one.op === 'satisfy');
	return matching(project.config.requirements, 'staleAfter', withBrought(event.call)).filter(
		(requirement) =>
			!proven.some(({ name }) => name === requirement.name) &&
			statuses.some((one) => one.requirement === requirement && one.reason === 'satisfied'),
	);
}

function measureChanges(size: Facts['size'], at: string): BranchChange[] {
	if (size === undefined) return [];
	const { of, ...lines } = size;
	return of.map(({ name, scope }) => ({ op: 'measure', name, scope, at, ...lines }));
}

/**
 * A call that was just spent on does not arm what it spent (D31). What it makes stale is noted as well: the turn has
 * done something, and a satisfaction may be carried to this branch later. A bypass has a line of its own.
 */
function triggerEntries({ event, arms }: Facts, spent: readonly Requirement[]): JournalEntry[] {
	const { input, call } = event;
	const { place, config } = call.project;
	const bypassed = call.seen?.bypassed ?? [];
	const armed = arms.filter((one) => !spent.includes(one) && !bypassed.includes(one.name));
	const names = namesOf(armed);
	const stale = namesOf(matching(config.requirements, 'staleAfter', withBrought(call)));
	if (names.length === 0 && stale.length === 0) return [];
	const others = stale.join() === names.join() ? {} : { stale };
	return [{ e: 'trigger', branch: place.branch, names, ...others, ...promptOf(input) }];
}

function namesOf(requirements: readonly Requirement[]): string[] {
	return requirements.map(({ name }) => name);
}

/** The journal first, then the documents, then the answer. */
async function apply(
	{ entries, startedIn, batches, uncounted, growth }: Outcome,
	{ input, session, call, ports }: PostEvent,
): Promise<HookAnswer> {
	const { place } = call.project;
	await note(place, session, { entries, ports });
	if (startedIn !== undefined) {
		const elsewhere = { e: 'elsewhere' as const, root: place.root };
		await note(startedIn, session, { entries: [elsewhere], ports });
	}
	const { notice, unsatisfied } = await saveChanges(batches, ports);
	const runs = uncounted.map(({ names, why, run }) =>
		uncountedText(names, why, run === input.tool_input['command'] ? undefined : run),
	);
	const texts = [...unsatisfied, ...runs, ...(growth === undefined ? [] : [growth])];
	if (texts.length === 0) return notice;
	return inform('PostToolUse', texts.join('\n'), notice?.systemMessage);
}
