import type { Config, Requirement } from '../config/config.ts';
import { blocksCommits, blocksEdit, protectsBranches } from '../gate/concerns.ts';
import { bypassedText } from '../gate/gate-text.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { isReachable } from '../git/detect-changes.ts';
import { type BranchName, onBranch } from '../git/place.ts';
import type { Repository } from '../git/repository.ts';
import type { PostToolUseInput } from '../host/messages.ts';
import { note, promptOf } from '../journal/journal.ts';
import { matchesGlob } from '../text/glob.ts';
import { carryOver } from './carry-over.ts';
import type { HookEvent, Project } from './projects.ts';
import { readState } from './stored-state.ts';
import type { WorkedProject } from './worked-projects.ts';

/** Files of one call that the journal names. */
export const MAX_PATHS = 20;

type Event = HookEvent<{ readonly transcript_path?: string | undefined }>;

/** The unmet guard of a branch that moved. */
interface MovedGuard {
	readonly branch: string;
	readonly status: Status;
}

/** The work of a call that requirements may block. */
interface OwnWork {
	/** Requirements that were unmet before the call. */
	readonly unmet: readonly string[];
	readonly files: readonly string[];
	/** Branches that got a commit. */
	readonly commits: readonly string[];
	readonly guards: readonly MovedGuard[];
}

/**
 * Notes what bypassed requirements that are unmet still; the journal's line arms them.
 *
 * @returns their names, and what Claude and the user are shown
 */
export async function noteBypass(
	event: HookEvent<PostToolUseInput>,
	project: WorkedProject,
	{ unmet: before, files, commits, guards }: OwnWork,
): Promise<{ readonly names: readonly string[]; readonly text?: string }> {
	const { input, session, context } = event;
	const { place, config } = project;
	const { branch } = place;
	const requirements = config.requirements.filter(
		(one) =>
			before.includes(one.name) &&
			(files.some((path) => blocksEdit(one, path)) || (commits.length > 0 && blocksCommits(one))),
	);
	const here = await readUnmet(project, requirements, event);
	const bypassed = here.map(({ requirement }) => requirement);
	const all = [...here, ...guards.map(({ status }) => status)];
	const unmet = [...new Map(all.map((one) => [one.requirement, one])).values()];
	if (unmet.length === 0) return { names: [] };
	const paths = files.filter((path) => bypassed.some((one) => blocksEdit(one, path)));
	const made = bypassed.some(blocksCommits) ? commits : [];
	const refs = [...new Set([...made, ...guards.map((one) => one.branch)])];
	const names = namesIn(unmet);
	const entry = {
		...{ e: 'bypassed' as const, branch, names, tool: input.tool_name },
		paths: paths.slice(0, MAX_PATHS),
		refs: refs.length === 0 ? undefined : refs.slice(0, MAX_PATHS),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], context });
	const shown = { paths, refs, unmet, branch, now: context.now() };
	return { names, text: bypassedText(input.tool_name, shown) };
}

/** The guards of a branch by their globs. */
export function guardsOf({ requirements }: Config, branch: string): Requirement[] {
	return requirements.filter(
		(one) =>
			protectsBranches(one) && (one.branches ?? []).some((glob) => matchesGlob(glob, branch)),
	);
}

/** Those of some requirements that are unmet, unless gates are paused. What the session satisfied elsewhere may carry over. */
async function readUnmet(
	{ place, lines }: Pick<WorkedProject, 'place' | 'lines'>,
	requirements: readonly Requirement[],
	{ input, session, context }: Event,
): Promise<readonly Status[]> {
	if (requirements.length === 0) return [];
	const { state } = await readState(place, context);
	if (state?.paused !== undefined) return [];
	const config = { requirements };
	const arrival = { place, session, config, state, lines, transcript: input.transcript_path };
	const carried = await carryOver(arrival, context);
	const statuses = statusesOf(carried.state, { place, session, requirements }, context.now());
	return statuses.filter(({ satisfied }) => !satisfied);
}

/** The unmet guards of a branch, whichever is checked out. They are about its name, so nothing carries over. */
export async function unmetGuards(
	{ place: here, config }: Project,
	branch: string,
	event: Event,
): Promise<readonly Status[]> {
	const place = onBranch(here, branch as BranchName);
	return readUnmet({ place, lines: [] }, guardsOf(config, branch), event);
}

/** The unmet guards of branches that moved to elsewhere than their remote is. */
export async function movedGuards(
	project: Project,
	{ before, now }: { readonly before: Repository; readonly now: Repository },
	event: Event,
): Promise<readonly MovedGuard[]> {
	const found: MovedGuard[] = [];
	for (const [branch, from] of Object.entries(before.tips)) {
		const commit = now.tips[branch];
		if (commit === from) continue;
		const unmet = await unmetGuards(project, branch, event);
		const isOfRemote =
			unmet.length > 0 &&
			commit !== undefined &&
			(await isReachable(project.place, { commit, from }, event.context));
		if (!isOfRemote) found.push(...unmet.map((status) => ({ branch, status })));
	}
	return found;
}
