import { type Call, isProjectProgram, programName, UNKNOWN } from './call.ts';
import {
	inertSetting,
	optionsAfterDashes,
	programOptions,
	wholeWordOptions,
} from './program-options.ts';
import { readOption } from './skip-options.ts';

/** `--h`, as some programs take any beginning of a long option for the whole. */
const shortestPrefix = 3;

/**
 * Whether a call that matches a pattern does what the pattern says, in this project (D33); `end` is
 * the index in the call's words where the pattern ends.
 */
export function doesItsWork({ words }: Call, wanted: readonly string[], end: number): boolean {
	if (!isOurs(words[0] ?? '', wanted[0])) return false;
	if (words.slice(1, end).includes(UNKNOWN)) return false;
	const programs = wanted.map(programName);
	const dashes = programs.some((name) => optionsAfterDashes.has(name))
		? -1
		: words.indexOf('--', end);
	const told = words
		.slice(1, dashes < 0 ? words.length : dashes)
		.filter((word) => !wanted.includes(word));
	return !told.some(
		(word) => inertSetting.test(word) || programs.some((name) => isInert(word, name)),
	);
}

/** A bare name, what the pattern itself names, or a program of the project. */
function isOurs(word: string, wanted: string | undefined): boolean {
	return !word.includes('/') || word === wanted || isProjectProgram(word);
}

function isInert(word: string, program: string): boolean {
	if (!word.startsWith('-')) return false;
	const { valued, inert } = programOptions(program);
	if (wholeWordOptions.has(program)) {
		const name = word.replace(/^--?/, '').replace(/=.*$/s, '');
		return inert.has(`-${name}`) || inert.has(`--${name}`);
	}
	return readOption(word, valued).names.some(
		(name) => inert.has(name) || (name.startsWith('--') && isPrefix(name, inert)),
	);
}

function isPrefix(name: string, inert: ReadonlySet<string>): boolean {
	return name.length >= shortestPrefix && [...inert].some((one) => one.startsWith(name));
}
