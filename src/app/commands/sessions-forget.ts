import { Fault } from '../../core/fault/fault.ts';
import { entryOfSession } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import type { Kept, Leftover } from '../leftover-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { removeAll } from './prune.ts';
import { homeOfCaller } from './remembering.ts';
import { sessionNamed } from './session-choice.ts';

/** What is forgotten of a session, or would be. */
export interface Forgotten {
	readonly session: Session;
	/** Nobody said yes: nothing was removed. */
	readonly dryRun: boolean;
	readonly removed: readonly Leftover[];
	/** What should have gone and did not. */
	readonly failed: readonly Kept[];
}

/**
 * Removes all that is remembered of one session: its journal, its record and copies of it. What it
 * satisfied stays with the branch, tasks stay with the project, events keep its id.
 *
 * @param request `sure`: the user said yes
 * @throws Fault `refused` for the model and for a session at work, `unknown_session`
 */
export async function sessionsForget(
	request: { readonly caller: Caller; readonly reference: string; readonly sure: boolean },
	ports: DeskPorts,
): Promise<Forgotten> {
	const { caller, reference, sure } = request;
	onlyTheUser(caller, 'req sessions forget');
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
			hint: 'req sessions list --all',
		});
	}
	if (!sure) return { session, dryRun: true, removed: files, failed: [] };
	return { session, dryRun: false, ...(await removeAll(files)) };
}
