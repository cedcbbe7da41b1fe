import { remembers } from '../config/config.ts';
import type { Context } from '../context.ts';
import { placeAt } from '../git/find-place.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { sessionsDir } from '../journal/files.ts';
import { note } from '../journal/journal.ts';
import type { Task, TaskChange } from '../journal/work.ts';
import { recordOrFault } from '../memory/known-sessions.ts';
import type { SessionRecord } from '../memory/record.ts';
import { allSessions, readSession, reviveSession } from '../memory/sessions.ts';
import { updateTasks } from '../memory/task-list.ts';
import { tasksOf } from '../memory/tasks.ts';
import { writeObstacle } from '../state/branch-files.ts';
import { recordFault } from '../state/faults.ts';
import { entryOfSession, readRegistry } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import { obstacleFault } from '../store/obstacle.ts';
import { type Caller, chooseSession, onlyItsOwn, whyNoSession } from './caller.ts';
import { configuredAt, homeOf, type Project, projectAt } from './projects.ts';

/** A session that remembers, and where: its journal and its record are in its home project (D9). */
export interface Memory extends Project {
	readonly session: Session;
	readonly record: SessionRecord;
}

/** A project that remembers, and a session of it if one is meant. */
export type MaybeMemory = Memory | (Project & { readonly session?: undefined; readonly record?: undefined });

/**
 * The place that holds what the caller's session remembers. A model's call does not name the folder in which its session
 * started; the registry does (D3).
 */
export function homeOfCaller({ cwd, session }: Caller, context: Context): Place {
	const home = homeOf(cwd, context);
	const { sessionId, projectDir } = environmentOf(context);
	if (session !== undefined || projectDir !== undefined) return home;
	const own = parseSessionId(sessionId);
	const entry = own && entryOfSession(readRegistry(context), own.uuid);
	const start = entry === undefined ? home : placeAt(entry.cwd, context);
	return start.stateDir === home.stateDir ? home : start;
}

/**
 * The home project of the caller, if sessions are remembered there.
 *
 * @throws Fault `not_configured`, `state_unwritable`
 */
export async function rememberingProject(caller: Caller, context: Context): Promise<Project> {
	const home = homeOfCaller(caller, context);
	const project = (await projectAt(home, context)) ?? (await configuredAt(caller.cwd, context));
	if (remembers(project.config)) return project;
	const { link } = project.place;
	if (link !== undefined) {
		throw new Fault('state_unwritable', `${link} is a link`, { hint: 'remove the link' });
	}
	const key = project.config.enabled ? 'continuity.enabled' : 'enabled';
	throw new Fault('not_configured', `nothing is remembered here: ${key} is false`, {
		hint: `set ${key} to true; \`req config show --sources\` names the file`,
	});
}

/** How much a command needs a session. `one`: it fails without; `any`: only if several can be meant; `none`: never. */
type Need = 'none' | 'any' | 'one';

/**
 * The session a command is about, and what it remembers, at home: the named one, else the one this runs in, else the only
 * active one that can be meant. One that the command may change is the model's own (D36).
 *
 * @returns without `session` and `record` if no session is meant, or if no hook has seen the one this runs in start here
 * @throws Fault `not_configured`, `refused`, `state_unwritable`, `unknown_session`, which lists the candidates if several
 *   sessions are active
 */
export async function sessionFor(caller: Caller, need: 'one', context: Context): Promise<Memory>;
export async function sessionFor(caller: Caller, need: Need, context: Context): Promise<MaybeMemory>;
export async function sessionFor(caller: Caller, need: Need, context: Context) {
	const project = await rememberingProject(caller, context);
	const { place } = project;
	const choice = chooseSession(place, caller, context);
	if (choice.kind !== 'one') {
		const isNeeded = need === 'one' || (need === 'any' && choice.kind === 'several');
		if (isNeeded) throw whyNoSession(choice, place, context);
		return project;
	}
	const { session } = choice;
	const record = readSession(place, session, context);
	if (record === undefined) {
		if (need !== 'one' && caller.session === undefined) return project;
		// Then no hook could note what it saw.
		const obstacle = writeObstacle(sessionsDir(place));
		if (obstacle !== undefined) throw obstacleFault(obstacle);
		const what = `no hook has seen session ${session.uuid} start in ${place.root}`;
		throw new Fault('unknown_session', what, {
			hint: 'start or resume claude here, or name a session of this project: req session list',
		});
	}
	if (need !== 'none') onlyItsOwn(caller, session, context);
	return { ...project, session, record };
}

/**
 * The record of the session a reference means, at any age (D14); without one that of the session this runs in, of the only
 * active one, or of the newest one of this branch.
 *
 * @throws Fault `unknown_session` if there is none
 */
export function recordFor(caller: Caller, context: Context) {
	const place = homeOfCaller(caller, context);
	const choice = chooseSession(place, caller, context);
	const session = choice.kind === 'one' ? choice.session : undefined;
	if (session !== undefined && caller.session !== undefined)
		return { place, record: recordOrFault(session, place, context) };
	const record =
		readSession(place, session, context) ?? allSessions(place, context).find(({ branch }) => branch === place.branch);
	if (record !== undefined) return { place, record };
	throw new Fault('unknown_session', `no session is recorded ${onBranchText(place.branch)}`, {
		hint: 'req session list --all',
	});
}

/**
 * Adds lines to the session's journal.
 *
 * @throws Fault `state_unwritable`
 */
export async function remember(
	{ place, session }: Pick<Memory, 'place' | 'session'>,
	entries: readonly JournalEntry[],
	context: Context,
): Promise<void> {
	reviveSession(place, session, context);
	if (await note(place, session, { entries, context })) return;
	throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
		hint: 'free the disk or make the folder writable',
	});
}

/**
 * Stores a task or a change of one: first in the list, which gives a new one its id, then as a line in the session's
 * journal if there is a session.
 *
 * @param change without an id it is a new task
 * @returns the task as it is stored now
 * @throws Fault `unknown_name`, `state_newer`, `state_unwritable`
 */
export async function keepTask(
	{ place, session }: { readonly place: Place; readonly session?: Session | undefined },
	change: Partial<TaskChange>,
	context: Context,
): Promise<Task> {
	const at = new Date(context.now()).toISOString();
	const { user } = environmentOf(context);
	const owner = { at, branch: place.branch, user, session: session?.key, source: 'req' as const };
	const updated = await updateTasks(place, [{ ...change, ...owner }], context);
	const { quarantined } = updated;
	if (quarantined !== undefined) {
		const message = `tasks.json cannot be read (moved to ${quarantined})`;
		const hint = 'add the tasks again; the damaged file is in quarantine';
		recordFault(place, context, { code: 'state_unreadable', message, hint });
	}
	if (updated.kind === 'refused') throw obstacleFault(updated.obstacle);
	const id = change.id ?? `t${updated.doc.last}`;
	const task = tasksOf(updated.doc).find((one) => one.id === id);
	if (task === undefined) throw new Fault('unknown_name', `task ${id} is gone`, { hint: 'req task list' });
	// All that is known of it: the session may hear of the task for the first time.
	const { title, status, stage, flagged_incomplete: flagged, branch, source } = task;
	const line = { e: 'task' as const, id, title, status, stage, flagged, branch, source };
	if (session !== undefined) await remember({ place, session }, [line], context);
	return task;
}
