import { shellWord } from '../core/setup/shell-word.ts';
import { byName, isSystemProgram, programName, UNKNOWN } from './call.ts';
import { optionOrSetting, optionSet, skipOptions } from './options.ts';

const watchOptions = {
	valued: optionSet('-n --interval -q --equexit'),
	passedOver: optionOrSetting,
};
const envSplit = /^(?:-[a-zA-Z0]*S|--split-string=?)(.*)$/s;
const execOption = /^-(?:exec|ok)(?:dir)?$/;

type Reader = (words: readonly string[], stdin: string | undefined) => NestedSource | undefined;

const afterDashes = (words: readonly string[]) => words.slice(words[1] === '--' ? 2 : 1);

const readers = byName<Reader>({
	'sh bash rbash zsh dash ksh ash mksh fish': shellSource,
	// `script -qc '…'`.
	'su runuser script flock': (words) => textsOf(words, /^(?:-[a-zA-Z]*c|--command)$/),
	'npm npx pnpm': (words) => textsOf(words, /^(?:-c|--call)$/, /^--call=/),
	'. source': (words, stdin) => stdinSource(words[1], stdin),
	eval: (words) => joined(afterDashes(words), true),
	trap: (words) => joined(afterDashes(words).slice(0, 1), false),
	watch: (words) => joined(words.slice(skipOptions(words, 1, watchOptions).end), false),
	env: splitSource,
	find: foundSource,
	git: gitSource,
	'make gmake': recipeSource,
	'tmux screen': (words) => joined([words.filter((word) => word.includes(' ')).join('\n')], false),
});

/**
 * The shell source that a call hands to another shell: `sh -c '…'`, `bash <<EOF`, `eval …`, `env -S
 * '…'`, `watch '…'`, `trap '…'`, `script -c '…'`. `stdin` is the here-document of the call, or
 * `undefined`. A file (`bash ci.sh`) is out of reach: `undefined`.
 */
export function nestedSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	return readers.get(programName(words[0]))?.(words, stdin);
}

/** The words behind an option that hands them to a shell, and what is attached to one. */
function textsOf(
	words: readonly string[],
	option: RegExp,
	attached = /(?!)/,
): NestedSource | undefined {
	const texts = words.flatMap((word, at) => {
		if (attached.test(word)) return [word.replace(attached, '')];
		return option.test(words[at - 1] ?? '') ? [word] : [];
	});
	return joined([texts.join('\n')], false);
}

/** `find -exec sh -c '…' {}`, where what is found is unknown. */
function foundSource(words: readonly string[]): NestedSource | undefined {
	const at = words.findIndex((word) => execOption.test(word)) + 1;
	if (at === 0 || !isShell(words[at])) return undefined;
	const known = words.slice(at).map((word) => word.replaceAll('{}', UNKNOWN));
	const nested = shellSource(known, undefined);
	return nested && { ...nested, faithful: false };
}

function isShell(word: string | undefined): boolean {
	return readers.get(programName(word)) === shellSource;
}

/** `make -f - <<< 'all:; …'`: what follows the targets. */
function recipeSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	const at = words.findIndex((word) => /^(?:-f|--(?:make)?file)$/.test(word));
	const attached = words.find((word) => /^(?:-f|--(?:make)?file=)./.test(word));
	const file = at < 0 ? attached : words[at + 1];
	if (stdin === undefined || !/(?:^|=|-f)(?:-|\/dev\/stdin)$/.test(file ?? '')) return undefined;
	return { source: stdin.replaceAll(/^[^\s:=][^:=\n]*:[^;\n]*;?/gm, ''), faithful: false };
}

/** Options and words of git behind which a command stands. */
const gitCommands =
	/^(?:--(?:tree|index|msg|env|parent|commit|tag-name)-filter|--exec|-x|--upload-pack|-u)$/;
/** With what is attached: `-O'rm a'`, and the alias of `git -c alias.x='!rm a' x`. */
const gitAttached = /^(?:-[Ox]|--(?:open-files-in-pager|exec|upload-pack)=|alias\.[^=]+=!)(?=.)/;
const foreachOptions = { valued: new Set<string>(), passedOver: /^-/ };

