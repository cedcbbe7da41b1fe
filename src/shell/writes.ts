import { matchesGlob } from '../config/glob.ts';
import { isInside } from '../core/text/paths.ts';
import {
	byName,
	GIT_OPTIONS,
	isNoFile,
	programName,
	resolvePath,
	type ShellFacts,
	skipOptions,
	UNKNOWN,
} from './call.ts';
import type { ParsedCommand } from './read-line.ts';
import { readRun } from './read-run.ts';

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

/** What a program changes, by its arguments, which follow the options that take the next word. */
type WriteRow = readonly [valued: RegExp, writes: (args: Arguments) => Writes];

const NONE = /(?!)/;
const TARGET = /^(?:-t|--target-directory)=/;
/** A word that is a path rather than a branch: `./a`, `a.ts`, `*.md`. */
const PATH_LIKE = /^[./~]|\.[a-z]{2}\w*$|[*?[\0]/i;
/** With these a patch changes no file of the working tree, or an interrupted run ends. */
const NO_CHANGE =
	/^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit)|-[hv])$/;

/**
 * Programs that write, by what people and models really run. To add one: a row. What others change
 * is seen after the call (ADR 25).
 */
const WRITERS = byName<WriteRow>({
	'rm unlink rmdir rimraf': [NONE, removeAll],
	'mv git-mv': [/^(?:-[tS]|--target-directory)$/, moveFiles],
	'cp install ln': [/^(?:-[tSmog]|--(?:target-directory|mode|owner|group))$/, copyFiles],
	'tee touch truncate': [/^-[drs]$/, ({ operands }) => ({ content: operands })],
	'sed gsed perl': [/^-\w*[eEfl]$|^--(?:expression|file|line-length)$/, editInPlace],
	'patch git-apply git-am': [NONE, (args) => ({ anyFile: !has(args, NO_CHANGE) })],
	'git-rm': [NONE, (args) => (has(args, /^(?:-n|--dry-run|--cached)$/) ? {} : removeAll(args))],
	'git-restore': [/^(?:-s|--source)$/, restoreFiles],
	'git-checkout': [NONE, checkOut],
	'git-stash': [NONE, ({ operands: [verb] }) => ({ anyFile: /^(?:pop|apply)$/.test(verb ?? '') })],
	'git-worktree': [NONE, changeWorktree],
	// git lists a repository in another one as its folder, so change detection sees nothing of it.
	'git-clone': [
		/^(?:-[bocuj]|--branch|--depth)$/,
		({ operands: [, to = ''] }) => ({ content: [to] }),
	],
});

function removeAll({ operands }: Arguments): Writes {
	return { gone: operands };
}

function moveFiles(args: Arguments): Writes {
	const { sources, targets, named } = readTransfer(args);
	return { content: targets, gone: [...sources, ...named] };
}

function copyFiles(args: Arguments): Writes {
	const { targets, named } = readTransfer(args);
	const isTree = has(args, /^-\w*[rRa]|^--recursive/);
	return isTree ? { content: targets, gone: named } : { content: [...targets, ...named] };
}

/** From where a program copies, and what it may write: the target, or a file of that name in it. */
function readTransfer({ operands, options }: Arguments) {
	const given = options.find((option) => TARGET.test(option))?.replace(TARGET, '');
	const isOne = operands.length === 1;
	const sources = given === undefined && !isOne ? operands.slice(0, -1) : operands;
	// `ln -s ../a` makes `a` here.
	const target = given ?? (isOne ? '.' : (operands.at(-1) ?? '.'));
	const named = sources.map(
		(source) => `${target}/${source.replace(/\/+$/, '').split('/').at(-1)}`,
	);
	const isDirectory = given !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	return { sources, targets: isDirectory ? [] : [target], named };
}

/** Its first operand is the script, unless an option is. */
function editInPlace(args: Arguments): Writes {
	if (!has(args, /^-(?!M)\w*i|^--in-place/)) return {};
	// BSD: `sed -i '' s/a/b/ f`.
	const operands = args.operands.filter((word) => word !== '');
	const isScripted = has(args, /^-\w*[eEf]=|^--(?:expression|file)/);
	return { content: isScripted ? operands : operands.slice(1) };
}

function restoreFiles(args: Arguments): Writes {
	const isIndex = has(args, /^-\w*S|^--staged/) && !has(args, /^-\w*W|^--worktree/);
	return isIndex ? {} : removeAll(args);
}

function checkOut(args: Arguments): Writes {
	if (args.paths !== undefined) return { gone: args.paths };
	const [first = '', ...others] = args.operands;
	if (has(args, /^(?:-[bB]|--orphan)$/)) return {};
	return PATH_LIKE.test(first) ? removeAll(args) : { gone: others };
}

/** Unforced, git removes only a clean one: all that was in it is committed. */
function changeWorktree(args: Arguments): Writes {
	const [verb, path = ''] = args.operands;
	const isLost = verb === 'remove' && has(args, /^(?:-f|--force)$/);
	return isLost || verb === 'move' ? { gone: [path] } : {};
}

/** What a call changes; the row of `git rm` is that of `git-rm`. */
function writesOf([program, ...rest]: readonly string[]): Writes {
	const name = programName(program);
	const at = name === 'git' ? skipOptions(rest, 0, GIT_OPTIONS) + 1 : 0;
	const row = WRITERS.get(at === 0 ? name : `git-${rest[at - 1]}`);
	if (row === undefined) return {};
	const [valued, writes] = row;
	return writes(readArguments(rest.slice(at), valued));
}

function readArguments(words: readonly string[], valued: RegExp): Arguments {
	const operands: string[] = [];
	const options: string[] = [];
	const dashes = words.indexOf('--');
	const paths = dashes < 0 ? undefined : words.slice(dashes + 1);
	const end = dashes < 0 ? words.length : dashes;
	for (let at = 0; at < end; at++) {
		const word = words[at] ?? '';
		if (!/^-./.test(word)) operands.push(word);
		else if (valued.test(word)) options.push(`${word}=${words[++at] ?? ''}`);
		else options.push(word);
	}
	return { operands: [...operands, ...(paths ?? [])], options, paths };
}

function has({ options }: Arguments, wanted: RegExp): boolean {
	return options.some((option) => wanted.test(option));
}

/**
 * What a line writes, each file once; `anyFile`: files that it does not name, those of a patch or a
 * stash. Of a source that does not parse every word that looks like a path, if it writes at all.
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
	const mayWrite = parsed.source.includes('>') || parsed.words.some((word) => WRITERS.has(word));
	if (parsed.kind === 'unparsed' && mayWrite)
		add(
			parsed.words.filter((word) => /[/.]/.test(word) && /[^/.]/.test(word)),
			'gone',
		);
	for (const { word, directory } of parsed.redirected) add([word], 'content', directory);
	for (const { words, directory } of parsed.calls) {
		const writes = writesOf(readRun(words).words);
		add(writes.content ?? [], 'content', directory);
		add(writes.gone ?? [], 'gone', directory);
		anyFile ||= writes.anyFile === true;
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
