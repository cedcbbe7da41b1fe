/** A file that is not as it is committed, as a look found it. */
export interface DirtyFile {
	/** Relative to the root, with `/`. */
	readonly path: string;
	/** False: git calls it unchanged now; it is looked at because an earlier look found it changed. */
	readonly isDirty: boolean;
	/** Git does not track it, or has not committed it yet. */
	readonly isNew: boolean;
	/** Git was told not to look at it: what it was before nobody knows. */
	readonly isHidden?: true;
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

/** A file that changed, and what it was: `clean`, `absent` or `=` and its content. Empty: nobody knows. */
export interface ChangedFile {
	readonly path: string;
	readonly was: string;
	/** Whether git calls it changed still. */
	readonly isDirty: boolean;
}

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

/** When a call ran, in nanoseconds since the epoch; without an end: until now. */
export interface Span {
	readonly since: bigint;
	readonly until?: bigint;
}

/**
 * The files that were changed while calls ran. The look before tells what was dirty already, and how; the time decides: a
 * file that was last changed earlier was changed by somebody else. Only the kernel sets that time, so no program can
 * say that it did not write.
 */
export function changedDuring(
	before: Look,
	found: readonly DirtyFile[],
	spans: readonly Span[],
): ChangedFile[] {
	return found
		.filter((one) => isChanged(before, one, spans))
		.map((one) => {
			const { path, isDirty } = one;
			return { path, isDirty, was: wasOf(before, one) };
		});
}

function wasOf(before: Look, { path, isNew, isHidden }: DirtyFile): string {
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	if (known === undefined && isHidden === true) return '';
	if (known === undefined) return isNew ? 'absent' : 'clean';
	const [stamp, content] = known;
	if (stamp === GONE) return 'absent';
	return content === undefined ? '' : `=${content}`;
}

function isChanged(before: Look, { path, ...one }: DirtyFile, spans: readonly Span[]): boolean {
	const isDuring = ({ since, until = one.changed }: Span) =>
		one.changed >= since && one.changed <= until;
	if (!spans.some(isDuring)) return false;
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	if (known === undefined) return one.isDirty;
	const [stamp, content] = known;
	if (stamp === one.stamp) return false;
	return content === undefined || content !== one.content;
}
