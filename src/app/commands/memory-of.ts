import { type Config, remembers } from '../../config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { nearHint } from '../../core/session/near-sessions.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import {
	type RecordSummary,
	summaryOf,
	TERMINAL,
	waits,
} from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { compareTexts } from '../../core/text/strings.ts';
import { homeOf, type Project, projectAt } from '../../events/projects.ts';
import { placeAt } from '../../git/find-place.ts';
import { onBranchText, type Place } from '../../git/place.ts';
import { readRegistry } from '../../state/registry.ts';
import { entryOfSession } from '../../state/registry-kind.ts';
import { foldSession } from '../continuity/fold-session.ts';
import { CHANNEL, everyRecord, recordOf, unfoldedRecords } from '../continuity/records.ts';
import { note } from '../journaling.ts';
import { sessionsNear } from '../known-sessions.ts';
import type { Ports } from '../ports.ts';
import { type Caller, refuseTheModel } from './caller.ts';
import { configuredAt } from './project.ts';
import { chooseSession, sessionFor, sessionNamed } from './session-choice.ts';

/** A session that remembers, and where: its journal and its record are in its home project (D9). */
export interface Memory {
	readonly place: Place;
	readonly config: Config;
	readonly session: Session;
	/** The lines before and after each note that is nobody's session: it begins and ends with each. */
	readonly around?: readonly [before: readonly JournalEntry[], after: readonly JournalEntry[]];
}

/**
 * The home project of whoever calls, where continuity works.
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

/**
 * The session a command is about, at home.
 *
 * @throws Fault `not_configured`, `unknown_session`, also where no hook has seen the session start
 */
export async function memoryOf(caller: Caller, ports: Ports): Promise<Memory> {
	const { place, config } = await rememberingProject(caller, ports);
	const { session } = await sessionFor(place, { caller, atBranch: false }, ports);
	if (await hasStarted(place, session, ports)) return { place, config, session };
	const what = `no hook has seen session ${session.uuid} start in ${place.root}`;
	throw new Fault('unknown_session', what, {
		hint: 'start or resume claude here, or name a session of this project: req session list',
	});
}

/**
 * The memory that a person's note goes to: that of the session, or, from a terminal where none is live, notes for the
 * next session of the branch.
 *
 * @throws Fault as `memoryToChange`; `unknown_session` where several sessions are live
 */
export async function memoryToNote(caller: Caller, ports: Ports): Promise<Memory> {
	const isOutside = caller.session === undefined && !caller.isModel;
	if (!isOutside) return memoryToChange(caller, ports);
	const { place, config } = await rememberingProject(caller, ports);
	const choice = await chooseSession(place, caller, ports);
	if (choice.kind !== 'none') return memoryToChange(caller, ports);
	return branchNotes({ place, config }, ports);
}

/**
 * The same where the command does without a session too.
 *
 * @throws Fault `not_configured`, `unknown_session` for a reference that means none or several
 */
export async function memoryIfAny(
	caller: Caller,
	ports: Ports,
): Promise<Project & { readonly session: Session | undefined }> {
	const project = await rememberingProject(caller, ports);
	const choice = await chooseSession(project.place, caller, ports);
	const session = choice.kind === 'one' ? choice.session : undefined;
	const isHere = session !== undefined && (await hasStarted(project.place, session, ports));
	return { ...project, session: isHere ? session : undefined };
}

/**
 * The session a command changes. The model changes its own only (D36).
 *
 * @throws Fault `refused`, and as `memoryOf`
 */
export async function memoryToChange(caller: Caller, ports: Ports): Promise<Memory> {
	const memory = await memoryOf(caller, ports);
	await onlyItsOwn(caller, memory.session, ports);
	return memory;
}

/**
 * Refuses the model to change what another session remembers: that is the user's to decide (D36).
 *
 * @param session whose memory changes; `undefined`: that of none
 * @throws Fault `refused`
 */
export async function onlyItsOwn(
	caller: Caller,
	session: Session | undefined,
	ports: Ports,
): Promise<void> {
	if (caller.session === undefined || session === undefined || isThisSession(session, ports))
		return;
	const what = `req … --session ${session.key}`;
	const hint = 'leave --session out, or let the user run it in a terminal';
	refuseTheModel(caller, { what, hint });
}

/** Whether a session is the one this process runs in. */
export function isThisSession({ uuid }: Session, { host, sha256 }: Ports): boolean {
	return parseSessionId(host.sessionId, sha256)?.uuid === uuid;
}

/**
 * Adds lines to the session's journal and folds them into its record, as the hooks do.
 *
 * @throws Fault `state_unwritable`
 */
export async function remember(
	{ place, config, session, around: [before, after] = [[], []] }: Memory,
	said: readonly JournalEntry[],
	ports: Ports,
): Promise<void> {
	const entries = [...before, ...said, ...after];
	if (!(await note(place, session, { entries, ports }))) {
		throw new Fault('state_unwritable', `nothing was stored in ${place.stateDir}`, {
			hint: 'free the disk or make the folder writable',
		});
	}
	await foldSession({ place, config }, session, ports);
}

