import type { Requirement } from '../config/config.ts';
import type { Place } from '../git/place.ts';
import { askGit, type GitContext } from '../git/quiet-git.ts';
import { gitWords, type ProgramCall } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { readsOnly } from '../shell/reads-only.ts';
import { type Action, isCommit, matchOf } from './triggers.ts';

/** Options of `git commit` that take the next word. */
const VALUED = /^-[^-mFCct]*[mFCct]$|^--(?:message|file|author|date|trailer|template|cleanup|re(?:use|edit)-message)$/;
/** Options with which it commits more than what is staged. */
const TAKES = /^-[^-mFCctuS]*[aip]|^--(?:all|include|interactive|patch|pathspec)/;

/** Lines of `git status`. */
const NOTHING = /^$/;
const UNTRACKED = /^\?\?/;
const UNSTAGED = /^[ ?]/;

/**
 * Requirements without the reviews of a commit, if the call amends one and changes no file: it needs no new review.
 *
 * @param asked `ran`: the call ran already, so that the commits are compared, else the working tree is compared
 */
export async function withoutReviews(
	requirements: readonly Requirement[],
	action: Action,
	{ place, ran, context }: { place: Place; ran: boolean; context: GitContext },
): Promise<readonly Requirement[]> {
	const isReview = ({ scope, blocks }: Requirement) =>
		scope === 'single_use' && blocks.filter((one) => matchOf(one, action)).every(isCommit);
	const leftOut = action.command && leftOutBy(action.command);
	if (leftOut === undefined || !requirements.some(isReview)) return requirements;
	const asked = ran
		? ['diff', '--name-only', 'HEAD@{1}', 'HEAD']
		: ['status', '--porcelain', '--untracked-files=normal'];
	const files = (await askGit(place, asked, context))?.split('\n').slice(0, -1);
	const isReword = files?.every((line) => !ran && leftOut.test(line)) === true;
	return isReword ? requirements.filter((one) => !isReview(one)) : requirements;
}

/**
 * The lines that `git status` prints of files that the commit does not get, if a line amends one; `undefined` if it makes
 * another one or first runs what may change files.
 */
function leftOutBy(line: ParsedCommand): RegExp | undefined {
	const { calls } = line;
	const isOfCommit = ({ words }: ProgramCall) => gitWords(words)[0] === 'commit';
	const at = calls.findIndex(isOfCommit);
	const before = calls.slice(0, at);
	const words = gitWords(calls[at]?.words ?? []);
	const options = words.slice(1).filter((_, nth) => !VALUED.test(words[nth] ?? ''));
	const isAlone = at === calls.findLastIndex(isOfCommit) && readsOnly({ ...line, calls: before });
	if (!isAlone || !options.includes('--amend')) return undefined;
	if (before.some((call) => gitWords(call.words)[0] === 'add')) return NOTHING;
	const isOfFiles = options.some((word) => !word.startsWith('-') || TAKES.test(word));
	return isOfFiles ? UNTRACKED : UNSTAGED;
}
