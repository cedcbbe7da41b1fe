import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Requirement } from '../config/config.ts';
import { holdsCommits, holdsEdit } from '../gate/asks.ts';
import { bypassedText } from '../gate/observed-text.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import type { CallMark } from '../git/look-ports.ts';
import type { PostToolUseInput } from '../host/hook-messages.ts';
import { carryHere } from './carry-here.ts';
import type { Guarded, Moves } from './observed-moves.ts';
import type { HookEvent, Project } from './projects.ts';
import { readState } from './stored-state.ts';

/** Of the files that a call changed, so many are kept in the journal. */
export const MAX_PATHS = 20;

/** What was seen of a call that may have got round a gate. */
export interface Passed extends Pick<Moves, 'branches'> {
	readonly mark: CallMark;
	readonly changed: readonly string[];
	readonly guarded: readonly Guarded[];
}

/**
 * What got round the gates: told and noted; the journal's line arms it.
 *
 * @param requirements those that were unmet before the call, and hold what it did
 */
export async function noteBypass(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	project: Project,
	{
		changed,
		branches,
		guarded,
		requirements,
	}: Passed & { readonly requirements: readonly Requirement[] },
): Promise<{ names: string[]; texts: string[] }> {
	const here =
		requirements.length === 0
			? []
			: await unmetOf(requirements, project, { session, ports, input });
	const isKnown = ({ requirement }: Status) => here.some((one) => one.requirement === requirement);
	const unmet = [...here, ...guarded.map(({ status }) => status).filter((one) => !isKnown(one))];
	if (unmet.length === 0) return { names: [], texts: [] };
	const { place } = project;
	const { branch } = place;
	const paths = changed.filter((path) =>
		here.some(({ requirement }) => holdsEdit(requirement, path)),
	);
	const made = here.some(({ requirement }) => holdsCommits(requirement)) ? branches : [];
	const refs = [...new Set([...made, ...guarded.map((one) => one.branch)])];
	const names = namesIn(unmet);
	const entry = {
		...{ e: 'bypassed' as const, branch, names, tool: input.tool_name },
		paths: paths.slice(0, MAX_PATHS),
		...(refs.length === 0 ? {} : { refs: refs.slice(0, MAX_PATHS) }),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], ports });
	const texts = [bypassedText(input.tool_name, { paths, branches: refs, unmet, branch })];
	return { names, texts };
}

/** Those that are unmet still, also with what the session takes along: that is looked for as before a refusal. */
async function unmetOf(
	requirements: readonly Requirement[],
	{ place, config }: Project,
	{ session, ports, input }: HookEvent<PostToolUseInput>,
): Promise<readonly Status[]> {
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const judged = (after: typeof state) =>
		statusesOf(after, { place, session, requirements }, ports.now()).filter(
			({ satisfied }) => !satisfied,
		);
	if (judged(state).length === 0) return [];
	const lines = await journalOf(place, session, ports);
	const { transcript_path: transcript } = input;
	const carried = await carryHere({ place, session, config, state, lines, transcript }, ports);
	return judged(carried.state);
}
