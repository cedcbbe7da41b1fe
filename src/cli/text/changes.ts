import type { Approved } from '../../app/commands/approve.ts';
import type { Cleared } from '../../app/commands/clear.ts';
import type { Done } from '../../app/commands/done.ts';
import type { Pausing } from '../../app/commands/pausing.ts';
import type { Satisfied, SatisfiedName } from '../../app/commands/satisfy.ts';
import { oneLine, quoted } from '../../core/inject/one-line.ts';
import { relativeTime } from './time.ts';

/** What `req satisfy` did, one line per requirement. */
export function satisfyText({ place, names }: Satisfied, now: number): string {
	const branch = oneLine(place.branch);
	return names
		.map((one) => `${one.name}: ${satisfiedText(one, now)} on branch ${branch}`)
		.join('\n');
}

function satisfiedText({ already, from, expiresAt }: SatisfiedName, now: number): string {
	const what = already ? 'was satisfied already, recorded anew' : 'satisfied';
	const carried = from === undefined ? '' : `, carried from session ${from}`;
	const end = expiresAt === undefined ? '' : `, ends ${relativeTime(expiresAt, now)}`;
	return `${what}${carried}${end}`;
}

/** What `req clear` did, one line per requirement. */
export function clearText({ place, names }: Cleared): string {
	const branch = oneLine(place.branch);
	return names
		.map(
			({ name, cleared }) =>
				`${name}: ${cleared ? 'cleared' : 'nothing to clear'} on branch ${branch}`,
		)
		.join('\n');
}

/** Who approved what, and until when. */
export function approveText(approved: Approved, now: number): string {
	const names = approved.requirements.map(({ name }) => name).join(', ');
	const end = relativeTime(approved.expiresAt, now);
	return `${names}: approved by ${oneLine(approved.by)} for session ${approved.session.key}, ends ${end}`;
}

/** What a completed skill satisfied. */
export function doneText({ skill, satisfied, already }: Done): string {
	return [
		...(satisfied.length === 0 ? [] : [`${skill} is completed: ${satisfied.join(', ')} satisfied`]),
		...(already.length === 0 ? [] : [`satisfied already: ${already.join(', ')}`]),
	].join('\n');
}

/** The pause that stands now. */
export function pauseText({ place, paused, stored }: Pausing, now: number): string {
	const reason = paused?.reason === undefined ? '' : `, ${quoted(paused.reason)}`;
	const since = `${relativeTime(paused?.at, now)} by ${oneLine(paused?.by ?? 'user')}${reason}`;
	const branch = oneLine(place.branch);
	return stored.kind === 'unchanged'
		? `branch ${branch} is paused already, since ${since}`
		: `the gates of branch ${branch} are paused${reason}; \`req unpause\` ends it`;
}

/** That the gates stand again. */
export function unpauseText({ place, paused }: Pausing): string {
	const branch = oneLine(place.branch);
	return paused === undefined
		? `branch ${branch} is not paused`
		: `the gates of branch ${branch} are on again`;
}
