import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { entryOfSession } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Kept, Leftover } from '../leftover-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import { sceneAt } from '../scene.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { memoriesOf } from './inherited.ts';
import { homeOfCaller, remember } from './memory-of.ts';
import { removeAll } from './prune.ts';
import { sessionNamed } from './session-choice.ts';

/** What is forgotten of a session, or would be. */
export interface Forgotten {
	readonly session: Session;
	/** Nobody said yes: nothing was removed. */
	readonly dryRun: boolean;
	readonly removed: readonly Leftover[];
	/** Keys of the sessions that have pins of it, which go with it. */
	readonly holders: readonly string[];
	/** What should have gone and did not. */
	readonly failed: readonly Kept[];
}

/**
 * Removes all that is remembered of one session: its journal, its record and copies of it, and its pins from the
 * sessions that inherited them. What it satisfied stays with the branch, tasks stay with the project, events keep
 * its id, runs what it said in them, and the journals and bundles of others what they took over.
 *
 * @param request `sure`: the user said yes
 * @throws Fault `refused` for the model and for a session at work, `unknown_session`
 */
export async function sessionsForget(
	request: { readonly caller: Caller; readonly reference: string; readonly sure: boolean },
	ports: DeskPorts,
): Promise<Forgotten> {
	const { caller, reference, sure } = request;
	await onlyTheUser(caller, 'req session forget', ports);
	const place = await homeOfCaller(caller, ports);
	const registry = await readRegistry(place, ports);
	const session = await sessionNamed(reference, { place, registry }, ports);
	const entry = entryOfSession(registry, session.uuid);
	if (entry !== undefined && isAlive(entry, machineOf(ports))) {
		throw new Fault('refused', `session ${named(session.key)} is at work`, {
			hint: 'end it first: what it does next would be remembered again',
		});
	}
	const files = await ports.leftovers.ofSession(place, session);
	if (files.length === 0) {
		throw new Fault('unknown_session', `nothing is stored of session ${named(session.key)}`, {
			hint: 'req session list --all',
		});
	}
	const heirs = await heirsOf(session, place, ports);
	const holders = heirs.map(({ key }) => key);
	if (!sure) return { session, dryRun: true, removed: files, holders, failed: [] };
	await unpin(session, heirs, { place, ports });
	return { session, dryRun: false, holders, ...(await removeAll(files)) };
}

/** The records that have pins of a session. */
async function heirsOf(
	{ uuid, key }: Session,
	place: Place,
	ports: DeskPorts,
): Promise<readonly SessionRecord[]> {
	const records = await everyRecord(place, ports);
	return records.filter((record) => record.uuid !== uuid && labelsFrom(key, record).length > 0);
}

function labelsFrom(key: string, { pins }: SessionRecord): string[] {
	return pins.flatMap(({ label, origin }) => (origin?.session === key ? [label] : []));
}

async function unpin(
	{ key }: Session,
	heirs: readonly SessionRecord[],
	{ place, ports }: { readonly place: Place; readonly ports: DeskPorts },
): Promise<void> {
	const scene = await sceneAt(place, ports);
	if (scene === undefined) return;
	for (const heir of heirs) {
		const [memory] = memoriesOf([heir], scene, ports);
		const entries = labelsFrom(key, heir).map((label) => ({ e: 'unpin', label }) as const);
		if (memory !== undefined) await remember(memory, entries, ports);
	}
}
