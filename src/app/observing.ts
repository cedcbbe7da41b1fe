import { EDITS_ONLY } from '../core/gate/verdict.ts';
import {
	changedDuring,
	type DirtyFile,
	type Look,
	lookBeside,
	lookOf,
	type Span,
} from '../core/observe/look.ts';
import {
	asked,
	holdsCommits,
	holdsEdit,
	isWatched,
	watchedBelow,
} from '../core/observe/what-to-look-for.ts';
import type { Place } from '../core/place/place.ts';
import type { PostToolUseInput, PreToolUseInput } from '../core/protocol/hook-messages.ts';
import type { Session } from '../core/session/session-id.ts';
import type { noteBypass, Passed } from './bypass.ts';
import { isNobodysWork, isPlan } from './calls/edits-by-project.ts';
import type { ProjectCall, SeenCall } from './calls/read-calls.ts';
import { recordFault } from './faults.ts';
import { journalOf } from './journaling.ts';
import type { Begun, Looks, Watch } from './look-ports.ts';
import {
	broughtOf,
	commitAt,
	type LookedAt,
	leftBy,
	movedGuarded,
	movesOf,
	tipsAt,
} from './observed-moves.ts';
import type { Ports } from './ports.ts';
import { type HookEvent, type Project, projectAt } from './projects.ts';
import { readState, standingsOf } from './stored-state.ts';

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
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	const kinds = standings.map(asked);
	if (kinds.every((kind) => kind === undefined)) return;
	const looks = await ports.looks();
	const isForFiles = kinds.includes('files') && !looks.isGivenUp(session.uuid);
	if (isForFiles && !(await isKnownBefore({ input, session, ports }, project, looks))) return;
	const tips = await tipsAt(place, looks, ports);
	const commit = commitAt(place, looks, ports);
	looks.begin(session.uuid, id, {
		...{ place, branch: place.branch, files: isForFiles, tips, ...looks.underway(place) },
		...(commit === undefined ? {} : { commit }),
		...(input.prompt_id === undefined ? {} : { prompt: input.prompt_id }),
		unmet: standings
			.filter(({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny')
			.map(({ requirement }) => requirement.name),
	});
}

/** Calls that write back what was dirty, and not looked at since: only the look before tells that it is no change. */
const REWRITES = /stash|pull|rebase|merge/i;

/**
 * Whether the dirty files are known: by the last look of the session, or by one that is taken now. What could be put back
 * has to be what stood there just before.
 */
async function isKnownBefore(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	project: Project,
	looks: Looks,
): Promise<boolean> {
	const { place } = project;
	const before = looks.last(session.uuid, place.root);
	const keeps = project.config.observe === 'snapshot';
	if (before !== undefined && !keeps && !REWRITES.test(JSON.stringify(input.tool_input)))
		return true;
	const watch = watched(project, ports);
	const seen = looks.take(session.uuid, place, { ...watch, since: undefined }, before ?? {});
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
	/** Files that stand again as they did before something got round a gate: no edits either. */
	readonly putBack: readonly string[];
	/** What the model and the user are told. */
	readonly texts: readonly string[];
}

/** The calls of a tool event with what was seen of them. */
export async function observed(
	event: HookEvent<PostToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<{ readonly calls: readonly ProjectCall[]; readonly texts: readonly string[] }> {
	const found = await lookAfter(event, await event.ports.looks());
	if (found === undefined) return { calls, texts: [] };
	const { project, edits, brought, bypassed, round, isCommit, putBack, texts } = found;
	const seen = { brought, bypassed, round, isCommit };
	const isBack = (path: string) =>
		putBack.some((one) => path === one || path.startsWith(`${one}/`));
	const index = calls.findIndex((call) => call.project.place.root === project.place.root);
	if (index >= 0)
		return {
			calls: calls.map((call, at) => {
				if (at !== index) return call;
				const named = call.action.edits.filter((path) => !isBack(path));
				return { ...call, seen, action: { ...call.action, edits: [...named, ...edits] } };
			}),
			texts,
		};
	if (edits.length + brought.length === 0) return { calls, texts };
	const { tool_name: tool } = event.input;
	const action = { ...EDITS_ONLY, tool, edits };
	return { calls: [...calls, { project, seen, action }], texts };
}

/** The same look after a call; what got round a gate is noted, by the state before the call. */
async function lookAfter(
	event: HookEvent<PostToolUseInput>,
	looks: Looks,
): Promise<Observed | undefined> {
	const { input, session, ports } = event;
	const id = String(input.tool_use_id);
	const begun = looks.begun(session.uuid, id);
	if (begun === undefined) return undefined;
	const place = ports.places.at(begun.mark.root);
	const project = place.root === begun.mark.root ? await projectAt(place, ports) : undefined;
	const isThere = project !== undefined && place.unreadable === undefined;
	const seen = isThere ? await seenOf(event, { project, begun, session, looks, ports }) : undefined;
	// Until it has kept its look, calls beside it leave it what they do not tell.
	looks.over(session.uuid, id);
	return seen;
}

async function seenOf(
	event: HookEvent<PostToolUseInput>,
	at: LookedAt,
): Promise<Observed | undefined> {
	const { project, begun, session, looks, ports } = at;
	const { mark, since } = begun;
	const { place } = project;
	const watch = watched(project, ports);
	const before = looks.last(session.uuid, place.root) ?? {};
	const seen = mark.files
		? looks.take(session.uuid, place, { ...watch, since }, before)
		: ({ kind: 'look', files: [], isWhole: true } as const);
	if (seen.kind === 'none') {
		await giveUp(seen, { place, looks, session, ports });
		return undefined;
	}
	if (!seen.isWhole) await giveUp(seen, { place, looks, session, ports });
	const interrupted = interruptedBefore(event, begun, looks);
	const changed = changedDuring(before, seen.files, [{ since }, ...interrupted]);
	const told = changed.map(({ path }) => path);
	const moves = await movesOf(at, watch.matters);
	const known = Object.keys(before);
	const isOwn = new Set(moves.own);
	const isHeld = (path: string) =>
		project.config.requirements.some(
			(one) => mark.unmet.includes(one.name) && holdsEdit(one, path),
		);
	const where = { place, session, looks, ports };
	const back = await putBackAmong([...told, ...moves.own], isHeld, where);
	const gits = new Set(
		broughtOf(
			changed.filter(({ path }) => !isOwn.has(path)),
			{ known, found: watch.keeps ? seen.files : [] },
			at,
		),
	);
	const own = moves.own.filter((path) => !told.includes(path));
	const all = [...changed, ...own.map((path) => ({ path, was: 'clean' }))].filter(
		({ path }) => !back.includes(path) && !gits.has(path),
	);
	const guarded = await movedGuarded(moves.moved, at);
	const left = watch.keeps ? leftBy(seen.files) : undefined;
	const passed = { mark, changed: all, branches: moves.branches, guarded, left };
	const { names, paths, texts } = await notedBypass(event, project, passed);
	// Kept only now: what a hook that is killed in between has noted holds the stop.
	const others = looks.others(session.uuid, begun.call, place.root);
	const look = lookLeft(before, seen.files, others, told);
	if (mark.files && JSON.stringify(look) !== JSON.stringify(before))
		looks.keep(session.uuid, place.root, look);
	const brought = new Set([...gits, ...moves.brought].filter((path) => !isOwn.has(path)));
	return {
		...{ project, bypassed: names, round: paths, putBack: back, texts },
		isCommit: moves.branches.includes(place.branch),
		edits: all.map(({ path }) => path),
		brought: [...new Set([...brought, ...back])],
	};
}

/** What got round the gates, which few calls do: what notes and tells it is loaded for them only. */
async function notedBypass(
	event: HookEvent<PostToolUseInput>,
	project: Project,
	passed: Passed,
): ReturnType<typeof noteBypass> {
	const { mark, changed, branches, guarded } = passed;
	const requirements = project.config.requirements.filter(
		(one) =>
			mark.unmet.includes(one.name) &&
			(changed.some(({ path }) => holdsEdit(one, path)) ||
				(branches.length > 0 && holdsCommits(one))),
	);
	if (requirements.length + guarded.length === 0) return { names: [], paths: [], texts: [] };
	const { noteBypass: noted } = await import('./bypass.ts');
	return noted(event, project, { ...passed, requirements });
}

/** Nobody waits longer for a call of an earlier prompt. */
const MAX_AGE = 60n * 60n * 1_000_000_000n;

/** When calls of earlier prompts ran that are over and that no hook has told: those that the user interrupted. */
function interruptedBefore(
	{ input, session }: HookEvent<PostToolUseInput>,
	{ call, mark, since }: Begun,
	looks: Looks,
): Span[] {
	const earlier = looks
		.others(session.uuid, call, mark.root)
		.filter((one) => one.mark.prompt !== input.prompt_id && one.since < since);
	return earlier.flatMap((one) => {
		const until = looks.endOf(one.call, input.transcript_path ?? '');
		const isOver = until !== undefined || since - one.since > MAX_AGE;
		if (isOver) looks.over(session.uuid, one.call);
		return until === undefined || !one.mark.files ? [] : [{ since: one.since, until }];
	});
}

/** Of this turn all, of earlier turns and other sessions those that would get round a gate: few calls read their journals. */
async function putBackAmong(
	paths: readonly string[],
	isHeld: (path: string) => boolean,
	{ place, session, looks, ports }: Where,
): Promise<readonly string[]> {
	if (paths.length === 0) return [];
	const lines = await journalOf(place, session, ports);
	const isRound = lines.some(({ e }) => e === 'bypassed');
	if (!isRound && !paths.some(isHeld)) return [];
	const { filesPutBack, filesPutBackEver } = await import('./putting-back.ts');
	const inTurn = isRound ? filesPutBack(lines, { place, paths }, looks) : [];
	const rest = paths.filter((path) => isHeld(path) && !inTurn.includes(path));
	if (rest.length === 0) return inTurn;
	return [...inTurn, ...(await filesPutBackEver(rest, { place, looks, ports }))];
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
		return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, { place }, ports);
	};
	return { matters, below: watchedBelow(requirements), keeps: config.observe === 'snapshot' };
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
