import type { SessionRecord } from '../session-record/schema.ts';

/** How the most recent session left its work. */
export interface LastSession {
	/** Subjects of its last commits, oldest first. */
	readonly commits: readonly string[];
	/** Runners of its last tests that passed, oldest first. */
	readonly tests: readonly string[];
	/** Commands of tests whose last run failed. */
	readonly failed: readonly string[];
	/** Requirements that were unmet when its last turn ended. */
	readonly unmet: readonly string[];
	/** Files it changed after its last commit, the last one last. */
	readonly uncommitted: readonly string[];
	/** What was said last of the work: by the model at the end of a turn, or by the user (D29). */
	readonly note: string | undefined;
}

/** Commits and tests that are told. */
const MOST = 3;
const TEST = 'test:';

/** The end of a session's work; `undefined` where nothing is known of it. */
export function lastSession(
	{ activity, notes }: SessionRecord,
	holdsSecret: (text: string) => boolean,
): LastSession | undefined {
	const isClean = (text: string) => !holdsSecret(text);
	const commits = activity.commits.map(({ subject }) => subject).filter(isClean);
	const tests = activity.completed.filter((what) => what.startsWith(TEST)).filter(isClean);
	const said = notes.findLast(({ from }) => from === 'turn' || from === 'user')?.text;
	const note = said !== undefined && isClean(said) ? said : undefined;
	const left = {
		failed: (activity.failed ?? []).filter(isClean).slice(-MOST),
		unmet: (activity.unmet ?? []).filter(isClean),
		uncommitted: uncommitted(activity).filter(isClean),
	};
	const known = [commits, tests, left.failed, left.unmet, left.uncommitted];
	if (known.every(({ length }) => length === 0) && note === undefined) return undefined;
	return {
		commits: commits.slice(-MOST),
		tests: tests.slice(-MOST).map((what) => what.slice(TEST.length)),
		...left,
		note,
	};
}

/** By what the session itself did: whoever commits by hand is not seen. */
function uncommitted({ files, commits }: SessionRecord['activity']): string[] {
	const since = commits.at(-1)?.at ?? '';
	return files.filter(({ last }) => last > since).map(({ path }) => path);
}
