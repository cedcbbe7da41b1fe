import { type ProgramCall, programName, wordsIn } from './call.ts';
import { LEADING_OPTIONS, optionSet } from './options.ts';
import type { ParsedCommand } from './read-line.ts';
import { isReader } from './reads-only.ts';

/** Words that name the program more often than this match, unread. */
const MAX_STARTS = 64;

/**
 * Whether a line runs what a pattern names. A call matches if it begins with the words of the
 * pattern, options between them skipped (`git -C d commit`); an expansion may hold options, but is
 * no word of the pattern. Two words or more match in the arguments of a program that may run them
 * (`find . -exec git commit`). A source that does not parse matches by its words.
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
 * The index behind a pattern that begins at an index, if it is there. Of a program whose options
 * are not known each option may take a value or not: both readings are followed.
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
	`[ [[ : alias apt apt-get awk bat brew chmod chown command cp curl declare exit export gh git help
	info less ln local man mkdir mv node npm perl pip pnpm python python3 read req rm sed set tee test
	touch unset wget whereis which yarn yq`,
);

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded.
 */
export function provesCommand({ calls }: ParsedCommand, pattern: string): boolean {
	return calls.some(({ words, hiddenBy }) => {
		const end = hiddenBy === undefined ? patternEnd(words, wordsIn(pattern), 0) : undefined;
		return end !== undefined && !isDryRun(words, end);
	});
}

/**
 * What a line that failed may have done: all but its last call that decides the status, which
 * failed or was never reached. A commit leaves a trace: `committed`, if that can be told.
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
	`add am apply bisect branch checkout cherry-pick clean commit fetch filter-branch merge mv pull push
	read-tree rebase remote reset restore revert rm sparse-checkout stash submodule subtree switch
	symbolic-ref update-index update-ref worktree`,
);

/**
 * Whether a line holds a git call after which `git diff` against the merge base may differ (the
 * measure of `branch_size` is cached). Writes by other programs are not seen here.
 */
export function changesTree(parsed: ParsedCommand): boolean {
	return TREE_CHANGES.some((name) => matchesCommand(parsed, `git ${name}`));
}
