import { remembers } from '../config/config.ts';
import { Fault, type FaultCode, type FaultLine, unreadFaults } from '../core/fault/fault.ts';
import { homeOf, type Project, projectAt } from '../events/projects.ts';
import type { Place } from '../git/place.ts';
import { attempt } from '../store/errors.ts';
import type { Ports } from './ports.ts';

/** A fault that is not written yet. */
export interface NewFault {
	readonly code: FaultCode;
	readonly message: string;
	readonly hint: string;
}

/** Notes a fault beside the project's state. */
export async function recordFault(place: Place, ports: Ports, fault: NewFault): Promise<void> {
	const at = new Date(ports.now()).toISOString();
	await ports.faults.append(place, { at, where: place.branch, ...fault });
}

/** Faults nobody was told about yet; afterwards they count as read. */
export async function takeUnreadFaults(place: Place, ports: Ports): Promise<readonly FaultLine[]> {
	const lines = await ports.faults.read(place);
	const unread = unreadFaults(lines);
	if (unread.length > 0) {
		const at = new Date(ports.now()).toISOString();
		await ports.faults.append(place, { at, code: 'read', where: place.branch, message: '' });
	}
	return unread;
}

/**
 * Does its work where the session has its journal, when sessions of that project are remembered. What fails
 * there is one fault line and costs nobody an answer (D35).
 */
export async function withMemory<Value>(
	cwd: string,
	ports: Ports,
	work: (home: Project) => Promise<Value>,
): Promise<Value | undefined> {
	const home = await projectAt(homeOf(cwd, ports), ports);
	if (home === undefined || !remembers(home.config)) return undefined;
	const what = 'what happened could not be remembered';
	return orNothing(() => work(home), { place: home.place, what, ports });
}

/**
 * Remembering costs only itself: whatever goes wrong in it is one fault line, and the gates answer as they
 * would without it.
 *
 * @param what that was to be done, for the fault: `earlier sessions could not be told`
 */
export async function orNothing<Value>(
	work: () => Promise<Value>,
	{ place, what, ports }: { readonly place: Place; readonly what: string; readonly ports: Ports },
): Promise<Value | undefined> {
	const attempted = await attempt(work);
	if (attempted.kind === 'done') return attempted.value;
	const { error } = attempted;
	const reason = error instanceof Error ? error.message : String(error);
	const code = error instanceof Fault ? error.code : 'unexpected';
	const hint = (error instanceof Fault ? error.hint : undefined) ?? 'req doctor';
	await recordFault(place, ports, { code, message: `${what}: ${reason}`, hint });
	return undefined;
}
