import type { Approved } from '../../app/commands/approve.ts';
import type { Cleared } from '../../app/commands/clear.ts';
import type { Done } from '../../app/commands/done.ts';
import type { Pausing } from '../../app/commands/pausing.ts';
import type { Satisfied, SatisfiedName } from '../../app/commands/satisfy.ts';
import { OUTSIDE } from '../../app/commands/session-choice.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { relativeTime } from './time.ts';

/** What `req satisfy` did, one line per requirement. */
export function satisfyText(satisfied: Satisfied, now: number): string {
	return satisfied.names
		.map((one) => {
			const what = one.already ? 'was satisfied already, recorded anew' : 'satisfied';
			return `${one.name}: ${what}${whereText(satisfied, one.holds)}${detailText(one, now)}`;
		})
		.join('\n');
}

function detailText({ from, expiresAt }: SatisfiedName, now: number): string {
	const carried = from === undefined ? '' : `, carried from session ${from}`;
	const end = expiresAt === undefined ? '' : `, ends ${relativeTime(expiresAt, now)}`;
	return `${carried}${end}`;
}

/** For which session on which branch; what holds for the branch names the session it was done by. */
function whereText(
	{ place, session }: Pick<Satisfied, 'place' | 'session'>,
	holds: 'session' | 'branch',
): string {
	const branch = oneLine(place.branch);
	if (holds === 'session') return ` for session ${session.key} on branch ${branch}`;
	const by = session.key === OUTSIDE ? '' : `, by session ${session.key}`;
	return ` for every session on branch ${branch}${by}`;
}

/** What `req clear` did, one line per requirement. */
export function clearText(done: Cleared): string {
	return done.names
		.map(({ name, cleared, of }) => {
			const what = cleared ? 'cleared' : 'nothing to clear';
			return `${name}: ${what}${whereText(done, of)}`;
		})
		.join('\n');
}

/** Who approved what, and until when. */
export function approveText(approved: Approved, now: number): string {
	const names = approved.requirements.map(({ name }) => name).join(', ');
	const { expiresAt, session } = approved;
	if (expiresAt === undefined) {
		return `${names}: is satisfied already for session ${session.key}, so no approval is stored`;
	}
	const end = relativeTime(expiresAt, now);
	return `${names}: approved by ${oneLine(approved.by)} for session ${session.key}, ends ${end}`;
}

/** What a completed skill satisfied. */
export function doneText({ skill, session, satisfied, already }: Done): string {
	const whose = `for session ${session.key}`;
	return [
		...(satisfied.length === 0
			? []
			: [`${skill} is completed: ${satisfied.join(', ')} satisfied ${whose}`]),
		...(already.length === 0 ? [] : [`satisfied already ${whose}: ${already.join(', ')}`]),
	].join('\n');
}

/** The pause that stands now. */
export function pauseText({ place, paused, was, stored }: Pausing, now: number): string {
	const reason = paused?.reason === undefined ? '' : `, ${quoted(paused.reason)}`;
	const branch = oneLine(place.branch);
	if (was === undefined) {
		return `the gates of branch ${branch} are paused${reason}; \`req unpause\` ends it`;
	}
	const since = `paused already, ${relativeTime(was.at, now)} by ${oneLine(was.by)}`;
	const change = stored.kind === 'unchanged' ? '' : '; its reason is new';
	return `branch ${branch} is ${since}${reason}${change}`;
}

/** That the gates stand again. */
export function unpauseText({ place, paused }: Pausing): string {
	const branch = oneLine(place.branch);
	return paused === undefined
		? `branch ${branch} is not paused`
		: `the gates of branch ${branch} are on again`;
}
