import { remembers } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { recordFault } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { homeOf, type Scene, sceneAt } from '../scene.ts';

/**
 * Does its work where the session has its journal, when sessions of that project are remembered. What fails
 * there is one fault line and costs nobody an answer (D35).
 */
export async function withMemory<Value>(
	cwd: string,
	ports: Ports,
	work: (home: Scene) => Promise<Value>,
): Promise<Value | undefined> {
	const home = await sceneAt(homeOf(cwd, ports), ports);
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
	const attempted = await ports.attempt(work);
	if (attempted.kind === 'done') return attempted.value;
	const { error } = attempted;
	const reason = error instanceof Error ? error.message : String(error);
	const code = error instanceof Fault ? error.code : 'unexpected';
	await recordFault(place, ports, { code, message: `${what}: ${reason}`, hint: 'req doctor' });
	return undefined;
}
