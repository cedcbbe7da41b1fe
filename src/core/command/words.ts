import type {
	Assignment,
	BraceExpansionPart,
	CommandArgument,
	CommandExpansionPart,
	Word,
	WordPart,
} from 'unbash';
import { alternatives } from '../config/glob.ts';
import { byName, type Call, programName, UNKNOWN } from './call.ts';
import { optionSet, programArguments } from './options.ts';
import {
	literalText,
	spelledChoice,
	spelledLiteral,
	spelledTilde,
	spelledVariable,
} from './spelling.ts';
import { take } from './steps.ts';

/** More words than this from one word are one unknown word. */
const maxWords = 64;

const emptyScript = /^(?:\$\(\s*\)|`\s*`)$/;

/** What the parts of a word stand for. */
interface Reader {
	readonly literal: (value: string) => string;
	readonly variable: (text: string) => string;
	readonly script: (part: CommandExpansionPart) => string;
	readonly start: (word: Word) => string;
	readonly value: (assignment: Assignment) => readonly string[];
}

/** Words as a program gets them. */
const asTexts: Reader = {
	literal: (value) => value,
	variable: () => UNKNOWN,
	script: ({ text }) => (emptyScript.test(text) ? '' : UNKNOWN),
	start: () => '',
	value: () => [UNKNOWN],
};

/** Words as names of files, which keep what the shell itself reads in them. */
const asSpellings: Reader = {
	literal: spelledLiteral,
	variable: spelledVariable,
	script: (part) => (emptyScript.test(part.text) ? '' : spelledScript(part)),
	start: ({ text }) => spelledTilde(text),
	value: ({ value }) => (value.type === 'Word' ? readWord(value, asSpellings) : [UNKNOWN]),
};

/**
 * The words a word stands for after brace expansion and quote removal: `com"m"it` is `commit`,
 * `{a,b}` is `a` and `b`. Other expansions become {@link UNKNOWN}, but for what spells the same in
 * every shell: `$()` is nothing, `[t]` is `t`.
 */
export function wordTexts(word: CommandArgument): readonly string[] {
	return readWord(word, asTexts);
}

/** The same words, one for one, as spellings (spelling.ts). */
export function wordSpellings(word: CommandArgument): readonly string[] {
	return readWord(word, asSpellings);
}

/** The spellings of several words. */
export function spellingsOf(words: readonly CommandArgument[]): readonly string[] {
	return words.flatMap(wordSpellings);
}

/** Words and spellings in step; where a bound cuts only one of them, its spelling is unknown. */
export function readWords(nodes: readonly CommandArgument[]): {
	readonly words: readonly string[];
	readonly spellings: readonly string[];
} {
	const read = nodes.map((node) => ({ texts: wordTexts(node), spelled: wordSpellings(node) }));
	return {
		words: read.flatMap(({ texts }) => texts),
		spellings: read.flatMap(({ texts, spelled }) =>
			spelled.length === texts.length ? spelled : texts.map(() => UNKNOWN),
		),
	};
}

/** A word that the shell reads as it stands, or a quoted one in which nothing is special. Control characters stay out. */
const plainWord =
	/(?: +|^)(?:[\w./:,@%+][\w./:,@%+-]*|-[\w./:,@%+=-]*|'[^'\0-\x08\x0b-\x1f]*'|"[^"$`\\!\0-\x08\x0b-\x1f]*")(?= |$)/gy;

/** Words of the shell's grammar, where a command begins. */
const grammar = new Set(
	'if then elif else fi for while until do done case esac select function time coproc in'.split(
		' ',
	),
);

/**
 * The words of a line that is one call and nothing else (`npm test`, `git commit -m "Add login"`): what most lines are,
 * so that no parser has to be loaded for them. `undefined` for any other line.
 */
export function plainWords(line: string): Pick<Call, 'words' | 'spellings'> | undefined {
	const found = line.match(plainWord) ?? [];
	if (found.length === 0 || found.join('').length < line.length) return undefined;
	const spelled = found.map((word) => word.trimStart());
	if (grammar.has(spelled[0] ?? '')) return undefined;
	const words = spelled.map((word) => (/^['"]/.test(word) ? word.slice(1, -1) : word));
	return { words, spellings: words.map(spelledLiteral) };
}

function readWord(word: CommandArgument, reader: Reader): readonly string[] {
	if (word.type === 'Assignment') return reader.value(word).map((text) => `${word.name}=${text}`);
	const start = reader.start(word);
	if (word.parts === undefined) {
		return [start + reader.literal(start === '' ? word.value : untilded(word.value))];
	}
	let texts: readonly string[] = [''];
	for (const part of word.parts) {
		const choices =
			part.type === 'BraceExpansion' ? braceTexts(part, reader) : [read(part, reader)];
		texts = texts.flatMap((text) => choices.map((choice) => text + choice));
		if (texts.length > maxWords) return [UNKNOWN];
	}
	return texts.map((text) =>
		(start === '' ? text : start + untilded(text)).replaceAll(/\0+/g, UNKNOWN),
	);
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

function braceTexts({ text, parts }: BraceExpansionPart, reader: Reader): readonly string[] {
	const escaped =
		parts === undefined ? text : `{${parts.map((part) => escapedText(part, reader)).join('')}}`;
	const choices = text.includes('..') ? undefined : alternatives(escaped);
	if (choices === undefined) return [UNKNOWN];
	return choices.toReversed().map((choice) => choice.replaceAll(/\\(.)/gs, '$1'));
}

/** In quotes and expansions no comma and no brace chooses. */
function escapedText(part: WordPart, reader: Reader): string {
	if (part.type === 'Literal') return part.text;
	return read(part, reader).replaceAll(/[\\{},]/g, '\\$&');
}

function read(part: WordPart, reader: Reader): string {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return reader.literal(part.value);
		case 'Glob':
			return /^\[[^\]!^]\]$/.test(part.value) ? reader.literal(part.value.slice(1, 2)) : part.value;
		case 'DoubleQuoted':
		case 'LocaleString':
			return part.parts.map((one) => read(one, reader)).join('');
		case 'CommandExpansion':
			return reader.script(part);
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return reader.variable(part.text);
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
	attached: '',
};
const noStyle = { valued: optionSet('-'), attached: '' };

const operands: Printer = (words) => programArguments(words, noStyle).operands;
const printers = byName<Printer>([
	['echo realpath readlink which command type', operands],
	['printf', (words) => operands(words).flatMap((word) => word.split(/(?:\\\\[nt0]|\s)+/))],
	// Of a directory, names without it.
	['ls', (words) => [...operands(words), UNKNOWN]],
	['dirname', (words) => operands(words).map((word) => `${word}/..`)],
	['pwd', () => ['.']],
	// A new name: it means nothing that is there.
	['mktemp', () => ['/tmp/tmp.XXXXXXXXXX']],
	['find', foundFiles],
	['grep egrep fgrep rg ag', searched],
	['git', printedByGit],
]);

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
	if (isTooMany || !take(words.length)) return all();
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
