/** A file that is not as it is committed, as a look found it. */
export interface DirtyFile {
	/** Relative to the root, with `/`. */
	readonly path: string;
	/** False: git calls it unchanged now; it is looked at because an earlier look found it changed. */
	readonly isDirty: boolean;
	/** Tells a file from the same one after a write; of one that is gone {@link GONE}. */
	readonly stamp: string;
	/** Nanoseconds since the epoch: its last change, or where it is gone that of the nearest folder left. */
	readonly changed: bigint;
	/** Tells contents apart; absent where nobody read them. */
	readonly content?: string;
}

export const GONE = 'gone';

/** What a look leaves for the next one: the stamp and the content of each dirty file. */
export type Look = Readonly<Record<string, readonly [stamp: string, content?: string]>>;

/** A file that changed while a call ran. */
export type ChangedFile = Pick<DirtyFile, 'path' | 'isDirty' | 'changed'>;

/** What is kept of a look. */
export function lookOf(found: readonly DirtyFile[]): Look {
	const dirty = found.filter(({ isDirty }) => isDirty);
	return Object.fromEntries(
		dirty.map(({ path, stamp, content }) => [path, stampOf(stamp, content)]),
	);
}

/**
 * The same while other calls run: what changed since the first of them began, and this look did not tell, is left as it
 * was, or none of them would tell it.
 */
export function lookBeside(
	before: Look,
	found: readonly DirtyFile[],
	{ since, told }: { readonly since: bigint; readonly told: ReadonlySet<string> },
): Look {
	const isLeft = ({ path, changed }: DirtyFile) => changed >= since && !told.has(path);
	const left = found.filter(isLeft).flatMap(({ path }) => {
		const known = Object.hasOwn(before, path) ? before[path] : undefined;
		return known === undefined ? [] : [[path, known] as const];
	});
	return {
		...lookOf(found.filter((one) => !isLeft(one))),
		...Object.fromEntries(left),
	};
}

function stampOf(stamp: string, content: string | undefined): [string, string?] {
	return content === undefined ? [stamp] : [stamp, content];
}

/**
 * The files that were changed since a call began. The look before tells what was dirty already, and how; the time
 * decides, and only the kernel sets it.
 *
 * @param since nanoseconds since the epoch
 */
export function changedSince(
	before: Look,
	found: readonly DirtyFile[],
	since: bigint,
): ChangedFile[] {
	return found
		.filter((one) => one.changed >= since && isChanged(before, one))
		.map(({ path, isDirty, changed }) => ({ path, isDirty, changed }));
}

function isChanged(before: Look, { path, ...one }: DirtyFile): boolean {
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	if (known === undefined) return one.isDirty;
	const [stamp, content] = known;
	return stamp !== one.stamp && (content === undefined || content !== one.content);
}
