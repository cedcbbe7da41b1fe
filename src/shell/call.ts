import { absolutePath, plainPath } from '../text/paths.ts';

/**
 * Stands in a word for what only the running shell knows: `--git-dir="$D"` is `--git-dir=` and
 * this. No argument of a real process can hold a NUL.
 */
export const UNKNOWN = '\0';

/** Why the success of a command line does not prove that a call in it succeeded. */
export type Hiding = 'the pipe' | '`||`' | 'what follows it' | 'the background' | 'the rest of the line';

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
	return new Map(Object.entries(rows).flatMap(([names, row]) => wordsIn(names).map((name) => [name, row])));
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
export function skipOptions(words: readonly string[], from: number, valued: readonly string[]): number {
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

/** Options of package managers that name a directory, and those that name a workspace. */
export const DIRECTORY = wordsIn('--prefix -C --dir --cwd --directory');
export const WORKSPACE = wordsIn('-w --workspace -F --filter');
/** Options of package managers, and of what runs a program in an environment, that take a value. */
export const PACKAGES = [
	...wordsIn('-p --package --with --extra --group --python --loglevel --node-options --reporter'),
	...DIRECTORY,
	...WORKSPACE,
];

/** How a program is led to a directory, and how it starts another program. */
interface ProgramRow {
	/** Options that name the directory that it works in. */
	readonly leads?: readonly string[];
	/** Options that name one only of the program that it starts. */
	readonly leadsStarted?: readonly string[];
	/** It starts the program among its words, behind these options that take a value. */
	readonly valued?: readonly string[];
	/** The word that must come before that program. */
	readonly verb?: RegExp;
}

const PACKAGED = { leads: DIRECTORY, leadsStarted: WORKSPACE, valued: PACKAGES };

/** To add one: a row. */
const PROGRAMS = byName<ProgramRow>({
	git: { leads: wordsIn('-C --git-dir') },
	'make gmake go cargo': { leads: wordsIn('-C --directory') },
	env: { leads: wordsIn('-C --chdir'), valued: wordsIn('-u --unset -C --chdir') },
	'command nohup builtin setsid': { valued: [] },
	exec: { valued: ['-a'] },
	time: { valued: wordsIn('-o --output -f --format') },
	'timeout gtimeout': { valued: wordsIn('-s --signal -k --kill-after'), verb: /^/ },
	flock: { valued: wordsIn('-w --wait --timeout -E --conflict-exit-code'), verb: /^/ },
	'sudo doas': {
		leads: wordsIn('-D --chdir'),
		valued: wordsIn('-u --user -g --group -h --host -p --prompt -C -D --chdir -R -r -t -T'),
	},
	nice: { valued: wordsIn('-n --adjustment') },
	'ionice stdbuf caffeinate': { valued: wordsIn('-c -n -i -o -e -t -w') },
	xargs: { valued: wordsIn('-n --max-args -P --max-procs -I -d --delimiter -a -L -s -E') },
	'npx bunx pnpx cross-env': PACKAGED,
	'npm pnpm yarn bun': { ...PACKAGED, verb: /^(?:exec|x|dlx)$/ },
	bundle: { valued: [], verb: /^exec$/ },
	'uv poetry pipenv hatch pdm rye coverage': { ...PACKAGED, verb: /^run$/ },
});

/** The options by which some words lead their program, or the one it starts, to a directory. */
export function leadingOptions(program: string, startsOther: boolean): readonly string[] {
	const { leads = [], leadsStarted = [] } = PROGRAMS.get(program) ?? {};
	return startsOther ? [...leads, ...leadsStarted] : leads;
}

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
	const { valued, verb } = PROGRAMS.get(program) ?? {};
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

/** A text as one word of the shell, without quotation marks where it needs none. */
export function shellWord(text: string): string {
	return /^[\w./:@%+=-]+$/.test(text) ? text : quotedWord(text);
}

/** The same, always between quotation marks. */
export function quotedWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
