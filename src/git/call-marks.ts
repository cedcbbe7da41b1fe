import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { writeCache } from '../store/atomic-write.ts';
import { fileNamesIn, parseJson, statOf, textOrNothing } from '../store/read-file.ts';
import type { OtherCall, Span } from './attribution.ts';
import type { Repository } from './repository.ts';

/** A call that may change more than its words say: how the project was before it, and when it ran. */
export interface CallMark {
	/** Of the project that it may change. */
	readonly root: string;
	/** Milliseconds since the epoch, by the clock of the project's file system. */
	readonly from: number;
	/** When it was over; absent while it runs. */
	readonly until?: number;
	/** The subagent that made it. */
	readonly agent?: string | undefined;
	/** It loads a skill, whose shell lines run before other calls begin. */
	readonly isSkill: boolean;
	/** It continues in the background, as this task. */
	readonly task?: string;
	/** Whether changed files are detected as well as commits. */
	readonly files: boolean;
	/** Requirements that were unmet. */
	readonly unmet: readonly string[];
	readonly before: Repository;
}

/** A session, and where its marks are: a folder with a file for each call. */
export interface SessionCalls {
	readonly session: string;
	readonly context: Context;
}

const MAX_BYTES = 4 * 1_048_576;
/** Milliseconds. A hook starts some time after its call has ended. */
const HOOK_START = 1_000;
/** Milliseconds. No foreground call runs longer; one that was killed is never reported to be over. */
const MAX_AGE = 10 * 60 * 1_000;
const MAX_TASK_AGE = 24 * 60 * 60 * 1_000;

/** The folder with a folder for each session. */
export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

function folderOf({ session, context }: SessionCalls): string {
	return join(callsDir(context.configDir), session);
}

/** Names that may be files; a call has the id that Claude Code gives it. */
const NAME = /^[\w-]{1,100}(?:\.json)?$/;

/** What a session keeps under a name until it ends; `undefined` if there is nothing, or it is damaged. */
export function readKept(calls: SessionCalls, name: string): unknown {
	if (!NAME.test(name)) return undefined;
	return parseJson(textOrNothing(join(folderOf(calls), name), MAX_BYTES));
}

/** Keeps a value until the session ends. */
export function keep(calls: SessionCalls, name: string, value: object): void {
	if (!NAME.test(name)) return;
	calls.context.writing.begin();
	writeCache(join(folderOf(calls), name), JSON.stringify(value));
}

/** Stores or replaces the mark of a call. */
export function writeMark(calls: SessionCalls, call: string, mark: CallMark): void {
	keep(calls, `${call}.json`, mark);
}

/** The mark of a call; `undefined` if nothing has to be detected after it. */
export function readMark(calls: SessionCalls, call: string): CallMark | undefined {
	return marksOf(calls, [`${call}.json`])[0]?.mark;
}

function marksOf(calls: SessionCalls, files = fileNamesIn(folderOf(calls))) {
	const marks = files.filter((file) => file.endsWith('.json'));
	return marks.flatMap((file) => {
		const mark = readKept(calls, file) as CallMark | undefined;
		const isMark = typeof mark?.from === 'number' && mark.before !== undefined;
		return isMark ? [{ file, path: join(folderOf(calls), file), mark }] : [];
	});
}

/**
 * When a call ran that ends now.
 *
 * @param now by the clock of the project's file system
 * @param ms how long it ran as Claude Code reports it: without the wait for a permission
 */
export function spanOf({ from }: CallMark, now: number, ms: number | undefined): Span {
	return { from: ms === undefined ? from : Math.max(from, now - ms - HOOK_START), until: now };
}

/** Stores when a call ran, for the calls beside it, and removes marks that no call needs. */
export function endCall(calls: SessionCalls, call: string, mark: CallMark & Span): void {
	writeMark(calls, call, mark);
	const old = fileNamesIn(folderOf(calls)).filter(
		(file) => calls.context.now() - (statOf(join(folderOf(calls), file))?.mtimeMs ?? 0) > MAX_AGE,
	);
	for (const { path, mark } of marksOf(calls, old))
		if (mark.until !== undefined) rmSync(path, { force: true });
}

/**
 * Removes marks of calls that were refused or interrupted: none of the main conversation runs at a prompt or at the end of
 * a turn.
 *
 * @param tasks background tasks that are running; `undefined` if that is unknown
 */
export function forgetRunning(calls: SessionCalls, tasks: readonly string[] | undefined): void {
	for (const { path, mark } of marksOf(calls)) {
		const { task, agent, until } = mark;
		const isOver = task === undefined ? agent === undefined : tasks?.includes(task) === false;
		if (until === undefined && isOver) rmSync(path, { force: true });
	}
}

/** Removes all that a session keeps. */
export function forgetCalls(calls: SessionCalls): void {
	rmSync(folderOf(calls), { recursive: true, force: true });
}

/** Calls of any session that ran in the project of a call while it ran. */
export function callsBeside(
	{ session, context }: SessionCalls,
	call: string,
	own: CallMark & Span,
): readonly OtherCall[] {
	const sessions = fileNamesIn(callsDir(context.configDir));
	const marks = sessions.flatMap((name) =>
		marksOf({ session: name, context })
			.filter(({ file }) => name !== session || file !== `${call}.json`)
			.map(({ mark }) => ({ ...mark, isTask: mark.task !== undefined, isOwn: name === session })),
	);
	const isRunning = ({ from, isTask, isOwn, agent, isSkill }: (typeof marks)[number]) => {
		if (own.until - from > (isTask ? MAX_TASK_AGE : MAX_AGE)) return false;
		// A conversation makes one writing call after the other: an earlier one was refused or interrupted.
		return isTask || !isOwn || (agent !== own.agent && !isSkill);
	};
	return marks.flatMap((mark): OtherCall[] => {
		const { root, from, until, isTask } = mark;
		if (root !== own.root) return [];
		if (until === undefined)
			return isRunning(mark) ? [{ from, until: own.until, isRunning: !isTask, isTask }] : [];
		return until < own.from ? [] : [{ from, until, isRunning: false, isTask: false }];
	});
}
