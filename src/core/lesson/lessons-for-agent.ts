import { textIn } from '../document/foreign-json.ts';
import { anyLineIn } from '../journal/entries.ts';
import { ofKind } from '../journal/line.ts';

/** Calls whose subagents start together. */
const MOST_CALLS = 4;

/** A subagent that is about to start. */
interface Agent {
	readonly id: string;
	readonly type: string;
	/** Full id of its session. */
	readonly session: string;
	/** Id of the user's prompt during which it does. */
	readonly prompt: string | undefined;
}

/**
 * The lessons, by `Lesson.same`, that are about the task a subagent may have been given: of calls that started no other one.
 * Of several that start together nobody says which is whose.
 *
 * @param journal raw lines
 * @param startedBy which call started which subagent, as far as that is known
 */
export function lessonsForAgent(
	{ id, type, session, prompt }: Agent,
	journal: readonly unknown[],
	startedBy: () => ReadonlyMap<string, string>,
): readonly string[] {
	const lines = journal.flatMap((raw) =>
		textIn(raw, 'e') === 'agent' ? (anyLineIn(raw) ?? []) : [],
	);
	const calls = ofKind(lines, 'agent').filter(({ s, p }) => s === session && p === prompt);
	if (calls.every(({ about }) => about.length === 0)) return [];
	const starts = calls.length === 1 ? undefined : startedBy();
	const own = calls.find(({ call }) => call === starts?.get(id));
	const taken = new Set(starts?.values());
	const open = own === undefined ? calls.filter(({ call }) => !taken.has(call)) : [own];
	const ofType = open.filter((one) => one.type === type);
	const meant = ofType.length > 0 ? ofType : open;
	return [...new Set(meant.slice(-MOST_CALLS).flatMap(({ about }) => about))];
}
