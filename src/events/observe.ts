import { recordFault } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { asked, holdsCommits, holdsEdit, isWatched, watchedBelow } from '../gate/asks.ts';
import { unattributedText } from '../gate/observed-text.ts';
import { statusesOf } from '../gate/statuses.ts';
import { EDITS_ONLY } from '../gate/verdict.ts';
import { type Attribution, attributed, SHORT_MS, type Span } from '../git/attribution.ts';
import { placeAt } from '../git/find-place.ts';
import {
	type ChangedFile,
	changedSince,
	type DirtyFile,
	type Look,
	lookBeside,
	lookOf,
} from '../git/look.ts';
import type { Begun, CallMark, Looks, Watch } from '../git/look-ports.ts';
import type { Place } from '../git/place.ts';
import { SKILL_TOOL } from '../host/gated-tools.ts';
import type { PostToolUseInput, PreToolUseInput } from '../host/hook-messages.ts';
import { isForkedSkill, taskOf } from '../host/shell-response.ts';
import { noteBypass, type Passed } from './bypass.ts';
import { editedMeanwhile, runsTests } from './observed-calls.ts';
import {
	commitAt,
	type Guarded,
	type LookedAt,
	movedGuarded,
	movesOf,
	tipsAt,
} from './observed-moves.ts';
import { type HookEvent, isNobodysWork, isPlan, type Project, projectAt } from './projects.ts';
import type { ProjectCall, SeenCall } from './read-call.ts';
import { readState } from './stored-state.ts';

/**
 * Looks at the project before a call that may change it, where a requirement asks what it changes (ADR 21): the time
 * and the commits of branches; git is asked for the dirty files only where no look of this session is left.
 */
