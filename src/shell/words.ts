import type { BraceExpansionPart, CommandArgument, CommandExpansionPart, WordPart } from 'unbash';
import { alternatives } from '../config/glob.ts';
import { byName, type ProgramCall, programName, UNKNOWN } from './call.ts';
import { optionSet, programArguments } from './options.ts';
import {
	literalText,
	spelledChoice,
	spelledLiteral,
	spelledText,
	spelledTilde,
	spelledVariable,
} from './spelling.ts';
import { takeSteps } from './steps.ts';

/** More words than this from one word are one unknown word. */
const maxWords = 64;

const emptyScript = /^(?:\$\(\s*\)|`\s*`)$/;

/**
 * The words a word stands for after brace expansion and quote removal, as spellings of files (spelling.ts):
 * `com"m"it` is `commit`, `{a,b}` is `a` and `b`. What spells the same in every shell is read too: `$()` is nothing,
 * `[t]` is `t`. Other expansions become {@link UNKNOWN}.
 */
export function wordSpellings(word: CommandArgument): readonly string[] {
	if (word.type === 'Assignment') {
		const values = word.value.type === 'Word' ? wordSpellings(word.value) : [UNKNOWN];
		return values.map((text) => `${word.name}=${text}`);
	}
	const start = spelledTilde(word.text);
	const ended = (text: string) =>
		(start === '' ? text : start + untilded(text)).replaceAll(/\0+/g, UNKNOWN);
	if (word.parts === undefined) return [ended(spelledLiteral(word.value))];
	let texts: readonly string[] = [''];
	for (const part of word.parts) {
		const choices = part.type === 'BraceExpansion' ? braceTexts(part) : [read(part)];
		texts = texts.flatMap((text) => choices.map((choice) => text + choice));
		if (texts.length > maxWords) return [UNKNOWN];
	}
	return texts.map(ended);
}

/** The spellings of several words. */
export function spellingsOf(words: readonly CommandArgument[]): readonly string[] {
	return words.flatMap(wordSpellings);
}

/** The words of a call as its program gets them, and, one for one, their spellings. */
export function readWords(
	nodes: readonly CommandArgument[],
): Pick<ProgramCall, 'words' | 'spellings'> {
	const read = nodes.map((node) => ({ node, spelled: wordSpellings(node) }));
	return {
		words: read.flatMap(({ node, spelled }) =>
			// Nobody asks for the value.
			spelled.map((one) =>
				node.type === 'Assignment' ? `${node.name}=${UNKNOWN}` : spelledText(one),
			),
		),
		spellings: read.flatMap(({ spelled }) => spelled),
	};
}

/** What a substitution of one plain call prints. */
function spelledScript({ script }: CommandExpansionPart): string {
	const [statement, more] = script?.commands ?? [];
	const command = statement?.command;
	if (command?.type !== 'Command' || more !== undefined || command.name === undefined) {
		return UNKNOWN;
	}
	return spelledChoice(printedWords(spellingsOf([command.name, ...command.args])));
}

/** Without the `~` or `~user` it starts with. */
function untilded(text: string): string {
	return text.replace(/^[^/]*/, '');
}

function braceTexts({ text, parts }: BraceExpansionPart): readonly string[] {
	const escaped = parts === undefined ? text : `{${parts.map(escapedText).join('')}}`;
	const choices = text.includes('..') ? undefined : alternatives(escaped);
	if (choices === undefined) return [UNKNOWN];
	return choices.map((choice) => choice.replaceAll(/\\(.)/gs, '$1'));
}

/** In quotes and expansions no comma and no brace chooses. */
function escapedText(part: WordPart): string {
	return part.type === 'Literal' ? part.text : read(part).replaceAll(/[\\{},]/g, '\\$&');
}

function read(part: WordPart): string {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return spelledLiteral(part.value);
		case 'Glob':
			return /^\[[^\]!^]\]$/.test(part.value) ? spelledLiteral(part.value.slice(1, 2)) : part.value;
		case 'DoubleQuoted':
		case 'LocaleString':
			return part.parts.map(read).join('');
		case 'CommandExpansion':
			return emptyScript.test(part.text) ? '' : spelledScript(part);
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return spelledVariable(part.text);
		case 'ArithmeticExpansion':
		case 'ProcessSubstitution':
		case 'ExtendedGlob':
		case 'BraceExpansion':
			return UNKNOWN;
	}
}

/** Spellings of the words that a program prints, by the spellings of what follows its name. */
type Printer = (spellings: readonly string[]) => readonly string[];

/** `-e x` and `-A 3` of grep and its kin. */
const searchStyle = {
	valued: optionSet('-e --regexp -f --file -A -B -C -m -g --glob -t --type --include --exclude'),
};
const noStyle = { valued: optionSet('-') };

