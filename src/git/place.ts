import type { Brand } from '../store/brand.ts';
import { named } from '../text/one-line.ts';

/** A git branch, or one of the names below if there is none. */
export type BranchName = Brand<string, 'BranchName'>;

/** Branch of a detached HEAD outside a rebase (D4). A linked worktree appends `-<its name>`. */
export const DETACHED = '@detached';
/** Branch of a directory outside git (D3). */
export const NO_GIT = '@no-git' as BranchName;

/** A project, a branch, and where their documents are (D3, D4). */
export interface Place {
	/** Absolute, symlinks resolved: the top of the working tree, or the directory itself outside git. */
	readonly root: string;
	/** Top of the main worktree if `root` is a linked one. */
	readonly mainRoot: string | undefined;
	/** The directory of the project's documents; in git `requirements` in the directory that all worktrees share. */
	readonly stateDir: string;
	/** That directory, or a folder in it, if it is a link: nothing behind it is read or written. */
	readonly link?: string | undefined;
	readonly branch: BranchName;
	readonly git: boolean;
	/** The directory that holds HEAD of this working tree; `undefined` outside git. */
	readonly gitDir?: string | undefined;
}

/** Another branch of the same project. */
export function onBranch(place: Place, branch: BranchName): Place {
	return { ...place, branch };
}

/** What a project is called: the last part of its root, for all worktrees of a repository alike. */
export function projectName({ root, mainRoot = root }: Pick<Place, 'root' | 'mainRoot'>): string {
	return mainRoot.slice(mainRoot.lastIndexOf('/') + 1);
}

/** A branch in a sentence: `branch main`, or what is there instead of one. */
export function branchText(branch: string): string {
	const label = branchLabel(branch);
	if (branch === NO_GIT) return `a folder ${label}`;
	return isDetached(branch) ? `a ${label}` : `branch ${label}`;
}

/** `on branch main`, `on a detached HEAD`, `outside git`. */
export function onBranchText(branch: string): string {
	return branch === NO_GIT ? branchLabel(branch) : `on ${branchText(branch)}`;
}

/** A branch in a column, or after words that say it is one; HEAD of a linked worktree with its name. */
export function branchLabel(branch: string): string {
	if (branch === NO_GIT) return 'outside git';
	if (!isDetached(branch)) return named(branch);
	const worktree = branch.slice(DETACHED.length + 1);
	return worktree === '' ? 'detached HEAD' : `detached HEAD (worktree ${named(worktree)})`;
}

/** Whether HEAD is detached there, outside a rebase. */
export function isDetached(branch: string): boolean {
	return branch === DETACHED || branch.startsWith(`${DETACHED}-`);
}

const PREFIX = 'refs/heads/';
/** Room for the name in a path: Linux allows 4096 bytes, of which a character may take three. */
const MAX_LENGTH = 1_000;
/** What `git check-ref-format` refuses anywhere in a name. */
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$/;
const FORBIDDEN_PART = /(^|\/)\.|\.lock(\/|$)/;

/** A branch name by git's own rules, so that it may be part of a path; `undefined` for what git refuses (D4). */
export function parseBranchName(raw: string): BranchName | undefined {
	if (raw === '' || raw.length > MAX_LENGTH || raw.startsWith('-')) return undefined;
	return FORBIDDEN.test(raw) || FORBIDDEN_PART.test(raw) ? undefined : (raw as BranchName);
}

/** Reads a full reference, `refs/heads/topic`; `undefined` for other kinds of reference. */
export function parseBranchRef(ref: string): BranchName | undefined {
	return ref.startsWith(PREFIX) ? parseBranchName(ref.slice(PREFIX.length)) : undefined;
}

const MAX_SLUG = 100;

/** Documents and directories of req with the states of branches: `tasks.json` is no branch's state. */
const OURS = new Set([
	...['events', 'faults', 'history', 'inherited', 'init', 'projects', 'quarantine', 'runs'],
	...['sessions', 'tasks'],
]);

/**
 * The readable part of a file name (D4): `[a-z0-9._-]`, at most 100 characters, never empty or hidden, never the name of
 * a document of ours. Different branches can share a slug, so the file stores the branch.
 */
export function slug(name: string): string {
	const dashed = name.toLowerCase().replace(/[/\\]/g, '-');
	const plain = dashed.replace(/[^a-z0-9._-]/gu, '_');
	const safe = plain === '' || plain.startsWith('.') || OURS.has(plain) ? `_${plain}` : plain;
	return safe.slice(0, MAX_SLUG);
}

/** Whether a name, without extension, is that of a document of ours. */
export function isReserved(name: string): boolean {
	return OURS.has(name);
}

/** Whether a file of a state directory holds the state of a branch, by its name. */
export function isStateFile(name: string): boolean {
	return /^[^.].*\.json$/.test(name) && !isReserved(name.slice(0, -'.json'.length));
}
