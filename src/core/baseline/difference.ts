import { branchText } from '../place/place.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted, listed } from '../text/phrases.ts';
import type { PolicyChange } from './policy.ts';

/** How the world differs from what a session began with. */
export type Difference = PlaceDifference | PolicyDifference;

interface PlaceDifference {
	readonly kind: 'place';
	/** Tells it from others of its kind. */
	readonly key: string;
	/** Where the session began. */
	readonly root: string;
	/** Where git says its directory belongs now; `undefined`: to no repository, or nobody can tell. */
	readonly now: string | undefined;
	/** Why git's files cannot be read: then the branch is not known, and what is held back cannot be judged. */
	readonly unreadable: string | undefined;
	/** git's config names another working tree. */
	readonly byConfig: boolean;
}

interface PolicyDifference {
	readonly kind: 'policy';
	readonly key: string;
	readonly branch: string;
	/** The session began without that branch: nobody can tell who wrote its config. */
	readonly isNewBranch: boolean;
	readonly changes: readonly PolicyChange[];
	/** The policy is the branch's own, from before the session: it counts, but for what is locked. */
	readonly isOfBranch: boolean;
	/** What is wrong with a config file that cannot be read, as one with conflict markers: no change that anybody wants. */
	readonly unreadable: string | undefined;
	/** Nothing of the earlier policy has to hold beside it. */
	readonly asIs: boolean;
}

/** Those that hold something back: a branch's own policy that counts as it is does not. */
export function holding(differences: Iterable<Difference>): Difference[] {
	return [...differences].filter((one) => one.kind === 'place' || !one.isOfBranch || !one.asIs);
}

const MAX_NAMED = 5;

/** A difference as the model and the user are told of it, with the way out. */
export function differenceText(difference: Difference): string {
	return difference.kind === 'place' ? placeText(difference) : policyText(difference);
}

function placeText({ root, now, unreadable, byConfig }: PlaceDifference): string {
	const began = `this session began in ${named(root)}`;
	if (unreadable !== undefined) {
		return `${began}, and git's files there cannot be read now: ${oneLine(unreadable)}. What a requirement holds back is refused until they can be read again.`;
	}
	const says =
		now === undefined
			? 'git finds no repository there now'
			: `git says that the work tree is ${named(now)} now`;
	const undo = byConfig ? ' `git config --unset core.worktree` takes it back.' : '';
	return `${began}, and ${says}. Calls are judged in ${named(root)}.${undo} Only the user can accept the change: \`req trust\`.`;
}

function policyText(difference: PolicyDifference): string {
	const { branch, isNewBranch, isOfBranch, unreadable } = difference;
	if (unreadable !== undefined) {
		return `a config file cannot be read (${unreadable}). What this session began with holds until the user has corrected the file; \`req config check\` names its mistakes.`;
	}
	const changes = difference.changes.filter(({ looser }) => looser.length > 0);
	if (isOfBranch) {
		return `${branchText(branch)} has requirements of its own (${changesText(changes)}). They apply here; what was locked when the session began still holds.`;
	}
	if (isNewBranch) {
		return `the requirements on ${branchText(branch)} ask for less than those this session began with (${changesText(changes)}), and req did not see that branch at the start of the session, so it cannot tell who wrote them. Whichever is stricter applies until the user accepts the change: \`req trust\`.`;
	}
	return `the requirements ask for less than when this session began (${changesText(changes)}). Whichever is stricter applies until the user accepts the change: \`req trust\`.`;
}

/** `commit_plan is gone; tested is looser (scope, ttl)` */
function changesText(changes: readonly PolicyChange[]): string {
	const shown = changes.slice(0, MAX_NAMED).map(changeText);
	const more = changes.length - shown.length;
	return [...shown, ...(more > 0 ? [counted(more, 'more change')] : [])].join('; ');
}

/** One change: `tested is looser (scope) and stricter (ttl)`. */
export function changeText({ name, looser, stricter }: PolicyChange): string {
	if (looser.includes('gone')) return `${named(name)} is gone`;
	if (stricter.includes('new')) return `${named(name)} is new`;
	// `protect` is no requirement: the whole of it is what changed.
	if (name === 'protect' && looser[0] === name) return 'protection is weaker';
	if (name === 'protect' && stricter[0] === name) return 'protection is stronger';
	const parts = [
		...(looser.length === 0 ? [] : [`looser (${listed(looser)})`]),
		...(stricter.length === 0 ? [] : [`stricter (${listed(stricter)})`]),
	];
	return `${named(name)} is ${parts.join(' and ')}`;
}

/** The same for scripts. */
export function differenceJson(difference: Difference): object {
	if (difference.kind === 'place') {
		const { kind, root, now, unreadable } = difference;
		return { kind, began_in: root, now: now ?? null, unreadable: unreadable ?? null };
	}
	const { kind, branch, changes, unreadable } = difference;
	return { kind, branch, changes, unreadable: unreadable ?? null };
}
