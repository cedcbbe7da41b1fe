/** Longest glob the config accepts. */
export const MAX_GLOB_LENGTH = 256;

/** No path of a project is longer. A longer one counts as a match, so that a gate fails towards asking. */
const MAX_PATH_LENGTH = 1_024;
const MAX_COMPILED = 1_024;

/** One list of steps per alternative; `undefined` where `isGlob` refuses the glob. */
type CompiledGlob = readonly (readonly GlobStep[])[] | undefined;

const compiled = new Map<string, CompiledGlob>();

/** Whether a glob is one `matchesGlob` understands: bounded, and not a negation. */
export function isGlob(glob: string): boolean {
	return compile(glob) !== undefined;
}

/**
 * Whether a path (from the project root, `/` between segments) or a branch name matches a glob.
 *
 * `*` and `?` stay inside one segment, `**` crosses segments, `{a,b}` and `[a-z]` choose, `\` takes
 * the next character as it is; a trailing `/` means everything below. Case counts. The time is linear in path × glob,
 * whatever the glob. What `isGlob` refuses matches nothing.
 */
export function matchesGlob(glob: string, path: string): boolean {
	const plain = withoutDot(path);
	if (plain.length > MAX_PATH_LENGTH) return isGlob(glob);
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
	at[0] = 1;
	skipAhead(at, steps);
	for (const char of path) {
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

/** One step of a glob: how far each character, or none at all, carries the match on. */
interface GlobStep {
	/** Steps ahead that need no character. */
	readonly skips: readonly number[];
	/** Where a character leads: 0 stays at this step, 1 goes on; empty: no match. */
	readonly moves: (char: string) => readonly number[];
}

const STAY = [0];
const ON = [1];
const STAY_OR_ON = [0, 1];
const NOWHERE: readonly number[] = [];

const exactly = (accepts: (char: string) => boolean): GlobStep => ({
	skips: [],
	moves: (char) => (accepts(char) ? ON : NOWHERE),
});

const ANY = exactly((char) => char !== '/');
const STAR: GlobStep = { skips: ON, moves: (char) => (char === '/' ? NOWHERE : STAY) };
const GLOBSTAR: GlobStep = { skips: ON, moves: () => STAY };
/** `**` and its slash: no directory at all, or some, which end with a slash. */
const IN_DIRECTORIES: GlobStep = {
	skips: [],
	moves: (char) => (char === '/' ? STAY_OR_ON : STAY),
};
const DIRECTORIES: readonly GlobStep[] = [{ skips: [1, 2], moves: () => NOWHERE }, IN_DIRECTORIES];

interface Read {
	readonly steps: readonly GlobStep[];
	readonly length: number;
}

/** The steps of a glob without braces. Never throws: what is not special stands for itself. */
function globSteps(glob: string): readonly GlobStep[] {
	const steps: GlobStep[] = [];
	for (let index = 0; index < glob.length; ) {
		const read = stepAt(glob, index);
		// `**/**/` says no more than `**/`.
		const repeated = read.steps === DIRECTORIES && steps.at(-1) === IN_DIRECTORIES;
		if (!repeated) steps.push(...read.steps);
		index += read.length;
	}
	return steps;
}

function stepAt(glob: string, index: number): Read {
	const char = String.fromCodePoint(glob.codePointAt(index) ?? 0);
	if (char === '*') return starAt(glob, index);
	if (char === '?') return { steps: [ANY], length: 1 };
	if (char === '[') return classAt(glob, index) ?? literal(char, 1);
	if (char === '\\' && index + 1 < glob.length) {
		const next = String.fromCodePoint(glob.codePointAt(index + 1) ?? 0);
		return literal(next, 1 + next.length);
	}
	return literal(char, char.length);
}

function literal(char: string, length: number): Read {
	return { steps: [exactly((other) => other === char)], length };
}

function starAt(glob: string, index: number): Read {
	const stars = /^\*+/.exec(glob.slice(index))?.[0].length ?? 1;
	if (stars === 1) return { steps: [STAR], length: 1 };
	const ownSegment = index === 0 || glob[index - 1] === '/';
	if (ownSegment && glob[index + stars] === '/') return { steps: DIRECTORIES, length: stars + 1 };
	return { steps: [GLOBSTAR], length: stars };
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a class never matches a slash. Unclosed: not a class. */
function classAt(glob: string, index: number): Read | undefined {
	const found = /^\[([!^]?)(\]?[^\]]*)\]/u.exec(glob.slice(index));
	if (found === null || found[2] === '') return undefined;
	const [whole, negation, body = ''] = found;
	const ranges = [...body.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]) => ({
		from: from ?? one ?? '',
		to: to ?? one ?? '',
	}));
	const inside = (char: string) => ranges.some(({ from, to }) => from <= char && char <= to);
	const accepts = (char: string) => char !== '/' && inside(char) === (negation === '');
	return { steps: [exactly(accepts)], length: whole.length };
}

/** More than this in one glob is a mistake, or an attack. */
const MAX_ALTERNATIVES = 32;
const MAX_CHARACTERS = 1_024;

/**
 * The globs a glob with `{a,b}` stands for, nested ones too; `undefined` when there are too many.
 * Braces that are not closed, or escaped, stand for themselves.
 */
export function alternatives(glob: string): readonly string[] | undefined {
	const done: string[] = [];
	const open = [glob];
	while (open.length > 0) {
		if (tooMany([...done, ...open])) return undefined;
		const next = open.pop() ?? '';
		const brace = innermostBrace(next);
		if (brace === undefined) done.push(next);
		else {
			const { before, choices, after } = brace;
			open.push(...choices.map((choice) => `${before}${choice}${after}`));
		}
	}
	return done;
}

function tooMany(globs: readonly string[]): boolean {
	const characters = globs.reduce((sum, glob) => sum + glob.length, 0);
	return globs.length > MAX_ALTERNATIVES || characters > MAX_CHARACTERS;
}

interface Brace {
	readonly before: string;
	readonly choices: readonly string[];
	readonly after: string;
}

/** An innermost `{…}` holds no other brace, so a comma inside it can only be its own. */
function innermostBrace(glob: string): Brace | undefined {
	let start: number | undefined;
	for (let index = 0; index < glob.length; index++) {
		const char = glob[index];
		if (char === '\\') index += 1;
		else if (char === '{') start = index;
		else if (char === '}' && start !== undefined) {
			return {
				before: glob.slice(0, start),
				choices: splitAtCommas(glob.slice(start + 1, index)),
				after: glob.slice(index + 1),
			};
		}
	}
	return undefined;
}

function splitAtCommas(body: string): readonly string[] {
	const parts = [''];
	for (const [piece] of body.matchAll(/\\.|./gsu)) {
		if (piece === ',') parts.push('');
		else parts.push(`${parts.pop() ?? ''}${piece}`);
	}
	return parts;
}
