import type { Requirement } from '../core/config/config.ts';
import { matchesGlob } from '../core/config/glob.ts';
import { isFork } from '../core/journal/ledger.ts';
import { holdsCommits, protects } from '../core/observe/asks-for-looks.ts';
import { type Changed, changedSince, lookOf } from '../core/observe/look.ts';
import { asked, holdsEdit, isWatched, watchedBelow } from '../core/observe/what-to-look-for.ts';
import { type BranchName, onBranch, type Place } from '../core/place/place.ts';
import type { PostToolUseInput, PreToolUseInput } from '../core/protocol/hook-input.ts';
import type { Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { isNobodysWork, isPlan } from './calls/edits-by-project.ts';
import type { Call, SeenCall } from './calls/read-calls.ts';
import { recordFault } from './faults.ts';
import { journalOf, note, promptOf } from './journaling.ts';
import { standingsOf, stateAfter } from './judging.ts';
import type { CallMark, Looks, Watch } from './look-ports.ts';
import type { Ports } from './ports.ts';
import { type HookEvent, type Scene, sceneAt } from './scene.ts';
import { readState } from './state-reading.ts';

/** Of the files that a call changed, so many are kept in the journal. */
const MAX_PATHS = 20;
/** Of the branches that moved, so many are looked at. */
const MAX_BRANCHES = 10;

/**
 * Looks at the project before a call that may change it, where a requirement asks what it changes (ADR 21): the time
 * and the commits of branches; git is asked for the dirty files only where no look of this session is left.
 */
export async function lookBefore(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	{ scene }: Call,
): Promise<void> {
	const { tool_use_id: id } = input;
	const { place, config } = scene;
	if (id === undefined) return;
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return;
	const { requirements } = config;
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	const kinds = standings.map(asked);
	if (kinds.every((kind) => kind === undefined)) return;
	const looks = await ports.looks();
	const isForFiles = kinds.includes('files');
	if (isForFiles && looks.last(session.uuid, place.root) === undefined) {
		const seen = looks.take(place, watched(scene, ports), {});
		if (seen.kind === 'none' || !seen.isWhole)
			return giveUp(seen, { place, looks, session, ports });
		looks.keep(session.uuid, place.root, lookOf(seen.files));
	}
	const tips = (await ports.baselines.stored()).tips(place);
	const commit = ports.places.commit(place);
	looks.begin(session.uuid, id, {
		...{ root: place.root, branch: place.branch, files: isForFiles, tips },
		...(commit === undefined ? {} : { commit }),
		unmet: standings
			.filter(({ satisfied, requirement }) => !satisfied && requirement.enforce === 'deny')
			.map(({ requirement }) => requirement.name),
	});
}

/** What a call was seen to do, in the project that it was looked at in. */
interface Observed extends SeenCall {
	readonly scene: Scene;
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
	calls: readonly Call[],
): Promise<{ readonly calls: readonly Call[]; readonly texts: readonly string[] }> {
	const found = await lookAfter(event, await event.ports.looks());
	if (found === undefined) return { calls, texts: [] };
	const { scene, edits, brought, bypassed, putBack, texts } = found;
	const seen = { brought, bypassed };
	const isBack = (path: string) =>
		putBack.some((one) => path === one || path.startsWith(`${one}/`));
	const index = calls.findIndex((call) => call.scene.place.root === scene.place.root);
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
	const action = { tool, edits, command: undefined, fitsTool: () => false };
	return { calls: [...calls, { scene, seen, action }], texts };
}

/** The same look after a call; what got round a gate is noted, by the state before the call. */
async function lookAfter(
	event: HookEvent<PostToolUseInput>,
	looks: Looks,
): Promise<Observed | undefined> {
	const { input, session, ports } = event;
	const begun = looks.end(session.uuid, String(input.tool_use_id));
	if (begun === undefined) return undefined;
	const { mark, since } = begun;
	const place = ports.places.at(mark.root);
	const scene = place.root === mark.root ? await sceneAt(place, ports) : undefined;
	if (scene === undefined || place.unreadable !== undefined) return undefined;
	const watch = watched(scene, ports);
	const before = looks.last(session.uuid, place.root) ?? {};
	const seen = mark.files
		? looks.take(place, watch, before)
		: ({ kind: 'look', files: [], isWhole: true } as const);
	if (seen.kind === 'none') {
		await giveUp(seen, { place, looks, session, ports });
		return undefined;
	}
	if (!seen.isWhole) await giveUp(seen, { place, looks, session, ports });
	const look = lookOf(seen.files);
	if (mark.files && JSON.stringify(look) !== JSON.stringify(before))
		looks.keep(session.uuid, place.root, look);
	const changed = changedSince(before, seen.files, since);
	const moves = await movesOf({ place, mark, since, ...watch }, looks, ports);
	const seenToChange = new Set(changed.map(({ path }) => path));
	const written = moves.written.filter((path) => !seenToChange.has(path));
	const ofCall = new Set(moves.own);
	const own = written.filter((path) => ofCall.has(path));
	const paths = [...changed.map(({ path }) => path), ...own];
	const back = await putBackAmong(paths, { place, session, looks, ports });
	const all = [...changed, ...own.map((path) => ({ path, was: 'clean' }))].filter(
		({ path }) => !back.includes(path),
	);
	const guarded = await movedGuarded({ scene, mark, moved: moves.moved }, looks, event);
	const bypass = { mark, changed: all, branches: moves.branches, guarded };
	const { names, texts } = await noteBypass(event, scene, bypass);
	return {
		...{ scene, bypassed: names, putBack: back, texts },
		edits: all.map(({ path }) => path),
		brought: written.filter((path) => !ofCall.has(path)),
	};
}

async function putBackAmong(
	paths: readonly string[],
	{ place, session, looks, ports }: Where,
): Promise<readonly string[]> {
	const lines = paths.length === 0 ? [] : await journalOf(place, session, ports);
	if (!lines.some(({ e }) => e === 'bypassed')) return [];
	const { filesPutBack } = await import('./putting-back.ts');
	return filesPutBack(lines, { place, paths }, looks);
}

interface Where {
	readonly place: Place;
	readonly session: Session;
	readonly looks: Looks;
	readonly ports: Ports;
}

function watched({ place, config }: Scene, ports: Ports): Watch {
	const { requirements } = config;
	const matters = (path: string) => {
		const file = `${place.root}/${path}`;
		if (!isWatched(requirements, path)) return false;
		return !isNobodysWork(file, ports.host.configDir) && !isPlan(file, { place }, ports);
	};
	return { matters, below: watchedBelow(requirements) };
}

interface Moving {
	readonly place: Place;
	readonly mark: CallMark;
	readonly since: bigint;
	readonly matters: (path: string) => boolean;
}

/** What became of branches and of what is committed. */
interface Moves {
	/** Branches that stand at a commit which was made during the call. */
	readonly branches: readonly string[];
	/** Branches that were there and stand at another commit, each with that. */
	readonly moved: readonly (readonly [branch: string, commit: string])[];
	/** Files that a commit changed and that were written during the call. */
	readonly written: readonly string[];
	/** Those of them that are work of the call's own: no commit from elsewhere brought them. */
	readonly own: readonly string[];
}

async function movesOf(
	{ place, mark, since, matters }: Moving,
	looks: Looks,
	ports: Ports,
): Promise<Moves> {
	const now = (await ports.baselines.stored()).tips(place);
	const known = new Set([
		...Object.values(mark.tips),
		...(mark.commit === undefined ? [] : [mark.commit]),
	]);
	const moved = Object.entries(now).filter(
		([branch, commit]) => mark.tips[branch] !== undefined && mark.tips[branch] !== commit,
	);
	const fresh = Object.entries(now).filter(([, commit]) => !known.has(commit));
	const tips = fresh.map(([, commit]) => commit);
	const commits = fresh.length === 0 ? [] : (looks.commits(place, tips, [...known]) ?? []);
	/** Work of the call's own: a rebase only replays what was there. */
	const workOf = (branch: string, to: string) => {
		const from = mark.tips[branch] ?? mark.commit;
		const work = from === undefined ? undefined : looks.notReplayed(place, from, to);
		return commits.filter(({ hash }) => work?.includes(hash) ?? true);
	};
	const works =
		commits.length === 0
			? []
			: fresh.slice(0, MAX_BRANCHES).map(([branch, to]) => ({ branch, work: workOf(branch, to) }));
	const branches = works.filter(({ work }) => work.length > 0).map(({ branch }) => branch);
	const here = ports.places.commit(place);
	const isHere = place.branch === mark.branch && here !== mark.commit;
	if (!mark.files || !isHere || here === undefined || mark.commit === undefined)
		return { branches, moved, written: [], own: [] };
	const differing = looks.differing(place, mark.commit, here) ?? [];
	const written = differing.filter(
		(path) => matters(path) && looks.changedAt(place, path) >= since,
	);
	const work = works.find(({ branch }) => branch === place.branch)?.work ?? [];
	return { branches, moved, written, own: work.flatMap(({ files }) => files) };
}

/** A branch that a guard protects, and that got commits from elsewhere than a remote: the guard's standing there. */
interface Guarded {
	readonly branch: string;
	readonly standing: Standing;
}

async function movedGuarded(
	{ scene, mark, moved }: Pick<Moves, 'moved'> & { readonly scene: Scene; readonly mark: CallMark },
	looks: Looks,
	{ session, ports }: HookEvent<PostToolUseInput>,
): Promise<readonly Guarded[]> {
	const guards = scene.config.requirements.filter(protects);
	const found: Guarded[] = [];
	for (const [branch, commit] of guards.length === 0 ? [] : moved.slice(0, MAX_BRANCHES)) {
		const place = onBranch(scene.place, branch as BranchName);
		const { state } = await readState(place, ports);
		const requirements = guards.filter(({ branches }) =>
			branches.some((glob) => matchesGlob(glob, branch)),
		);
		if (state?.paused !== undefined || requirements.length === 0) continue;
		const before = mark.tips[branch] ?? '';
		if ((looks.commits(place, [commit], [before]) ?? []).length === 0) continue;
		const standings = standingsOf(state, { place, session, requirements }, ports.now());
		for (const standing of standings) if (!standing.satisfied) found.push({ branch, standing });
	}
	return found;
}

/** What was seen of a call that may have got round a gate. */
interface Seen extends Pick<Moves, 'branches'> {
	readonly mark: CallMark;
	readonly changed: readonly Changed[];
	readonly guarded: readonly Guarded[];
}

/** What got round the gates: told, noted, and by that armed. */
async function noteBypass(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	scene: Scene,
	{ mark, changed, branches, guarded }: Seen,
): Promise<{ names: string[]; texts: string[] }> {
	const hits = (requirement: Requirement) =>
		changed.some(({ path }) => holdsEdit(requirement, path)) ||
		(branches.length > 0 && holdsCommits(requirement));
	const requirements = scene.config.requirements.filter(
		(one) => mark.unmet.includes(one.name) && hits(one),
	);
	const here =
		requirements.length === 0 ? [] : await unmetOf(requirements, scene, { session, ports, input });
	const isKnown = ({ requirement }: Standing) =>
		here.some((one) => one.requirement === requirement);
	const unmet = [
		...here,
		...guarded.map(({ standing }) => standing).filter((one) => !isKnown(one)),
	];
	if (unmet.length === 0) return { names: [], texts: [] };
	const { place } = scene;
	const held = unmet.map(({ requirement }) => requirement);
	const files = changed.filter(({ path }) =>
		here.some(({ requirement }) => holdsEdit(requirement, path)),
	);
	const made = here.some(({ requirement }) => holdsCommits(requirement)) ? branches : [];
	const refs = [...new Set([...made, ...guarded.map(({ branch }) => branch)])];
	const kept = files.slice(0, MAX_PATHS);
	const names = held.map(({ name }): string => name);
	const entry = {
		...{ e: 'bypassed' as const, branch: place.branch, names, tool: input.tool_name },
		...{ paths: kept.map(({ path }) => path), was: kept.map(({ was }) => was) },
		...(mark.commit === undefined ? {} : { commit: mark.commit }),
		...(refs.length === 0
			? {}
			: { refs: refs.slice(0, MAX_PATHS).map((ref) => `${ref} ${mark.tips[ref] ?? ''}`) }),
		...(files.length > kept.length ? { more: true } : {}),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], ports });
	const paths = files.map(({ path }) => path);
	const bypass = { paths, branches: refs, unmet, branch: place.branch };
	const { bypassedText } = await import('../core/observe/observed-text.ts');
	const text = bypassedText(input.tool_name, bypass);
	return { names, texts: [text] };
}

