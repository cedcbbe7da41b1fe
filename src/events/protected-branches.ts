import type { Ports } from '../app/ports.ts';
import type { Config, Requirement } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import type { Session } from '../core/session/session-id.ts';
import { protectsBranches } from '../gate/concerns.ts';
import type { Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { isKnown } from '../git/detect-changes.ts';
import { type BranchName, onBranch } from '../git/place.ts';
import type { Repository } from '../git/repository.ts';
import type { Project } from './projects.ts';
import { readState } from './stored-state.ts';

interface Who {
	readonly session: Session;
	readonly ports: Ports;
}

/** A branch that moved although a guard protects it, and the guard's status there. */
export interface MovedGuarded {
	readonly branch: string;
	readonly status: Status;
}

/** Protected branches that moved to elsewhere than their remote is, by the guards that were marked. */
export async function movedGuarded(
	project: Project,
	{ before, now }: { readonly before: Repository; readonly now: Repository },
	who: Who,
): Promise<readonly MovedGuarded[]> {
	const found: MovedGuarded[] = [];
	for (const [branch, known] of Object.entries(before.tips)) {
		const commit = now.tips[branch];
		if (commit === known || now.elsewhere.includes(branch)) continue;
		const unmet = await guardsUnmet(project, branch, who);
		if (unmet.length === 0) continue;
		const { context } = who.ports;
		if (commit !== undefined && (await isKnown(project.place, commit, known, context))) continue;
		for (const status of unmet) found.push({ branch, status });
	}
	return found;
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
	{ session, ports }: Who,
): Promise<readonly Status[]> {
	const place = onBranch(here, branch as BranchName);
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const asked = { place, session, requirements: guardsOf(config, branch) };
	return statusesOf(state, asked, ports.now()).filter(({ satisfied }) => !satisfied);
}