/** `git bisect run …`, `git submodule foreach …`, `git rebase -x '…'`, `git filter-branch --tree-filter '…'`. */
function gitSource(words: readonly string[]): NestedSource | undefined {
	const run = words.findIndex(
		(word, at) => (word === 'run' && words[at - 1] === 'bisect') || word === 'foreach',
	);
	if (run < 0) return textsOf(words, gitCommands, gitAttached);
	const given = words.slice(skipOptions(words, run + 1, foreachOptions).end);
	// One word alone goes to a shell as it is.
	return joined(given.length === 1 ? given : given.map(shellWord), false);
}

/** `env -S 'git commit' -m x`: the option's text and what follows it are the command. */
function splitSource(words: readonly string[]): NestedSource | undefined {
	const at = words.findIndex((word) => envSplit.test(word));
	const before = skipOptions(words, 1, {
		valued: optionSet('-u -C'),
		passedOver: optionOrSetting,
	});
	if (at < 0 || at >= before.end) return undefined;
	const texts = [envSplit.exec(words[at] ?? '')?.[1] ?? '', ...words.slice(at + 1)];
	// Its own spelling of a space.
	return joined(
		texts.map((text) => text.replaceAll('\\_', ' ')),
		false,
	);
}

export interface NestedSource {
	/** Shell source, with {@link UNKNOWN} where an expansion stands. */
	readonly source: string;
	/** The call that holds it ends as this source ends. */
	readonly faithful: boolean;
}

const stdinFile = /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const valued = /^--(?:rcfile|init-file)$/;
const faithfulOption = /^(?:-[clieuxo]+|--|--(?:login|norc|noprofile|posix))$/;
/** More parameters in one source than this stay as they are, so that it cannot swell without end. */
const maxParameters = 16;

/** Words as one source; `undefined` when there is none. */
function joined(words: readonly string[], faithful: boolean): NestedSource | undefined {
	const source = words.join(' ');
	return source === '' ? undefined : { source, faithful: faithful && !source.includes(UNKNOWN) };
}

/** The source that a call of a shell runs: `sh -c '…'` with its parameters, or its input. */
function shellSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	const { end, letters, faithful } = shellOptions(words);
	if (!letters.includes('c')) {
		const isInput = letters.includes('s') || end >= words.length;
		const nested = stdinSource(isInput ? '-' : words[end], stdin);
		const given = ['', ...words.slice(isInput ? end : end + 1)];
		return nested && { ...nested, source: withParameters(nested.source, given) };
	}
	const source = words[end] ?? '';
	const full = withParameters(source, words.slice(end + 1));
	return joined([full], faithful && full === source && isSystemProgram(words[0]));
}

/** The input of a shell, where the file it reads is its input; that proves nothing. */
function stdinSource(
	file: string | undefined,
	stdin: string | undefined,
): NestedSource | undefined {
	const reads = stdin !== undefined && stdinFile.test(file ?? '');
	return reads ? { source: stdin, faithful: false } : undefined;
}

/** `$0`, `$1`, `$@` of `sh -c` are the words after the source. */
function withParameters(source: string, given: readonly string[]): string {
	let count = 0;
	return source.replaceAll(/"\$([@*\d])"|\$([@*\d])|\$\{([@*\d])\}/g, (whole, ...found) => {
		count += 1;
		if (count > maxParameters) return whole;
		const name = found.slice(0, 3).find((one) => one !== undefined);
		const values = /\d/.test(name) ? given.slice(Number(name), Number(name) + 1) : given.slice(1);
		return values.map(shellWord).join(' ');
	});
}

/** `-oc errexit '…'`: each `o` takes a word of its own, and the source follows all of them, at `end`. */
function shellOptions(words: readonly string[]) {
	let end = 1;
	let letters = '';
	let faithful = true;
	for (let word = words[end]; word !== undefined && /^[-+\0]./.test(word); word = words[end]) {
		const short = /^[-+][^-]/.test(word) ? word.slice(1) : '';
		letters += short;
		end += 1 + (valued.test(word) ? 1 : short.replaceAll(/[^oO]/g, '').length);
		faithful &&= faithfulOption.test(word);
		if (word === '--') break;
	}
	return { end, letters, faithful };
}
