import type { Ports } from '../app/ports.ts';
import { matchesGlob } from '../config/glob.ts';
import type { Session } from '../core/session/session-id.ts';
import { protects } from '../gate/asks.ts';
import type { Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { commitOf } from '../git/branch-log.ts';
import { branchTips } from '../git/branches.ts';
import type { Begun, Looks } from '../git/look-ports.ts';
import { type BranchName, isDetached, onBranch, type Place } from '../git/place.ts';
import type { Project } from './projects.ts';
import { readState } from './stored-state.ts';

/** Of the branches that moved, so many are looked at. */
const MAX_BRANCHES = 10;

/** A call that was looked at before, and the project that it was looked at in. */
export interface LookedAt {
	readonly project: Project;
	readonly begun: Begun;
	readonly session: Session;
	readonly looks: Looks;
	readonly ports: Ports;
}

/** What became of branches and of what is committed. */
export interface Moves {
	/** Branches that stand at a commit which was made during the call. */
	readonly branches: readonly string[];
	/** Branches that were there and stand at another commit, each with that; without one where it is gone. */
	readonly moved: readonly (readonly [branch: string, commit: string])[];
	/** Files in which the commit that is checked out now differs from the one before, and that were written meanwhile. */
	readonly brought: readonly string[];
}

/** What became of branches during a call; not of those that other working trees have checked out. */
export async function movesOf(at: LookedAt, matters: (path: string) => boolean): Promise<Moves> {
	const { looks, ports } = at;
	const { place } = at.project;
	const { mark, since } = at.begun;
	const tips = await tipsAt(place, looks, ports);
	const now = Object.entries(tips);
	const known = new Set([
		...Object.values(mark.tips),
		...(mark.commit === undefined ? [] : [mark.commit]),
	]);
	const fresh = now.filter(([, commit]) => !known.has(commit));
	const changed = [
		...now.filter(([branch, commit]) => (mark.tips[branch] ?? commit) !== commit),
		...goneSince(mark.tips, tips).map((branch) => [branch, ''] as const),
	];
	const elsewhere = fresh.length + changed.length === 0 ? [] : branchesElsewhere(at);
	const isHere = ([branch]: readonly [string, string]) => !elsewhere.includes(branch);
	const moved = changed.filter(isHere);
	const works = await worksOf(fresh.filter(isHere), known, at);
	const branches = works.filter(({ work }) => work.length > 0).map(({ branch }) => branch);
	const here = commitAt(place, looks);
	if (!mark.files || here === undefined || mark.commit === undefined || here === mark.commit)
		return { branches, moved, brought: [] };
	const isWritten = (path: string) => matters(path) && looks.changedAt(place, path) >= since;
	const isSame = place.branch === mark.branch;
	const differing = isSame ? ((await looks.differing(place, mark.commit, here)) ?? []) : [];
	return { branches, moved, brought: differing.filter(isWritten) };
}

/** The commit of each branch, and of a detached HEAD. */
export async function tipsAt(
	place: Place,
	looks: Looks,
	ports: Ports,
): Promise<Readonly<Record<string, string>>> {
	const tips = branchTips(place, ports.context) ?? {};
	const head = isDetached(place.branch) ? looks.detachedAt(place) : undefined;
	return head === undefined ? tips : { ...tips, [place.branch]: head };
}

/** Where HEAD stands. */
export function commitAt(place: Place, looks: Looks): string | undefined {
	return isDetached(place.branch) ? looks.detachedAt(place) : commitOf(place);
}

/** Branches that were deleted, or became another name of one. */
function goneSince(
	before: Readonly<Record<string, string>>,
	now: Readonly<Record<string, string>>,
): string[] {
	return Object.keys(before).filter((name) => !Object.hasOwn(now, name));
}

/** Branches of the working trees that were there before the call. */
function branchesElsewhere({ project, begun, looks }: LookedAt): string[] {
	const now = looks.underway(project.place).elsewhere;
	const trees = Object.entries(begun.mark.elsewhere);
	return trees.flatMap(([tree, branch]) => [branch, now[tree] ?? branch]);
}

/** The commits of the call itself, by branch. */
async function worksOf(
	fresh: readonly (readonly [branch: string, commit: string])[],
	known: ReadonlySet<string>,
	{ project: { place }, begun: { mark, since }, looks }: LookedAt,
) {
	if (fresh.length === 0) return [];
	const tips = fresh.map(([, commit]) => commit);
	const asked = { tips, known: [...known], since, from: 'call', merging: mark.merging } as const;
	const commits = (await looks.commits(place, asked)) ?? [];
	if (commits.length === 0) return [];
	const works = [];
	for (const [branch, to] of fresh.slice(0, MAX_BRANCHES)) {
		const from = mark.tips[branch] ?? mark.commit;
		const own = from === undefined ? undefined : await looks.ownWork(place, { from, to });
		works.push({ branch, work: commits.filter(({ hash }) => own?.includes(hash) ?? true) });
	}
	return works;
}

/** A branch that a guard protects, and that got commits from elsewhere than a remote: the guard's status there. */
export interface Guarded {
	readonly branch: string;
	readonly status: Status;
}

/** Branches that a guard protects, and that moved to elsewhere than where their remote is. */
export async function movedGuarded(
	moved: Moves['moved'],
	at: LookedAt,
): Promise<readonly Guarded[]> {
	const { project, looks } = at;
	const { mark, since } = at.begun;
	const isProtected = (branch: string) => guardsOf(project, branch).length > 0;
	const isOfRemote = async (branch: string, commit: string) => {
		if (commit === '') return commitOf(onBranch(project.place, branch as BranchName)) !== undefined;
		const known = [mark.tips[branch] ?? ''];
		const asked = { tips: [commit], known, since, from: 'anywhere' } as const;
		return ((await looks.commits(project.place, asked)) ?? []).length === 0;
	};
	const found: Guarded[] = [];
	const protectedOnes = moved.filter(([branch]) => isProtected(branch));
	for (const [branch, commit] of protectedOnes.slice(0, MAX_BRANCHES)) {
		const statuses = await guardsUnmet(project, branch, at);
		if (statuses.length === 0 || (await isOfRemote(branch, commit))) continue;
		for (const status of statuses) found.push({ branch, status });
	}
	return found;
}

function guardsOf({ config }: Project, branch: string) {
	return config.requirements.filter(
		(one) => protects(one) && (one.branches ?? []).some((glob) => matchesGlob(glob, branch)),
	);
}

/** The guards of a branch that hold there, whichever branch is checked out. */
export async function guardsUnmet(
	project: Project,
	branch: string,
	{ session, ports }: Pick<LookedAt, 'session' | 'ports'>,
): Promise<readonly Status[]> {
	const place = onBranch(project.place, branch as BranchName);
	const requirements = guardsOf(project, branch);
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const statuses = statusesOf(state, { place, session, requirements }, ports.now());
	return statuses.filter(({ satisfied }) => !satisfied);
}
