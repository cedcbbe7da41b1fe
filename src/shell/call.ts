import { absolutePath, plainPath } from '../core/text/paths.ts';

/**
 * Stands in a word for what only the running shell knows: `--git-dir="$D"` is `--git-dir=` and
 * this. No argument of a real process can hold a NUL.
 */
export const UNKNOWN = '\0';

/** Why the success of a command line does not prove that a call in it succeeded. */
export type Hiding =
	| 'the pipe'
	| '`||`'
	| 'what follows it'
	| 'the background'
	| 'the rest of the line';

/**
 * One program that a command line would run. `sudo git commit` is two: as written, and unwrapped.
 */
export interface ProgramCall {
	/** Program first; quotes removed; {@link UNKNOWN} in place of an expansion. */
	readonly words: readonly string[];
	/** The same as the line has it: `sudo git commit` for the `git commit` in it. */
	readonly written: readonly string[];
	/** Absent: the success of the whole command line proves that this call ran and succeeded. */
	readonly hiddenBy: Hiding | undefined;
	/**
	 * The directory it works in (`cd d`, `git -C d`), as words lead there from where the line began,
	 * which is the empty string. `undefined`: only the running shell knows.
	 */
	readonly directory: string | undefined;
	/** It only starts another call of the line: `timeout 60`, `sh -c`. */
	readonly wraps: boolean;
}

/** The words of a text without quotes. */
export function wordsIn(text: string): readonly string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}

/** A table of programs: each row by the names of all programs that it is about, `'sh bash zsh'`. */
export function byName<Row>(rows: Readonly<Record<string, Row>>): ReadonlyMap<string, Row> {
	return new Map(
		Object.entries(rows).flatMap(([names, row]) => wordsIn(names).map((name) => [name, row])),
	);
}

/**
 * The name a program goes by: `/usr/bin/git`, `git.exe` and, as macOS has it, `GIT` are `git`. An
 * absent word gives the empty string.
 */
export function programName(word: string | undefined): string {
	const path = (word ?? '').toLowerCase();
	return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/, '');
}

/** Options of git that take the next word and come before its subcommand. */
export const GIT_OPTIONS = wordsIn('-C -c --git-dir --work-tree --namespace --config-env');

/** An option, `cargo +nightly`, `A=1` (env, make). */
const OPTION = /^(?:[-+]|[a-z_]\w*\+?=)/i;

/**
 * The index of the first word, from an index on, that is no option and no value of one.
 *
 * @param valued options that take the next word
 */
export function skipOptions(
	words: readonly string[],
	from: number,
	valued: readonly string[],
): number {
	let end = from;
	while (OPTION.test(words[end] ?? '')) end += valued.includes(words[end] ?? '') ? 2 : 1;
	return Math.min(end, words.length);
}

/** The subcommand of a git call and what follows it; none of another program. */
export function gitWords(words: readonly string[]): readonly string[] {
	return programName(words[0]) === 'git' ? words.slice(skipOptions(words, 1, GIT_OPTIONS)) : [];
}

/** The index of `--`, or of the end, if there is none. */
export function dashesIn(words: readonly string[]): number {
	const at = words.indexOf('--');
	return at < 0 ? words.length : at;
}

/** Programs whose options name the directory that they work in. */
export const MOVED = new Set(wordsIn('git npm pnpm yarn bun make gmake go cargo'));

/** Options of package managers and of what runs a program in an environment, with a value. */
const PACKAGES = wordsIn(
	`-p --package --with --extra --group --python --loglevel --node-options --reporter --prefix -C --dir
	--cwd --directory -w --workspace -F --filter`,
);

/**
 * Programs that start the one among their words: their options that take a value, and the word that
 * comes before that program, if one must. To add one: a row.
 */
const STARTERS = byName<readonly [valued: readonly string[], verb?: RegExp]>({
	env: [wordsIn('-u --unset -C --chdir')],
	'command nohup builtin setsid': [[]],
	exec: [['-a']],
	time: [wordsIn('-o --output -f --format')],
	'timeout gtimeout flock': [wordsIn('-s --signal -k --kill-after'), /^/],
	'sudo doas': [wordsIn('-u --user -g --group -h --host -p --prompt -C -D --chdir -R -r -t -T')],
	nice: [wordsIn('-n --adjustment')],
	'ionice stdbuf caffeinate': [wordsIn('-c -n -i -o -e -t -w')],
	xargs: [wordsIn('-n --max-args -P --max-procs -I -d --delimiter -a -L -s -E')],
	'npx bunx pnpx cross-env': [PACKAGES],
	'npm pnpm yarn bun': [PACKAGES, /^(?:exec|x|dlx)$/],
	bundle: [[], /^exec$/],
	'uv poetry pipenv hatch pdm rye coverage': [PACKAGES, /^run$/],
});

/**
 * The words of the program that the first of some words starts; none if it starts no other. `$SUDO
 * git commit` is taken to start git.
 */
export function startedBy(words: readonly string[]): readonly string[] {
	const program = programName(words[0]);
	if (program === UNKNOWN) return words.slice(1);
	const option = words[1] ?? '';
	if (/^py(?:thon[\d.]*)?$/.test(program)) {
		const module = option.startsWith('-') ? words.indexOf('-m') : -1;
		return module < 0 ? [] : words.slice(module + 1);
	}
	const [valued, verb] = STARTERS.get(program) ?? [];
	// `command -v git` asks where git is.
	if (valued === undefined || (program === 'command' && /^-[vV]$/.test(option))) return [];
	const first = skipOptions(words, 1, valued);
	if (verb === undefined) return words.slice(first);
	return verb.test(words[first] ?? '') ? words.slice(skipOptions(words, first + 1, valued)) : [];
}

/** What a running shell knows and words do not tell. */
export interface ShellFacts {
	/** Absolute directory in which the line begins. */
	readonly cwd: string;
	/** Absolute home directory. */
	readonly home: string;
}

/** A word as an absolute path. */
export function resolvePath(word: string, { cwd, home }: ShellFacts): string {
	return plainPath(
		absolutePath(
			word.replace(/^~(?=\/|$)/, () => home),
			cwd,
		),
	);
}

/** Whether a word names a device or the standard output: what is written there changes no file. */
export function isNoFile(word: string): boolean {
	return /^-?$|^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(word);
}
