import type { Approved } from '../../app/commands/approve.ts';
import type { Cleared } from '../../app/commands/clear.ts';
import type { Done } from '../../app/commands/done.ts';
import type { Pausing } from '../../app/commands/pausing.ts';
import type { Satisfied } from '../../app/commands/satisfy.ts';
import { OUTSIDE } from '../../app/commands/session-choice.ts';
import {
	approvedText,
	clearedText,
	type PauseFacts,
	pausedText,
	satisfiedText,
	unpausedText,
	type Whose,
} from '../../core/inject/change-text.ts';

/** What `req satisfy` did, one line per requirement. */
export function satisfyText(satisfied: Satisfied, now: number): string {
	return satisfiedText(satisfied.names, whoseOf(satisfied), now);
}

/** What `req clear` did, one line per requirement. */
export function clearText(done: Cleared): string {
	return clearedText(done.names, whoseOf(done));
}

/** Who approved what, and until when. */
export function approveText(approved: Approved, now: number): string {
	return approvedText(approved, whoseOf(approved), now);
}

/** A terminal may stand beside several sessions, so each is named by its key. */
function whoseOf({ place, session }: Pick<Satisfied, 'place' | 'session'>): Whose {
	const isOutside = session.key === OUTSIDE;
	return { branch: place.branch, session: isOutside ? undefined : `session ${session.key}` };
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
export function pauseText(pausing: Pausing, now: number): string {
	return pausedText(factsOf(pausing), now);
}

/** That the gates stand again. */
export function unpauseText(pausing: Pausing): string {
	return unpausedText(factsOf(pausing));
}

function factsOf({ place, paused, was, stored }: Pausing): PauseFacts {
	return { branch: place.branch, paused, was, isChanged: stored.kind !== 'unchanged' };
}
