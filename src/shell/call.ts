/**
 * Stands in a word for what only the running shell knows: `--git-dir="$D"` is `--git-dir=` and
 * this. No argument of a real process can hold a NUL.
 */
export const UNKNOWN = '\0';

/**
 * Why the success of a command line does not prove that a call in it succeeded: its status goes into
 * a pipe, is caught by `||`, followed by another command's, or not waited for; the line as a whole
 * hides it (a loop, a trap, a changed PATH); or the call ran in a directory outside the project.
 */
export type Hiding = 'pipe' | 'or' | 'followed' | 'background' | 'line' | 'elsewhere';

/**
 * One program that a command line would run. `sudo git commit` is two: as written, and unwrapped.
 */
export interface ProgramCall {
	/** Program first; quotes removed; {@link UNKNOWN} where an expansion stands. */
	readonly words: readonly string[];
	/** Absent: the success of the whole command line proves that this call ran and succeeded (D33). */
	readonly hiddenBy: Hiding | undefined;
	/** The same words, one for one, as spellings of files (spelling.ts). */
	readonly spellings: readonly string[];
	/** Spelling of the directory it runs in, from where the line began; empty: there. */
	readonly directory: string;
	/** What its here-documents and here-strings give it to read, or `undefined`. */
	readonly input: string | undefined;
	/** Spellings of the words that come to it through a pipe, as far as they are known. */
	readonly piped: readonly string[];
	/** Spellings of the files that it gets to read: `< a`, `cat a |`. */
	readonly files: readonly string[];
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
 * The name a program goes by: `/usr/bin/git`, `git.exe` and, as macOS has it, `GIT` are `git`.
 * An absent word gives the empty string.
 */
export function programName(word: string | undefined): string {
	const path = (word ?? '').toLowerCase();
	return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/, '');
}

const POWERSHELL_MOVES: Readonly<Record<string, string>> = {
	'set-location': 'cd',
	'push-location': 'pushd',
	'pop-location': 'popd',
};

/** `cd`, `pushd` or `popd`, also by the names that PowerShell has for them; `undefined` for any other program. */
export function directoryProgram(word: string | undefined): string | undefined {
	const name = programName(word);
	if (name === 'cd' || name === 'pushd' || name === 'popd') return name;
	return Object.hasOwn(POWERSHELL_MOVES, name) ? POWERSHELL_MOVES[name] : undefined;
}

/**
 * Whether a program named so is the one that its name says: found on the PATH or in a system
 * directory. `/tmp/x/timeout` may be anything.
 */
export function isSystemProgram(word: string | undefined): boolean {
	return /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?[^/]*$/.test(word ?? '');
}

/** Whether a program named so belongs to the project: `./x`, `node_modules/.bin/x`, `.venv/bin/x`. */
export function isProjectProgram(word: string | undefined): boolean {
	const path = word ?? '';
	return (
		/^(?:\.\/|node_modules\/\.bin\/|\.?v?env\/bin\/)[^\0*?[]+$/.test(path) &&
		!path.split('/').includes('..')
	);
}
