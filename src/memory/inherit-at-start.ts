import { recordFault } from '../app/faults.ts';
import { sessionsMeant, unknownSession } from '../app/known-sessions.ts';
import type { Ports } from '../app/ports.ts';
import type { FaultCode } from '../core/fault/fault.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import { saveChanges } from '../events/stored-state.ts';
import type { Place } from '../git/place.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions } from '../state/registry-kind.ts';
import {
	inherit,
	isNoted,
	type Loading,
	loadGiven,
	loadInheritance,
	type Refused,
} from './inherit.ts';
import { CHANNEL } from './links.ts';
import { runningWarning } from './other-sessions.ts';
import { allSessions } from './sessions.ts';
import type { AskedInheritance, Start } from './start.ts';
import type { Viewpoint } from './take.ts';

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

/** Lets a session that starts inherit what was asked for: what it is told of that (D24). */
export async function inheritAtStart(
	{ start, viewpoint, asked, claim }: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const loading = await loadAsked(asked, start, ports);
	if (loading === undefined) return NOTHING;
	const { session, gates } = start;
	if (!(await claim())) return { text: gates, notices: [] };
	if (asked.door === 'command' && !(await takes(start, ports))) return NOTHING;
	const inherited = await inherit({ ...asked, session, viewpoint, gates }, loading, ports);
	switch (inherited.kind) {
		case 'inherited': {
			const { bundle, isRunning, warnings, injection } = inherited;
			ports.trace?.(`inherits from ${named(bundle.from_session)}: by ${asked.door}`);
			const running = isRunning ? [runningWarning(bundle.from_session)] : [];
			return { text: injection.text, notices: [...running, ...warnings] };
		}
		case 'there':
			return NOTHING;
		case 'refused':
			return refused(inherited, start, ports);
		default:
			return inherited satisfies never;
	}
}

/**
 * What a start is asked to inherit; `undefined` where the door is not open to its session. Writes nothing: the preview
 * asks, too.
 */
export async function loadAsked(
	asked: AskedInheritance,
	start: Start,
	ports: Ports,
): Promise<Loading | undefined> {
	if (!(await isDue(asked, start, ports))) return undefined;
	if (asked.door === 'pipeline') return loadGiven(asked.ref, start, ports);
	const source = await askedSource(asked, start.place, ports);
	if (source.kind === 'refused') return source;
	const { place, config, session } = start;
	return loadInheritance({ ...asked, place, config, session, source: source.session }, ports);
}

/** Whether the door is open to this session, as far as that takes looking. */
async function isDue({ door }: AskedInheritance, start: Start, ports: Ports): Promise<boolean> {
	const { place, session, source } = start;
	if (door === 'config') return isFirstOfBranch(start, ports);
	if (source !== 'resume') return true;
	const { kind } = await ports.bundles.read(place, session);
	return kind === 'absent' || (kind === 'present' && !isNoted(place, session, ports));
}

/** Of several sessions that start at once, the one that is written down as the first has what was armed. */
async function takes({ place, session }: Start, ports: Ports): Promise<boolean> {
	const changes = [{ op: 'take_inherit' as const, uuid: session.uuid }];
	const { docs } = await saveChanges([{ place, changes }], ports);
	return docs[0]?.armed_inherit?.taken_by === session.uuid;
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
function isFirstOfBranch(
	{ place, session, registry }: Pick<Start, 'place' | 'session' | 'registry'>,
	ports: Ports,
): boolean {
	const live = liveSessions(registry, place, machineOf(ports.context));
	if (live.some(([, { uuid }]) => uuid !== session.uuid)) return false;
	return !allSessions(place, ports).some(
		({ uuid, branch, channel }) =>
			uuid !== session.uuid && branch === place.branch && channel === CHANNEL,
	);
}

/** Names are as long, ids shorter (D15). */
const MAX_REFERENCE = 64;

/** The session that somebody wants a start to inherit from; `refused`: none, or several, that the start then goes on without. */
async function askedSource(
	{ ref, door }: Pick<AskedInheritance, 'ref' | 'door'>,
	place: Place,
	ports: Ports,
): Promise<{ readonly kind: 'one'; readonly session: Session } | Refused> {
	const unknown = (message: string): Refused => ({ kind: 'refused', why: 'unknown', message });
	const isId = door === 'command' || door === 'clear';
	const isPossible = isId || ref.trim().length <= MAX_REFERENCE;
	const found = isPossible && !isId ? await sessionsMeant(ref, place, ports) : [];
	if (found.length > 1) {
		return unknown(`${named(ref)} means ${found.length} sessions; more characters tell which`);
	}
	const session = isId ? parseSessionId(ref, ports.sha256) : found[0];
	if (session !== undefined) return { kind: 'one', session };
	if (isId) return unknown(`${named(ref)} is not a session`);
	const { what, near } = await unknownSession(ref, place, ports);
	return unknown(near === '' ? what : `${what}; ${near}`);
}
