import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { counted, listed, relativeTime } from '../core/text/phrases.ts';
import { branchText, onBranchText } from '../git/place.ts';
import type { SatisfactionFields } from '../state/branch-state.ts';
import { isRootScope } from '../state/branch-state.ts';
import { textIn } from '../store/foreign-json.ts';
import { nextSteps } from './next-steps.ts';
import { factOf } from './requirement-types.ts';
import type { Reason, Status } from './status.ts';
import { covers, isCommit, triggerText } from './triggers.ts';

/** Why a requirement is satisfied or not, as half a sentence. `now`: milliseconds since the epoch. */
export function reasonText(status: Status, now: number): string {
	const { reason, satisfaction = {}, requirement, lines } = status;
	const ago = (iso: string | undefined) => relativeTime(iso, now);
	if (status.failedAt !== undefined) return `ran and failed ${ago(status.failedAt)}`;
	const { satisfied_at, expires_at: end, stale_since, stale_file, tip } = satisfaction;
	const ends = end === undefined ? '' : `, ends ${ago(end)}`;
	switch (reason) {
		case 'satisfied':
			return `${satisfaction.satisfied_by === 'carried' ? '' : 'satisfied by '}${byWhom(satisfaction)} ${ago(satisfied_at)}${ends}`;
		case 'approved':
			return `${approvalText(satisfaction)} ${ago(satisfied_at)}${ends}`;
		case 'does_not_apply':
			return lines === undefined
				? 'does not apply here'
				: `${counted(lines, 'changed line')}, within the limit`;
		case 'never_satisfied':
		case 'consumed':
			return missingText(status, now);
		case 'expired':
			return `expired ${ago(end)}`;
		case 'stale': {
			const what = stale_file === undefined ? 'files' : named(stale_file);
			const { stale_cause: cause } = satisfaction;
			if (cause === undefined) return `stale: ${what} changed ${ago(stale_since)}`;
			return `stale: a ${named(cause)} changed ${what} ${ago(stale_since)}`;
		}
		case 'left': {
			const commit = oneLine(tip?.commit.slice(0, 7) ?? '');
			return `satisfied ${ago(satisfied_at)} on commit ${commit}, but this branch name belongs to other work now`;
		}
		case 'linked':
			return 'not counted: the folder of its state, or a folder in it, is a link, which req does not follow';
		default:
			return factOf(requirement)?.unmet(requirement, lines) ?? '';
	}
}

/** The same of a requirement that the session has to satisfy here, for the first time or once more. */
function missingText({ requirement, consumed, heldOn }: Status, now: number): string {
	const ago = (iso: string) => relativeTime(iso, now);
	if (heldOn !== undefined)
		return `not satisfied on this branch; this session satisfied it ${onBranchText(heldOn.branch)} ${ago(heldOn.at)}`;
	if (consumed === undefined)
		return `not satisfied ${isRootScope(requirement.scope) ? 'on this branch' : 'in this session'}`;
	const { at, commit, to } = consumed;
	if (to !== undefined) return `carried over to ${branchText(to)} ${ago(at)}`;
	const by = commit === undefined ? 'an earlier call' : `commit ${oneLine(commit.slice(0, 7))}`;
	const isOfCommits = requirement.blocks.every(isCommit);
	const [first] = nextSteps({ requirement });
	const renewal = first?.kind === 'skill' ? 'a new review' : 'it again';
	return `consumed by ${by}, ${ago(at)}; the next ${isOfCommits ? 'commit' : 'call'} needs ${renewal}`;
}

/** The reason as a sentence, what else is known of it, and the team's message. */
export function whyUnmet(status: Status, now: number): string {
	const { requirement, reason, uncounted, bypass } = status;
	const { message } = requirement;
	const reasons = [
		reasonText(status, now),
		...(uncounted === undefined ? [] : [`the last run does not count: ${oneLine(uncounted)}`]),
		...(bypass === undefined ? [] : [bypassText(bypass.paths)]),
	];
	// Whoever satisfied it before knows what it asks.
	const isKnown = message === undefined || ASKED_BEFORE.includes(reason);
	return `${reasons.join('; ')}.${isKnown ? '' : ` ${quoted(message)}`}`;
}

const ASKED_BEFORE: readonly Reason[] = ['consumed', 'stale', 'expired', 'left'];

function bypassText(paths: readonly string[]): string {
	return paths.length === 0 ? 'bypassed' : `bypassed: ${listed(paths.map(named))} changed`;
}

/** What an unmet requirement does, in a few words: `blocks edits and keeps the turn open`. */
export function effectText(status: Pick<Status, 'requirement' | 'triggered'>): string {
	const { enforce, blocks } = status.requirement;
	const calls = [...new Set(blocks.map(triggerText))].join(', ');
	if (enforce === 'warn') return `warns at ${calls}`;
	const isBlocking = enforce === 'deny' && calls !== '';
	const effects = [
		...(isBlocking ? [`blocks ${calls}`] : []),
		...(keepsTurnOpen(status) ? ['keeps the turn open'] : []),
	];
	return effects.join(' and ');
}

/**
 * Whether an unmet requirement keeps the turn open as well as it blocks calls: work was done, or can be done without a
 * refusal. If all that arms it is blocked until it is satisfied, it never does.
 */
export function keepsTurnOpen({
	requirement,
	triggered,
}: Pick<Status, 'requirement' | 'triggered'>): boolean {
	const { enforce, holdsStop, triggers, blocks } = requirement;
	return holdsStop && (triggered || enforce === 'stop' || !covers(blocks, triggers));
}

/** Who lets a session go on without it. */
export function approvalText(satisfaction: Status['satisfaction']): string {
	return `approved by ${oneLine(textIn(satisfaction?.metadata, 'approved_by') || 'the user')}`;
}

/** Who or what satisfied a requirement, with its evidence: `skill /arch-review`, `carried from 1a2b3c4d, /arch-review`. */
export function byWhom({ satisfied_by, metadata }: SatisfactionFields): string {
	const filled = (key: string) => textIn(metadata, key) || undefined;
	const approved = filled('approved_by');
	const skill = filled('skill');
	const detail = (approved && `by ${approved}`) ?? (skill && `/${skill}`) ?? filled('command');
	if (satisfied_by === 'carried') {
		const branch = filled('carried_from_branch');
		const source = branch === undefined ? filled('carried_from') : branchText(branch);
		const from = `carried from ${source ?? 'a session'}`;
		const origin = detail ?? filled('originally_by');
		return oneLine(origin === undefined ? from : `${from}, ${origin}`);
	}
	const by = satisfied_by ?? '?';
	return oneLine(detail === undefined ? by : `${by} ${detail}`);
}