const operands: Printer = (words) => programArguments(words, noStyle).operands;
const printers = byName<Printer>({
	'echo realpath readlink which command type': operands,
	printf: (words) => operands(words).flatMap((word) => word.split(/(?:\\\\[nt0]|\s)+/)),
	// Of a directory, names without it.
	ls: (words) => [...operands(words), UNKNOWN],
	dirname: (words) => operands(words).map((word) => `${word}/..`),
	pwd: () => ['.'],
	// A new name: it means nothing that is there.
	mktemp: () => ['/tmp/tmp.XXXXXXXXXX'],
	find: foundFiles,
	'grep egrep fgrep rg ag': searched,
	git: printedByGit,
});

/**
 * Spellings of the words, paths mostly, that a call prints for others to read (`rm $(git ls-files a)`,
 * `find a | xargs rm`); none where nothing is known of it.
 */
export function printedWords(spellings: readonly string[]): readonly string[] {
	const [name = '', ...rest] = spellings;
	const words = printers.get(programName(literalText(name)))?.(rest) ?? [];
	return words.filter((word) => word !== '');
}

/** What `echo` and `printf` print, with {@link UNKNOWN} where it is not known. */
export function printedText(words: readonly string[]): string | undefined {
	const name = programName(words[0]);
	if (name !== 'echo' && name !== 'printf') return undefined;
	return words
		.slice(1)
		.filter((word) => !/^-[neE]+$/.test(word))
		.join(' ')
		.replaceAll('\\n', '\n');
}

/** Files that hold something lie in what is searched; those in hidden directories are left out. */
function searched(words: readonly string[]): readonly string[] {
	const { operands: given, options } = programArguments(words, searchStyle);
	const hasPattern = options.some(({ name }) => name === '-e' || name === '--regexp');
	const places = hasPattern ? given : given.slice(1);
	return (places.length > 0 ? places : ['.']).flatMap((place) => [place, `${place}/*`]);
}

function printedByGit(words: readonly string[]): readonly string[] {
	const [verb = '', ...rest] = words;
	if (verb === 'rev-parse') return revealed(rest);
	if (!/^(?:ls-files|grep|diff)$/.test(verb)) return [];
	const dashes = rest.indexOf('--');
	const named = dashes >= 0 || verb === 'ls-files' ? rest.slice(dashes + 1) : [];
	const paths = named.filter((word) => !word.startsWith('-'));
	return paths.length > 0 ? paths.flatMap((path) => [path, `${path}/*`]) : ['*'];
}

/** Where git says that things lie: from where the line began, best effort, or one does not know. */
function revealed(words: readonly string[]): readonly string[] {
	const [option = '', path = ''] = words.filter((word) => !word.startsWith('--path-format'));
	if (option === '--show-toplevel') return ['.', UNKNOWN];
	if (option === '--git-path') return [`.git/${path}`];
	return /^--(?:absolute-)?git-(?:common-)?dir$/.test(option) ? ['.git', UNKNOWN] : [];
}

/** Spellings of more files than this stand for all below their roots. */
const maxFiles = 64;

/**
 * Spellings of what `find` finds: what `-name` and `-path` let through below the roots, all without them.
 *
 * @param words spellings of its arguments
 */
export function foundFiles(words: readonly string[]): readonly string[] {
	const start = words.findIndex((word) => !/^-[HLPO]/.test(word));
	const end = words.findIndex((word, at) => at >= start && /^(?:[-(!]|\\?$)/.test(word));
	const roots = words.slice(Math.max(start, 0), end < 0 ? words.length : end);
	const from = roots.length > 0 ? roots : ['.'];
	const filters = words.flatMap((_, at) => filterAt(words, at) ?? []);
	const all = () => from.map((root) => `${root}/${UNKNOWN}*`);
	const isTooMany = from.length * Math.max(filters.length, 2) > maxFiles;
	if (isTooMany || !takeSteps(words.length)) return all();
	return from.flatMap((root) =>
		filters.length === 0 ? [root, `${root}/${UNKNOWN}*`] : filters.map((below) => below(root)),
	);
}

/** The filter whose option stands there, as what it finds below a root, unless it leaves out what it fits. */
function filterAt(words: readonly string[], at: number): ((root: string) => string) | undefined {
	const kind = /^-i?(name|path|wholename)$/.exec(words[at] ?? '')?.[1];
	const negated = words[at - 1] === '!' || words[at - 1] === '-not';
	if (kind === undefined || negated || words[at + 2] === '-prune') return undefined;
	const name = (words[at + 1] ?? '').replaceAll(/\\([*?[\]])/g, '$1');
	if (kind === 'name') return (root) => `${root}/${UNKNOWN}/${name}`;
	// A path is compared as `find` prints it: from its root on.
	const path = name.replaceAll('*', UNKNOWN);
	return (root) => (path.startsWith(UNKNOWN) ? `${root}/${path}` : path);
}
