import { UNKNOWN } from './call.ts';

/**
 * A spelling is a word as the shell reads it for the name of a file. `*`, `?` and `[` stand for
 * themselves only behind a backslash, {@link UNKNOWN} for any text, and a variable stands between
 * these two marks: `"$D/*".ts` is `␁D␂/\*.ts`.
 */
export const OPEN = '\u0001';
export const CLOSE = '\u0002';

/** The shell expands `~` and `$HOME`, `~+` and `$PWD` alike. */
const HOME = `${OPEN}HOME${CLOSE}`;
const PWD = `${OPEN}PWD${CLOSE}`;

const special = /[\\*?[\]\u0001\u0002]/g;

/** A text that means only itself. */
export function spelledLiteral(text: string): string {
	return /^[\w./=@:+,-]*$/.test(text) ? text : text.replaceAll(special, '\\$&');
}

/** `$X`, `${X}`, `$1`, and `${X:-y}`, which may be `y`; a changed value (`${X%y}`) is unknown. */
export function spelledVariable(text: string): string {
	const found = /^\$(?:\{(\w+|[@*])(?:\[[@*\d]+\])?(?::?[-=+]([\w./-]*))?\}|(\w+|[@*]))$/.exec(
		text,
	);
	if (found === null) return UNKNOWN;
	const [, braced, otherwise, plain] = found;
	const name = braced ?? plain ?? '';
	return `${OPEN}${name}${otherwise === undefined ? '' : `=${otherwise}`}${CLOSE}`;
}

/** One of several spellings, as a variable without a name; inner variables are unknown. */
export function spelledChoice(choices: readonly string[]): string {
	const known = choices.map((one) => one.replaceAll(/\u0001[^\u0002]*\u0002/g, UNKNOWN));
	const [only] = known;
	if (only === undefined) return UNKNOWN;
	return known.length === 1 && !/\s/.test(only) ? only : `${OPEN}=${known.join(' ')}${CLOSE}`;
}

/** The directory that the start of a raw word names: `~`, `~+`, `~user`; empty for any other start. */
export function spelledTilde(raw: string): string {
	const name = /^~([\w+-]*)(?=\/|$)/.exec(raw)?.[1];
	if (name === undefined) return '';
	if (name === '') return HOME;
	return name === '+' ? PWD : UNKNOWN;
}

/** A spelling that holds nothing special, as the text it means; `undefined` for any other. */
export function literalText(spelling: string): string | undefined {
	const bare = spelling.replaceAll(/\\./gs, '');
	return /[*?[\0\u0001]/.test(bare) ? undefined : spelling.replaceAll(/\\(.)/gs, '$1');
}
