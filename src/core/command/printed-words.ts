import { programName, UNKNOWN } from './call.ts';
import { foundFiles } from './found-files.ts';
import { programArguments } from './program-arguments.ts';
import { optionSet } from './skip-options.ts';
import { literalText } from './spelling.ts';

/** Spellings of the words that a program prints, by the spellings of what follows its name. */
type Printer = (spellings: readonly string[]) => readonly string[];

/** `-e x` and `-A 3` of grep and its kin. */
const searchStyle = {
	valued: optionSet('-e --regexp -f --file -A -B -C -m -g --glob -t --type --include --exclude'),
	attached: '',
};
const noStyle = { valued: optionSet('-'), attached: '' };

const operands: Printer = (words) => programArguments(words, noStyle).operands;
const printers = new Map<string, Printer>([
	['echo', operands],
	['printf', (words) => operands(words).flatMap((word) => word.split(/(?:\\\\[nt0]|\s)+/))],
	// Of a directory, names without it.
	['ls', (words) => [...operands(words), UNKNOWN]],
	['realpath', operands],
	['readlink', operands],
	['dirname', (words) => operands(words).map((word) => `${word}/..`)],
	['pwd', () => ['.']],
	// A new name: it means nothing that is there.
	['mktemp', () => ['/tmp/tmp.XXXXXXXXXX']],
	['find', foundFiles],
	...['grep', 'egrep', 'fgrep', 'rg', 'ag'].map((name): [string, Printer] => [name, searched]),
	['git', printedByGit],
	...['which', 'command', 'type'].map((name): [string, Printer] => [name, operands]),
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
	return paths.length > 0 ? paths.flatMap(withBelow) : ['*'];
}

/** Where git says that things lie: from where the line began, best effort, or one does not know. */
function revealed(words: readonly string[]): readonly string[] {
	const [option = '', path = ''] = words.filter((word) => !word.startsWith('--path-format'));
	if (option === '--show-toplevel') return ['.', UNKNOWN];
	if (option === '--git-path') return [`.git/${path}`];
	return /^--(?:absolute-)?git-(?:common-)?dir$/.test(option) ? ['.git', UNKNOWN] : [];
}

function withBelow(path: string): readonly string[] {
	return [path, `${path}/*`];
}
