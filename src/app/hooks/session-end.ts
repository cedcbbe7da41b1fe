import type { BranchChange } from '../../core/branch-state/change.ts';
import { ownerOf } from '../../core/branch-state/session-entries.ts';
import { remembers } from '../../core/config/config.ts';
import { foldTriggers } from '../../core/journal/triggers.ts';
import type { Place } from '../../core/place/place.ts';
import type { SessionEndInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { entryOfSession } from '../../core/registry/kind.ts';
import type { Session } from '../../core/session/session-id.ts';
import { orNothing } from '../continuity/with-memory.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { readRegistry, updateRegistry } from '../registering.ts';
import { saveChanges } from '../saving.ts';
import { sessionOf } from '../scene.ts';
import { readState } from '../state-reading.ts';
import { type Workplace, workplacesOf } from '../workplaces.ts';

/**
 * Stamps the end, folds what the journal still holds, takes the session out of the registry, and
 * forgets its own state where the config says so. A session nobody knows leaves no
 * trace. Little time is left here, so the stamp comes first.
 */
export async function sessionEnd(
	input: SessionEndInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	const workplaces = await workplacesOf(session, input.cwd, ports);
	for (const workplace of workplaces) await stamp(workplace, { input, session, ports });
	// What is left of them, prune removes.
	await ports.attempt(async () => (await ports.receipts()).end(session.uuid));
	await leaveRegistry(workplaces[0]?.place, session, ports);
	const batches = workplaces.map(async (workplace) => ({
		place: workplace.place,
		changes: await closingChanges(workplace, session, ports),
	}));
	await saveChanges(await Promise.all(batches), ports);
	if (workplaces[0] !== undefined) await remember(workplaces[0], session, ports);
	return undefined;
}

/** The session's record gets the rest of what it did, and its end. */
async function remember(
	{ place, config, lines }: Workplace,
	session: Session,
	ports: Ports,
): Promise<void> {
	if (!remembers(config) || lines.length === 0) return;
	const work = async () => {
		const { foldWithSources } = await import('../continuity/fold-session.ts');
		await foldWithSources({ place, config }, session, ports);
	};
	await orNothing(work, { place, what: 'the end of the session could not be remembered', ports });
}

async function stamp(
	{ place, lines }: Workplace,
	{ input, session, ports }: { input: SessionEndInput; session: Session; ports: Ports },
): Promise<void> {
	if (lines.length === 0) return;
	const { clientPid: pid } = ports.host;
	const entries = [{ e: 'end' as const, reason: input.reason ?? 'other', pid }];
	await note(place, session, { entries, ports });
}

/** Also where the config is gone by now; but only a configured project takes note of a fault (D34). */
async function leaveRegistry(
	home: Place | undefined,
	session: Session,
	ports: Ports,
): Promise<void> {
	const changes = [{ op: 'remove' as const, uuids: [session.uuid] }];
	if (home === undefined) {
		await ports.registry.update(changes);
		return;
	}
	const registry = await readRegistry(home, ports);
	if (entryOfSession(registry, session.uuid) !== undefined)
		await updateRegistry(home, changes, ports);
}

async function closingChanges(
	{ place, config, lines }: Workplace,
	session: Session,
	ports: Ports,
): Promise<BranchChange[]> {
	if (config.clearSessionState) {
		return [{ op: 'forget', at: new Date(ports.now()).toISOString(), ...ownerOf(session) }];
	}
	if (!config.enabled || lines.length === 0) return [];
	const { state } = await readState(place, ports);
	const { requirements } = config;
	return foldTriggers(lines, { session, place, state, requirements });
}
