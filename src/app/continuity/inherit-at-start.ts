import type { FaultCode } from '../../core/fault/fault.ts';
import { runningWarning } from '../../core/inject/other-sessions.ts';
import { liveSessions } from '../../core/registry/liveness.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { recordFault } from '../faults.ts';
import { nearText, type Surroundings, sessionsNamed, sessionsNear } from '../known-sessions.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import { saveChanges } from '../saving.ts';
import { type Inherited, inherit, inheritGiven, isNoted, type Refused } from './inherit.ts';
import { recordInherited } from './record-restoration.ts';
import { everyRecord } from './records.ts';
import { CHANNEL } from './session-links.ts';
import type { AskedInheritance, Start } from './start.ts';
import type { Viewpoint } from './take.ts';
import { writeInheritedStart } from './write-injection.ts';

/** A session that may inherit as it starts. */
interface StartInheriting {
	readonly start: Start;
	readonly viewpoint: Viewpoint;
	readonly asked: AskedInheritance;
	/** Whether this hook speaks at this start. */
	readonly claim: () => Promise<boolean>;
}

/** What came of it. `text` is `undefined` where the start goes on as any other. */
interface StartInherited {
	readonly text: string | undefined;
	/** What the user should know, a sentence each. */
	readonly notices: readonly string[];
}

const NOTHING: StartInherited = { text: undefined, notices: [] };

/** Lets a session that starts inherit what was asked for, and words what it is told of that (D24). */
export async function inheritAtStart(
	starting: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const { asked, start } = starting;
	if (!(await isDue(starting, ports))) return NOTHING;
	if (!(await starting.claim())) return { text: start.gates, notices: [] };
	if (asked.door === 'command' && !(await takes(start, ports))) return NOTHING;
	const inherited = await inheritAsked(starting, ports);
	switch (inherited.kind) {
		case 'inherited':
			ports.trace?.(`inherits from ${named(inherited.bundle.from_session)}: by ${asked.door}`);
			return told(inherited, starting, ports);
		case 'there':
			return NOTHING;
		case 'refused':
			return refused(inherited, start, ports);
		default:
			return inherited satisfies never;
	}
}

/** Whether the door is open to this session, as far as that takes looking. */
async function isDue({ asked, start }: StartInheriting, ports: Ports): Promise<boolean> {
	const { place, session, source } = start;
	if (asked.door === 'config') return isFirstOfBranch(start, ports);
	if (source !== 'resume') return true;
	const { kind } = await ports.bundles.read(place, session);
	return kind === 'absent' || (kind === 'present' && !(await isNoted(place, session, ports)));
}

/** Of several sessions that start at once, the one that is written down as the first has what was armed. */
async function takes({ place, session }: Start, ports: Ports): Promise<boolean> {
	const changes = [{ op: 'take_inherit' as const, uuid: session.uuid }];
	const { docs } = await saveChanges([{ place, changes }], ports);
	return docs[0]?.armed_inherit?.taken_by === session.uuid;
}

async function inheritAsked({ asked, start }: StartInheriting, ports: Ports): Promise<Inherited> {
	const { place, config, session } = start;
	const inheriting = { ...asked, place, config, session };
	if (asked.door === 'pipeline') return inheritGiven(inheriting, asked.ref, ports);
	const source = await askedSource(asked, start, ports);
	if (source.kind === 'refused') return source;
	return inherit({ ...inheriting, source: source.session }, ports);
}

async function told(
	inheritance: Extract<Inherited, { kind: 'inherited' }>,
	{ asked, start, viewpoint }: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const isGiven = asked.door === 'pipeline';
	const telling = { ...inheritance, isGiven, isAsked: asked.required, gates: start.gates };
	const { injection, restoration } = await writeInheritedStart(telling, viewpoint, ports);
	const { bundle, isRunning, warnings } = inheritance;
	if (restoration !== undefined)
		await recordInherited({ ...viewpoint, session: start.session, restoration }, ports);
	const running = isRunning ? [runningWarning(bundle.from_session)] : [];
	return { text: injection.text, notices: [...running, ...warnings] };
}

const CODE: Readonly<Record<Refused['why'], FaultCode>> = {
	unknown: 'unknown_session',
	unreadable: 'state_unreadable',
	too_old: 'refused',
	itself: 'usage',
	unwritable: 'state_unwritable',
};

/** The session goes on as without; somebody should know (N-1). */
async function refused({ why, message: reason }: Refused, { place }: Start, ports: Ports) {
	const message = `nothing inherited: ${reason}`;
	ports.trace?.(message);
	const hint = 'req session list --all';
	await recordFault(place, ports, { code: CODE[why], message, hint });
	return { text: undefined, notices: [message] };
}

/** At any age: no record of the branch, and nobody else at work on it (D24). */
export async function isFirstOfBranch(
	{ place, session, registry }: Pick<Start, 'place' | 'session' | 'registry'>,
	ports: Ports,
): Promise<boolean> {
	const at = { commonDir: commonDirOf(place), branch: place.branch };
	const live = liveSessions(registry, at, machineOf(ports));
	if (live.some(([, { uuid }]) => uuid !== session.uuid)) return false;
	const records = await everyRecord(place, ports);
	return !records.some(
		({ uuid, branch, channel }) =>
			uuid !== session.uuid && branch === place.branch && channel === CHANNEL,
	);
}

/** Names are as long, ids shorter (D15). */
const MAX_REFERENCE = 64;

/** The session that somebody wants a start to inherit from; `refused`: none, or several, that the start then goes on without. */
export async function askedSource(
	{ ref, door }: Pick<AskedInheritance, 'ref' | 'door'>,
	{ place, registry }: Surroundings,
	ports: Ports,
): Promise<{ readonly kind: 'one'; readonly session: Session } | Refused> {
	const unknown = (message: string): Refused => ({ kind: 'refused', why: 'unknown', message });
	const isId = door === 'command' || door === 'clear';
	const isPossible = isId || ref.trim().length <= MAX_REFERENCE;
	const found = isPossible && !isId ? await sessionsNamed(ref, { place, registry }, ports) : [];
	if (found.length > 1) {
		return unknown(`${named(ref)} means ${found.length} sessions; more characters tell which`);
	}
	const session = isId ? parseSessionId(ref, ports.sha256) : found[0];
	if (session !== undefined) return { kind: 'one', session };
	if (isId) return unknown(`${named(ref)} is not a session`);
	const near = isPossible ? nearText(await sessionsNear(ref, place, ports)) : '';
	return unknown(`no session of this project is ${named(ref)}${near === '' ? '' : `; ${near}`}`);
}
