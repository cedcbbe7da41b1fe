import { matchesGlob } from '../text/glob.ts';
import { isInside } from '../text/paths.ts';
import {
	byName,
	dashesIn,
	GIT_OPTIONS,
	isNoFile,
	programName,
	resolvePath,
	type ShellFacts,
	skipOptions,
	UNKNOWN,
} from './call.ts';
import type { ParsedCommand } from './read-line.ts';

/** A file or directory that a command line changes, as far as its words tell. */
export interface WrittenFile {
	/** Absolute, `.`, `..` and `~` resolved by words only (no symlinks). */
	readonly path: string;
	/** The path is a glob, for {@link touches} to read. */
	readonly pattern: boolean;
	/** `gone`: it is removed, moved away or replaced, with everything below. */
	readonly how: 'content' | 'gone';
}

/** What a program changes, as its words spell it. */
interface Writes {
	readonly content?: readonly string[];
	readonly gone?: readonly string[];
	/** It changes files that its words do not name. */
	readonly anyFile?: boolean;
}

/** The words behind a program's name. */
interface Arguments {
	readonly operands: readonly string[];
	/** `-rf`, `--in-place=.bak`; the value that is a word of its own is attached by `=`. */
	readonly options: readonly string[];
	/** The operands behind `--`; `undefined`: there is none. */
	readonly paths: readonly string[] | undefined;
}

/** What a program changes, by its arguments, and its options that take the next word. */
type WriteRow = readonly [writes: (args: Arguments) => Writes, valued?: RegExp];

const TARGET = /^(?:-t|--target-directory)=/;
/** A word that is a path rather than a branch: `./a`, `a.ts`, `*.md`. */
const PATH_LIKE = /^[./~]|\.[a-z]{2}\w*$|[*?[\0]/i;
/** With these a patch changes no file of the working tree, or an interrupted run ends. */
const NO_CHANGE = /^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit)|-[hv])$/;

/**
 * Programs that write, by what people and models really run. To add one: a row. What others change
 * is seen after the call (ADR 25).
 */
const WRITERS = byName<WriteRow>({
	'rm unlink rmdir rimraf': [removeAll],
	'mv git-mv': [(args) => transfer(args, true), /^(?:-[tS]|--target-directory)$/],
	'cp install ln': [(args) => transfer(args, false), /^(?:-[tSmog]|--(?:target-directory|mode|owner|group))$/],
	'tee touch truncate': [({ operands }) => ({ content: operands }), /^-[drs]$/],
	'sed gsed perl': [editInPlace, /^-\w*[eEfl]$|^--(?:expression|file|line-length)$/],
	'patch git-apply git-am': [(args) => ({ anyFile: !has(args, NO_CHANGE) })],
	'git-rm': [(args) => (has(args, /^(?:-n|--dry-run|--cached)$/) ? {} : removeAll(args))],
	'git-restore': [
		// `--staged` alone changes the index.
		(args) => (has(args, /^-\w*S|^--staged/) && !has(args, /^-\w*W|^--worktree/) ? {} : removeAll(args)),
		/^(?:-s|--source)$/,
	],
	'git-checkout': [checkOut],
	'git-stash': [({ operands: [verb = ''] }) => ({ anyFile: /^(?:pop|apply)$/.test(verb) })],
});

function removeAll({ operands }: Arguments): Writes {
	return { gone: operands };
}

/** Copies and moves: to the last operand, or to a file of the same name in it. */
function transfer(args: Arguments, moves: boolean): Writes {
	const given = args.options.find((option) => TARGET.test(option))?.replace(TARGET, '');
	// `ln -s ../a` makes `a` here.
	const all = args.operands.length === 1 ? [...args.operands, '.'] : args.operands;
	const target = given ?? all.at(-1) ?? '.';
	const sources = given === undefined ? all.slice(0, -1) : args.operands;
	const named = sources.map((source) => `${target}/${source.replace(/\/+$/, '').split('/').at(-1)}`);
	const isDirectory = given !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	const content = isDirectory ? [] : [target];
	if (moves) return { content, gone: [...sources, ...named] };
	const isTree = has(args, /^-\w*[rRa]|^--recursive/);
	return isTree ? { content, gone: named } : { content: [...content, ...named] };
}

