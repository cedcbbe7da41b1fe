/** Longest glob the config accepts. */
export const MAX_GLOB_LENGTH = 256;
/** No path of a project is longer. A longer one counts as a match, so that a gate asks. */
const MAX_PATH_LENGTH = 1_024;
const MAX_COMPILED = 1_024;

/** What a part of a glob matches: any text in a segment, any text, directories or none, or one character. */
type Part = '*' | '**' | '**/' | ((char: string) => boolean);

/** The parts of each alternative; `undefined` if `isGlob` refuses the glob. */
const compiled = new Map<string, readonly (readonly Part[])[] | undefined>();

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
	const chars = [...plain];
	return compile(glob)?.some((parts) => matchesParts(parts, chars)) ?? false;
}

function compile(glob: string): readonly (readonly Part[])[] | undefined {
	if (glob.length === 0 || glob.length > MAX_GLOB_LENGTH || glob.startsWith('!')) return undefined;
	if (compiled.has(glob)) return compiled.get(glob);
	const parts = alternatives(glob)?.map(withoutDot).map(partsOf);
	if (compiled.size >= MAX_COMPILED) compiled.clear();
	compiled.set(glob, parts);
	return parts;
}

function withoutDot(path: string): string {
	return path.startsWith('./') ? path.slice(2) : path;
}

/** Notes after each part how many characters may have been matched, so there is nothing to backtrack. */
function matchesParts(parts: readonly Part[], chars: readonly string[]): boolean {
	let isMatched = [true, ...chars.map(() => false)];
	for (const part of parts) {
		let hasBegun = false;
		isMatched = isMatched.map((isStart, count, before) => {
			const last = chars[count - 1] ?? '';
			if (typeof part === 'function') return before[count - 1] === true && part(last);
			const isEndOfDirectory = hasBegun && last === '/';
			hasBegun = isStart || (hasBegun && (part !== '*' || last !== '/'));
			return part === '**/' ? isStart || isEndOfDirectory : hasBegun;
		});
	}
	return isMatched[chars.length] === true;
}

/** `**` as a whole segment, other stars, `?`, a class, an escaped character, any other one. */
const PIECES = /(?<=^|\/)\*{2,}\/|\*+|\?|\[([!^]?)(\][^\]]*|[^\]]+)\]|\\(.)|./gsu;

/** The parts of a glob without braces. Never throws: what is not special matches itself. */
function partsOf(glob: string): Part[] {
	const whole = glob.endsWith('/') ? `${glob}**` : glob;
	return [...whole.matchAll(PIECES)].map(([piece, negation, body, escaped]) => {
		if (body !== undefined) return classOf(body, negation === '');
		if (piece === '?') return (char) => char !== '/';
		if (piece === '*') return '*';
		if (piece.startsWith('*')) return piece.endsWith('/') ? '**/' : '**';
		return (char) => char === (escaped ?? piece);
	});
}

/** `abc`, `a-z`; a class never takes a slash. */
function classOf(body: string, isIncluded: boolean): (char: string) => boolean {
	const ranges = [...body.matchAll(/(.)-(.)|(.)/gsu)];
	return (char) => {
		const isIn = ranges.some(([, from, to, one]) =>
			from !== undefined && to !== undefined ? from <= char && char <= to : char === one,
		);
		return char !== '/' && isIn === isIncluded;
	};
}

/** More than this in one glob is a mistake, or an attack. */
const MAX_ALTERNATIVES = 32;
const MAX_CHARACTERS = 1_024;
/** A brace that holds no other, what is before it and after it. */
const INNERMOST = /^((?:[^\\]|\\.)*?)\{((?:[^\\{}]|\\.)*)\}(.*)$/su;

/**
 * The globs that a glob with `{a,b}` means, nested ones too; `undefined` when there are too many. Braces that are not
 * closed, or escaped, match themselves.
 */
export function alternatives(glob: string): readonly string[] | undefined {
	let globs = [glob];
	while (globs.length <= MAX_ALTERNATIVES && globs.join('').length <= MAX_CHARACTERS) {
		if (!globs.some((one) => INNERMOST.test(one))) return globs;
		globs = globs.flatMap((one) => {
			const [, before, body, after] = INNERMOST.exec(one) ?? [];
			const choices = body?.split(/(?<!\\),/);
			return choices?.map((choice) => `${before}${choice}${after}`) ?? [one];
		});
	}
	return undefined;
}
