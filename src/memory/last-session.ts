import { counted } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import type { SessionRecord } from './record.ts';

/** What is known of how a session left its work, what matters most first. */
export type LastSession = readonly {
	readonly what: string;
	readonly texts: readonly string[];
	/** Names of requirements, commands and files; else a quoted text. */
	readonly areNames: boolean;
}[];

/** What was said last of the work: by the model at the end of a turn, or by the user (D29). */
export const SAID_LAST = 'said last';

/** Names, and other texts, that are shown of one kind. */
const MOST_NAMES = 5;
const MOST = 3;
const FEW_WORDS = 2;

/** A file that a session changed. */
export interface ChangedFile {
	readonly path: string;
	/** Key of the session that changed it last. */
	readonly by: string;
}

/** The files that sessions changed, each once, the one changed last first. */
export function changedFiles(records: readonly SessionRecord[]): readonly ChangedFile[] {
	const files = records.flatMap(({ key, activity }) =>
		activity.files.toReversed().map(({ path, last }) => ({ path, last, by: key })),
	);
	files.sort((one, other) => compareTexts(other.last, one.last));
	const seen = new Set<string>();
	return files.filter(({ path }) => !seen.has(path) && seen.add(path));
}

interface LastFacts {
	/** Files that the session and earlier ones changed, and that differ from HEAD now, the one changed last first. */
	readonly uncommitted: readonly ChangedFile[];
	readonly isCrashed: boolean;
	/** When the branch last moved to another commit, in milliseconds since the epoch. */
	readonly movedAt: number;
}

/** How a session left its work. */
export function lastSession(record: SessionRecord, { uncommitted, isCrashed, movedAt }: LastFacts): LastSession {
	const { key, activity, notes } = record;
	const { failed, unmet } = activity;
	const own = uncommitted.filter(({ by }) => by === key).map(({ path }) => path);
	const earlier = uncommitted.filter(({ by }) => by !== key).map(({ path, by }) => `${path} (session ${by})`);
	const isShort = (text: string) => text.split(' ').length <= FEW_WORDS;
	const said = notes.filter(({ from }) => from === 'turn' || from === 'user');
	// "Done." alone does not describe the work: what was said before it does.
	const words = said.slice(isShort(said.at(-1)?.text ?? '') ? -2 : -1);
	const isOld = Date.parse(words.at(-1)?.at ?? '') < movedAt;
	const rows: readonly (readonly [string, readonly string[], boolean])[] = [
		[isOld ? `${SAID_LAST}, before the branch last moved` : SAID_LAST, words.map(({ text }) => text), false],
		['ended by a crash', isCrashed ? ['its last turn may be unfinished'] : [], true],
		['ended unmet', unmet.slice(0, MOST_NAMES).map(({ name }) => name), true],
		['tests failed last', failed.slice(-MOST).map(({ command }) => command), true],
		['changed, not committed', firstNames(own), true],
		['changed earlier, not committed', firstNames(earlier), true],
	];
	return rows.flatMap(([what, texts, areNames]) => (texts.length > 0 ? [{ what, texts, areNames }] : []));
}

/** The first names, and how many others there are. */
function firstNames(names: readonly string[]): readonly string[] {
	const more = names.length - MOST_NAMES;
	return more > 0 ? [...names.slice(0, MOST_NAMES), `and ${counted(more, 'other')}`] : names;
}
