import type { ChangedFile } from './look.ts';

/** When a call ran, in nanoseconds since the epoch. */
export interface Span {
	readonly from: bigint;
	readonly until: bigint;
}

/** The call whose changes are attributed. */
export interface OwnCall extends Span {
	/** It ran for less than {@link SHORT_MS}: what changed meanwhile is taken for its work. */
	readonly isShort: boolean;
	/** Its words run tests. */
	readonly runsTests: boolean;
	/** Files that its words say it writes. */
	readonly predicted: readonly string[];
}

/** Who else may have changed files meanwhile. */
export interface Others {
	readonly calls: readonly OtherCall[];
	/** Files that a journal says were edited meanwhile, by whichever session. */
	readonly named: ReadonlySet<string>;
}

/** Another call. */
export interface OtherCall extends Span {
	/** It runs still, and what it changed is seen at its own end. */
	readonly tells: boolean;
	/** It runs in the background, maybe all day: it gets credit for files that no words predict, and for no commit. */
	readonly isTask: boolean;
	/** Files that were found to be its work. */
	readonly owns: readonly string[];
}

/** Whose work changed files are. */
export interface Attribution {
	readonly own: readonly string[];
	/** Nobody can say: the model reads their names. */
	readonly left: readonly string[];
	readonly others: readonly string[];
}

/** Milliseconds: during a longer call a person or another session has time to work. */
export const SHORT_MS = 2_000;

/**
 * Whose work each changed file is. Others come first: what they did is never blamed on a call (D47). Two calls that ran
 * at once give the credit to each other; the one that ends last names the file.
 */
export function attributed(
	changed: readonly ChangedFile[],
	call: OwnCall,
	others: Others,
): Attribution {
	const found = { own: [] as string[], left: [] as string[], others: [] as string[] };
	for (const file of changed) found[ownerOf(file, call, others)].push(file.path);
	return found;
}

function ownerOf(
	{ path, changed }: ChangedFile,
	call: OwnCall,
	{ calls, named }: Others,
): keyof Attribution {
	if (!isDuring(changed, call) || named.has(path)) return 'others';
	const meanwhile = calls.filter((one) => isDuring(changed, one));
	if (meanwhile.some(({ tells, owns }) => tells || owns.includes(path))) return 'others';
	if (meanwhile.some(({ isTask }) => !isTask)) return 'left';
	if (call.predicted.includes(path)) return 'own';
	if (meanwhile.length > 0) return 'left';
	if (call.runsTests) return 'others';
	return call.isShort ? 'own' : 'left';
}

function isDuring(time: bigint, { from, until }: Span): boolean {
	return time >= from && time <= until;
}
