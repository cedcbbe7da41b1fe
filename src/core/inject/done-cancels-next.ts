import type { SessionRecord } from '../session-record/schema.ts';
import { isAscii } from '../text/is-ascii.ts';

/** Share of a next step's words that a done item must have (D27). */
const DONE_SHARE = 0.6;

/** A next step, or something that was brought to an end, and when. */
interface Dated {
	/** `test:npm`, `commit:<subject>`, `task:<title>`, `done:<next step>`; of a next step with or without `next:`. */
	readonly text: string;
	/** ISO time. */
	readonly at: string;
}

/**
 * Whether something that was brought to an end since says that a next step is done: it has at least 60 % of its words
 * (D27). What kind of thing it was is none of them.
 */
export function isDone(action: Dated, completed: readonly Dated[]): boolean {
	const words = wordsOf(action.text);
	if (words.size === 0) return false;
	return completed.some(({ text, at }) => {
		if (!(at > action.at)) return false;
		const done = wordsOf(text);
		const shared = [...words].filter((word) => done.has(word)).length;
		return shared / words.size >= DONE_SHARE;
	});
}

type Activity = Pick<SessionRecord, 'activity' | 'started_at' | 'last_activity'>;

/** What a session brought to an end. Where nobody noted when, it was at the session's end. */
export function completionsOf({ activity, last_activity }: Activity): readonly Dated[] {
	const { completed, completed_at: times } = activity;
	return completed.map((text, index) => ({ text, at: times?.[index] || last_activity }));
}

/** The next steps of a session. Where nobody noted since when, it was from the session's start. */
export function nextStepsOf({ activity, started_at }: Activity): readonly Dated[] {
	const { next_actions: actions, next_actions_at: times } = activity;
	return actions.map((text, index) => ({ text, at: times?.[index] || started_at }));
}

const KIND = /^(?:\s*(?:next|test|commit|task|done):)+/i;

function wordsOf(text: string): ReadonlySet<string> {
	const said = text.replace(KIND, '').toLowerCase();
	return new Set(said.match(isAscii(said) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []);
}
