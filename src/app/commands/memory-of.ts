import { remembers } from '../../config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { configuredAt, homeOf, type Project, projectAt } from '../../events/projects.ts';
import { placeAt } from '../../git/find-place.ts';
import { onBranchText, type Place } from '../../git/place.ts';
import type { JournalEntry } from '../../journal/entries.ts';
import { note, readJournal } from '../../journal/journal.ts';
import { recordOrFault, sessionNamed } from '../../memory/known-sessions.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions, readSession, reviveSession } from '../../memory/sessions.ts';
import { readRegistry } from '../../state/registry.ts';
import { entryOfSession } from '../../state/registry-kind.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyTheUser } from './caller.ts';
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
export async function rememberingProject(caller: Caller, ports: Ports): Promise<Project> {
	const home = await homeOfCaller(caller, ports);
	const project = (await projectAt(home, ports)) ?? (await configuredAt(caller.cwd, ports));
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
export async function sessionFor(caller: Caller, need: 'one', ports: Ports): Promise<Memory>;
export async function sessionFor(
	caller: Caller,
	need: Need,
	ports: Ports,
): Promise<Memory | MemoryOfNone>;
export async function sessionFor(caller: Caller, need: Need, ports: Ports) {
	const project = await rememberingProject(caller, ports);
	const { place } = project;
	const choice = await chooseSession(place, caller, ports);
	const isNeeded = need === 'one' || (need === 'any' && choice.kind === 'several');
	if (choice.kind !== 'one' && isNeeded) throw whyNoSession(choice, place, ports);
	const session = choice.kind === 'one' ? choice.session : undefined;
	const record = readSession(place, session, ports);
	if (session !== undefined && record !== undefined) {
		if (need !== 'none') onlyItsOwn(caller, session, ports);
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
export function onlyItsOwn(caller: Caller, session: Session | undefined, ports: Ports): void {
	if (caller.session === undefined || session === undefined || isThisSession(session.uuid, ports))
		return;
	const hint = 'leave --session out, or let the user run it in a terminal';
	onlyTheUser(caller, `req … --session ${session.key}`, hint);
}

/** Whether a session, by its full id, is the one this process runs in. */
export function isThisSession(uuid: string | undefined, { host, sha256 }: Ports): boolean {
	return uuid !== undefined && parseSessionId(host.sessionId, sha256)?.uuid === uuid;
}

/**
 * Adds lines to the session's journal.
 *
 * @throws Fault `state_unwritable`; `refused` if `req prune` removed its journal: its record is all there is of it
 */
export async function remember(
	{ place, session }: Pick<Memory, 'place' | 'session'>,
	entries: readonly JournalEntry[],
	ports: Ports,
): Promise<void> {
	reviveSession(place, session, ports);
	if (readJournal(place, session.uuid).length === 0) {
		const what = `the journal of session ${named(session.key)} was removed: nothing is added to it`;
		throw new Fault('refused', what, { hint: '`claude --resume` begins a new one' });
	}
	if (await note(place, session, { entries, ports })) return;
	throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
		hint: 'free the disk or make the folder writable',
	});
}

/** A model's call does not say where its session started; the registry does (D3). */
export async function homeOfCaller({ cwd, session }: Caller, ports: Ports): Promise<Place> {
	const home = homeOf(cwd, ports);
	const { sessionId, projectDir } = ports.host;
	if (session !== undefined || projectDir !== undefined) return home;
	const own = parseSessionId(sessionId, ports.sha256);
	if (own === undefined) return home;
	const entry = entryOfSession(readRegistry(ports.context), own.uuid);
	const start = entry === undefined ? home : placeAt(entry.cwd, ports.context);
	return start.stateDir === home.stateDir ? home : start;
}

/**
 * The record of the session a reference means, at any age (D14); without one that of the session this runs in, of the only
 * active one, or of the newest one of this branch.
 *
 * @throws Fault `unknown_session` if there is none
 */
export async function recordAsked(caller: Caller, ports: Ports) {
	const place = await homeOfCaller(caller, ports);
	if (caller.session !== undefined) {
		const session = sessionNamed(caller.session, place, ports);
		return { place, record: recordOrFault(session, place, ports) };
	}
	const choice = await chooseSession(place, caller, ports);
	const own = choice.kind === 'one' ? readSession(place, choice.session, ports) : undefined;
	const record = own ?? allSessions(place, ports).find(({ branch }) => branch === place.branch);
	if (record !== undefined) return { place, record };
	throw new Fault('unknown_session', `no session is recorded ${onBranchText(place.branch)}`, {
		hint: 'req session list --all',
	});
}
