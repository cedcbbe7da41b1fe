import { type JournalLine, ofKind } from '../journal/line.ts';

/** Of subagents that start together. */
const MOST_TASKS = 4;

/** A subagent that is about to start. */
interface Agent {
	readonly id: string;
	readonly type: string;
	/** Id of the user's prompt during which it does. */
	readonly prompt: string | undefined;
}

/**
 * The tasks that a subagent may have been given, as far as an earlier lesson is about them: those of calls that started no
 * other one. Of several that start together nobody says which is whose.
 *
 * @param startedBy which call started which subagent, as far as that is known
 */
export function tasksOf(
	{ id, type, prompt }: Agent,
	lines: readonly JournalLine[],
	startedBy: () => ReadonlyMap<string, string>,
): readonly string[] {
	const calls = ofKind(lines, 'agent').filter(({ p }) => p === prompt);
	if (calls.every(({ task }) => task === undefined)) return [];
	const starts = calls.length === 1 ? undefined : startedBy();
	const own = calls.find(({ call }) => call === starts?.get(id));
	const taken = new Set(starts?.values());
	const open = own === undefined ? calls.filter(({ call }) => !taken.has(call)) : [own];
	const ofType = open.filter((one) => one.type === type);
	const meant = ofType.length > 0 ? ofType : open;
	return meant.slice(-MOST_TASKS).flatMap(({ task }) => task ?? []);
}
