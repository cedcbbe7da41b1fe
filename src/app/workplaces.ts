import { type JournalLine, ofKind } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { journalOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { distinctPlaces, homeOf, type Scene, sceneAt, startOf } from './scene.ts';

/** A configured project a session worked in, and its journal there. */
export interface Workplace extends Scene {
	readonly lines: readonly JournalLine[];
}

/**
 * Where a session is at home, where it stands, and wherever else its journal says that its work armed
 * requirements; the home first. Places without a config are left out (D34).
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
	const all = [homeOf(cwd, ports), ...(here.git ? [here] : []), start, ...elsewhere];
	for (const place of distinctPlaces(all)) {
		const scene = await sceneAt(place, ports);
		if (scene === undefined) continue;
		const isShared = place.stateDir === start.stateDir;
		workplaces.push({
			...scene,
			lines: isShared ? journal : await journalOf(place, session, ports),
		});
	}
	return workplaces;
}
