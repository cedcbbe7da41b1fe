import { matchesGlob } from '../core/config/glob.ts';
import { type ChangedFile, type DirtyFile, GONE } from '../core/observe/look.ts';
import { contentMark } from '../core/observe/restorable.ts';
import { protects } from '../core/observe/what-to-look-for.ts';
import { type BranchName, isDetached, onBranch, type Place } from '../core/place/place.ts';
import type { Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Begun, Looks } from './look-ports.ts';
import type { Ports } from './ports.ts';
import type { Project } from './projects.ts';
import { readState, standingsOf } from './stored-state.ts';

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
	/** Files that were written during the call, and that a commit of the call itself changed. */
	readonly own: readonly string[];
	/** Files that were written during the call as commits from elsewhere have them. */
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
	const works = worksOf(fresh.filter(isHere), known, at);
	const branches = works.filter(({ work }) => work.length > 0).map(({ branch }) => branch);
	const here = commitAt(place, looks, ports);
	if (!mark.files || here === undefined || mark.commit === undefined || here === mark.commit)
		return { branches, moved, own: [], brought: [] };
	const isWritten = (path: string) => matters(path) && looks.changedAt(place, path) >= since;
	const work = works.find(({ branch }) => branch === place.branch)?.work ?? [];
	const own = new Set(work.flatMap(({ files }) => files).filter(isWritten));
	const isSame = place.branch === mark.branch;
	const differing = isSame ? (looks.differing(place, mark.commit, here) ?? []) : [];
	const brought = differing.filter((path) => !own.has(path) && isWritten(path));
	return { branches, moved, own: [...own], brought };
}

/** The commit of each branch, and of a detached HEAD. */
export async function tipsAt(
	place: Place,
	looks: Looks,
	ports: Ports,
): Promise<Readonly<Record<string, string>>> {
	const tips = (await ports.baselines.stored()).tips(place);
	const head = isDetached(place.branch) ? looks.detachedAt(place) : undefined;
	return head === undefined ? tips : { ...tips, [place.branch]: head };
}

/** Where HEAD stands. */
export function commitAt(place: Place, looks: Looks, ports: Ports): string | undefined {
	return isDetached(place.branch) ? looks.detachedAt(place) : ports.places.commit(place);
}

/** The files in which commits differ from what stands there now; `undefined` where git does not tell. It is asked once for each. */
export function differingOnce(
	place: Place,
	looks: Looks,
): (commit: string) => readonly string[] | undefined {
	const known = new Map<string, readonly string[] | undefined>();
	return (commit) => {
		if (!known.has(commit)) known.set(commit, looks.differing(place, commit, undefined));
		return known.get(commit);
	};
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
function worksOf(
	fresh: readonly (readonly [branch: string, commit: string])[],
	known: ReadonlySet<string>,
	{ project: { place }, begun: { mark, since }, looks }: LookedAt,
) {
	if (fresh.length === 0) return [];
	const tips = fresh.map(([, commit]) => commit);
	const asked = { tips, known: [...known], since, from: 'call', merging: mark.merging } as const;
	const commits = looks.commits(place, asked) ?? [];
	if (commits.length === 0) return [];
	return fresh.slice(0, MAX_BRANCHES).map(([branch, to]) => {
		const from = mark.tips[branch] ?? mark.commit;
		const own = from === undefined ? undefined : looks.ownWork(place, { from, to });
		return { branch, work: commits.filter(({ hash }) => own?.includes(hash) ?? true) };
	});
}

/** A branch that a guard protects, and that got commits from elsewhere than a remote: the guard's standing there. */
export interface Guarded {
	readonly branch: string;
	readonly standing: Standing;
}

/** Branches that a guard protects, and that moved to elsewhere than where their remote is. */
export async function movedGuarded(
	moved: Moves['moved'],
	at: LookedAt,
): Promise<readonly Guarded[]> {
	const { project, looks, ports } = at;
	const { mark, since } = at.begun;
	const isProtected = (branch: string) => guardsOf(project, branch).length > 0;
	const isOfRemote = (branch: string, commit: string) => {
		if (commit === '')
			return ports.places.commit(onBranch(project.place, branch as BranchName)) !== undefined;
		const known = [mark.tips[branch] ?? ''];
		const asked = { tips: [commit], known, since, from: 'anywhere' } as const;
		return (looks.commits(project.place, asked) ?? []).length === 0;
	};
	const found: Guarded[] = [];
	const protectedOnes = moved.filter(([branch]) => isProtected(branch));
	for (const [branch, commit] of protectedOnes.slice(0, MAX_BRANCHES)) {
		const standings = await guardsUnmet(project, branch, at);
		if (standings.length === 0 || isOfRemote(branch, commit)) continue;
		for (const standing of standings) found.push({ branch, standing });
	}
	return found;
}

function guardsOf({ config }: Project, branch: string) {
	return config.requirements.filter(
		(one) => protects(one) && one.branches.some((glob) => matchesGlob(glob, branch)),
	);
}

/** The guards of a branch that hold there, whichever branch is checked out. */
export async function guardsUnmet(
	project: Project,
	branch: string,
	{ session, ports }: Pick<LookedAt, 'session' | 'ports'>,
): Promise<readonly Standing[]> {
	const place = onBranch(project.place, branch as BranchName);
	const requirements = guardsOf(project, branch);
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return [];
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	return standings.filter(({ satisfied }) => !satisfied);
}

/**
 * Changed files that stand as they are committed, or as git itself made them of what was there.
 *
 * @param known files that were dirty before
 * @param found what the look after the call found, where what it removed can be put back
 */
export function broughtOf(
	changed: readonly ChangedFile[],
	{ known, found }: { readonly known: readonly string[]; readonly found: readonly DirtyFile[] },
	at: LookedAt,
): readonly string[] {
	const { begun, looks, ports } = at;
	const { place } = at.project;
	const here = commitAt(place, looks, ports);
	const removed = removedAmong(found, here, at);
	const clean = changed.filter(({ path, isDirty }) => !isDirty && !removed.has(path));
	const dirty = changed.filter(({ isDirty }) => isDirty).map(({ path }) => path);
	const asCommitted = clean.map(({ path }) => path);
	if (dirty.length === 0) return asCommitted;
	return [...asCommitted, ...looks.broughtAmong(place, { ...begun, paths: dirty, here, known })];
}

/** Git calls a file clean that it never knew and that is gone. Where nothing was set
 * aside, committed, nor git in the middle of something, the call removed it. */
function removedAmong(
	found: readonly DirtyFile[],
	here: string | undefined,
	{ project, begun, looks }: LookedAt,
): ReadonlySet<string> {
	const gone = found.filter(({ isDirty, stamp }) => !isDirty && stamp === GONE);
	const { stashes, isBusy, commit } = begun.mark;
	const isGits = () =>
		commit !== here || isBusy || looks.underway(project.place).stashes.join() !== stashes.join();
	return new Set(gone.length === 0 || isGits() ? [] : gone.map(({ path }) => path));
}

/** What a look after a call tells of each file, as journals have it. */
export function leftBy(files: readonly DirtyFile[]): (path: string) => string {
	const contents = new Map(files.map(({ path, content }) => [path, content]));
	return (path) => contentMark(contents.get(path));
}
