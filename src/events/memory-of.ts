import { remembers } from '../config/config.ts';
import type { Context } from '../context.ts';
import { placeAt } from '../git/find-place.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, readJournal } from '../journal/journal.ts';
import { recordOrFault, sessionNamed } from '../memory/known-sessions.ts';
import type { SessionRecord } from '../memory/record.ts';
import { allSessions, readSession, reviveSession } from '../memory/sessions.ts';
import { readRegistry } from '../state/registry.ts';
import { entryOfSession } from '../state/registry-kind.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { configuredAt, homeOf, type Project, projectAt } from './projects.ts';
import { chooseSession, whyNoSession } from './session-choice.ts';

/** A session that remembers, and where: its journal and its record are in its home project (D9). */
export interface Memory extends Project {
	readonly session: Session;
	readonly record: SessionRecord;
}

/** A project that remembers, and no session of it. */
interface MemoryOfNone extends Project {
	readonly session: undefined;
	readonly record: undefined;
}

/**
 * The home project of whoever calls, if sessions are remembered there.
 *
 * @throws Fault `not_configured`
 */
export async function rememberingProject(caller: Caller, context: Context): Promise<Project> {
	const home = await homeOfCaller(caller, context);
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
export type Need = 'none' | 'any' | 'one';

/**
 * The session a command is about, and what it remembers, at home: the named one, else the one this runs in, else the only
 * active one that can be meant. One that the command may change is the model's own (D36).
 *
 * @returns `session`, `record`: `undefined` if no session is meant, or if no hook has seen the one this runs in start here
 * @throws Fault `not_configured`, `refused`, `unknown_session`, which lists the candidates if several sessions are active
 */
export async function sessionFor(caller: Caller, need: 'one', context: Context): Promise<Memory>;
export async function sessionFor(
	caller: Caller,
	need: Need,
	context: Context,
): Promise<Memory | MemoryOfNone>;
export async function sessionFor(caller: Caller, need: Need, context: Context) {
	const project = await rememberingProject(caller, context);
	const { place } = project;
	const choice = await chooseSession(place, caller, context);
	const isNeeded = need === 'one' || (need === 'any' && choice.kind === 'several');
	if (choice.kind !== 'one' && isNeeded) throw whyNoSession(choice, place, context);
	const session = choice.kind === 'one' ? choice.session : undefined;
	const record = readSession(place, session, context);
	if (session !== undefined && record !== undefined) {
		if (need !== 'none') onlyItsOwn(caller, session, context);
		return { ...project, session, record };
	}
	if (session === undefined || (need !== 'one' && caller.session === undefined))
		return { ...project, session: undefined, record: undefined };
	const what = `no hook has seen session ${session.uuid} start in ${place.root}`;
	throw new Fault('unknown_session', what, {
		hint: 'start or resume claude here, or name a session of this project: req session list',
	});
}

/**
 * Refuses the model to change what another session remembers: that is the user's to decide (D36).
 *
 * @param session whose memory changes; `undefined`: that of none
 * @throws Fault `refused`
 */
export function onlyItsOwn(caller: Caller, session: Session | undefined, context: Context): void {
	if (caller.session === undefined || session === undefined || isThisSession(session.uuid, context))
		return;
	const hint = 'leave --session out, or let the user run it in a terminal';
	onlyTheUser(caller, `req … --session ${session.key}`, hint);
}

/** Whether a session, by its full id, is the one this process runs in. */
export function isThisSession(uuid: string | undefined, context: Context): boolean {
	return uuid !== undefined && parseSessionId(environmentOf(context).sessionId)?.uuid === uuid;
}

/**
 * Adds lines to the session's journal.
 *
 * @throws Fault `state_unwritable`; `refused` if `req prune` removed its journal: its record is all there is of it
 */
export async function remember(
	{ place, session }: Pick<Memory, 'place' | 'session'>,
	entries: readonly JournalEntry[],
	context: Context,
): Promise<void> {
	reviveSession(place, session, context);
	if (readJournal(place, session.uuid).length === 0) {
		const what = `the journal of session ${named(session.key)} was removed: nothing is added to it`;
		throw new Fault('refused', what, { hint: '`claude --resume` begins a new one' });
	}
	if (await note(place, session, { entries, context })) return;
	throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
		hint: 'free the disk or make the folder writable',
	});
}

/** A model's call does not say where its session started; the registry does (D3). */
export async function homeOfCaller({ cwd, session }: Caller, context: Context): Promise<Place> {
	const home = homeOf(cwd, context);
	const { sessionId, projectDir } = environmentOf(context);
	if (session !== undefined || projectDir !== undefined) return home;
	const own = parseSessionId(sessionId);
	if (own === undefined) return home;
	const entry = entryOfSession(readRegistry(context), own.uuid);
	const start = entry === undefined ? home : placeAt(entry.cwd, context);
	return start.stateDir === home.stateDir ? home : start;
}

/**
 * The record of the session a reference means, at any age (D14); without one that of the session this runs in, of the only
 * active one, or of the newest one of this branch.
 *
 * @throws Fault `unknown_session` if there is none
 */
export async function recordAsked(caller: Caller, context: Context) {
	const place = await homeOfCaller(caller, context);
	if (caller.session !== undefined) {
		const session = sessionNamed(caller.session, place, context);
		return { place, record: recordOrFault(session, place, context) };
	}
	const choice = await chooseSession(place, caller, context);
	const own = choice.kind === 'one' ? readSession(place, choice.session, context) : undefined;
	const record = own ?? allSessions(place, context).find(({ branch }) => branch === place.branch);
	if (record !== undefined) return { place, record };
	throw new Fault('unknown_session', `no session is recorded ${onBranchText(place.branch)}`, {
		hint: 'req session list --all',
	});
}
