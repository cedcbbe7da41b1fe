import { type Call, programName, UNKNOWN } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import {
	absoluteSpelling,
	asPath,
	expandVariables,
	type Variables,
	withHome,
} from '../command/resolve-spelling.ts';
import { literalText, spelledLiteral } from '../command/spelling.ts';
import { take } from '../command/steps.ts';
import { isInside, parentOf } from '../place/paths.ts';
import { changed, type Effect, type WriteKind } from './effect.ts';
import { mentionsWrite } from './mentions-write.ts';
import { type PatchFacts, patchWrites } from './patch-writes.ts';
import { fitsPattern } from './path-pattern.ts';
import { programWrites } from './program-writes.ts';
import { innermostCall } from './runners.ts';

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

/** An effect of a call, with the directory of the call. */
interface Placed extends Effect {
	readonly directory: string;
}

/** To resolve one file, and to ask the disk about it, is more work than a word. */
const fileSteps = 20;

/** With it, `*` stands for names with a dot too. */
const dotOption = /^(?:dotglob|glob_?dots)$/i;

interface Resolution {
	readonly facts: PatchFacts;
	readonly dotsMatch: boolean;
	readonly variables: Variables;
	readonly directories: Map<string, readonly string[]>;
}

/**
 * Everything a parsed command line writes by name, each file once. A source that does not parse
 * gives every word that looks like a path, as gone, if anything in it writes at all (D33: it must
 * not slip through).
 */
export function writtenFiles(parsed: ParsedCommand, facts: PatchFacts): readonly WrittenFile[] {
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
	const patched = patchWrites(parsed, facts);
	return unique(
		[...redirected, ...called, ...patched].flatMap((effect) => resolved(effect, resolution)),
	);
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

function callWrites(call: Call, resolution: Resolution): Placed[] {
	const inner = innermostCall(call);
	const { words, spellings, directory } = inner;
	const [first = '', ...rest] = spellings;
	const effects = programsOf(words[0], first, resolution).flatMap(([name = '', ...given]) =>
		programWrites(programName(name), [...given.map(spelledLiteral), ...rest]),
	);
	return effects.map((effect) => ({ ...effect, directory }));
}

/** The program, or what a variable in its place may hold: `R='rm -f'; $R a`, `x=(rm a); "${x[@]}"`. */
function programsOf(
	word: string | undefined,
	spelling: string,
	{ variables }: Resolution,
): readonly (readonly string[])[] {
	if (!word?.includes(UNKNOWN)) return [[word ?? '']];
	const programs = expandVariables(spelling, variables).flatMap((one) => {
		const text = literalText(one);
		return text === undefined ? [] : [text.split(/\s+/)];
	});
	if (programs.length === 0) return [[word]];
	const isList = programs.length > 1 && programs.every((words) => words.length === 1);
	return isList ? [...programs, programs.flat()] : programs;
}

function resolved(effect: Placed, resolution: Resolution): readonly WrittenFile[] {
	const { variables } = resolution;
	// `-` is the standard output.
	if (/^-?$/.test(effect.spelling)) return [];
	const names = effect.namedAs === undefined ? [''] : expandVariables(effect.namedAs, variables);
	const targets = expandVariables(effect.spelling, variables);
	const directories = directoriesOf(effect.directory, resolution);
	if (!take(fileSteps * directories.length * targets.length * names.length)) return [];
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

function looseFiles(words: readonly string[], facts: PatchFacts): readonly WrittenFile[] {
	const paths = words.filter((word) => /[/.]/.test(word) && /[^/.]/.test(word));
	const spelled = [...new Set(paths)].map((word) =>
		word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => facts.home),
	);
	return spelled.map((word) => ({
		...asPath(absoluteSpelling(word.replaceAll(/\$\w+/g, UNKNOWN), facts.cwd)),
		how: 'gone',
	}));
}