/** An archived one has, too. */
async function hasStarted(place: Place, session: Session, ports: Ports): Promise<boolean> {
	const { kind } = await ports.records.read(place, session);
	return kind !== 'absent';
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

/** Where those sessions remember. */
export function memoriesOf(
	records: readonly Pick<SessionRecord, 'uuid'>[],
	{ place, config }: Pick<Memory, 'place' | 'config'>,
	ports: Ports,
): Memory[] {
	return records.flatMap(({ uuid }) => {
		const session = parseSessionId(uuid, ports.sha256);
		return session === undefined ? [] : [{ place, config, session }];
	});
}

/**
 * Where a person notes something for the next session of a branch: a record like that of a session, of a channel of its
 * own, one for all terminals between two sessions. So it is searched, listed, inherited and pruned as sessions are; it
 * begins and ends with each note, and `claimNotes` gives it to the session that starts next.
 */
async function branchNotes(
	{ place, config }: Pick<Memory, 'place' | 'config'>,
	ports: Ports,
): Promise<Memory> {
	const { user } = ports.host;
	const summaries = await ports.records.summaries(place, config.continuity.retentionDays);
	const since = latestHere(summaries, place, user)?.uuid ?? '';
	const digits = ports.sha256([TERMINAL, user, place.branch, since].join('\n')).slice(0, ID_DIGITS);
	const session = parseSessionId(digits, ports.sha256) as Session;
	const { branch, root, mainRoot } = place;
	const start = {
		...{ e: 'start' as const, source: TERMINAL, branch, cwd: root },
		...{ user, root: mainRoot ?? root, channel: TERMINAL },
	};
	const name = { e: 'name' as const, name: `${TERMINAL}-${session.key}` };
	return { place, config, session, around: [[start, name], [{ e: 'end', reason: TERMINAL }]] };
}

/** Digits of a full id. */
const ID_DIGITS = 32;

/** The session of this user that started last on the branch. */
function latestHere(
	summaries: readonly RecordSummary[],
	{ branch }: Place,
	user: string,
): RecordSummary | undefined {
	return summaries
		.filter((one) => one.branch === branch && one.user === user && one.channel === CHANNEL)
		.sort((one, other) => compareTexts(other.startedAt, one.startedAt))[0];
}

/** What waits for the next session of the branch, newest first. */
export async function notesWaiting(
	place: Place,
	days: number,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const summaries = await ports.records.summaries(place, days);
	const records: SessionRecord[] = [];
	for (const { uuid, ...one } of summaries) {
		const isHere = one.branch === place.branch && one.user === ports.host.user;
		if (!one.waits || !isHere) continue;
		const record = await recordOf(parseSessionId(uuid, ports.sha256), place, ports);
		if (record !== undefined && waits(record)) records.push(record);
	}
	return records;
}

/** Sessions that are not named are looked for among those of so many days first. */
const RECENT_DAYS = 30;

/**
 * The record of the session a reference means, at any age (D14); without one that of the session this
 * runs in, of the only live one, or of the newest one of this branch.
 *
 * @returns `isLatest`: nobody named it and nothing is at work here, it is the newest one of this branch
 * @throws Fault `unknown_session` where there is none
 */
export async function recordAsked(caller: Caller, ports: Ports) {
	const place = await homeOfCaller(caller, ports);
	if (caller.session !== undefined) {
		const session = await sessionNamed(caller.session, place, ports);
		return { place, record: await recordOrFault(session, place, ports), isLatest: false };
	}
	const choice = await chooseSession(place, caller, ports);
	const own = choice.kind === 'one' ? await recordOf(choice.session, place, ports) : undefined;
	return { place, record: own ?? (await newestOf(place, ports)), isLatest: own === undefined };
}

/** @throws Fault `unknown_session` or `state_unreadable` */
export async function recordOrFault(
	session: Session,
	place: Place,
	ports: Ports,
): Promise<SessionRecord> {
	const loaded = await ports.records.read(place, session);
	switch (loaded.kind) {
		case 'present':
			return loaded.doc;
		case 'absent':
			throw new Fault('unknown_session', `nothing is recorded of session ${named(session.key)}`, {
				hint: nearHint(await sessionsNear(session.uuid, place, ports)),
			});
		case 'corrupt':
		case 'newer': {
			const why = loaded.kind === 'newer' ? 'a newer req wrote it' : loaded.reason;
			const what = `the record of session ${named(session.key)} cannot be read: ${why}`;
			throw new Fault('state_unreadable', what, { hint: 'req doctor' });
		}
		default:
			return loaded satisfies never;
	}
}

async function newestOf(place: Place, ports: Ports): Promise<SessionRecord> {
	const summaries = await ports.records.summaries(place, RECENT_DAYS);
	const unfolded = (await unfoldedRecords(place, ports)).map((record) => summaryOf(record, false));
	const session = parseSessionId(newestHere([...summaries, ...unfolded], place), ports.sha256);
	if (session !== undefined) return recordOrFault(session, place, ports);
	const older = (await ports.records.all(place)).map((record) => summaryOf(record, false));
	const old = parseSessionId(newestHere(older, place), ports.sha256);
	if (old !== undefined) return recordOrFault(old, place, ports);
	throw new Fault('unknown_session', `no session is recorded ${onBranchText(place.branch)}`, {
		hint: 'req session list --all',
	});
}

/** Full id of the session that was last at work on the branch; notes from a terminal only where there was none. */
function newestHere(summaries: readonly RecordSummary[], { branch }: Place): string | undefined {
	const here = summaries
		.filter((one) => one.branch === branch)
		.sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1));
	return (here.find(({ channel }) => channel !== TERMINAL) ?? here[0])?.uuid;
}

/** All records, that of the session with what its journal holds beyond it. */
export async function everyRecordWith(
	session: Session | undefined,
	place: Place,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const records = await everyRecord(place, ports);
	const own = await recordOf(session, place, ports);
	if (own === undefined) return records;
	return [...records.filter(({ uuid }) => uuid !== session?.uuid), own];
}
