import { unreadFaults } from '../../core/fault/fault.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import { statusText } from '../../core/inject/status-text.ts';
import type { Place } from '../../core/place/place.ts';
import type { Registry } from '../../core/registry/schema.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { composeStart } from '../continuity/composing.ts';
import { lookingNow } from '../continuity/looking-now.ts';
import type { Ports } from '../ports.ts';
import type { Scene } from '../scene.ts';
import { startFacts } from '../start-status.ts';
import { readState } from '../state-reading.ts';
import type { Caller } from './caller.ts';
import { rememberingScene } from './memory-of.ts';

/** What the next session on a branch would be told, and why that. */
export interface ContextPreview {
	readonly place: Place;
	readonly injection: Injection;
	/** All sessions that were looked at, highest score first. */
	readonly candidates: readonly Candidate[];
}

/** The id of a session that is not there yet. */
const NEXT = '00000000-0000-4000-8000-000000000000';

/**
 * What a session that started now would be told, by the function that tells it (issue "Restore"). Writes
 * nothing.
 *
 * @throws Fault `not_configured`
 */
export async function contextPreview(caller: Caller, ports: Ports): Promise<ContextPreview> {
	const scene = await rememberingScene(caller, ports);
	const { place, config } = scene;
	const { continuity } = config;
	const looking = await lookingNow({ place, continuity, session: undefined }, ports);
	const gates = await gatesText(scene, looking.registry, ports);
	const { injection, candidates } = await composeStart(looking, gates, ports);
	return { place, injection, candidates };
}

async function gatesText(scene: Scene, registry: Registry, ports: Ports): Promise<string> {
	const { place } = scene;
	const session = parseSessionId(NEXT, ports.sha256);
	if (session === undefined) return '';
	const { state, isNewer } = await readState(place, ports);
	const faults = unreadFaults(await ports.faults.read(place));
	const found = { registry, state, isNewer, faults };
	return statusText(await startFacts({ scene, session }, found, ports));
}
