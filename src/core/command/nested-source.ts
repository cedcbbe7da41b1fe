import { programName, UNKNOWN } from './call.ts';
import { optionLike, optionOrSetting, optionSet, skipOptions } from './skip-options.ts';

interface NestedSource {
	/** Shell source, with {@link UNKNOWN} where an expansion stands. */
	readonly source: string;
	/** The call that holds it ends as this source ends. */
	readonly faithful: boolean;
}

const shells = optionSet('sh bash zsh dash ksh ash mksh fish');
const shellOptions = {
	valued: optionSet('-o +o -O +O --rcfile --init-file'),
	passedOver: optionLike,
	until: undefined,
};
const faithfulShellOptions = optionSet('-c -l -i -e -u -x -o --login --norc --noprofile --posix');
const watchOptions = {
	valued: optionSet('-n --interval -q --equexit'),
	passedOver: optionOrSetting,
	until: undefined,
};
const envSplit = /^(?:-[a-zA-Z0]*S|--split-string=?)(.*)$/s;

/**
 * The shell source that a call hands to another shell: `sh -c '…'`, `bash <<EOF`, `eval …`, `env -S
 * '…'`, `watch '…'`. `stdin` is the here-document of the call, or `undefined`. A file (`bash
 * ci.sh`) is out of reach: `undefined`.
 */
export function nestedSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	const program = programName(words[0]);
	if (shells.has(program)) return shellSource(words, stdin);
	if (program === 'eval') return joined(words.slice(words[1] === '--' ? 2 : 1), true);
	if (program === 'watch')
		return joined(words.slice(skipOptions(words, 1, watchOptions).end), false);
	return program === 'env' ? splitSource(words) : undefined;
}

function joined(words: readonly string[], faithful: boolean): NestedSource | undefined {
	const source = words.join(' ');
	return source === '' ? undefined : { source, faithful: faithful && !source.includes(UNKNOWN) };
}

function shellSource(
	words: readonly string[],
	stdin: string | undefined,
): NestedSource | undefined {
	const { end, names } = skipOptions(words, 1, shellOptions);
	if (names.includes('-c')) {
		return joined(
			words.slice(end, end + 1),
			names.every((name) => faithfulShellOptions.has(name)),
		);
	}
	const readsStdin = end === words.length || names.includes('-s');
	return readsStdin && stdin !== undefined ? { source: stdin, faithful: false } : undefined;
}

/** `env -S 'git commit' -m x`: the option's text and what follows it are the command. */
function splitSource(words: readonly string[]): NestedSource | undefined {
	const at = words.findIndex((word) => envSplit.test(word));
	const before = skipOptions(words, 1, {
		valued: optionSet('-u -C'),
		passedOver: optionOrSetting,
		until: undefined,
	});
	if (at < 0 || at >= before.end) return undefined;
	return joined([envSplit.exec(words[at] ?? '')?.[1] ?? '', ...words.slice(at + 1)], false);
}
