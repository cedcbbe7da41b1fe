import { Fault } from '../../core/fault/fault.ts';
import { onBranchText, type Place } from '../../core/place/place.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import {
	type RecordSummary,
	summaryOf,
	TERMINAL,
} from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { everyRecord, recordOf, unfoldedRecords } from '../continuity/records.ts';
import { nearHint, sessionsNear } from '../known-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { homeOfCaller } from './memory-of.ts';
import { chooseSession, sessionNamed } from './session-choice.ts';

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
