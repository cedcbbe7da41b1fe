import { matchesGlob } from '../config/glob.ts';
import { isInside, parentOf } from '../core/text/paths.ts';
import { type ProgramCall, programName, UNKNOWN } from './call.ts';
import { readGit } from './git-call.ts';
import { mentionsWrite } from './loose-words.ts';
import type { ParsedCommand } from './parse-command.ts';
import { changed, type Effect, programWrites, type WriteKind } from './program-writes.ts';
import {
	absoluteSpelling,
	asPath,
	expandVariables,
	programsIn,
	type ShellFacts,
	spelledLiteral,
	type Variables,
	withHome,
} from './spelling.ts';
import { takeSteps, withSteps } from './steps.ts';
import { innermostCall } from './wrappers.ts';

/** A file or directory that a command line changes, as far as its words tell. */
export interface WrittenFile {
	/**
	 * Absolute, `.` and `..` resolved by words only (no symlinks), `~`, `$HOME` and variables of the
	 * line resolved.
	 */
	readonly path: string;
	/** The path is one of the shell's patterns, or has unknown parts: for {@link touches} to read. */
	readonly pattern: boolean;
	/** `gone` is removed or moved away, with everything below. */
	readonly how: WriteKind;
}

/** Spellings of what lies in a directory. */
const insides = { none: [], children: [UNKNOWN], all: [`${UNKNOWN}*`] } as const;

/** To resolve one file, and to ask the disk about it, is more work than a word. */
const fileSteps = 20;

/** With it, `*` stands for names with a dot too. */
const dotOption = /^(?:dotglob|glob_?dots)$/i;

/** An effect, with the directory of its call. */
interface Placed extends Effect {
	readonly directory: string;
}

interface Resolution {
	readonly facts: ShellFacts;
	readonly dotsMatch: boolean;
	readonly variables: Variables;
	readonly directories: Map<string, readonly string[]>;
}

/**
 * Everything a parsed command line writes by name, each file once. A source that does not parse
 * gives every word that looks like a path, as gone, if anything in it writes at all (D33: it must
 * not slip through).
 */
export function writtenFiles(parsed: ParsedCommand, facts: ShellFacts): readonly WrittenFile[] {
	return withSteps(parsed.steps, () => writtenBy(parsed, facts));
}

function writtenBy(parsed: ParsedCommand, facts: ShellFacts): readonly WrittenFile[] {
	if (parsed.kind === 'unparsed') {
		return mentionsWrite(parsed.source) ? looseFiles(parsed.words, facts) : [];
	}
	const resolution: Resolution = {
		facts,
		dotsMatch: parsed.calls.some(({ words }) => words.some((word) => dotOption.test(word))),
		variables: withHome(parsed.variables, facts.home),
		directories: new Map(),
	};
	const redirected = parsed.redirected.flatMap(({ spelling, directory }) =>
		changed('content', [spelling]).map((effect) => ({ ...effect, directory })),
	);
	const called = parsed.calls.flatMap((call) => callWrites(call, resolution));
	return unique([...redirected, ...called].flatMap((effect) => resolved(effect, resolution)));
}

/** With these a patch is looked at, or changes no file of the working tree, or a run that was interrupted ends. */
const NO_CHANGE =
	/^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit|show-current-patch)(?:=.*)?|-[hv])$/;

/** Whether a call of a line applies changes that stand elsewhere: a patch, or what a stash keeps. It may change any file. */
export function appliesPatch(parsed: ParsedCommand): boolean {
	// `npm version patch` makes a release.
	const calls = parsed.calls.filter(({ words }) => words[1] !== 'version');
	return calls.map(innermostCall).some(({ words: [program, ...words] }) => {
		if (words.some((word) => NO_CHANGE.test(word))) return false;
		const name = programName(program);
		if (name !== 'git') return name === 'patch' || name === 'apply_patch';
		const { verb, rest } = readGit(words);
		const isBack = verb === 'stash' && (rest[0] === 'pop' || rest[0] === 'apply');
		return verb === 'apply' || verb === 'am' || isBack;
	});
}