/** Its first operand is the script, unless an option is. */
function editInPlace(args: Arguments): Writes {
	if (!has(args, /^-(?!M)\w*i|^--in-place/)) return {};
	// BSD: `sed -i '' s/a/b/ f`.
	const operands = args.operands.filter((word) => word !== '');
	const isScripted = has(args, /^-\w*[eEf]=|^--(?:expression|file)/);
	return { content: isScripted ? operands : operands.slice(1) };
}

function checkOut(args: Arguments): Writes {
	if (args.paths !== undefined) return { gone: args.paths };
	if (has(args, /^(?:-[bB]|--orphan)$/)) return {};
	const [first = '', ...others] = args.operands;
	return PATH_LIKE.test(first) ? removeAll(args) : { gone: others };
}

/** What a call changes; the row of `git rm` is that of `git-rm`. */
function writesOf([program, ...rest]: readonly string[]): Writes {
	const name = programName(program);
	const at = name === 'git' ? skipOptions(rest, 0, GIT_OPTIONS) + 1 : 0;
	const [writes, valued] = WRITERS.get(at === 0 ? name : `git-${rest[at - 1]}`) ?? [];
	if (writes === undefined) return {};
	const words = rest.slice(at);
	const dashes = dashesIn(words);
	const operands: string[] = [];
	const options: string[] = [];
	for (let next = 0; next < dashes; next++) {
		const word = words[next] ?? '';
		if (!/^-./.test(word)) operands.push(word);
		else options.push(valued?.test(word) ? `${word}=${words[++next] ?? ''}` : word);
	}
	const paths = dashes < words.length ? words.slice(dashes + 1) : undefined;
	return writes({ operands: operands.concat(paths ?? []), options, paths });
}

function has({ options }: Arguments, wanted: RegExp): boolean {
	return options.some((option) => wanted.test(option));
}

/**
 * What a line writes, each file once; `anyFile`: files that it does not name, those of a patch or a
 * stash. Of a source that does not parse only the lines before the error are known.
 */
export function readWrites(
	parsed: ParsedCommand,
	facts: ShellFacts,
): { readonly files: readonly WrittenFile[]; readonly anyFile: boolean } {
	const found = new Map<string, WrittenFile>();
	let anyFile = false;
	const add = (words: readonly string[], how: WrittenFile['how'], directory = '') => {
		const there = { ...facts, cwd: resolvePath(directory, facts) };
		for (const word of words) {
			// Of a word that begins with what is not known nothing is known.
			if (isNoFile(word) || word.startsWith(UNKNOWN)) continue;
			const path = resolvePath(word, there).replaceAll(UNKNOWN, '*');
			found.set(`${how} ${path}`, { path, pattern: /[*?[{]/.test(path), how });
		}
	};
	for (const { word, directory } of parsed.redirected) add([word], 'content', directory);
	for (const { words, directory } of parsed.calls) {
		const { content = [], gone = [], anyFile: isAny = false } = writesOf(words);
		add(content, 'content', directory);
		add(gone, 'gone', directory);
		anyFile ||= isAny;
	}
	return { files: [...found.values()], anyFile };
}

/**
 * Whether a write touches an absolute path: it is the path, may be it, or a directory that is gone.
 * As in a shell, a star at the start of a name does not stand for a dot.
 */
export function touches({ path, pattern, how }: WrittenFile, target: string): boolean {
	const [own, other] = [path.toLowerCase(), target.toLowerCase()];
	if (!pattern) return own === other || (how === 'gone' && isInside(other, own));
	const glob = own.replaceAll('/*', '/[!.]*').replaceAll('/?', '/[!.]');
	return matchesGlob(glob, other) || (how === 'gone' && matchesGlob(`${glob}/**`, other));
}
