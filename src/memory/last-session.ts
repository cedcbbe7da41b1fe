import { counted } from '../core/text/phrases.ts';
import { triedIn } from './failed-tries.ts';
import { plainWords } from './recall.ts';
import type { SessionRecord } from './record.ts';
import { termsOf } from './terms.ts';

/** What is known of how a session left its work, what matters most first. */
export type LastSession = readonly {
	readonly what: string;
	readonly texts: readonly string[];
	/** Names of requirements, commands and files; else what somebody said. */
	readonly areNames: boolean;
}[];

/** What was said last of the work: by the model at the end of a turn, or by the user (D29). */
export const SAID_LAST = 'said last';

/** Names, and other texts, that are shown of one kind. */
const MOST_NAMES = 5;
const MOST = 3;
const TEST = 'test:';
const FEW_WORDS = 2;

/**
 * How a session left its work.
 *
 * @param isUncommitted whether a file differs from HEAD in this checkout now
 */
export function lastSession(
	record: SessionRecord,
	isUncommitted: (path: string) => boolean,
): LastSession {
	const { activity, notes } = record;
	const { failed = [], unmet = [], completed, commits, asked } = activity;
	const uncommitted = leftFiles(record).filter(isUncommitted).toReversed();
	const more = uncommitted.splice(MOST_NAMES).length;
	if (more > 0) uncommitted.push(`and ${counted(more, 'other')}`);
	// "Done." says nothing of the work, nor does "Go on".
	const tells = (text: string) => text.split(' ').length > FEW_WORDS;
	const said = notes.filter(({ from }) => from === 'turn' || from === 'user');
	const words = said.filter(({ text }) => tells(text)).slice(-1);
	const turns = notes.filter(({ from }) => from === 'turn').map(({ text }) => text);
	// No sentence of the last words is shown twice.
	const tried = triedIn(turns).filter((one) => !words.some(({ text }) => text.includes(one)));
	const runs = failed.map(plainWords);
	const tests = completed
		.filter((what) => what.startsWith(TEST))
		.map((what) => what.slice(TEST.length));
	// The last run of a command decides: `npm test` that failed last did not pass.
	const passed = tests.filter((one) => !runs.some((run) => run.includes(plainWords(one))));
	const rows: readonly (readonly [string, readonly string[], boolean])[] = [
		[SAID_LAST, words.map(({ text }) => text), false],
		['ended unmet', unmet.slice(0, MOST_NAMES), true],
		['tests failed last', failed.slice(-MOST), true],
		['changed, not committed', uncommitted, true],
		['did not work', tried.slice(-MOST), false],
		['was asked', asked !== undefined && tells(asked.first) ? [asked.first] : [], false],
		['asked last', askedSince(asked), false],
		['committed', commits.slice(-MOST).map(({ subject }) => subject), false],
		['tests passed', passed.slice(-MOST), true],
	];
	return rows.flatMap(([what, texts, areNames]) =>
		texts.length > 0 ? [{ what, texts, areNames }] : [],
	);
}

/** Files that a session changed after its last commit, by what it did itself, the last one last. */
export function leftFiles({ activity: { files, commits } }: SessionRecord): string[] {
	const since = commits.at(-1)?.at ?? '';
	return files.filter(({ last }) => last > since).map(({ path }) => path);
}

/** First words of the last prompt, if it names what the first one does not. */
function askedSince(asked: SessionRecord['activity']['asked']): readonly string[] {
	const { first = '', last = '' } = asked ?? {};
	const known = termsOf(first);
	const isMore = [...termsOf(last)].some(
		([term, { kind }]) => kind !== 'general' && !known.has(term),
	);
	return isMore ? [last] : [];
}
