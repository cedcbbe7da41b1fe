import { unreadFaults } from '../../core/fault/fault.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import { statusText } from '../../core/inject/status-text.ts';
import type { Place } from '../../core/place/place.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { type Viewpoint, viewpointNow } from '../continuity/rank-sessions.ts';
import { writeStart } from '../continuity/write-injection.ts';
import type { Ports } from '../ports.ts';
import type { Scene } from '../scene.ts';
import { startFacts } from '../start-status.ts';
import { readState } from '../state-reading.ts';
import type { Caller } from './caller.ts';
import { rememberingScene } from './memory-of.ts';
import { type InheritedPreview, previewedInheritance } from './previewed-inheritance.ts';

/** What the next session on a branch would be told, and why that. */
export interface ContextPreview {
	readonly place: Place;
	/** Scores from which a session's context and its pins are taken. */
	readonly thresholds: readonly number[];
	readonly injection: Injection;
	/** All sessions that were looked at, highest score first; none where it inherits. */
	readonly candidates: readonly Candidate[];
	/** The session it inherits from on somebody's word, and by which door; `undefined`: from nobody. */
	readonly inherits: Pick<InheritedPreview, 'from' | 'door'> | undefined;
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
	const { threshold, pinThreshold } = continuity.relevance;
	const told = { place, thresholds: [threshold, pinThreshold] };
	const looking = await viewpointNow({ place, continuity, session: undefined }, ports);
	const next = await nextStart(scene, looking, ports);
	const previewed = next && (await previewedInheritance({ ...next, scene, looking }, ports));
	if (previewed?.kind === 'inherits') {
		const { from, door, composed } = previewed;
		return { ...composed, ...told, inherits: { from, door } };
	}
	const composed = await writeStart(looking, previewed?.gates ?? '', ports);
	return { ...composed, ...told, inherits: undefined };
}

/** What a start finds beside earlier sessions. */
async function nextStart(scene: Scene, { registry }: Viewpoint, ports: Ports) {
	const { place } = scene;
	const session = parseSessionId(NEXT, ports.sha256);
	if (session === undefined) return undefined;
	const { state, isNewer } = await readState(place, ports);
	const faults = unreadFaults(await ports.faults.read(place));
	const found = { registry, state, isNewer, faults };
	const gates = statusText(await startFacts({ scene, session }, found, ports));
	return { session, state, gates };
}
