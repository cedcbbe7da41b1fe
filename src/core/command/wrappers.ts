import { type Call, programName, UNKNOWN } from './call.ts';
import { optionOrSetting, optionSet, skipOptions } from './skip-options.ts';

interface Wrapper {
	readonly valued: ReadonlySet<string>;
	/**
	 * With these options alone the wrapper runs its command and ends as it ends; absent: it never
	 * vouches for it.
	 */
	readonly faithful: ReadonlySet<string> | undefined;
}

function wrapper(valued: string, faithful: string | undefined): Wrapper {
	const known = faithful === undefined ? undefined : optionSet(`${valued} ${faithful}`);
	return { valued: optionSet(valued), faithful: known };
}

/**
 * Programs that run the command in their arguments: options that take a value, then the other
 * faithful ones.
 */
const wrappers = new Map<string, Wrapper>([
	['env', wrapper('-u --unset -C --chdir -a --argv0', '- -i -v --ignore-environment --debug')],
	['command', wrapper('', '-p')],
	['builtin', wrapper('', undefined)],
	['exec', wrapper('-a', '-c -l')],
	['nohup', wrapper('', '')],
	['time', wrapper('-o --output -f --format', '-p -v -a --portability --verbose --append')],
	['timeout', wrapper('-s --signal -k --kill-after', '-v -p -f --verbose --foreground')],
	['gtimeout', wrapper('-s --signal -k --kill-after', '-v -p -f --verbose --foreground')],
	[
		'sudo',
		wrapper(
			'-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -D --chdir -R --chroot',
			'-n -E -H -S -P -A --non-interactive --preserve-env --set-home --stdin',
		),
	],
	['doas', wrapper('-u -C -a', '-n')],
	['nice', wrapper('-n --adjustment', '')],
	['ionice', wrapper('-c --class -n --classdata -p --pid -P --pgid -u --uid', undefined)],
	['stdbuf', wrapper('-i --input -o --output -e --error', '')],
	['noglob', wrapper('', '')],
	['nocorrect', wrapper('', '')],
	// May run in the background (setsid, when it leads its group), or with no input not at all (xargs).
	['setsid', wrapper('', undefined)],
	['caffeinate', wrapper('-t -w', undefined)],
	[
		'xargs',
		wrapper(
			'-n --max-args -P --max-procs -I --replace -d --delimiter -a --arg-file -L --max-lines -s --max-chars -E -J -R -S',
			undefined,
		),
	],
]);

/**
 * The call that a wrapper makes (`sudo -u x git commit` makes `git commit`), or `undefined`. An
 * unknowable program (`$SUDO git commit`, `$DRY_RUN git commit`) is taken for a wrapper, so that it
 * hides nothing and vouches for nothing.
 */
export function unwrap({ words, decides }: Call): Call | undefined {
	if (words[0] === UNKNOWN) return callFrom(words, firstKnown(words), false);
	const program = programName(words[0]);
	const row = wrappers.get(program);
	if (row === undefined || isInquiry(program, words[1])) return undefined;
	const skipping = { valued: row.valued, passedOver: optionOrSetting, until: undefined };
	const { end, names } = skipOptions(words, 1, skipping);
	const options = names.filter((name) => name.startsWith('-') || name.startsWith(UNKNOWN));
	const faithful = options.every((name) => row.faithful?.has(name));
	return callFrom(words, end, decides && faithful && row.faithful !== undefined);
}

function firstKnown(words: readonly string[]): number {
	const at = words.findIndex((word) => word !== UNKNOWN);
	return at < 0 ? words.length : at;
}

function callFrom(words: readonly string[], from: number, decides: boolean): Call | undefined {
	return from < words.length ? { words: words.slice(from), decides } : undefined;
}

/** `command -v git` asks where git is and runs nothing. */
function isInquiry(program: string, option: string | undefined): boolean {
	return program === 'command' && option !== undefined && /^-p?[vV]/.test(option);
}
