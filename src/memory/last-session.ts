import { oneLine } from '../core/text/one-line.ts';
import { triedIn } from './failed-tries.ts';
import { plainWords } from './recall.ts';
import type { SessionRecord } from './record.ts';
import { termsOf } from './terms.ts';

/** How the most recent session left its work. */
export interface LastSession {
	/** What was said last of the work, if anything: by the model at the end of a turn, or by the user (D29). */
	readonly note: readonly string[];
	/** Requirements that were unmet when its last turn ended. */
	readonly unmet: readonly string[];
	/** Commands of tests whose last run failed. */
	readonly failed: readonly string[];
	/** Files it changed after its last commit that are uncommitted here now, the last one first. */
	readonly uncommitted: readonly string[];
	/** Sentences of its turns that say what was tried and did not work, the newest last. */
	readonly tried: readonly string[];
	/** First words of what it was asked: first, and last if that says more. */
	readonly asked: readonly string[];
	/** Subjects of its last commits, oldest first. */
	readonly commits: readonly string[];
	/** Runners of its last tests, if they passed, oldest first. */
	readonly passed: readonly string[];
}

/** Commits, tests and failed attempts that are shown. */
const MOST = 3;
const TEST = 'test:';
const FEW_WORDS = 2;

/**
 * The end of a session's work.
 *
 * @param isUncommitted whether a file differs from HEAD in this checkout now
 */
export function lastSession(
	record: SessionRecord,
	isUncommitted: (path: string) => boolean,
): LastSession {
	const { activity, notes } = record;
	const { failed = [], unmet = [], completed } = activity;
	const said = notes.filter(({ from }) => from === 'turn' || from === 'user');
	// "Done." says nothing of the work.
	const note = said.map(({ text }) => text).filter((text) => text.split(' ').length > FEW_WORDS);
	const turns = notes.filter(({ from }) => from === 'turn').map(({ text }) => text);
	const runs = failed.map(plainWords);
	return {
		note: note.slice(-1),
		unmet,
		failed: failed.slice(-MOST),
		uncommitted: leftFiles(record).filter(isUncommitted).toReversed(),
		// No sentence of the last words is shown twice.
		tried: triedIn(turns)
			.filter((sentence) => !note.slice(-1).some((text) => oneLine(text).includes(sentence)))
			.slice(-MOST),
		asked: askedOf(activity),
		commits: activity.commits.map(({ subject }) => subject).slice(-MOST),
		// The last run of a command decides: `npm test` that failed last did not pass.
		passed: completed
			.filter((what) => what.startsWith(TEST))
			.map((what) => what.slice(TEST.length))
			.filter((runner) => !runs.some((run) => run.includes(plainWords(runner))))
			.slice(-MOST),
	};
}

/** Files that a session changed after its last commit, by what it did itself, the last one last. */
export function leftFiles({ activity: { files, commits } }: SessionRecord): readonly string[] {
	const since = commits.at(-1)?.at ?? '';
	return files.filter(({ last }) => last > since).map(({ path }) => path);
}

/** The last prompt adds something if it names what the first one does not. */
function askedOf({ asked }: SessionRecord['activity']): readonly string[] {
	if (asked === undefined) return [];
	const { first, last = '' } = asked;
	const known = termsOf(first);
	const isNew = [...termsOf(last)].some(
		([term, { kind }]) => kind !== 'general' && !known.has(term),
	);
	return isNew ? [first, last] : [first];
}
