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

/** The two names, without extension, under which a branch's state and history may be filed (D4). */
interface StateFileNames {
	/** Taken when no other branch has it. */
	readonly plain: string;
	/** This branch's alone; looked for first. `~` cannot occur in a slug. */
	readonly hashed: string;
}

/**
 * @param branch the real branch name
 * @param hash the first 8 hex digits of the branch name's sha256
 */
export function stateFileNames(branch: string, hash: string): StateFileNames {
	const plain = slug(branch);
	return { plain, hashed: `${plain}~${hash}` };
}

/**
 * The directory in which a project outside git keeps its state, below `requirements/projects` (D3).
 *
 * @param sha256 hex digest
 */
export function outsideName(root: string, sha256: (text: string) => string): string {
	return `${slug(root)}-${sha256(root).slice(0, 8)}`;
}