/** Whether a write touches an absolute path: it is the path, may be it, or an ancestor that is gone. */
export function touches(file: WrittenFile, path: string): boolean {
	const { how, pattern } = file;
	if (!pattern) {
		const [own, other] = [file.path.toLowerCase(), path.toLowerCase()];
		return own === other || (how === 'gone' && isInside(other, own));
	}
	if (fitsPattern(file.path, path)) return true;
	const parent = parentOf(path);
	return how === 'gone' && parent !== path && touches(file, parent);
}

function callWrites(call: ProgramCall, { variables }: Resolution): Placed[] {
	const inner = innermostCall(call);
	const { words, spellings, directory } = inner;
	const effects = programsIn(words, spellings, variables).flatMap(([name, ...given]) =>
		programWrites(programName(name), [...given.map(spelledLiteral), ...spellings.slice(1)]),
	);
	return effects.map((effect) => ({ ...effect, directory }));
}

function resolved(effect: Placed, resolution: Resolution): readonly WrittenFile[] {
	const { variables } = resolution;
	// `-` is the standard output.
	if (/^-?$/.test(effect.spelling)) return [];
	const names = effect.namedAs === undefined ? [''] : expandVariables(effect.namedAs, variables);
	const targets = expandVariables(effect.spelling, variables);
	const directories = directoriesOf(effect.directory, resolution);
	if (!takeSteps(fileSteps * directories.length * targets.length * names.length)) return [];
	const paths = directories.flatMap((directory) =>
		targets.flatMap((target) =>
			names.map((name) => absoluteSpelling(`${target}/${baseName(name)}`, directory)),
		),
	);
	return paths
		.flatMap((path) => [path, ...insides[effect.inside].map((name) => `${path}/${name}`)])
		.filter(isFile)
		.map((path) => (resolution.dotsMatch ? withoutStars(path) : path))
		.map((path) => ({ ...asPath(path), how: effect.how }));
}

/** The absolute directories a spelling may mean; one that is not known may also be where the line began. */
function directoriesOf(spelling: string, resolution: Resolution): readonly string[] {
	const known = resolution.directories.get(spelling);
	if (known !== undefined) return known;
	const { facts, variables } = resolution;
	const cwd = spelledLiteral(facts.cwd);
	const found = expandVariables(spelling, variables).flatMap((one) => {
		const path = absoluteSpelling(one, cwd);
		return path.startsWith(`/${UNKNOWN}`) ? [cwd, path] : [path];
	});
	resolution.directories.set(spelling, found);
	return found;
}

function baseName(spelling: string): string {
	const name = spelling.replace(/\/+$/, '').split('/').at(-1) ?? '';
	return name === '.' || name === '..' ? '' : name;
}

function withoutStars(path: string): string {
	return path.replaceAll(/\\.|\*/gs, (piece) => (piece === '*' ? UNKNOWN : piece));
}

/** Neither a device nor wholly unknown. */
function isFile(path: string): boolean {
	const isDevice = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(path);
	return !isDevice && !/^[/\0]*\0[/\0]*$/.test(path);
}

function unique(files: readonly WrittenFile[]): readonly WrittenFile[] {
	const seen = new Map(files.map((file) => [`${file.how} ${file.path}`, file]));
	return [...seen.values()];
}

function looseFiles(words: readonly string[], facts: ShellFacts): readonly WrittenFile[] {
	const paths = words.filter((word) => /[/.]/.test(word) && /[^/.]/.test(word));
	const spelled = [...new Set(paths)].map((word) =>
		word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => facts.home),
	);
	return spelled.map((word) => ({
		...asPath(absoluteSpelling(word.replaceAll(/\$\w+/g, UNKNOWN), facts.cwd)),
		how: 'gone',
	}));
}

/** Behind an unknown start, one name says enough only where it is one of these. */
const tellingName = /^(?:requirements(?:\.local)?\.ya?ml|\.claude|\.git)$/;
/** Names are no longer, so a longer pattern is made of stars; `matchesGlob` takes no more. */
const maxGlob = 256;
/** What is longer still is not even looked at: it may fit. */
const maxSegment = 1_024;

/**
 * Whether an absolute path is one that a pattern may stand for: a spelling without variables.
 * Stars stay in their segment and leave out names with a dot, as in a shell. {@link UNKNOWN} stands
 * for any text, also with slashes; alone at the end for one name; at the start only where two known
 * segments follow, or one that few other files bear. Case does not count, as some file systems
 * have it.
 */
