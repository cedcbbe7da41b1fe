import { isProjectProgram, type ProgramCall, programName, UNKNOWN, wordsIn } from './call.ts';
import { LEADING_OPTIONS, optionSet } from './options.ts';
import type { ParsedCommand } from './parse-command.ts';
import { isReader } from './reads-only.ts';

/** Words that name the program more often than this match, unread. */
const MAX_STARTS = 64;

/**
 * Whether a command line runs what a pattern names. A call matches if it begins with the words of the pattern, options
 * in between skipped with their values (`git -C d commit`). An expansion may hold options (`git $OPTS commit`), but is
 * never a word of the pattern. A pattern of two words or more matches in the arguments of a program that may run them:
 * `find . -exec git commit`. A source that does not parse matches by its words. Out of reach: aliases, script files.
 */
export function matchesCommand({ calls, words }: ParsedCommand, pattern: string): boolean {
	const wanted = wordsIn(pattern);
	if (wanted.length === 0) return false;
	return matchesWithin(words, wanted) || calls.some((call) => matchesCall(call, wanted));
}

function matchesCall({ words, wraps }: ProgramCall, wanted: readonly string[]): boolean {
	const end = patternEnd(words, wanted, 0);
	if (end !== undefined) return !isDryRun(words, end);
	const program = programName(words[0]);
	const isQuiet =
		wraps || QUIET.has(program) || isReader(words) || program === programName(wanted[0]);
	return wanted.length > 1 && !isQuiet && matchesWithin(words, wanted);
}

function matchesWithin(words: readonly string[], wanted: readonly string[]): boolean {
	const name = programName(wanted[0]);
	const starts = words.flatMap((word, at) => (programName(word) === name ? [at] : []));
	return (
		starts.length > MAX_STARTS || starts.some((at) => patternEnd(words, wanted, at) !== undefined)
	);
}

/** An option, a setting (`A=1`), a number (`-j 4`), or an expansion that may hold options. */
const SKIPPED = /^(?:[-+\0]|[a-z_]\w*\+?=|\d+$)/i;

/**
 * The index behind the last word of a pattern that begins at an index; `undefined`: it does not match. An option of a
 * program whose options are not known may take a value or not: both readings are followed, each word once.
 */
function patternEnd(
	words: readonly string[],
	wanted: readonly string[],
	from: number,
): number | undefined {
	const name = programName(wanted[0]);
	if (programName(words[from]) !== name) return undefined;
	const valued = LEADING_OPTIONS.get(name);
	const mayBeValued = (word: string) => valued?.has(word) ?? /^(?:\0$|-[^=]*$)/.test(word);
	let ends: readonly number[] = [from + 1];
	for (const until of wanted.slice(1)) {
		// A set that grows is gone through to its end.
		const places = new Set(ends);
		for (const at of places) {
			const word = words[at] ?? '';
			if (word === until || !SKIPPED.test(word)) continue;
			if (mayBeValued(word)) places.add(at + 2);
			if (!valued?.has(word)) places.add(at + 1);
		}
		ends = [...places].filter((at) => words[at] === until).map((at) => at + 1);
	}
	return ends[0];
}

/** `git commit --dry-run`, `git commit -h` and `git --help commit` do nothing. */
function isDryRun(words: readonly string[], end: number): boolean {
	if (programName(words[0]) !== 'git') return false;
	if (/^(?:-h|--help|-v|--version)$/.test(words[1] ?? '')) return true;
	const rest = words.slice(end);
	return rest.includes('--dry-run') || rest.includes('--help') || rest.join(' ') === '-h';
}

/** Programs, beside those that only read, whose arguments are text, names or packages. */
const QUIET = optionSet(
	`[ [[ : alias apt apt-get apt-cache awk bat brew chmod chown command cp curl declare dnf exit export fgrep gawk gh
	git glab hash help info less ln local man mkdir more mv node npm pacman perl pip pip3 pnpm python python3 read
	readonly req return rm rmdir sed set shift tee test tldr touch typeset unset wget whence whereis which yarn yq
	yum zgrep`,
);

/** With these a program does nothing. */
const IDLE = /^(?:--help|--version|--usage|--dry-run|-h|-\?)$/;

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded: not with `--help` or `--dry-run` before a `--`, not from a file outside the project (`/tmp/npm test`), and
 * not with a word unknown before the pattern ends.
 */
export function provesCommand({ calls }: ParsedCommand, pattern: string): boolean {
	const wanted = wordsIn(pattern);
	return calls.some(({ words, hiddenBy }) => {
		const [program = ''] = words;
		const end = wanted.length === 0 ? undefined : patternEnd(words, wanted, 0);
		if (hiddenBy !== undefined || end === undefined || words.slice(1, end).includes(UNKNOWN))
			return false;
		const dashes = words.indexOf('--', end);
		const given = words.slice(1, dashes < 0 ? undefined : dashes);
		const isIdle = given.some((word) => IDLE.test(word) && !wanted.includes(word));
		const isOurs = !program.includes('/') || program === wanted[0] || isProjectProgram(program);
		return isOurs && !isIdle;
	});
}

/**
 * What a line that failed may have done before it did. The last call whose status is the line's is the one that failed,
 * or that was never reached; any other counts. A commit leaves a trace: `committed` says
 * whether there is one, or `undefined` if that cannot be told.
 */
export function doneBeforeFailure(
	parsed: ParsedCommand,
	committed: boolean | undefined,
): ParsedCommand {
	const failed = parsed.calls.findLast(({ hiddenBy }) => hiddenBy === undefined)?.words.join(' ');
	const calls = parsed.calls.filter((call) => {
		const isCommit =
			committed !== undefined && matchesCommand({ ...parsed, calls: [call] }, 'git commit');
		if (isCommit) return committed;
		// `sudo git push` is two calls, and the inner one ends the outer one's words.
		const isLast = failed !== undefined && call.words.join(' ').endsWith(failed);
		return call.hiddenBy !== undefined || !isLast;
	});
	return { ...parsed, calls };
}

/** Git commands after which a comparison with the merge base may say something else. */
const TREE_CHANGES = wordsIn(
	`add am apply bisect branch checkout checkout-index cherry-pick clean commit fetch filter-branch merge mv pull
	push read-tree rebase remote reset restore revert rm sparse-checkout stash submodule subtree switch symbolic-ref
	update-index update-ref worktree`,
);

/**
 * Whether a command line holds a git call after which `git diff` against the merge base may say
 * something else (the measure of `branch_size` is cached). Writes by other programs are not seen here.
 */
export function changesTree(parsed: ParsedCommand): boolean {
	return TREE_CHANGES.some((name) => matchesCommand(parsed, `git ${name}`));
}