/** Those that are unmet still, also with what the session takes along: that is looked for as before a refusal. */
async function unmetOf(
	requirements: readonly Requirement[],
	{ place, config }: Scene,
	{ session, ports, input }: HookEvent<PostToolUseInput>,
): Promise<readonly Standing[]> {
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const judged = (after: typeof state) =>
		standingsOf(after, { place, session, requirements }, ports.now()).filter(
			({ satisfied }) => !satisfied,
		);
	if (judged(state).length === 0) return [];
	const { broughtAlong, carriedByFork } = await import('./carry.ts');
	const lines = await journalOf(place, session, ports);
	const arrival = { place, session, config, state, lines };
	const forked = isFork(lines)
		? await carriedByFork({ ...arrival, transcript: input.transcript_path }, ports)
		: [];
	const after = stateAfter(state, { place, changes: forked }, ports.now());
	const { changes } = await broughtAlong({ ...arrival, state: after }, ports);
	return judged(stateAfter(after, { place, changes }, ports.now()));
}

/** A look that cannot be taken costs nobody anything; the user hears of it once in a session. */
async function giveUp(
	seen: { readonly kind: 'none'; readonly why: string } | { readonly kind: 'look' },
	{ place, looks, session, ports }: Where,
): Promise<void> {
	if (!looks.isFirstGivenUp(session.uuid)) return;
	const why =
		seen.kind === 'none' ? seen.why : 'more than 2000 files differ from what is committed';
	await recordFault(place, ports, {
		code: 'not_observed',
		message: `what calls change is not looked at in full: ${why}`,
		hint: 'git status',
	});
}
