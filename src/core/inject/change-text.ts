import type { BranchState } from '../../state/branch-state.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { relativeTime } from '../text/phrases.ts';

/** Whose satisfactions a command changed. */
export interface Whose {
	/** `on branch main` */
	readonly on: string;
	/** `session 1a2b3c4d`; `this session` for its own user; `undefined`: from outside any session. */
	readonly session: string | undefined;
	/** Who did it, where that is not the user: as `session` is called. */
	readonly by: string | undefined;
}

/** What became of one requirement that was satisfied by hand. */
export interface SatisfiedName {
	readonly name: string;
	/** It was satisfied already; it is recorded anew. */
	readonly already: boolean;
	/** Whom it holds for: the session, or every session of the branch. */
	readonly holds: 'session' | 'branch';
	readonly expiresAt: string | undefined;
	/** What it was carried from: `session 1a2b3c4d`, `branch main`. */
	readonly from: string | undefined;
}

/** What was satisfied, one line per requirement. `now`: milliseconds since the epoch. */
export function satisfiedText(names: readonly SatisfiedName[], whose: Whose, now: number): string {
	return names
		.map((one) => {
			const what = one.already ? 'was satisfied already, recorded anew' : 'satisfied';
			return `${one.name}: ${what}${whereText(whose, one.holds)}${detailText(one, now)}`;
		})
		.join('\n');
}

function detailText({ from, expiresAt }: SatisfiedName, now: number): string {
	const carried = from === undefined ? '' : `, carried from ${oneLine(from)}`;
	const end = expiresAt === undefined ? '' : `, ends ${relativeTime(expiresAt, now)}`;
	return `${carried}${end}`;
}

/** For which session on which branch; what holds for the branch names the session that did it by itself. */
function whereText({ on, session, by }: Whose, holds: 'session' | 'branch'): string {
	if (holds === 'session') return ` for ${session ?? 'no session'} ${on}`;
	return ` for every session ${on}${by === undefined ? '' : `, by ${by}`}`;
}

interface ClearedName {
	readonly name: string;
	readonly cleared: boolean;
	/** Whose satisfaction it was: the session's, or every session's of the branch. */
	readonly of: 'session' | 'branch';
}

/** What was taken back, one line per requirement. */
export function clearedText(names: readonly ClearedName[], whose: Whose): string {
	return names
		.map(({ name, cleared, of }) => {
			const what = cleared ? 'cleared' : 'nothing to clear';
			return `${name}: ${what}${whereText(whose, of)}`;
		})
		.join('\n');
}

/**
 * Who approved a requirement, and until when.
 *
 * @param approval `expiresAt`: `undefined`: none was needed, a satisfaction lasts as long or longer
 */
export function approvedText(
	name: string,
	{ by, expiresAt }: { readonly by: string; readonly expiresAt: string | undefined },
	whose: Whose,
	now: number,
): string {
	const where = whereText(whose, 'session');
	if (expiresAt === undefined)
		return `${name}: is satisfied already${where}, so no approval is stored`;
	return `${name}: approved by ${oneLine(by)}${where}, ends ${relativeTime(expiresAt, now)}`;
}

type Pause = NonNullable<BranchState['paused']>;

/** The pause that stands now, and the one before. `branch`: as its reader calls it, `branch main`. */
export function pausedText(
	branch: string,
	{ paused, was }: { readonly paused: Pause; readonly was: Pause | undefined },
	now: number,
): string {
	const reason = paused.reason === undefined ? '' : `, ${quoted(paused.reason)}`;
	if (was === undefined)
		return `the gates of ${branch} are paused${reason}; \`req pause --off\` switches them on again`;
	const since = `paused already, ${relativeTime(was.at, now)} by ${oneLine(was.by)}`;
	const change = paused.reason === was.reason ? '' : '; its reason was updated';
	return `${branch} is ${since}${reason}${change}`;
}

/** That the gates stand again. `branch`: as its reader calls it, `branch main`. */
export function unpausedText(branch: string, isPaused: boolean): string {
	return isPaused ? `the gates of ${branch} are on again` : `${branch} is not paused`;
}
