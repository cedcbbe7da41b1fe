/** One step of a glob: how far each character, or none at all, carries the match on. */
export interface GlobStep {
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
export function globSteps(glob: string): readonly GlobStep[] {
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
