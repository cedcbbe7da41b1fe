import type { Place } from '../core/place/place.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { type Nameable, type NearSessions, nearSessions } from '../core/session/near-sessions.ts';
import { named } from '../core/text/one-line.ts';
import { everyRecord } from './continuity/unfolded-sessions.ts';
import type { Ports } from './ports.ts';
import { commonDirOf, readRegistry } from './registering.ts';

/** What somebody may have meant by a reference that means no session of this project. Any age, archived too. */
export async function sessionsNear(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<NearSessions> {
	const records = await everyRecord(place, ports);
	const recorded = records
		.filter(({ channel }) => channel !== 'nested')
		.map(({ key, uuid, name, last_activity: at }) => ({ key, uuid, name, at }));
	const known = new Set(records.map(({ uuid }) => uuid));
	const others = (await registeredHere(place, ports)).filter(({ uuid }) => !known.has(uuid));
	return nearSessions(reference, [...recorded, ...others]);
}

async function registeredHere(place: Place, ports: Ports): Promise<Nameable[]> {
	const registry = await readRegistry(place, ports);
	return entriesOf(registry)
		.filter(([, entry]) => entry.common_dir === commonDirOf(place))
		.map(([key, { uuid, last_activity: at }]) => ({ key, uuid, name: undefined, at }));
}

/** The same in one line: `near: auth-v1, auth-v2`; empty where no session is known. */
export function nearText({ isNear, names }: NearSessions): string {
	if (names.length === 0) return '';
	return `${isNear ? 'near' : 'newest'}: ${names.map(named).join(', ')}`;
}

/** The same as lines of a hint, with the command that lists them all. */
export function nearHint({ isNear, names }: NearSessions): string {
	const title = isNear ? 'near it:' : 'the newest are:';
	const lines = names.length === 0 ? [] : [title, ...names.map((name) => `  ${named(name)}`)];
	return [...lines, 'req session list --all'].join('\n');
}
