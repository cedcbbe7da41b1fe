import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { recordFault } from '../faults.ts';
import type { Ports } from '../ports.ts';

/**
 * Remembering costs only itself: whatever goes wrong in it is one fault line, and the gates answer as they
 * would without it (S2-095).
 *
 * @param what that was to be done, for the fault: `earlier sessions could not be told`
 */
export async function orNothing<Value>(
	work: () => Promise<Value>,
	{ place, what, ports }: { readonly place: Place; readonly what: string; readonly ports: Ports },
): Promise<Value | undefined> {
	const attempted = await ports.attempt(work);
	if (attempted.kind === 'done') return attempted.value;
	const { error } = attempted;
	const reason = error instanceof Error ? error.message : String(error);
	const code = error instanceof Fault ? error.code : 'unexpected';
	await recordFault(place, ports, { code, message: `${what}: ${reason}`, hint: 'req doctor' });
	return undefined;
}
