/** Longest glob the config accepts. */
export const MAX_GLOB_LENGTH = 256;
/** No path of a project is longer. A longer one counts as a match, so that a gate asks. */
const MAX_PATH_LENGTH = 1_024;
const MAX_COMPILED = 1_024;

/** One step of a glob. */
interface Step {
	/** Whether it takes this character. */
	readonly takes: (char: string) => boolean;
	/** It may take more characters. */
	readonly repeats?: true;
	/** How many steps further a match may go on without a character. */
	readonly skips?: readonly number[];
}

/** The steps of each alternative; `undefined` if `isGlob` refuses the glob. */
const compiled = new Map<string, readonly (readonly Step[])[] | undefined>();

/** Whether a glob is one `matchesGlob` understands: bounded, and not a negation. */
export function isGlob(glob: string): boolean {
	return compile(glob) !== undefined;
}

/**
 * Whether a path (from the project root, `/` between segments) or a branch name matches a glob.
 *
 * `*` and `?` stay inside one segment, `**` crosses segments, `{a,b}` and `[a-z]` choose, `\` takes the next character as it
 * is; a trailing `/` means everything below. Case counts. The time is linear in path × glob, whatever the glob. What
 * `isGlob` refuses matches nothing.
 */
export function matchesGlob(glob: string, path: string): boolean {
	const plain = withoutDot(path);
	if (plain.length > MAX_PATH_LENGTH) return isGlob(glob);
	return compile(glob)?.some((steps) => matchesSteps(steps, plain)) ?? false;
}

function compile(glob: string): readonly (readonly Step[])[] | undefined {
	if (glob.length === 0 || glob.length > MAX_GLOB_LENGTH || glob.startsWith('!')) return undefined;
	if (compiled.has(glob)) return compiled.get(glob);
	const steps = alternatives(glob)?.map(withoutDot).map(stepsOf);
	if (compiled.size >= MAX_COMPILED) compiled.clear();
	compiled.set(glob, steps);
	return steps;
}

function withoutDot(path: string): string {
	return path.startsWith('./') ? path.slice(2) : path;
}

/** Follows all possible positions at once, so there is nothing to backtrack. */
function matchesSteps(steps: readonly Step[], path: string): boolean {
	let positions = withSkips(new Set([0]), steps);
	for (const char of path) {
		const next = new Set<number>();
		for (const at of positions) {
			const step = steps[at];
			if (step?.takes(char) === true) next.add(step.repeats ? at : at + 1);
		}
		positions = withSkips(next, steps);
	}
	return positions.has(steps.length);
}

function withSkips(positions: Set<number>, steps: readonly Step[]): Set<number> {
	// What is added to a set while it is iterated is visited.
	for (const at of positions) for (const skip of steps[at]?.skips ?? []) positions.add(at + skip);
	return positions;
}

/** `**` as a whole segment, other stars, `?`, a class, an escaped character, any other one. */
const PIECES = /(?<=^|\/)\*{2,}\/|\*+|\?|\[([!^]?)(\][^\]]*|[^\]]+)\]|\\(.)|./gsu;

/** The steps of a glob without braces. Never throws: what is not special stands for itself. */
function stepsOf(glob: string): readonly Step[] {
	const whole = glob.endsWith('/') ? `${glob}**` : glob;
	return [...whole.matchAll(PIECES)].flatMap(([piece, negation, body, escaped]): Step[] => {
		if (escaped !== undefined) return [{ takes: (char) => char === escaped }];
		if (body !== undefined) return [{ takes: classOf(body, negation === '') }];
		if (piece === '?') return [{ takes: isInSegment }];
		if (piece === '*') return [{ takes: isInSegment, repeats: true, skips: [1] }];
		if (!piece.startsWith('*')) return [{ takes: (char) => char === piece }];
		const any: Step = { takes: () => true, repeats: true, skips: [1] };
		if (!piece.endsWith('/')) return [any];
		// No directory at all, or some, which end with a slash.
		return [{ takes: () => false, skips: [1, 3] }, any, { takes: (char) => char === '/' }];
	});
}

function isInSegment(char: string): boolean {
	return char !== '/';
}

/** `abc`, `a-z`; a class never takes a slash. */
function classOf(body: string, isIncluded: boolean): (char: string) => boolean {
	const ranges = [...body.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one = '']) => ({
		from: from ?? one,
		to: to ?? one,
	}));
	return (char) =>
		isInSegment(char) && ranges.some(({ from, to }) => from <= char && char <= to) === isIncluded;
}

/** More than this in one glob is a mistake, or an attack. */
const MAX_ALTERNATIVES = 32;
const MAX_CHARACTERS = 1_024;
/** A brace that holds no other, what is before it and after it. */
const INNERMOST = /^((?:[^\\]|\\.)*?)\{((?:[^\\{}]|\\.)*)\}(.*)$/su;

/**
 * The globs a glob with `{a,b}` stands for, nested ones too; `undefined` when there are too many. Braces that are not
 * closed, or escaped, stand for themselves.
 */
export function alternatives(glob: string): readonly string[] | undefined {
	const done: string[] = [];
	const open = [glob];
	while (open.length > 0) {
		const all = [...done, ...open];
		if (all.length > MAX_ALTERNATIVES || all.join('').length > MAX_CHARACTERS) return undefined;
		const next = open.pop() ?? '';
		const [, before = '', body, after = ''] = INNERMOST.exec(next) ?? [];
		if (body === undefined) done.push(next);
		else open.push(...choices(body).map((choice) => `${before}${choice}${after}`));
	}
	return done;
}

/** What is between commas that are not escaped. */
function choices(body: string): string[] {
	const marked = body.replaceAll(/\\.|,/gsu, (found) => (found === ',' ? '\0' : found));
	return marked.split('\0');
}
