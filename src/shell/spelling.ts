import { UNKNOWN } from './call.ts';
import { MAX_STEPS, takeSteps } from './steps.ts';

/**
 * A spelling is a word as the shell reads it for the name of a file. `*`, `?` and `[` stand for
 * themselves only behind a backslash, {@link UNKNOWN} for any text, and a variable stands between
 * these two marks: `"$D/*".ts` is `␁D␂/\*.ts`.
 */
const OPEN = '\u0001';
const CLOSE = '\u0002';

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
	return known.length === 0 ? UNKNOWN : `${OPEN}=${known.join(' ')}${CLOSE}`;
}

/** The directory that the start of a raw word names, as a variable: `~`, `~+`, `~user`; empty for any other start. */
export function spelledTilde(raw: string): string {
	const name = /^~[\w+-]*(?=\/|$)/.exec(raw)?.[0];
	return name === undefined ? '' : `${OPEN}${name}${CLOSE}`;
}

/** What a program gets of a spelling: a `~` as it stands, {@link UNKNOWN} for what only the shell knows. */
export function spelledText(spelling: string): string {
	const text = spelling.replaceAll(
		/\\(.)|\u0001(~?)([^\u0002]*)\u0002/gs,
		(_all, escaped, tilde, name) => {
			if (escaped !== undefined) return escaped;
			return tilde === '' ? UNKNOWN : `~${name}`;
		},
	);
	return text.replaceAll(/\0+/g, UNKNOWN);
}

/** What may stand for the first word of a call: `R='rm -f'; $R a`, `x=(rm a); "${x[@]}"`. It itself comes first. */
export function programsIn(
	[word = '']: readonly string[],
	[spelling = '']: readonly string[],
	variables: Variables,
): readonly (readonly string[])[] {
	if (!word.includes(UNKNOWN)) return [[word]];
	const texts = expandVariables(spelling, variables).map(literalText);
	const programs = texts.flatMap((text) => (text === undefined ? [] : [text.split(/\s+/)]));
	const isList = programs.length > 1 && programs.every((words) => words.length === 1);
	return [[word], ...programs, ...(isList ? [programs.flat()] : [])];
}

/** A spelling that holds nothing special, as the text it means; `undefined` for any other. */
export function literalText(spelling: string): string | undefined {
	const bare = spelling.replaceAll(/\\./gs, '');
	return /[*?[\0\u0001]/.test(bare) ? undefined : spelling.replaceAll(/\\(.)/gs, '$1');
}

/** What a running shell knows and words do not tell. */
export interface ShellFacts {
	/** Absolute directory in which the line begins. */
	readonly cwd: string;
	/** Absolute home directory. */
	readonly home: string;
}

/** A path, or, where `pattern`, a spelling of paths without variables. */
interface ResolvedPath {
	readonly path: string;
	readonly pattern: boolean;
}

/** Values that variables may have, by name; each a spelling. */
export type Variables = ReadonlyMap<string, readonly string[]>;

const maxDepth = 4;
const maxReadings = 32;
/** No path is longer. */
const maxLength = 4_096;
const variable = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`);

/**
 * The spellings without variables that a spelling may stand for: one for each value a variable has
 * somewhere in the line, whole and, as the shell splits it, word by word.
 */
export function expandVariables(spelling: string, variables: Variables): readonly string[] {
	let readings: readonly string[] = [spelling];
	for (let depth = 0; depth < maxDepth && readings.some(holdsVariable); depth++) {
		const next = new Set<string>();
		for (const one of readings) {
			for (const reading of expandOnce(one, variables)) next.add(reading);
			if (next.size > maxReadings || !takeSteps(next.size)) return [withoutVariables(spelling)];
		}
		readings = [...next];
	}
	return readings.map((one) => one.replaceAll(new RegExp(variable, 'g'), UNKNOWN));
}

function withoutVariables(spelling: string): string {
	return spelling.replace(/\u0001.*\u0002/s, UNKNOWN);
}

function holdsVariable(spelling: string): boolean {
	return spelling.includes(OPEN);
}

/** One variable replaced, wherever it stands. */
function expandOnce(spelling: string, variables: Variables): readonly string[] {
	const found = variable.exec(spelling);
	if (found === null) return [spelling];
	const [mark, inside = ''] = found;
	const end = inside.indexOf('=');
	const name = end < 0 ? inside : inside.slice(0, end);
	const otherwise = end < 0 ? undefined : inside.slice(end + 1);
	const values = [...(variables.get(name) ?? []), ...(otherwise === undefined ? [] : [otherwise])];
	const words = values.flatMap((value) =>
		/\s/.test(value) ? [value, ...value.split(/\s+/, maxReadings + 1)] : [value],
	);
	const usable = words.length > 0 ? words : [UNKNOWN];
	const times = spelling.length / mark.length;
	return usable.map((value) =>
		spelling.replaceAll(mark, () => (value.length * times > maxLength ? UNKNOWN : value)),
	);
}

/** A line may not lead further; no path is longer. */
const maxDirectory = 1_024;

/** A folder that the next step leaves again. */
const detour = /(?<=^|\/)[\w@+-][\w.@+-]*\/\.\.(?:\/|$)/g;

/** The directory that a spelling leads to from a directory. A line that leads further than a path can is not read. */
export function directoryIn(directory: string, spelling: string): string {
	const isOwn = /^[/\0\u0001]/.test(spelling);
	const path = isOwn || directory === '' ? spelling : `${directory}/${spelling}`;
	if (path.length <= maxDirectory) return path;
	let direct = path;
	for (let before = ''; before !== direct && takeSteps(direct.length); ) {
		before = direct;
		direct = direct.replace(detour, '');
	}
	if (direct.length <= maxDirectory) return direct;
	takeSteps(MAX_STEPS + 1);
	return UNKNOWN;
}

/** Directories of a process: the one it is in, the root, and one that is open under a number. */
const ofProcess =
	/^\/+(?:proc\/[^/]+\/(?:task\/[^/]+\/)?(cwd|root|fd\/[^/]+)|dev\/(fd\/[^/]+))(?=\/)/;

/** The absolute paths of a spelling without variables, from an absolute directory's spelling. */
export function absoluteSpelling(spelling: string, directory: string): string {
	const named = spelling.replace(ofProcess, (_all, name = UNKNOWN) => {
		if (name === 'root') return '';
		return name === 'cwd' ? directory : `/${UNKNOWN}`;
	});
	const path = /^[/\0]/.test(named) ? named : `${directory}/${named}`;
	const kept: string[] = [];
	for (const segment of path.split('/')) {
		if (segment === '' || segment === '.') continue;
		if (segment !== '..') kept.push(segment);
		else if (!kept.at(-1)?.includes(UNKNOWN)) kept.pop();
	}
	return `/${kept.join('/')}`;
}

/** A spelling without variables as the path it means, if it means one. */
export function asPath(spelling: string): ResolvedPath {
	const text = literalText(spelling);
	return text === undefined ? { path: spelling, pattern: true } : { path: text, pattern: false };
}

/** The variables of a line, with those every shell has. */
export function withHome(variables: Variables, home: string): Variables {
	const known = new Map(variables);
	known.set('HOME', [spelledLiteral(home), ...(variables.get('HOME') ?? [])]);
	known.set('PWD', ['.', ...(variables.get('PWD') ?? [])]);
	// The shell expands `~` and `$HOME`, `~+` and `$PWD` alike.
	known.set('~', known.get('HOME') ?? []);
	known.set('~+', ['.']);
	return known;
}
