import { byName, GIT_OPTIONS, PACKAGES, type ProgramCall, programName, UNKNOWN, wordsIn } from './call.ts';
import type { ParsedCommand } from './read-line.ts';
import { isTestRun } from './read-run.ts';
import { isReader } from './reads-only.ts';

/** Words that name the program more often than this match, unread. */
const MAX_STARTS = 64;

/**
 * Whether a line runs what a pattern names. A call matches if it begins with the words of the
 * pattern, options between them skipped (`git -C d commit`); an expansion may hold options, but is
 * no word of the pattern. Two words or more match among the arguments of a program that may start
 * them (`find . -exec git commit`, `./with-env.sh terraform apply`). A source that does not parse
 * matches by its words.
 */
export function matchesCommand({ calls, words }: ParsedCommand, pattern: string): boolean {
	const wanted = wordsIn(pattern);
	if (wanted.length === 0) return false;
	const starts = startsOf(words, wanted);
	const isInWords = starts.some((at) => patternEnd(words.slice(at), wanted) !== undefined);
	return starts.length > MAX_STARTS || isInWords || calls.some((call) => matchesCall(call, wanted));
}

/** Programs that show, look up or write down their arguments, and start none of them. */
const TAKES_TEXT = new Set(wordsIn('printf rg man which whereis command hash help tldr req notify-send say'));

function matchesCall({ words, wraps }: ProgramCall, wanted: readonly string[]): boolean {
	// What a wrapper starts is a call of its own.
	const takesText = wraps || isReader(words) || TAKES_TEXT.has(programName(words[0]));
	const starts = takesText || wanted.length === 1 ? [0] : startsOf(words, wanted);
	if (starts.length > MAX_STARTS) return true;
	return starts.some((at) => {
		const call = words.slice(at);
		const end = patternEnd(call, wanted);
		return end !== undefined && !isDryRun(call, end);
	});
}

/** Where some words name the program of a pattern. */
function startsOf(words: readonly string[], wanted: readonly string[]): readonly number[] {
	const name = programName(wanted[0]);
	return [...words.keys()].filter((at) => programName(words[at]) === name);
}

/** Options that take the next word and may come before the subcommand of a program. */
const LEADING_OPTIONS = byName<readonly string[]>({
	git: GIT_OPTIONS,
	'gh glab': wordsIn('-R --repo'),
	npm: [...PACKAGES, ...wordsIn('--registry --access --tag --otp')],
	kubectl: wordsIn('-n --namespace --context --cluster --user --kubeconfig -s --server --as'),
	helm: wordsIn('-n --namespace --kube-context --kubeconfig'),
	'terraform tofu': [],
});

/** An option, a setting (`A=1`), a number (`-j 4`), or an expansion that may hold options. */
const SKIPPED = /^(?:[-+\0]|[a-z_]\w*\+?=|\d+$)/i;

/**
 * The index behind a pattern, if some words begin with it. Of a program whose options are not known
 * each may take one word that is not of the pattern.
 */
function patternEnd(words: readonly string[], wanted: readonly string[]): number | undefined {
	const name = programName(wanted[0]);
	if (programName(words[0]) !== name) return undefined;
	const valued = LEADING_OPTIONS.get(name);
	let at = 1;
	for (const until of wanted.slice(1)) {
		for (let word = words[at] ?? ''; word !== until; word = words[at] ?? '') {
			if (!SKIPPED.test(word)) return undefined;
			const next = words[at + 1] ?? '';
			const mayBeValue = /^-[^=]*$/.test(word) && next !== until && !SKIPPED.test(next);
			at += (valued?.includes(word) ?? mayBeValue) ? 2 : 1;
		}
		at += 1;
	}
	return at;
}

/** `git commit --dry-run`, `git commit -h` and `git --help commit` do nothing. */
function isDryRun(words: readonly string[], end: number): boolean {
	if (programName(words[0]) !== 'git') return false;
	if (/^(?:-h|--help|-v|--version)$/.test(words[1] ?? '')) return true;
	const rest = words.slice(end);
	return rest.includes('--dry-run') || rest.includes('--help') || rest.join(' ') === '-h';
}

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded.
 */
export function provesCommand(parsed: ParsedCommand, pattern: string): boolean {
	const proven = parsed.calls.filter(({ hiddenBy, words }) => hiddenBy === undefined && words[0] !== UNKNOWN);
	return matchesCommand({ ...parsed, calls: proven, words: [] }, pattern);
}

/**
 * What a line that failed may have done: all but its last call that decides the status, which
 * failed or was never reached. A commit leaves a trace: `committed`, if that is known.
 */
export function doneBeforeFailure(parsed: ParsedCommand, committed: boolean | undefined): ParsedCommand {
	const failed = parsed.calls.findLast(({ hiddenBy }) => hiddenBy === undefined);
	const calls = parsed.calls.filter((call) => {
		const isCommit = committed !== undefined && matchesCommand({ ...parsed, calls: [call] }, 'git commit');
		if (isCommit) return committed;
		return call.hiddenBy !== undefined || call.written !== failed?.written;
	});
	return { ...parsed, calls };
}

/** What prepares the shell that tests run in. */
const PREPARES = /^(?:set|export|unset|source|\.)$/;

/**
 * Whether a command line does nothing but run tests: by a known runner or by one of these patterns,
 * and whatever else is in it only reads, or wraps another call of the line.
 */
export function onlyTests(line: ParsedCommand, patterns: readonly string[]): boolean {
	const rest = line.calls.filter((call) => {
		const own = { ...line, calls: [call], words: [] };
		return !isTestRun(call.words) && !patterns.some((pattern) => matchesCommand(own, pattern));
	});
	const isHarmless = rest.every(({ words, wraps }) => wraps || isReader(words) || PREPARES.test(words[0] ?? ''));
	return line.kind === 'parsed' && isHarmless && rest.length < line.calls.length;
}
