import { alternatives } from './glob-braces.ts';
import { type GlobStep, globSteps } from './glob-steps.ts';

/** Longest glob the config accepts. */
export const MAX_GLOB_LENGTH = 256;

/** A match that does no more than this (steps × characters) is an ordinary one, and free. */
const FREE_WORK = 5_000;
/** What all other matches of a process may do together: some 50 ms. */
const MAX_WORK = 2_000_000;
const MAX_COMPILED = 1_024;

/** One list of steps per alternative; `undefined` where `isGlob` refuses the glob. */
type CompiledGlob = readonly (readonly GlobStep[])[] | undefined;

const compiled = new Map<string, CompiledGlob>();
let workLeft = MAX_WORK;

/** Whether a glob is one `matchesGlob` understands: bounded, and not a negation. */
export function isGlob(glob: string): boolean {
	return compile(glob) !== undefined;
}

/**
 * Whether a path (from the project root, `/` between segments) or a branch name matches a glob.
 *
 * `*` and `?` stay inside one segment, `**` crosses segments, `{a,b}` and `[a-z]` choose, `\` takes
 * the next character as it is; a trailing `/` means everything below. Case counts. The time is
 * linear in path × glob, whatever the glob (behaviour 51), and all long matches of a process share
 * one budget: once a hostile config has spent it, a further long match counts as a match, so that a
 * gate fails towards asking. What `isGlob` refuses matches nothing.
 */
export function matchesGlob(glob: string, path: string): boolean {
	const plain = withoutDot(path);
	return compile(glob)?.some((steps) => matchesSteps(steps, plain)) ?? false;
}

function compile(glob: string): CompiledGlob {
	if (glob.length === 0 || glob.length > MAX_GLOB_LENGTH || glob.startsWith('!')) return undefined;
	if (compiled.has(glob)) return compiled.get(glob);
	const steps = alternatives(glob)?.map((one) => globSteps(wholeTree(one)));
	if (compiled.size >= MAX_COMPILED) compiled.clear();
	compiled.set(glob, steps);
	return steps;
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
	let at = new Uint8Array(steps.length + 1);
	let next = new Uint8Array(steps.length + 1);
	let free = FREE_WORK;
	at[0] = 1;
	skipAhead(at, steps);
	for (const char of path) {
		free -= steps.length;
		if (free < 0) workLeft -= steps.length;
		if (free < 0 && workLeft < 0) return true;
		if (!advance(at, next, { steps, char })) return false;
		[at, next] = [next, at];
	}
	return at[steps.length] === 1;
}

interface Advance {
	readonly steps: readonly GlobStep[];
	readonly char: string;
}

/** Fills `next` with the positions one character on from `at`; whether there are any. */
function advance(at: Uint8Array, next: Uint8Array, { steps, char }: Advance): boolean {
	next.fill(0);
	let any = false;
	for (let index = 0; index < steps.length; index++) {
		if (at[index] !== 1) continue;
		for (const move of steps[index]?.moves(char) ?? []) {
			next[index + move] = 1;
			any = true;
		}
	}
	skipAhead(next, steps);
	return any;
}

/** Marks the positions reachable without reading a character; skips only lead forward. */
function skipAhead(at: Uint8Array, steps: readonly GlobStep[]): void {
	for (let index = 0; index < steps.length; index++) {
		if (at[index] === 1) for (const skip of steps[index]?.skips ?? []) at[index + skip] = 1;
	}
}
