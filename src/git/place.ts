import type { Brand } from '../core/brand.ts';
import { named } from '../core/text/one-line.ts';

/** A git branch, or one of the names below where there is none. */
export type BranchName = Brand<string, 'BranchName'>;

/** Branch of a detached HEAD outside a rebase (D4). A linked worktree appends `-<its name>`. */
export const DETACHED = '@detached';
/** Branch of a directory outside git (D3). */
export const NO_GIT = '@no-git' as BranchName;

/** How a branch began. */
export interface Birth {
	/** Milliseconds since the epoch; the end of its second if only the second is known. */
	readonly at: number;
	readonly commit: string;
	/** The branch that this working tree left for it; `undefined` if it was checked out in a worktree of its own. */
	readonly from: BranchName | undefined;
}

/** A commit that a branch pointed at, and the first line of its reflog, if there was one. */
export type Tip = {
	readonly commit: string;
	readonly born?: string | undefined;
	readonly [other: string]: unknown;
};

/** Where something happens: which project, which branch, and where their documents live (D3, D4). */
export interface Place {
	/** Absolute, symlinks resolved: the git toplevel, or the directory itself outside git. */
	readonly root: string;
	/** Toplevel of the main worktree when `root` is a linked one. */
	readonly mainRoot: string | undefined;
	/** The directory that holds the requirement documents of this project; may not exist yet. */
	readonly stateDir: string;
	readonly branch: BranchName;
	readonly git: boolean;
	/** Holds this working tree's HEAD; `undefined` outside git. */
	readonly gitDir?: string | undefined;
}

/** Another branch of the same project. */
export function onBranch(place: Place, branch: BranchName): Place {
	return { ...place, branch };
}

/** A place's branch in a sentence: `branch main`, or what is there instead of one. */
export function branchText(branch: string): string {
	const label = branchLabel(branch);
	if (branch === NO_GIT) return `a folder ${label}`;
	return isDetached(branch) ? `a ${label}` : `branch ${label}`;
}

/** Where something is: `on branch main`, `on a detached HEAD`, `outside git`. */
export function onBranchText(branch: string): string {
	return branch === NO_GIT ? branchLabel(branch) : `on ${branchText(branch)}`;
}

/** The same where a column or the words before it say that it is a branch; a linked worktree's HEAD with its name. */
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

/**
 * Reads a branch name by git's own rules for references, so that a name from a file or an argument
 * can stand in a path below `refs/heads`. `undefined` for everything git would not accept (D4).
 */
export function parseBranchName(raw: string): BranchName | undefined {
	if (raw === '' || raw.length > MAX_LENGTH || raw.startsWith('-')) return undefined;
	if (FORBIDDEN.test(raw) || FORBIDDEN_PART.test(raw)) return undefined;
	return raw as BranchName;
}

/** Reads a full reference, `refs/heads/topic`; `undefined` for other kinds of reference. */
export function parseBranchRef(ref: string): BranchName | undefined {
	return ref.startsWith(PREFIX) ? parseBranchName(ref.slice(PREFIX.length)) : undefined;
}

/** Whether an absolute path lies strictly below an absolute directory. */
export function isInside(path: string, directory: string): boolean {
	const prefix = directory.endsWith('/') ? directory : `${directory}/`;
	return path.startsWith(prefix) && path.length > prefix.length;
}

/** A path below `root`, relative to it; any other path as it is. */
export function relativeTo(root: string, path: string): string {
	if (!isInside(path, root)) return path;
	return path.slice(root.endsWith('/') ? root.length : root.length + 1);
}

/** The directory that holds an absolute path. */
export function parentOf(path: string): string {
	const end = path.lastIndexOf('/');
	return end <= 0 ? '/' : path.slice(0, end);
}

/** A path as the host gives it, made absolute. */
export function absolutePath(path: string, cwd: string): string {
	return path.startsWith('/') ? path : `${cwd}/${path}`;
}

/** An absolute path without `.`, `..` and empty segments, as it is written: links are not followed. */
export function plainPath(path: string): string {
	const kept: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..') kept.pop();
		else if (part !== '' && part !== '.') kept.push(part);
	}
	return `/${kept.join('/')}`;
}

const MAX_SLUG = 100;

/** Documents and directories of ours beside the branch files: `tasks.json` is no branch's state. */
const OURS = new Set([
	'archive',
	'config',
	'events',
	'faults',
	'history',
	'index',
	'inherited',
	'init',
	'projects',
	'quarantine',
	'runs',
	'sessions',
	'share',
	'tasks',
]);

/**
 * The readable part of a file name (D4): lower case, `/` and `\` become `-`, other characters outside
 * `[a-z0-9._-]` become `_`, at most 100 characters. Never empty, hidden, `.` or `..`, never the name of
 * one of our own documents; those get a leading `_`. Different branches can share a slug: the file
 * stores the branch.
 */
export function slug(name: string): string {
	const plain = name
		.toLowerCase()
		.replace(/[/\\]/g, '-')
		.replace(/[^a-z0-9._-]/gu, '_');
	const safe = plain === '' || plain.startsWith('.') || OURS.has(plain) ? `_${plain}` : plain;
	return safe.slice(0, MAX_SLUG);
}

/** Whether a name, without extension, is that of a document of ours and so of no branch's state. */
export function isReserved(name: string): boolean {
	return OURS.has(name);
}

/** Whether a file of a state directory holds the state of a branch, by its name. */
export function isStateFile(name: string): boolean {
	return /^[^.].*\.json$/.test(name) && !isReserved(name.slice(0, -'.json'.length));
}

/**
 * The name, without extension, under which a branch's state and history are filed where another branch has its slug (D4). It
 * is this branch's alone: `~` cannot occur in a slug.
 *
 * @param sha256 hex digest
 */
export function hashedName(branch: string, sha256: (text: string) => string): string {
	return `${slug(branch)}~${sha256(branch).slice(0, 8)}`;
}

/**
 * The directory in which a project outside git keeps its state, below `requirements/projects` (D3).
 *
 * @param sha256 hex digest
 */
export function outsideName(root: string, sha256: (text: string) => string): string {
	return `${slug(root)}-${sha256(root).slice(0, 8)}`;
}

/** What a project is called: the last part of its root, for all worktrees of a repository alike. */
export function projectName({ root, mainRoot }: Pick<Place, 'root' | 'mainRoot'>): string {
	const top = mainRoot ?? root;
	return top.slice(top.lastIndexOf('/') + 1);
}
