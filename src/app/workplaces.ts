import { ofKind } from '../core/journal/fold.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { journalOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { type Scene, sceneAt, startOf } from './scene.ts';

/** A configured project a session worked in, and its journal there. */
export interface Workplace extends Scene {
	readonly lines: readonly JournalLine[];
}

/**
 * Where a session stands now, where it started, and wherever else its journal says that its work armed
 * requirements. Places without a config are left out (D34).
 */
export async function workplacesOf(
	session: Session,
	cwd: string,
	ports: Ports,
): Promise<Workplace[]> {
	const start = startOf(cwd, ports);
	const here = ports.places.at(cwd);
	const journal = await journalOf(start, session, ports);
	const elsewhere = ofKind(journal, 'elsewhere').map(({ root }) => ports.places.at(root));
	const workplaces: Workplace[] = [];
	for (const place of distinct([...(here.git ? [here] : []), start, ...elsewhere])) {
		const scene = await sceneAt(place, ports);
		if (scene === undefined) continue;
		const lines =
			place.stateDir === start.stateDir ? journal : await journalOf(place, session, ports);
		workplaces.push({ ...scene, lines });
	}
	return workplaces;
}

function distinct(places: readonly Place[]): Place[] {
	return [...new Map([...places].reverse().map((place) => [place.root, place])).values()].reverse();
}
