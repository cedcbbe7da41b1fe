import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { OtherCall, Span } from '../git/attribution.ts';
import type { BranchName } from '../git/place.ts';
import type { Repository } from '../git/repository.ts';
import { DAY_MS } from '../store/clock.ts';
import { readOwn, writeOwn } from '../store/own-file.ts';
import { fileNamesIn } from '../store/read-file.ts';

/** Where a call was checked, and when it ran. */
export interface CallMark {
	/** Of the project that it may change. */
	readonly root: string;
	readonly branch: BranchName;
	/** Milliseconds since the epoch, by the clock of the project's file system. */
	readonly from: number;
	/** When it was over; absent while it runs. */
	readonly until?: number;
	readonly agent?: string | undefined;
	/** It loads a skill. The calls of a skill that runs as a subagent run inside it. */
	readonly isSkill: boolean;
	/** It continues in the background, as this task. */
	readonly task?: string;
	/** How the project was before; absent if the call changes only what it names. */
	readonly before?: ProjectBefore | undefined;
}

/** A project before a call that may change more than it names. */
export interface ProjectBefore {
	readonly repository: Repository;
	readonly unmet: readonly string[];
	/** Whether changed files are detected as well as commits. */
	readonly files: boolean;
}

/** An event of a session, which has a folder with a file for each call. */
interface SessionEvent {
	readonly session: { readonly uuid: string };
	readonly context: Context;
}

/** Milliseconds. No foreground call runs longer; one that was killed is never reported to be over. */
const MAX_AGE = 10 * 60 * 1_000;
const MAX_TASK_AGE = DAY_MS;

/** The folder with a folder for each session. */
export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

/** A file that is removed at the end of the session. */
export function callsFile({ session, context }: SessionEvent, name: string): string {
	return join(callsDir(context.configDir), session.uuid, name);
}

/** The file of a call by the id that Claude Code gives it; `undefined` if that is no file name. */
function markFile(event: SessionEvent, id = ''): string | undefined {
	return /^[\w-]{1,100}$/.test(id) ? callsFile(event, `${id}.json`) : undefined;
}

/** The mark of a call; `undefined` if it was not marked. */
export function readMark(event: SessionEvent, id: string | undefined): CallMark | undefined {
	const file = markFile(event, id);
	return file === undefined ? undefined : readOwn(file);
}

/** Stores or replaces the mark of a call. Throws if the disk takes no write. */
export function writeMark(event: SessionEvent, id: string | undefined, mark: CallMark): void {
	const file = markFile(event, id);
	if (file !== undefined) writeOwn(file, mark, event.context);
}

/** Removes the mark of a call. */
export function removeMark(event: SessionEvent, id: string | undefined): void {
	const file = markFile(event, id);
	if (file !== undefined) rmSync(file, { force: true });
}

/** The marks of a session's calls; the dirty files that it found are in files without `.json`. */
function marksOf(event: SessionEvent) {
	const names = fileNamesIn(callsFile(event, '')).filter((name) => name.endsWith('.json'));
	return names.flatMap((name) => {
		const path = callsFile(event, name);
		const mark = readOwn<CallMark>(path);
		return mark === undefined ? [] : [{ path, mark }];
	});
}

/**
 * Removes marks of calls that were refused or interrupted: none of the main conversation runs at a prompt or at the end of
 * a turn.
 *
 * @param tasks background tasks that are running; `undefined` if that is unknown
 */
export function removeAbandonedMarks(event: SessionEvent, tasks: readonly string[] | undefined): void {
	for (const { path, mark } of marksOf(event)) {
		const { task, agent, until } = mark;
		const isOver = task === undefined ? agent === undefined : tasks?.includes(task) === false;
		if (until === undefined && isOver) rmSync(path, { force: true });
	}
}

/** Removes all that a session keeps. */
export function forgetCalls(event: SessionEvent): void {
	rmSync(callsFile(event, ''), { recursive: true, force: true });
}

/**
 * Calls of any session that ran in the project of a call while it ran, but for those that change only what they name.
 * Removes marks that no call needs.
 */
export function overlappingCalls(
	{ session, context }: SessionEvent,
	id: string | undefined,
	own: CallMark & Span,
): readonly OtherCall[] {
	const ownFile = markFile({ session, context }, id);
	return fileNamesIn(callsDir(context.configDir)).flatMap((uuid) =>
		marksOf({ session: { uuid }, context }).flatMap(({ path, mark }) => {
			const { root, before, until = own.until } = mark;
			if (until < own.from - MAX_AGE) rmSync(path, { force: true });
			const isOther = root === own.root && before !== undefined && path !== ownFile;
			const isOwn = uuid === session.uuid;
			return isOther && until >= own.from ? otherCall(mark, { ...own, isOwn }) : [];
		}),
	);
}

/** A call that has not ended before another one began; none if it was refused or interrupted. */
function otherCall(
	{ from, until, task, agent, isSkill }: CallMark,
	own: CallMark & Span & { readonly isOwn: boolean },
): readonly OtherCall[] {
	if (until !== undefined) return [{ from, until, isRunning: false, isTask: false }];
	const isTask = task !== undefined;
	// A conversation makes one writing call after the other.
	const isOver = !isTask && own.isOwn && (agent === own.agent || isSkill);
	const isOld = own.until - from > (isTask ? MAX_TASK_AGE : MAX_AGE);
	return isOver || isOld ? [] : [{ from, until: own.until, isRunning: !isTask, isTask }];
}
