import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Requirement } from '../config/config.ts';
import { bypassedText } from '../gate/bypass-text.ts';
import { blocksCommits, blocksEdit } from '../gate/concerns.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import type { PostToolUseInput } from '../host/hook-messages.ts';
import { carryHere } from './carry-here.ts';
import type { HookEvent, Project } from './projects.ts';
import type { MovedGuarded } from './protected-branches.ts';
import { readState } from './stored-state.ts';

/** Of the files that a call changed, so many are in the journal. */
export const MAX_PATHS = 20;

/** The work of a call that requirements may block. */
interface OwnWork {
	/** Requirements that were unmet before the call. */
	readonly unmet: readonly string[];
	readonly changed: readonly string[];
	/** Branches that got a commit. */
	readonly commits: readonly string[];
	readonly guarded: readonly MovedGuarded[];
}

/**
 * Notes what bypassed requirements; the journal's line arms them. A requirement that the session satisfied elsewhere, and
 * that carries over, is not bypassed.
 */
export async function noteBypass(
	event: HookEvent<PostToolUseInput>,
	project: Project,
	{ unmet: before, changed, commits, guarded }: OwnWork,
): Promise<{ readonly names: readonly string[]; readonly texts: readonly string[] }> {
	const { input, session, ports } = event;
	const { place, config } = project;
	const { branch } = place;
	const isBlocked = (one: Requirement) =>
		changed.some((path) => blocksEdit(one, path)) || (commits.length > 0 && blocksCommits(one));
	const blocking = config.requirements.filter((one) => before.includes(one.name) && isBlocked(one));
	const here = blocking.length === 0 ? [] : await unmetOf(blocking, project, event);
	const isHere = ({ requirement }: Status) => here.some((one) => one.requirement === requirement);
	const unmet = [...here, ...guarded.map(({ status }) => status).filter((one) => !isHere(one))];
	if (unmet.length === 0) return { names: [], texts: [] };
	const paths = changed.filter((path) =>
		here.some(({ requirement }) => blocksEdit(requirement, path)),
	);
	const made = here.some(({ requirement }) => blocksCommits(requirement)) ? commits : [];
	const refs = [...new Set([...made, ...guarded.map((one) => one.branch)])];
	const names = namesIn(unmet);
	const entry = {
		...{ e: 'bypassed' as const, branch, names, tool: input.tool_name },
		paths: paths.slice(0, MAX_PATHS),
		...(refs.length === 0 ? {} : { refs: refs.slice(0, MAX_PATHS) }),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], ports });
	const shown = { paths, branches: refs, unmet, branch, now: ports.now() };
	return { names, texts: [bypassedText(input.tool_name, shown)] };
}

async function unmetOf(
	requirements: readonly Requirement[],
	{ place, config }: Project,
	{ session, ports, input }: HookEvent<PostToolUseInput>,
): Promise<readonly Status[]> {
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const unmetBy = (after: typeof state) =>
		statusesOf(after, { place, session, requirements }, ports.now()).filter(
			({ satisfied }) => !satisfied,
		);
	if (unmetBy(state).length === 0) return [];
	const lines = await journalOf(place, session, ports);
	const { transcript_path: transcript } = input;
	const carried = await carryHere({ place, session, config, state, lines, transcript }, ports);
	return unmetBy(carried.state);
}
