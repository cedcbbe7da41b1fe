import { matchesGlob } from '../config/glob.ts';
import { isInside } from '../core/text/paths.ts';
import {
	byName,
	isNoFile,
	programName,
	resolvePath,
	type ShellFacts,
	UNKNOWN,
	wordsIn,
} from './call.ts';
import { type Arguments, GIT_OPTIONS, optionSet, readArguments, skipOptions } from './options.ts';
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

/** What a program changes, by the words behind its name. */
type WriteRow = (words: readonly string[]) => Writes;

function row(valued: string, read: (args: Arguments) => Writes): WriteRow {
	const options = optionSet(valued);
	return (words) => read(readArguments(words, options));
}

function hasOption({ options }: Arguments, names: string): boolean {
	return wordsIn(names).some((name) => options.has(name));
}

/**
 * Programs that write, by what people and models really run. To add one: a row. What others change
 * is seen after the call (ADR 25).
 */
const WRITERS: ReadonlyMap<string, WriteRow> = byName<WriteRow>({
	'rm unlink rmdir rimraf': row('', ({ operands }) => ({ gone: operands })),
	'mv git-mv': row('-t --target-directory -S', (args) => {
		const { sources, targets, named } = transfer(args);
		return { content: targets, gone: [...sources, ...named] };
	}),
	'cp install ln': row('-t --target-directory -S -m --mode -o --owner -g --group', (args) => {
		const { targets, named } = transfer(args);
		const isTree = hasOption(args, '-r -R -a --recursive');
		return isTree ? { content: targets, gone: named } : { content: [...targets, ...named] };
	}),
	'tee touch truncate': row('-d -r -s', ({ operands }) => ({ content: operands })),
	'sed gsed': inPlace('-e --expression -f --file', '-l --line-length'),
	'perl ruby': inPlace('-e -E', '-I -M -m -F'),
	'patch apply_patch git-apply git-am': unlessIdle,
	'git-rm': row('', (args) =>
		hasOption(args, '-n --dry-run --cached') ? {} : { gone: args.operands },
	),
	'git-restore': row('-s --source', (args) => {
		const isIndex = hasOption(args, '-S --staged') && !hasOption(args, '-W --worktree');
		return isIndex ? {} : { gone: args.operands };
	}),
	'git-checkout': (words) => {
		const dashes = words.indexOf('--');
		if (dashes >= 0) return { gone: words.slice(dashes + 1) };
		const args = readArguments(words, optionSet('-b -B --orphan'));
		const [first = '', ...others] = args.operands;
		if (hasOption(args, '-b -B --orphan')) return {};
		return { gone: PATH_LIKE.test(first) ? args.operands : others };
	},
	'git-stash': ([verb]) => ({ anyFile: verb === 'pop' || verb === 'apply' }),
	'git-worktree': row('', (args) => {
		const [verb, path = ''] = args.operands;
		// Unforced, git removes only a clean one: all that was in it is committed.
		const isLost = verb === 'remove' && hasOption(args, '-f --force');
		return isLost || verb === 'move' ? { gone: [path] } : {};
	}),
	// git lists a repository in another one as its folder, so change detection sees nothing of it.
	'git-clone': row('-b -o -c -u -j --branch --depth', ({ operands: [, to = ''] }) => ({
		content: [to],
	})),
});

/** What a call changes; the row of `git rm` is that of `git-rm`. */
function writesOf([program, ...rest]: readonly string[]): Writes {
	const name = programName(program);
	if (name !== 'git') return WRITERS.get(name)?.(rest) ?? {};
	const at = skipOptions(rest, 0, GIT_OPTIONS);
	return WRITERS.get(`git-${rest[at]}`)?.(rest.slice(at + 1)) ?? {};
}

/** A word that is a path rather than a branch: `./a`, `a.ts`, `*.md`. */
const PATH_LIKE = /^[./~]|\.[a-z]{2}\w*$|[*?[\0]/i;

/** From where a program copies, and what it may write: the target, or a file of that name in it. */
function transfer({ operands, options }: Arguments) {
	const given = options.get('-t') ?? options.get('--target-directory');
	const sources = given === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
	// `ln -s ../a` makes `a` here.
	const target = given ?? (operands.length > 1 ? (operands.at(-1) ?? '.') : '.');
	const named = sources.map(
		(source) => `${target}/${source.replace(/\/+$/, '').split('/').at(-1)}`,
	);
	const isDirectory = given !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	return { sources, targets: isDirectory ? [] : [target], named };
}

/**
 * A program that edits its files in place with `-i`; its first operand is the script, unless an
 * option is.
 */
function inPlace(scripts: string, valued: string): WriteRow {
	return row(`${scripts} ${valued}`, (args) => {
		// BSD: `sed -i '' s/a/b/ f`.
		const operands = args.operands.filter((word) => word !== '');
		if (!hasOption(args, '-i --in-place')) return {};
		return { content: hasOption(args, scripts) ? operands : operands.slice(1) };
	});
}

/**
 * With these a patch is looked at, changes no file of the working tree, or an interrupted run ends.
 */
const NO_CHANGE =
	/^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit)|-[hv])$/;

/** A patch may change any file. */
function unlessIdle(words: readonly string[]): Writes {
	return words.some((word) => NO_CHANGE.test(word)) ? {} : { anyFile: true };
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
	if (parsed.kind === 'unparsed' && mentionsWrite(parsed))
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

/** Whether a source that does not parse may write: `git log` and `sed -n` do not. */
function mentionsWrite({ source, words }: ParsedCommand): boolean {
	const writesAt = (at: number) => Object.keys(writesOf(words.slice(at, at + 9))).length > 0;
	return source.includes('>') || words.some((_, at) => writesAt(at));
}

/**
 * Whether a write touches an absolute path: it is the path, may be it, or a directory that is gone.
 */
export function touches({ path, pattern, how }: WrittenFile, target: string): boolean {
	const [own, other] = [path.toLowerCase(), target.toLowerCase()];
	if (!pattern) return own === other || (how === 'gone' && isInside(other, own));
	const names = other.split('/');
	const wanted = own.split('/');
	const isDeeper = names.length > wanted.length && how !== 'gone';
	return (
		names.length >= wanted.length &&
		!isDeeper &&
		wanted.every((name, at) => fits(name, names[at] ?? ''))
	);
}

/**
 * One name and one segment of a pattern. As in a shell, a star at its start does not stand for a
 * dot.
 */
function fits(segment: string, name: string): boolean {
	if (segment === name) return true;
	return !(name.startsWith('.') && /^[*?[]/.test(segment)) && matchesGlob(segment, name);
}
