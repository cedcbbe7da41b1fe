import type { Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { isConsumedByCommit, isEditOf } from '../gate/concerns.ts';
import { growthText, uncountedText } from '../gate/gate-text.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { withoutReviews } from '../gate/reword.ts';
import { satisfiedEntries } from '../gate/satisfy.ts';
import { isConsumable, namesIn, type Status } from '../gate/status.ts';
import { statusesOf, withJournal } from '../gate/statuses.ts';
import { ANY_FILE, matchOf } from '../gate/triggers.ts';
import { matching } from '../gate/verdict.ts';
import { headOf } from '../git/branch-log.ts';
import { branchSize } from '../git/branch-size.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import { addTo, CALL_IDENTITY, type HookAnswer, PostToolUseInput } from '../host/messages.ts';
import { CHECKED_TOOLS, hasRun, TASK_TOOLS } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { journalOf, note, promptOf } from '../journal/journal.ts';
import { checkedOf } from '../journal/lines.ts';
import { redactPath } from '../secrets/redact.ts';
import { changesTree } from '../shell/reads-only.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { changedPlan } from './approved-plan.ts';
import { MAX_PATHS } from './bypass.ts';
import { captureCall } from './capture-call.ts';
import type { Batch } from './carry-over.ts';
import { addDetected } from './detect.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, noteElsewhere, type Project, sessionOf, withMemory } from './projects.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { type Evidence, satisfactionsOf } from './satisfactions.ts';
import { readState, saveChanges } from './stored-state.ts';

export const hook: Hook<PostToolUseInput> = {
	event: 'PostToolUse',
	about: 'Records what a call did: what it arms, satisfies, consumes or makes stale.',
	identity: CALL_IDENTITY,
	runs: [{ tools: CHECKED_TOOLS }, { tools: TASK_TOOLS, async: true }],
	input: PostToolUseInput,
	answer: postToolUse,
};

/**
 * After a call that succeeded: records for the gates what it consumes, satisfies, makes stale and arms, and then, however
 * long that takes, what it did for memory.
 */
async function postToolUse(input: PostToolUseInput, context: Context): Promise<HookAnswer> {
	const session = sessionOf(input);
	const event = { input, session, context };
	const isDone = hasRun(input.tool_name, input.tool_response);
	const words = readWords(input, context);
	const calls = isDone ? await readCalls(words, context) : [];
	const answer = await recordCalls(event, calls, async (call) => {
		return { call, evidence: satisfactionsOf({ ...event, call }) };
	});
	const remember = async (home: Project) => {
		await captureCall(event, home, words);
	};
	if (isDone) await withMemory(input.cwd, context, remember);
	return answer;
}

/** A call as far as it ran, in one of the projects that have a say in it, and what it satisfies. */
export interface RanCall {
	readonly call: ProjectCall;
	readonly evidence: Evidence;
}

type Event = HookEvent<PostToolUseInput> & RanCall;

/**
 * Records a call in each project that has a say in it, with the changes that were detected.
 *
 * @param ran how far the call came
 */
export async function recordCalls(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	ran: (call: ProjectCall) => Promise<RanCall>,
): Promise<HookAnswer> {
	const detected = await addDetected(event, calls);
	let answer: HookAnswer;
	for (const call of detected.calls) {
		const facts = await read({ ...event, ...(await ran(call)) });
		const shown = await apply(decide(facts), facts.event);
		answer ??= shown;
	}
	if (detected.answer !== undefined) answer = addTo(answer, detected.answer);
	for (const hint of await changedPlan(event)) answer = addTo(answer, { text: hint });
	return answer;
}

/** Why a call makes a requirement stale if it is satisfied. */
interface StaleCause {
	readonly requirement: Requirement;
	/** The first file that does it; `undefined` if that is no change of a file. */
	readonly file: string | undefined;
	/** What git did to change it, such as `merge`. */
	readonly cause?: string | undefined;
}

interface Facts {
	readonly event: Event;
	/** ISO time. */
	readonly at: string;
	/** Requirements that the call arms. */
	readonly arms: readonly Requirement[];
	readonly staleCauses: readonly StaleCause[];
	/** The branch on which the call was checked: a commit may have left it. */
	readonly checkedOn: Place;
	/** The status there of what the call may consume. */
	readonly guarded: readonly Status[];
	/** The commit that the call made, if it consumes something. */
	readonly commit: string | undefined;
	readonly state: BranchState | undefined;
	/** The status here of what the call makes stale, and of what its run does not count for. */
	readonly statuses: readonly Status[];
	/** Requirements that measure the branch, if the call may have changed it; its size, if git knows it. */
	readonly sized: readonly Requirement[];
	readonly size: number | undefined;
}

async function read(event: Event): Promise<Facts> {
	const { input, session, call, evidence, context } = event;
	const { action, detected, project } = call;
	const { place, config } = project;
	const { requirements } = config;
	const now = context.now();
	const arms = matching(requirements, 'triggers', action);
	const staleCauses = requirements.flatMap((one) => readStaleCause(one, call) ?? []);
	const isCommitted = (one: Requirement) => detected?.isCommit === true && isConsumedByCommit(one);
	const blocking = matching(requirements, 'blocks', action);
	const guards = requirements.filter(
		(one) => one.scope === 'single_use' && (blocking.includes(one) || isCommitted(one)),
	);
	const ran = { place, ran: true, context };
	const mayConsume = await withoutReviews(guards, action, ran);
	const needsLines = mayConsume.length + evidence.uncounted.length > 0;
	const lines = needsLines ? await journalOf(place, session) : [];
	const checked = checkedOf(lines, input.tool_use_id, place.branch);
	const checkedOn = checked === undefined ? place : onBranch(place, checked.branch as BranchName);
	const consumed = mayConsume.filter((one) => checked?.names.includes(one.name) !== false || isCommitted(one));
	const head = consumed.length === 0 ? undefined : headOf(place);
	const mayGrow = action.edits.length > 0 || (action.command && changesTree(action.command));
	const sized = mayGrow ? requirements.filter(isMeasured) : [];
	const asked = [...staleCauses, ...evidence.uncounted].map(({ requirement }) => requirement);
	const isAsked = asked.length + sized.length + consumed.length > 0;
	const stored = isAsked ? (await readState(place, context)).state : undefined;
	const isHere = checkedOn.branch === place.branch;
	const there = isHere ? stored : (await readState(checkedOn, context)).state;
	// The state knows only when the turn ends what the session armed.
	const state = withJournal({ place, session, config, state: stored, lines }, now);
	return {
		...{ event, arms, staleCauses, checkedOn, state, sized },
		at: new Date(now).toISOString(),
		guarded: statusesOf(there, { place: checkedOn, session, requirements: consumed }, now),
		commit: head === checked?.commit ? undefined : head,
		statuses: statusesOf(state, { place, session, requirements: asked }, now),
		size: sized.length === 0 ? undefined : await branchSize(place, context),
	};
}

/**
 * What of a call makes a requirement stale if it is satisfied. A run of commands proves something of all files; a review is
 * one of the session's own work, which a clean merge of other files leaves as it was.
 */
function readStaleCause(requirement: Requirement, call: ProjectCall): StaleCause | undefined {
	const { staleAfter, commands } = requirement;
	const { changedByOthers = [], git } = call.detected ?? {};
	const own = { ...call.action, edits: [...call.action.edits, ...changedByOthers] };
	for (const trigger of staleAfter) {
		const by = matchOf(trigger, own);
		const isFile = trigger.on === 'edit' && by !== ANY_FILE;
		if (by !== undefined) return { requirement, file: isFile ? by : undefined };
	}
	const merged = (commands.length > 0 ? git?.files : git?.reviewed) ?? [];
	const file = merged.find((path) => staleAfter.some((one) => isEditOf(one, path)));
	return file === undefined ? undefined : { requirement, file, cause: git?.operation };
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
	const { event, at, arms, staleCauses, checkedOn, guarded, statuses, state, sized, size } = facts;
	const { input, session, call, evidence } = event;
	const { place, config } = call.project;
	const { branch } = place;
	const consumed = guarded.filter(isConsumable).map(({ requirement }) => requirement);
	const consumes = consumed.map(({ name, scope }): BranchChange => {
		return { op: 'spend', name, scope, session, at, commit: facts.commit };
	});
	// Only a satisfied requirement becomes stale: the file is written once, not at every edit (D41).
	const isSatisfied = (one: Requirement) =>
		statuses.some(({ requirement, reason }) => requirement === one && reason === 'satisfied');
	// `npm test > log.txt` writes a file as well.
	const proven = evidence.changes.flatMap((one) => (one.op === 'satisfy' ? one.name : []));
	const newlyStale = staleCauses.filter(({ requirement: one }) => isSatisfied(one) && !proven.includes(one.name));
	const stale = newlyStale.map(({ requirement: { name, scope }, file, cause }): BranchChange => {
		const by = file === undefined ? undefined : redactPath(file);
		return { op: 'stale', name, scope, session, at, file: by, cause };
	});
	const lines = size === undefined ? {} : { lines: size };
	const measured = sized.map(({ name, scope }): BranchChange => {
		return { op: 'measure', name, scope, at, ...lines };
	});
	const changes = [...evidence.changes, ...stale, ...measured];
	const isHere = checkedOn.branch === branch;
	// Runs that do not count are noted for the next refusal, and shown at once of what is armed.
	const runs = state?.paused === undefined ? evidence.uncounted : [];
	const uncounted = runs.flatMap(({ requirement, ...run }) => {
		const isStale = newlyStale.some((one) => one.requirement === requirement);
		const isMet = (one: Status) => one.satisfied && !isStale;
		const status = statuses.find((one) => one.requirement === requirement && !isMet(one));
		return status === undefined ? [] : [{ ...run, status }];
	});
	const shown = uncounted.filter(({ status, why, failed }) => {
		const isKnown = why !== '' && !failed;
		return isKnown && (status.triggered || arms.includes(status.requirement));
	});
	const texts = shown.map(({ why, run }) => {
		const same = shown.filter((one) => one.why === why && one.run === run);
		const names = namesIn(same.map(({ status }) => status));
		return uncountedText(names, why, run === input.tool_input['command'] ? undefined : run);
	});
	const growth = size && growthText(sized, { branch, lines: size, before: state });
	// A call does not arm what it consumed; a bypass has a line of its own.
	const { bypassed = [], moves = [] } = call.detected ?? {};
	const armed = arms.filter((one) => !consumed.includes(one) && !bypassed.includes(one.name));
	return {
		journal: [
			...triggerEntries(armed, facts),
			...moves.map((move): JournalEntry => ({ e: 'moved', ...move, call: input.tool_use_id })),
			...evidence.entries,
			...uncounted.map(({ status, why, failed }): JournalEntry => {
				const of = { branch, names: namesIn([status]), why, failed: failed || undefined };
				return { e: 'uncounted', ...of, ...promptOf(input) };
			}),
			...satisfiedEntries(config, evidence.changes),
		],
		changes: [
			{ place: checkedOn, changes: isHere ? [...consumes, ...changes] : consumes },
			{ place, changes: isHere ? [] : changes },
		],
		texts: [...new Set(texts), ...(growth ? [growth] : [])],
	};
}

/**
 * What a call makes stale is noted as well as what it arms: the turn has done something, and a satisfaction may be carried
 * over to this branch later.
 */
function triggerEntries(armed: readonly Requirement[], { event: { input, call }, staleCauses }: Facts): JournalEntry[] {
	const names = armed.map(({ name }) => name);
	const stale = namesIn(staleCauses);
	if (names.length === 0 && stale.length === 0) return [];
	const { action, project } = call;
	const paths = action.edits.length > MAX_PATHS ? [] : [...action.edits];
	const isByEdit = armed.every(({ triggers }) =>
		triggers.every((one) => one.on === 'edit' || matchOf(one, action) === undefined),
	);
	const isOfFiles = isByEdit && paths.length > 0 && !paths.includes(ANY_FILE);
	return [
		{
			...{ e: 'trigger', branch: project.place.branch, names },
			stale: stale.join() === names.join() ? undefined : stale,
			paths: isOfFiles ? paths : undefined,
			...promptOf(input),
		},
	];
}

/** The journal first, then the documents, then the answer. */
async function apply({ journal, changes, texts }: Outcome, event: Event): Promise<HookAnswer> {
	const { session, call, context } = event;
	await note(call.project.place, session, { entries: journal, context });
	// The end of the turn has to find this project.
	if (journal.some(({ e }) => e === 'trigger')) await noteElsewhere(call.project, event);
	const { notice, unsatisfied } = await saveChanges(changes, context);
	const shown = [...unsatisfied, ...texts];
	if (shown.length === 0) return notice === undefined ? undefined : { notice };
	return { text: shown.join('\n'), notice };
}
