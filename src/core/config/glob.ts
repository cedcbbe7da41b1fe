import { alternatives } from './glob-braces.ts';
import { type GlobStep, globSteps } from './glob-steps.ts';

/** Longest glob the config accepts; with the braces' bound it keeps every match in microseconds. */
export const MAX_GLOB_LENGTH = 256;

/** Whether a glob is one `matchesGlob` understands: bounded, and not a negation. */
export function isGlob(glob: string): boolean {
	const usable = glob.length > 0 && glob.length <= MAX_GLOB_LENGTH && !glob.startsWith('!');
	return usable && alternatives(glob) !== undefined;
}

/**
 * Whether a path (from the project root, `/` between segments) or a branch name matches a glob.
 *
 * `*` and `?` stay inside one segment, `**` crosses segments, `{a,b}` and `[a-z]` choose, `\` takes
 * the next character as it is; a trailing `/` means everything below. Case counts. The time is
 * linear in path × glob, whatever the glob (behaviour 51). What `isGlob` refuses matches nothing.
 */
export function matchesGlob(glob: string, path: string): boolean {
	if (!isGlob(glob)) return false;
	const plain = withoutDot(path);
	return (alternatives(glob) ?? []).some((one) => matchesSteps(globSteps(wholeTree(one)), plain));
}

function withoutDot(path: string): string {
	return path.startsWith('./') ? path.slice(2) : path;
}

function wholeTree(glob: string): string {
	const plain = withoutDot(glob);
	return plain.endsWith('/') ? `${plain}**` : plain;
}

/** Runs all possible positions at once, so there is nothing to backtrack. */
function matchesSteps(steps: readonly GlobStep[], path: string): boolean {
	let at = skipAhead(Uint8Array.of(1, ...steps.map(() => 0)), steps);
	for (const char of path) {
		const next = new Uint8Array(steps.length + 1);
		for (const [index, step] of steps.entries()) {
			if (at[index] === 1) for (const move of step.moves(char)) next[index + move] = 1;
		}
		at = skipAhead(next, steps);
	}
	return at[steps.length] === 1;
}

/** Marks the positions reachable without reading a character; skips only lead forward. */
function skipAhead(at: Uint8Array, steps: readonly GlobStep[]): Uint8Array {
	for (const [index, step] of steps.entries()) {
		if (at[index] === 1) for (const skip of step.skips) at[index + skip] = 1;
	}
	return at;
}
