import { compareTexts } from '../core/text/strings.ts';
import { isOfFuture } from '../state/registry-kind.ts';
import { textIn } from '../store/foreign-json.ts';
import { ENTRIES, type JournalLine } from './entries.ts';
import { lineIn } from './lines.ts';
import { type Life, newWork, type Work } from './work.ts';

/** What a journal tells of its session. */
export interface Folded {
	readonly life: Life;
	readonly work: Work;
	/** The lines of the session, in the order of their times. */
	readonly lines: readonly JournalLine[];
}

/**
 * What the lines of a session's journal come to (D9). Torn, foreign and unknown lines, those of other sessions and those of
 * the future cost only themselves.
 *
 * @param raw parsed lines in the order of the file
 * @param session its full id and its key
 * @param now milliseconds since the epoch
 * @returns `undefined` if no line says that the session started
 */
export function foldJournal(
	raw: readonly unknown[],
	session: { readonly uuid: string; readonly key: string },
	now: number,
): Folded | undefined {
	const lines = raw
		.filter((line) => textIn(line, 's') === session.uuid && !isOfFuture(textIn(line, 'at'), now))
		.flatMap((line) => timedLine(line) ?? [])
		.sort((one, other) => compareTexts(one.at, other.at));
	const start = lines.find((line) => line.e === 'start');
	if (start?.e !== 'start') return undefined;
	const { at, cwd, branch, user, root, channel = 'cli' } = start;
	const life: Life = {
		user,
		channel,
		root,
		cwd,
		branch,
		startedAt: at,
		lastActivity: at,
		endedAt: undefined,
		isCrashed: false,
	};
	const work = newWork(session.key);
	for (const line of lines) {
		changeLife(life, line);
		if (work.branches.at(-1) !== life.branch) work.branches.push(life.branch);
		add(work, line);
	}
	return { life, work, lines };
}

/** What lines come to that follow a record, whose own were pruned. */
export function workIn(lines: readonly JournalLine[], { key }: { readonly key: string }): Work {
	const work = newWork(key);
	for (const line of lines) add(work, line);
	return work;
}

function add(work: Work, line: JournalLine): void {
	const { adds } = ENTRIES[line.e] as { adds: (work: Work, line: JournalLine) => void };
	adds(work, line);
}

/** Characters. No command keeps a longer text: what is above comes from a stranger. */
const MAX_TEXT = 4_000;
/** Lists and maps within each other. No line of ours has more. */
const MAX_DEPTH = 8;

function timedLine(raw: unknown): JournalLine | undefined {
	const time = Date.parse(textIn(raw, 'at') ?? '');
	if (Number.isNaN(time)) return undefined;
	return lineIn({ ...(clipped(raw, 0) as object), at: new Date(time).toISOString() });
}

/** The same value with no text longer, and nothing deeper, than allowed. */
function clipped(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return value.slice(0, MAX_TEXT);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return null;
	if (Array.isArray(value)) return value.map((one) => clipped(one, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.slice(0, MAX_TEXT), clipped(one, depth + 1)]),
	);
}

/** A start reopens a session, whatever ended it before; of several ends the first one holds (D13). */
function changeLife(life: Life, line: JournalLine): void {
	const { at, e } = line;
	const isOver = life.endedAt !== undefined;
	if (e === 'crashed') {
		if (!isOver) Object.assign(life, { endedAt: life.lastActivity, isCrashed: true });
		return;
	}
	if (e === 'end') {
		if (isOver && !life.isCrashed) return;
		Object.assign(life, { endedAt: at, endReason: line.reason, isCrashed: false });
	} else if (reopens(line, life)) {
		Object.assign(life, { endedAt: undefined, endReason: undefined, isCrashed: false });
	} else if (isOver || ENTRIES[e].life === 'none') return;
	if (at > life.lastActivity) life.lastActivity = at;
	if (e === 'turn') life.branch = line.branch;
	if (e !== 'start') return;
	const { cwd, branch, pid, pid_started: pidStarted, host } = line;
	Object.assign(life, { cwd, branch, pid, pidStarted, host });
}

/** Whoever found a session dead was wrong if a hook of it writes again. */
function reopens({ e, at }: JournalLine, { isCrashed, endedAt = '' }: Life): boolean {
	return e === 'start' || (isCrashed && ENTRIES[e].life === 'alive' && at > endedAt);
}
