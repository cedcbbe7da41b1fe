import { isSystemProgram, UNKNOWN } from './call.ts';

export interface NestedSource {
	/** Shell source, with {@link UNKNOWN} where an expansion stands. */
	readonly source: string;
	/** The call that holds it ends as this source ends. */
	readonly faithful: boolean;
}

const stdinFile = /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const valued = /^--(?:rcfile|init-file)$/;
const faithfulOption = /^(?:-[clieuxo]+|--|--(?:login|norc|noprofile|posix))$/;
/** More parameters in one source than this stay as they are, so that it cannot swell without end. */
const maxParameters = 16;

/** Words as one source; `undefined` when there is none. */
export function joined(words: readonly string[], faithful: boolean): NestedSource | undefined {
	const source = words.join(' ');
	return source === '' ? undefined : { source, faithful: faithful && !source.includes(UNKNOWN) };
}

/** The source that a call of a shell runs: `sh -c '…'` with its parameters, or its input. */
export function shellSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	const { end, letters, faithful } = shellOptions(words);
	if (!letters.includes('c')) {
		const isInput = letters.includes('s') || end >= words.length;
		const nested = stdinSource(isInput ? '-' : words[end], stdin);
		const given = ['', ...words.slice(isInput ? end : end + 1)];
		return nested && { ...nested, source: withParameters(nested.source, given) };
	}
	const source = words[end] ?? '';
	const full = withParameters(source, words.slice(end + 1));
	return joined([full], faithful && full === source && isSystemProgram(words[0]));
}

/** The input of a shell, where the file it reads is its input; that proves nothing. */
export function stdinSource(
	file: string | undefined,
	stdin: string | undefined,
): NestedSource | undefined {
	const reads = stdin !== undefined && stdinFile.test(file ?? '');
	return reads ? { source: stdin, faithful: false } : undefined;
}

/** `$0`, `$1`, `$@` of `sh -c` are the words after the source. */
function withParameters(source: string, given: readonly string[]): string {
	let count = 0;
	return source.replaceAll(/"\$([@*\d])"|\$([@*\d])|\$\{([@*\d])\}/g, (whole, ...found) => {
		count += 1;
		if (count > maxParameters) return whole;
		const name = found.slice(0, 3).find((one) => one !== undefined);
		const values = /\d/.test(name) ? given.slice(Number(name), Number(name) + 1) : given.slice(1);
		return values.map(quoted).join(' ');
	});
}

/** A word as a shell reads it as that word. */
export function quoted(word: string): string {
	return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

interface ShellOptions {
	/** Index of the first word after the options. */
	readonly end: number;
	readonly letters: string;
	readonly faithful: boolean;
}

/** `-oc errexit '…'`: each `o` takes a word of its own, and the source follows all of them. */
function shellOptions(words: readonly string[]): ShellOptions {
	let end = 1;
	let letters = '';
	let faithful = true;
	for (let word = words[end]; word !== undefined && /^[-+\0]./.test(word); word = words[end]) {
		const short = /^[-+][^-]/.test(word) ? word.slice(1) : '';
		letters += short;
		end += 1 + (valued.test(word) ? 1 : short.replaceAll(/[^oO]/g, '').length);
		faithful &&= faithfulOption.test(word);
		if (word === '--') break;
	}
	return { end, letters, faithful };
}
