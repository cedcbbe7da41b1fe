import { type FaultCode, type FaultLine, unreadFaults } from '../core/fault/fault.ts';
import { branchText, type Place } from '../core/place/place.ts';
import type { Ports } from './ports.ts';

/** What is stored of a branch cannot be read: gates are on, and somebody should know (D7). */
export async function recordQuarantine(place: Place, what: string, ports: Ports): Promise<void> {
	await recordFault(place, ports, {
		code: 'state_unreadable',
		message: `the requirement state of ${branchText(place.branch)} cannot be read (${what})`,
		hint: 'req doctor',
	});
}

/** A fault that is not written yet. */
export interface NewFault {
	readonly code: FaultCode;
	readonly message: string;
	readonly hint: string;
}

/** Notes a fault beside the project's state, its message without secrets (D30). */
export async function recordFault(place: Place, ports: Ports, fault: NewFault): Promise<void> {
	const { redactFields } = await import('../core/redact/redact.ts');
	const at = new Date(ports.now()).toISOString();
	const line = { at, where: place.branch, ...fault };
	await ports.faults.append(place, redactFields(line, ['message']));
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
