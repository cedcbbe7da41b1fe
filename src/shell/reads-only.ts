import { byName, isNoFile, programName, UNKNOWN } from './call.ts';
import type { ParsedCommand } from './read-line.ts';

/**
 * Programs that only read or print, and the options with which they do more. A program that is not
 * here may write, and so may one that gets such an option.
 */
const READERS = byName<RegExp | undefined>({
	'cat head tail wc ls pwd echo grep egrep fgrep cut tr comm cmp stat du df ps whoami uname basename': undefined,
	'dirname realpath readlink true false sleep type md5sum sha256sum shasum nl jq cd ag ack': undefined,
	rg: / --(?:pre|hostname-bin)/,
	printf: / -v/,
	find: / -(?:delete|exec|ok|fprint|fls)/,
	sort: / (?:-\w*[oT]|--[ocft])/,
	uniq: / [^-]/,
	diff: / --to/,
	sed: /^(?! -n [\d,;p$]+(?: [^-]\S*)*$)/,
	git: / (?:--ou|--op|--ext-diff|--textconv|-\w*O)/,
});

/** What git only reads, or commits: it was there already, and gates see the words of a commit. */
const GIT_READERS = new RegExp(
	`^ (?:--no-pager )?(?:${[
		'(?:commit|add|status|diff|log|show|blame|ls-files|ls-tree|rev-parse|rev-list|merge-base)(?= |$)',
		'(?:describe|shortlog|grep|for-each-ref|show-ref|stash list|worktree list)(?= |$)',
		'branch(?: --show-current| -a| -vv?| --list)?$',
		'remote(?: -v)?$',
	].join('|')})`,
);

/** Whether a call with these words does nothing else to files than to read them. */
export function isReader([program = '', ...rest]: readonly string[]): boolean {
	if (!READERS.has(program)) return false;
	const more = READERS.get(program);
	if (more !== undefined && rest.some((word) => word.includes(UNKNOWN))) return false;
	const given = rest.map((word) => ` ${word.replaceAll(/\s/g, '_')}`).join('');
	return more?.test(given) !== true && (program !== 'git' || GIT_READERS.test(given));
}

/**
 * Whether a command line plainly only reads, or commits what is there. If that is not certain, it
 * does not.
 */
export function readsOnly({ kind, calls, redirected }: ParsedCommand): boolean {
	if (kind === 'unparsed' || redirected.some(({ word }) => !isNoFile(word))) return false;
	return calls.every(({ words, wraps }) => wraps || isReader(words));
}

/**
 * Whether a line holds a git call after which `git diff` against the merge base may differ (the
 * measure of `branch_size` is cached). Writes by other programs are not seen here.
 */
export function changesTree({ calls, words }: ParsedCommand): boolean {
	const isChange = (call: readonly string[]) =>
		programName(call[0]) === 'git' && (!isReader(call) || call.includes('add') || call.includes('commit'));
	return words.includes('git') || calls.some((call) => isChange(call.words));
}
