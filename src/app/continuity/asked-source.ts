import { liveSessions } from '../../core/registry/liveness.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { type Surroundings, sessionsNamed } from '../known-sessions.ts';
import { nearText, sessionsNear } from '../near-sessions.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import type { AskedInheritance } from './asked-inheritance.ts';
import type { Refused } from './inheriting.ts';
import { CHANNEL } from './linking.ts';
import type { Start } from './start.ts';
import { everyRecord } from './unfolded-sessions.ts';

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
	if (door === 'command' || door === 'clear') return one(parseSessionId(ref, ports.sha256), ref);
	const isPossible = ref.trim().length <= MAX_REFERENCE;
	const found = isPossible ? await sessionsNamed(ref, { place, registry }, ports) : [];
	if (found.length > 1) {
		return unknown(`${named(ref)} means ${found.length} sessions; more characters tell which`);
	}
	const [only] = found;
	if (only !== undefined) return one(only, ref);
	const near = isPossible ? nearText(await sessionsNear(ref, place, ports)) : '';
	return unknown(`no session of this project is ${named(ref)}${near === '' ? '' : `; ${near}`}`);
}

function one(session: Session | undefined, ref: string) {
	return session === undefined
		? unknown(`${named(ref)} is no session`)
		: { kind: 'one' as const, session };
}

function unknown(message: string): Refused {
	return { kind: 'refused', why: 'unknown', message };
}
