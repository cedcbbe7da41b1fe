import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { writeCache } from '../store/atomic-write.ts';
import { ifThere } from '../store/errors.ts';
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
	/** Files that were its work. */
	readonly owns?: readonly string[];
	/** The subagent that made it. */
	readonly agent?: string;
	/** It loads a skill: other calls begin when the shell lines of the skill are over. */
	readonly isSkill?: boolean;
	/** It continues in the background, as this task. */
	readonly task?: string;
	/** Whether changed files are detected as well as commits. */
	readonly files: boolean;
	/** Requirements that were unmet. */
	readonly unmet: readonly string[];
	readonly before: Repository;
}

/** A session, and where its marks are. */
export interface SessionCalls {
	readonly session: string;
	readonly context: Pick<Context, 'configDir' | 'now' | 'elapsedMs' | 'writing'>;
}

const MAX_BYTES = 1_048_576;
const MAX_OWNED = 50;
/** Milliseconds. A hook starts some time after its call has ended. */
const HOOK_START = 1_000;
/** Milliseconds. No foreground call runs longer; one that was killed is never reported to be over. */
const MAX_AGE = 10 * 60 * 1_000;
const MAX_TASK_AGE = 24 * 60 * 60 * 1_000;

/** The folder of all sessions' marks: a folder for each session, a file for each call. */
export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

/** The folder of a session's marks. */
export function callsOf({ session, context }: SessionCalls): string {
	return join(callsDir(context.configDir), session);
}

/** Stores or replaces the mark of a call. An id that can be no file's name is ignored. */
export function writeMark(calls: SessionCalls, call: string, mark: CallMark): void {
	if (!/^[\w-]{1,100}$/.test(call)) return;
	calls.context.writing.begin();
	writeCache(join(callsOf(calls), `${call}.json`), JSON.stringify(mark));
}

/** The mark of a call; `undefined` if nothing has to be detected after it. */
export function readMark(calls: SessionCalls, call: string): CallMark | undefined {
	return /^[\w-]{1,100}$/.test(call) ? markIn(callsOf(calls), `${call}.json`) : undefined;
}

function markIn(folder: string, name: string): CallMark | undefined {
	const mark = parseJson(textOrNothing(join(folder, name), MAX_BYTES)) as CallMark | undefined;
	return typeof mark?.from === 'number' && mark.before !== undefined ? mark : undefined;
}

/**
 * When a call ran that ends now.
 *
 * @param now by the clock of the project's file system
 * @param ms how long it ran as Claude Code reports it: without the wait for a permission
 */
export function spanOf(mark: CallMark, now: number, ms: number | undefined): Span {
	const began = ms === undefined ? mark.from : now - ms - HOOK_START;
	return { from: Math.max(mark.from, began), until: now };
}

/** Stores when a call ran and what was its work, for the calls beside it, and removes marks that no call needs. */
export function endCall(
	calls: SessionCalls,
	call: string,
	mark: CallMark & Span & Pick<OtherCall, 'owns'>,
): void {
	writeMark(calls, call, { ...mark, owns: mark.owns.slice(0, MAX_OWNED) });
	const folder = callsOf(calls);
	const isOld = (name: string) =>
		calls.context.now() - (statOf(join(folder, name))?.mtimeMs ?? 0) > MAX_AGE;
	for (const name of fileNamesIn(folder).filter((one) => one.endsWith('.json') && isOld(one)))
		if (markIn(folder, name)?.until !== undefined) rmSync(join(folder, name), { force: true });
}

/**
 * Removes marks of calls that were refused or interrupted: none of the main conversation runs at a prompt or at the end of
 * a turn.
 *
 * @param tasks background tasks that are running; `undefined` if that is unknown
 */
export function forgetRunning(calls: SessionCalls, tasks: readonly string[] | undefined): void {
	const folder = callsOf(calls);
	for (const name of ifThere(() => readdirSync(folder)) ?? []) {
		const mark = name.endsWith('.json') ? markIn(folder, name) : undefined;
		if (mark === undefined || mark.until !== undefined) continue;
		const { task, agent } = mark;
		const isOver = task === undefined ? agent === undefined : tasks?.includes(task) === false;
		if (isOver) rmSync(join(folder, name), { force: true });
	}
}

/** Removes all marks of a session. */
export function forgetCalls(calls: SessionCalls): void {
	rmSync(callsOf(calls), { recursive: true, force: true });
}

/** Calls of any session that ran in the project of a call while it ran. */
export function callsBeside(
	calls: SessionCalls,
	call: string,
	own: CallMark & Span,
): readonly OtherCall[] {
	const dir = callsDir(calls.context.configDir);
	const folders = fileNamesIn(dir).map((session) => join(dir, session));
	const marks = folders.flatMap((folder) => {
		const isOwn = folder === callsOf(calls);
		const names = fileNamesIn(folder).filter((name) => name.endsWith('.json'));
		const others = names.filter((name) => !isOwn || name !== `${call}.json`);
		return others.flatMap((name) => {
			const mark = markIn(folder, name);
			return mark === undefined || mark.root !== own.root ? [] : [{ ...mark, isOwn }];
		});
	});
	return marks.flatMap(({ from, until, owns = [], task, agent, isSkill, isOwn }): OtherCall[] => {
		if (until !== undefined)
			return until < own.from ? [] : [{ from, until, owns, isRunning: false, isTask: false }];
		const isTask = task !== undefined;
		// A conversation makes one writing call after the other: an earlier one was refused or interrupted. The shell lines
		// of a skill are over before a subagent that runs it makes a call.
		const isRefused = !isTask && isOwn && (agent === own.agent || isSkill === true);
		const isOver = own.until - from > (isTask ? MAX_TASK_AGE : MAX_AGE);
		return isRefused || isOver
			? []
			: [{ from, until: own.until, owns, isRunning: !isTask, isTask }];
	});
}
