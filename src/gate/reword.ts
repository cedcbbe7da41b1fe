import type { Requirement } from '../config/config.ts';
import type { Place } from '../git/place.ts';
import { askGit, type GitContext } from '../git/quiet-git.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { type Action, isCommit, matchOf } from './triggers.ts';

/** Options of `git commit` that add no file to the commit, and those of them that take a value. */
const FREE =
	/^(?:--amend|--no-edit|-e|--edit|-q|--quiet|-s|--signoff|-n|--no-verify|-\w=.*|--[a-z-]+=.*)$/;
const VALUED = new Set(['-m', '--message', '-F', '--file', '--author', '--date', '--trailer']);
/** Other calls that the line may have: none stages a file. */
const HARMLESS = /^(?:cd |git (?:log|show|status|diff)\b)/;

/**
 * Requirements without the reviews of a commit, if the call amends one and changes no file: it needs no new review.
 *
 * @param asked `ran`: the call ran already, so that the commits are compared, else the index
 */
export async function withoutReviews(
	requirements: readonly Requirement[],
	action: Action,
	{ place, ran, context }: { place: Place; ran: boolean; context: GitContext },
): Promise<readonly Requirement[]> {
	const isReview = ({ scope, blocks }: Requirement) =>
		scope === 'single_use' && blocks.filter((one) => matchOf(one, action)).every(isCommit);
	const { command } = action;
	if (command === undefined || !isReword(command) || !requirements.some(isReview))
		return requirements;
	const compared = ran ? ['HEAD@{1}', 'HEAD'] : ['--cached'];
	const files = await askGit(place, ['diff', '--name-only', ...compared], context);
	return files === '' ? requirements.filter((one) => !isReview(one)) : requirements;
}

function isReword({ kind, calls }: ParsedCommand): boolean {
	const isOfCommit = ({ words }: ParsedCommand['calls'][number]) =>
		words[0] === 'git' && words[1] === 'commit';
	const [commit, ...more] = calls.filter(isOfCommit);
	const others = calls.filter((call) => !isOfCommit(call));
	const isAlone = others.every(({ words }) => HARMLESS.test(`${words.join(' ')} `));
	if (kind !== 'parsed' || commit === undefined || more.length > 0 || !isAlone) return false;
	const options = commit.words.slice(2).filter((_, at, all) => !VALUED.has(all[at - 1] ?? ''));
	return (
		options.includes('--amend') && options.every((word) => VALUED.has(word) || FREE.test(word))
	);
}
