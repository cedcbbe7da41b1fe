import type { Place } from '../../core/place/place.ts';
import { lookupPriorSession, type PriorSession } from '../../core/run/prior-session.ts';
import { isUuid, parseSessionId } from '../../core/session/session-id.ts';
import type { Task } from '../../core/task/schema.ts';
import { liveEntries } from '../continuity/rank-sessions.ts';
import type { DeskPorts, Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { RunListing } from '../run-ports.ts';

/**
 * The session that worked on a task last: that of the newest run that has one for it, else the session that touched
 * the task last (seed 003, LK-1..5; data model).
 *
 * @param listing read once per run (OPT-1)
 */
export async function priorSession(
	task: Task,
	{ place, listing }: { readonly place: Place; readonly listing: RunListing },
	ports: Ports,
): Promise<PriorSession | undefined> {
	const found = lookupPriorSession(listing.runs, task.id);
	if (found !== undefined) return found;
	const session = parseSessionId(task.session, ports.sha256);
	const loaded = session && (await ports.records.read(place, session));
	if (loaded?.kind !== 'present' || !isUuid(loaded.doc.uuid)) return undefined;
	const { uuid, cwd, notes } = loaded.doc;
	return { uuid, cwd, findings: notes.at(-1)?.text };
}

/** Why a session cannot go on, as far as it can be told before it is tried. */
export interface Obstacle {
	/** `stale`: a fresh one can take its place. `busy`: it is at work, and the task is in its hands. */
	readonly why: 'stale' | 'busy';
	readonly message: string;
}

/** What stands against resuming a session; `undefined`: nothing that can be seen from here. */
export async function obstacleTo(
	{ uuid, cwd }: PriorSession,
	place: Place,
	ports: DeskPorts,
): Promise<Obstacle | undefined> {
	const registry = await readRegistry(place, ports);
	const live = liveEntries(registry, ports).find(([, entry]) => entry.uuid === uuid);
	if (live !== undefined) return { why: 'busy', message: `session ${uuid} is at work elsewhere` };
	if (!ports.places.exists(cwd)) return { why: 'stale', message: 'its directory is gone' };
	if (ports.places.ifReadable(cwd)?.stateDir !== place.stateDir) {
		return { why: 'stale', message: 'its directory is of another repository' };
	}
	const hasTranscript = ports.clients.hasTranscript(uuid);
	return hasTranscript ? undefined : { why: 'stale', message: 'its transcript is gone' };
}
