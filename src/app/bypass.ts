import type { BranchChange } from '../core/branch-state/schema.ts';
import type { Requirement } from '../core/config/config.ts';
import { isFork } from '../core/journal/line.ts';
import { foldTriggers } from '../core/journal/triggers.ts';
import type { ChangedFile } from '../core/observe/look.ts';
import { bypassedText } from '../core/observe/observed-text.ts';
import { holdsCommits, holdsEdit } from '../core/observe/what-to-look-for.ts';
import type { Place } from '../core/place/place.ts';
import type { PostToolUseInput } from '../core/protocol/hook-messages.ts';
import type { Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { journalOf, note, promptOf } from './journaling.ts';
import { broughtAlong } from './judging.ts';
import type { CallMark } from './look-ports.ts';
import type { Guarded, Moves } from './observed-moves.ts';
import type { Ports } from './ports.ts';
import type { HookEvent, Project } from './projects.ts';
import { readState, saveChanges, standingsOf, stateAfter } from './stored-state.ts';

/** Of the files that a call changed, so many are kept in the journal; more where they can be put back. */
const MAX_PATHS = 20;
const MAX_RESTORED = 200;

/** What was seen of a call that may have got round a gate. */
export interface Passed extends Pick<Moves, 'branches'> {
	readonly mark: CallMark;
	readonly changed: readonly Pick<ChangedFile, 'path' | 'was'>[];
	readonly guarded: readonly Guarded[];
	/** What the call left of each file, where that is kept. */
	readonly left: ((path: string) => string) | undefined;
}

/**
 * What got round the gates: told, noted, and by that armed.
 *
 * @param requirements those that were unmet before the call, and hold what it did
 */
export async function noteBypass(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	project: Project,
	{
		mark,
		changed,
		branches,
		guarded,
		left,
		requirements,
	}: Passed & { readonly requirements: readonly Requirement[] },
): Promise<{ names: string[]; paths: string[]; texts: string[] }> {
	const here =
		requirements.length === 0
			? []
			: await unmetOf(requirements, project, { session, ports, input });
	const isKnown = ({ requirement }: Standing) =>
		here.some((one) => one.requirement === requirement);
	const unmet = [
		...here,
		...guarded.map(({ standing }) => standing).filter((one) => !isKnown(one)),
	];
	if (unmet.length === 0) return { names: [], paths: [], texts: [] };
	const { place } = project;
	const held = unmet.map(({ requirement }) => requirement);
	const files = changed.filter(({ path }) =>
		here.some(({ requirement }) => holdsEdit(requirement, path)),
	);
	const made = here.some(({ requirement }) => holdsCommits(requirement)) ? branches : [];
	const refs = [...new Set([...made, ...guarded.map(({ branch }) => branch)])];
	const kept = files.slice(0, left === undefined ? MAX_PATHS : MAX_RESTORED);
	const names = held.map(({ name }): string => name);
	const entry = {
		...{ e: 'bypassed' as const, branch: place.branch, names, tool: input.tool_name },
		...{ paths: kept.map(({ path }) => path), was: kept.map(({ was }) => was) },
		...(left === undefined ? {} : { left: kept.map(({ path }) => left(path)) }),
		...(mark.commit === undefined ? {} : { commit: mark.commit }),
		...(refs.length === 0
			? {}
			: { refs: refs.slice(0, MAX_PATHS).map((ref) => `${ref} ${mark.tips[ref] ?? ''}`) }),
		...(files.length > kept.length ? { more: true } : {}),
		...(input.tool_use_id === undefined ? {} : { call: input.tool_use_id }),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], ports });
	await markBypassed({ place, session, requirements: held }, ports);
	const paths = files.map(({ path }) => path);
	const isKept = kept.every(({ path, was }) => was !== '' && left?.(path));
	const canRestore = isKept && files.length === kept.length;
	const bypass = { paths, branches: refs, unmet, branch: place.branch, canRestore };
	const text = bypassedText(input.tool_name, bypass);
	return { names, paths, texts: [text] };
}

/** At once, and not only when the turn ends: whoever asks, and the next session, goes by the branch's state. */
async function markBypassed(
	{ place, session, requirements }: { readonly requirements: readonly Requirement[] } & Where,
	ports: Ports,
): Promise<void> {
	const { state } = await readState(place, ports);
	const lines = await journalOf(place, session, ports);
	const changes = foldTriggers(lines, { session, place, state, requirements });
	await saveChanges([{ place, changes }], ports);
}

interface Where {
	readonly place: Place;
	readonly session: Session;
}

/** Those that are unmet still, also with what the session takes along: that is looked for as before a refusal. */
async function unmetOf(
	requirements: readonly Requirement[],
	{ place, config }: Project,
	{ session, ports, input }: HookEvent<PostToolUseInput>,
): Promise<readonly Standing[]> {
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const judged = (after: typeof state) =>
		standingsOf(after, { place, session, requirements }, ports.now()).filter(
			({ satisfied }) => !satisfied,
		);
	if (judged(state).length === 0) return [];
	const lines = await journalOf(place, session, ports);
	const arrival = { place, session, config, state, lines };
	const forked: BranchChange[] = [];
	if (isFork(lines)) {
		const { carriedByFork } = await import('./carry.ts');
		const fork = { ...arrival, transcript: input.transcript_path };
		forked.push(...(await carriedByFork(fork, ports)));
	}
	const after = stateAfter(state, { place, changes: forked }, ports.now());
	const { changes } = await broughtAlong({ ...arrival, state: after }, ports);
	return judged(stateAfter(after, { place, changes }, ports.now()));
}