export async function lookBefore(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	{ project }: ProjectCall,
): Promise<void> {
	const { tool_use_id: id } = input;
	const { place, config } = project;
	if (id === undefined) return;
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return;
	const { requirements } = config;
	const statuses = statusesOf(state, { place, session, requirements }, ports.now());
	const kinds = statuses.map(asked);
	if (kinds.every((kind) => kind === undefined)) return;
	const looks = ports.looks;
	const isForFiles = kinds.includes('files') && !looks.isGivenUp(session.uuid);
	if (isForFiles && !(await isKnownBefore({ input, session, ports }, project, looks))) return;
	const tips = await tipsAt(place, looks, ports);
	const commit = commitAt(place, looks);
	looks.begin(session.uuid, id, {
		...{ place, branch: place.branch, files: isForFiles, tips, ...looks.underway(place) },
		...(commit === undefined ? {} : { commit }),
		...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
		...(input.tool_name === SKILL_TOOL ? { skill: true } : {}),
		unmet: statuses
			.filter(({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny')
			.map(({ requirement }) => requirement.name),
	});
}

/** Calls that write back what was dirty, and not looked at since: only the look before tells that it is no change. */
const REWRITES = /stash|pull|rebase|merge/i;

/** Whether the dirty files are known: by the last look of the session, or by one that is taken now. */
async function isKnownBefore(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	project: Project,
	looks: Looks,
): Promise<boolean> {
	const { place } = project;
	const before = looks.last(session.uuid, place.root);
	if (before !== undefined && !REWRITES.test(JSON.stringify(input.tool_input))) return true;
	const seen = await looks.take(place, watched(project, ports), before ?? {});
	if (seen.kind === 'none' || !seen.isWhole) {
		await giveUp(seen, { place, looks, session, ports });
		return false;
	}
	const others = looks.others(session.uuid, String(input.tool_use_id), place.root);
	looks.keep(session.uuid, place.root, lookLeft(before ?? {}, seen.files, others, []));
	return true;
}

/** What is kept of a look: nothing that another call of the prompt, which still runs, has to tell. */
function lookLeft(
	before: Look,
	files: readonly DirtyFile[],
	others: readonly Begun[],
	told: readonly string[],
): Look {
	const [first, ...more] = others.map(({ since }) => since);
	if (first === undefined) return lookOf(files);
	const since = more.reduce((least, one) => (one < least ? one : least), first);
	return lookBeside(before, files, { since, told: new Set(told) });
}

/** What a call was seen to do, in the project that it was looked at in. */
interface Observed extends SeenCall {
	readonly project: Project;
	/** Files that it changed. */
	readonly edits: readonly string[];
	/** What the model and the user are told. */
	readonly texts: readonly string[];
	/** What only the model is told. */
	readonly hints: readonly string[];
}

/** The calls of a tool event with what was seen of them. */
export async function observed(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<Pick<Observed, 'texts' | 'hints'> & { readonly calls: readonly ProjectCall[] }> {
	const found = await lookAfter(event, calls, event.ports.looks);
	if (found === undefined) return { calls, texts: [], hints: [] };
	const { project, edits, brought, bypassed, isCommit, texts, hints } = found;
	const seen = { brought, bypassed, isCommit };
	const index = indexIn(calls, project);
	if (index >= 0)
		return {
			calls: calls.map((call, at) => {
				if (at !== index) return call;
				return {
					...call,
					seen,
					action: { ...call.action, edits: [...call.action.edits, ...edits] },
				};
			}),
			...{ texts, hints },
		};
	if (edits.length + brought.length === 0) return { calls, texts, hints };
	const { tool_name: tool } = event.input;
	const action = { ...EDITS_ONLY, tool, edits };
	return { calls: [...calls, { project, seen, action }], texts, hints };
}

function indexIn(calls: readonly ProjectCall[], { place }: Project): number {
	return calls.findIndex((call) => call.project.place.root === place.root);
}

/** The same look after a call; what got round a gate is noted, by the state before the call. */
async function lookAfter(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
	looks: Looks,
): Promise<Observed | undefined> {
	const { input, session, ports } = event;
	const begun = looks.begun(session.uuid, String(input.tool_use_id));
	if (begun === undefined) return undefined;
	const { root } = begun.mark;
	const place = placeAt(root, ports.context);
	const project = place.root === root ? await projectAt(place, ports) : undefined;
	// What a subagent did as the skill was seen at its own calls.
	const isThere = project !== undefined && !isForkedSkill(input.tool_response);
	const span = looks.spanOf(begun, place, input.duration_ms);
	const at = isThere ? { project, begun, session, looks, ports } : undefined;
	const call = at && calls[indexIn(calls, at.project)];
	const seen = at === undefined ? undefined : await seenOf(event, { ...at, span, call });
	const task = taskOf(input.tool_response);
	// Until it has kept its look, calls beside it leave it what they do not tell.
	const ran = { ...span, owns: seen?.edits ?? [] };
	if (task === undefined) looks.over(session.uuid, begun, ran);
	else looks.goesOn(session.uuid, begun, task);
	return seen;
}

/** A call that is over. */
interface OverAt extends LookedAt {
	readonly span: Span;
	/** What its words say, in the project that it was looked at in. */
	readonly call: ProjectCall | undefined;
}

async function seenOf(
	event: HookEvent<PostToolUseInput>,
	at: OverAt,
): Promise<Observed | undefined> {
	const { project, begun, session, looks, ports } = at;
	const { mark, since } = begun;
	const { place } = project;
	const watch = watched(project, ports);
	const before = looks.last(session.uuid, place.root) ?? {};
	const seen = mark.files
		? await looks.take(place, watch, before)
		: ({ kind: 'look', files: [], isWhole: true } as const);
	if (seen.kind === 'none') {
		await giveUp(seen, { place, looks, session, ports });
		return undefined;
	}
	if (!seen.isWhole) await giveUp(seen, { place, looks, session, ports });
	const changed = changedSince(before, seen.files, since);
	const moves = await movesOf(at, watch.matters);
	const isMoved = moves.branches.length + moves.moved.length > 0;
	const work = changed.length === 0 && !isMoved ? NO_WORK : await workOf(event, changed, at);
	const { own, left, others, isAlone, isTest } = work;
	const guarded = await movedGuarded(moves.moved, at);
	const passed = {
		...{ mark, changed: own },
		branches: isAlone ? moves.branches : [],
		guarded: isAlone ? guarded : [],
	};
	const { names, texts } = await notedBypass(event, project, passed);
	// Kept only now: what a hook that is killed in between has noted holds the stop.
	const rivals = looks.others(session.uuid, begun.call, place.root);
	const look = lookLeft(before, seen.files, rivals, [...own, ...left]);
	if (mark.files && JSON.stringify(look) !== JSON.stringify(before))
		looks.keep(session.uuid, place.root, look);
	return {
		...{ project, bypassed: names, texts, edits: own },
		hints: hintsOf({ left, guarded: isAlone ? [] : guarded }, project, mark),
		isCommit: moves.branches.includes(place.branch) && !isTest,
		brought: [...new Set([...left, ...others, ...moves.brought])],
	};
}

interface Work extends Attribution {
	/** A commit that was made meanwhile is the call's own. */
	readonly isAlone: boolean;
	readonly isTest: boolean;
}

const NO_WORK: Work = { own: [], left: [], others: [], isAlone: true, isTest: false };

/**
 * Whose work it is that changed while a call ran (D47). What git wrote as it moved HEAD or the stash, or went on with a
 * merge, rebase, pick or bisect, and what stands as it is committed, is nobody's edit.
 */
async function workOf(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	changed: readonly ChangedFile[],
	{ project, begun, looks, span, call }: OverAt,
): Promise<Work> {
	const { place } = project;
	const { mark } = begun;
	const ms = input.duration_ms ?? Number((span.until - span.from) / 1_000_000n);
	const isShort = ms < SHORT_MS;
	const isTest = runsTests(call, input, ports);
	const calls = looks.beside(session.uuid, begun, span);
	const isAlone = isShort && !isTest && calls.every((one) => one.isTask);
	const isGits = looks.underway(place).operation !== mark.operation || place.branch !== mark.branch;
	const edited = changed.filter(({ isDirty }) => isDirty && !isGits);
	const rest = changed.filter((one) => !edited.includes(one)).map(({ path }) => path);
	if (edited.length === 0) return { own: [], left: [], others: rest, isAlone, isTest };
	const named = await editedMeanwhile(place, span, { ports });
	const predicted = call?.action.edits ?? [];
	const own = { ...span, isShort, runsTests: isTest, predicted };
	const found = attributed(edited, own, { calls, named });
	return { ...found, others: [...found.others, ...rest], isAlone, isTest };
}

/** One line for changes that nobody can attribute, if a requirement that was unmet holds them. */
function hintsOf(
	{ left, guarded }: { readonly left: readonly string[]; readonly guarded: readonly Guarded[] },
	{ config }: Project,
	mark: CallMark,
): string[] {
	const unmet = config.requirements.filter(({ name }) => mark.unmet.includes(name));
	const files = left.filter((path) => unmet.some((one) => holdsEdit(one, path)));
	const names = [...files, ...guarded.map(({ branch }) => branch)];
	const holding = [
		...unmet.filter((one) => files.some((path) => holdsEdit(one, path))),
		...guarded.map(({ status }) => status.requirement),
	];
	return names.length === 0 ? [] : [unattributedText([...new Set(names)], holding)];
}

/** Notes what bypassed the gates; nothing if no requirement blocked the call. */
async function notedBypass(
	event: HookEvent<PostToolUseInput>,
	project: Project,
	passed: Passed,
): ReturnType<typeof noteBypass> {
	const { mark, changed, branches, guarded } = passed;
	const requirements = project.config.requirements.filter(
		(one) =>
			mark.unmet.includes(one.name) &&
			(changed.some((path) => holdsEdit(one, path)) || (branches.length > 0 && holdsCommits(one))),
	);
	if (requirements.length + guarded.length === 0) return { names: [], texts: [] };
	return noteBypass(event, project, { ...passed, requirements });
}

interface Where {
	readonly place: Place;
	readonly session: Session;
	readonly looks: Looks;
	readonly ports: Ports;
}

function watched({ place, config }: Project, ports: Ports): Watch {
	const { requirements } = config;
	const matters = (path: string) => {
		const file = `${place.root}/${path}`;
		if (!isWatched(requirements, path)) return false;
		return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, place, ports);
	};
	return { matters, below: watchedBelow(requirements) };
}

/** A look that cannot be taken costs nobody anything; the user hears of it once in a session. */
async function giveUp(
	seen: { readonly kind: 'none'; readonly why: string } | { readonly kind: 'look' },
	{ place, looks, session, ports }: Where,
): Promise<void> {
	if (!looks.giveUp(session.uuid)) return;
	const why =
		seen.kind === 'none' ? seen.why : 'more than 2000 files differ from what is committed';
	await recordFault(place, ports, {
		code: 'not_observed',
		message: `what calls change is not looked at in full: ${why}`,
		hint: 'git status',
	});
}
