import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Config, Requirement } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import { blocksCommits, blocksEdit, protectsBranches } from '../gate/concerns.ts';
import { bypassedText } from '../gate/gate-text.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { isKnown } from '../git/detect-changes.ts';
import { type BranchName, onBranch } from '../git/place.ts';
import type { Repository } from '../git/repository.ts';
import type { PostToolUseInput } from '../host/messages.ts';
import { carryOver } from './carry-over.ts';
import type { HookEvent, Project } from './projects.ts';
import { readState } from './stored-state.ts';

/** Files of one call that the journal names. */
export const MAX_PATHS = 20;

/** A branch that moved although a guard protects it, and the guard's status there. */
interface MovedGuarded {
	readonly branch: string;
	readonly status: Status;
}

/** The work of a call that requirements may block. */
interface OwnWork {
	/** Requirements that were unmet before the call. */
	readonly unmet: readonly string[];
	readonly changed: readonly string[];
	/** Branches that got a commit. */
	readonly commits: readonly string[];
	readonly guarded: readonly MovedGuarded[];
}

/** Notes what bypassed requirements that are unmet still; the journal's line arms them. */
export async function noteBypass(
	event: HookEvent<PostToolUseInput>,
	{ place, config }: Project,
	{ unmet: before, changed, commits, guarded }: OwnWork,
): Promise<{ readonly names: readonly string[]; readonly texts: readonly string[] }> {
	const { input, session, ports } = event;
	const { branch } = place;
	const now = ports.now();
	const requirements = config.requirements.filter(
		(one) =>
			before.includes(one.name) &&
			(changed.some((path) => blocksEdit(one, path)) || (commits.length > 0 && blocksCommits(one))),
	);
	let here: readonly Status[] = [];
	if (requirements.length > 0) {
		const { state } = await readState(place, ports);
		const lines = await journalOf(place, session, ports);
		const arrival = { place, session, config, state, lines, transcript: input.transcript_path };
		// What the session satisfied on another branch may carry over.
		const carried = await carryOver(arrival, ports);
		const statuses = statusesOf(carried.state, { place, session, requirements }, now);
		const isPaused = state?.paused !== undefined;
		here = statuses.filter(({ satisfied }) => !satisfied && !isPaused);
	}
	const bypassed = here.map(({ requirement }) => requirement);
	const elsewhere = guarded.map(({ status }) => status);
	const unmet = [
		...here,
		...elsewhere.filter(({ requirement }) => !bypassed.includes(requirement)),
	];
	if (unmet.length === 0) return { names: [], texts: [] };
	const paths = changed.filter((path) => bypassed.some((one) => blocksEdit(one, path)));
	const made = bypassed.some(blocksCommits) ? commits : [];
	const refs = [...new Set([...made, ...guarded.map((one) => one.branch)])];
	const names = namesIn(unmet);
	const entry = {
		...{ e: 'bypassed' as const, branch, names, tool: input.tool_name },
		paths: paths.slice(0, MAX_PATHS),
		refs: refs.length === 0 ? undefined : refs.slice(0, MAX_PATHS),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], ports });
	const shown = { paths, refs, unmet, branch, now };
	return { names, texts: [bypassedText(input.tool_name, shown)] };
}

/** The guards of a branch by their globs. */
export function guardsOf({ requirements }: Config, branch: string): readonly Requirement[] {
	return requirements.filter(
		(one) =>
			protectsBranches(one) && (one.branches ?? []).some((glob) => matchesGlob(glob, branch)),
	);
}

/** The unmet guards of a branch, whichever is checked out. */
export async function guardsUnmet(
	{ place: here, config }: Project,
	branch: string,
	{ session, ports }: Pick<HookEvent<unknown>, 'session' | 'ports'>,
): Promise<readonly Status[]> {
	const place = onBranch(here, branch as BranchName);
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const asked = { place, session, requirements: guardsOf(config, branch) };
	return statusesOf(state, asked, ports.now()).filter(({ satisfied }) => !satisfied);
}

/** Protected branches that moved to elsewhere than their remote is. */
export async function movedGuarded(
	project: Project,
	{ before, now }: { readonly before: Repository; readonly now: Repository },
	{ session, ports }: Pick<HookEvent<unknown>, 'session' | 'ports'>,
): Promise<readonly MovedGuarded[]> {
	const found: MovedGuarded[] = [];
	for (const [branch, known] of Object.entries(before.tips)) {
		const commit = now.tips[branch];
		if (commit === known) continue;
		const unmet = await guardsUnmet(project, branch, { session, ports });
		if (unmet.length === 0) continue;
		const isOfRemote =
			commit !== undefined && (await isKnown(project.place, { commit, known }, ports.context));
		if (!isOfRemote) found.push(...unmet.map((status) => ({ branch, status })));
	}
	return found;
}
