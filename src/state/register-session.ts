import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { recordFault } from './faults.ts';
import { machineOf, processFields, updateRegistry } from './registry.ts';
import {
	commonDirOf,
	entriesOf,
	entryOfSession,
	isAlive,
	type Registry,
	withoutSessions,
	withSession,
} from './registry-kind.ts';

/** What an event tells about its session. Absent values keep what is registered. */
interface Presence {
	readonly session: Session;
	readonly cwd: string;
	/** Why the session starts; absent for any other event. */
	readonly source?: string | undefined;
	readonly transcript?: string | undefined;
}

/**
 * Puts the session into the registry, or renews its last activity (D11). At a start, sessions whose Claude Code is gone
 * leave it.
 */
export async function register(place: Place, presence: Presence, context: Context): Promise<void> {
	const { session, cwd } = presence;
	const machine = machineOf(context);
	const at = new Date(context.now()).toISOString();
	const change = (registry: Registry) => {
		const known = entryOfSession(registry, session.uuid);
		const { source = known?.source, transcript = known?.transcript } = presence;
		const entry = {
			...known,
			uuid: session.uuid,
			...processFields(context),
			cwd,
			common_dir: commonDirOf(place),
			branch: place.branch,
			source,
			transcript,
			...(environmentOf(context).nested ? { nested: true } : {}),
			started_at: known?.started_at ?? at,
			last_activity: at,
		};
		const all = presence.source === undefined ? [] : entriesOf(registry);
		const gone = all.flatMap(([, one]) => (isAlive(one, machine) ? [] : one.uuid));
		return withSession(withoutSessions(registry, gone), session, entry);
	};
	await changeRegistry(place, change, context);
}

/** Takes the session out of the registry. */
export async function unregister(place: Place, session: Session, context: Context): Promise<void> {
	await changeRegistry(place, (registry) => withoutSessions(registry, [session.uuid]), context);
}

/** What cannot be read or stored is a fault and nothing worse. */
async function changeRegistry(
	place: Place,
	change: (registry: Registry) => Registry,
	context: Context,
): Promise<void> {
	const updated = await updateRegistry(change, context);
	if (updated.quarantined !== undefined) {
		const message = `the session registry could not be read; moved to ${updated.quarantined}`;
		const hint = 'send a prompt in each session: it writes the file again';
		recordFault(place, context, { code: 'registry_unreadable', message, hint });
	}
	if (updated.kind !== 'refused') return;
	const { code, what, fix } = updated.obstacle;
	const message = `the session registry could not be saved: ${what}`;
	recordFault(place, context, { code, message, hint: fix });
}