function fitsPattern(pattern: string, path: string): boolean {
	if (!holdsBetween(pattern.toLowerCase(), path.toLowerCase())) return false;
	const wanted = segmentsOf(pattern.toLowerCase());
	const found = segmentsOf(path.toLowerCase());
	while (wanted.length > 1 && found.length > 1 && wanted.at(-1) === UNKNOWN) {
		wanted.pop();
		found.pop();
	}
	const first = wanted.findIndex((segment) => segment.includes(UNKNOWN));
	if (first < 0) return wanted.length === found.length && allFit(wanted, found);
	const last = wanted.findLastIndex((segment) => segment.includes(UNKNOWN));
	return fitsAround(readAround(wanted, first, last), found);
}

/** Whether what stands between two unknown texts occurs in the path, in that order. */
function holdsBetween(pattern: string, path: string): boolean {
	let from = 0;
	for (const piece of pattern.split(UNKNOWN).slice(1, -1)) {
		const text = piece.replaceAll(/^\/+|\/+$/g, '');
		if (/[\\*?[]/.test(text)) continue;
		const at = path.indexOf(text, from);
		if (at < 0) return false;
		from = at + text.length;
	}
	return true;
}

function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}

/** What is known before the first unknown text and after the last. */
interface Around {
	readonly head: readonly string[];
	/** Start of the segment in which the unknown begins. */
	readonly opening: string;
	/** End of the segment in which it ends. */
	readonly closing: string;
	readonly tail: readonly string[];
}

function readAround(wanted: readonly string[], first: number, last: number): Around {
	const opened = wanted[first] ?? '';
	const closed = wanted[last] ?? '';
	return {
		head: wanted.slice(0, first),
		opening: opened.slice(0, opened.indexOf(UNKNOWN)),
		closing: closed.slice(closed.lastIndexOf(UNKNOWN) + 1),
		tail: wanted.slice(last + 1),
	};
}

function fitsAround({ head, opening, closing, tail }: Around, found: readonly string[]): boolean {
	const hasStart = head.length > 0 || opening !== '';
	if (!hasStart && !tells(closing, tail)) return false;
	const edges = Math.max(Number(opening !== ''), Number(closing !== ''));
	if (head.length + tail.length + edges > found.length) return false;
	const after = found.length - tail.length;
	return (
		allFit(head, found.slice(0, head.length)) &&
		allFit(tail, found.slice(after)) &&
		(opening === '' || fits(`${opening}*`, found[head.length] ?? '')) &&
		(closing === '' || fits(`*${closing}`, `_${found[after - 1] ?? ''}`))
	);
}

function tells(closing: string, tail: readonly string[]): boolean {
	if (tail.length + Number(closing !== '') > 1) return true;
	return tellingName.test(tail[0] ?? closing);
}

function allFit(wanted: readonly string[], found: readonly string[]): boolean {
	return wanted.every((segment, at) => fits(segment, found[at] ?? ''));
}

/** One name and one segment of a pattern. */
function fits(segment: string, name: string): boolean {
	if (segment === UNKNOWN) return true;
	if (!/[\\*?[]/.test(segment)) return segment === name;
	if (name.startsWith('.') && /^[*?[]/.test(segment)) return false;
	if (segment.length > maxSegment) return true;
	const end = segment.lastIndexOf(']') + 1;
	const closed = segment.slice(0, end).replaceAll(globPieces, globPiece);
	const glob = closed + segment.slice(end).replaceAll(openPieces, globPiece);
	return glob.length > maxGlob || matchesGlob(glob, name);
}

/** An escaped character, a class, stars, and what means something to `matchesGlob` alone. */
const globPieces = /\\.|\[[!^]?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\]|\*+|[{},!]/gs;

/** The same behind the last `]`, where no `[` begins a class. */
const openPieces = /\\.|\*+|[{},!]/gs;

function globPiece(piece: string): string {
	if (piece.startsWith('*')) return '*';
	if (piece.startsWith('\\')) return piece;
	if (!piece.startsWith('[')) return `\\${piece}`;
	return /\[[:.=]/.test(piece) ? '?' : piece.replaceAll(/[{},]/g, '\\$&');
}
