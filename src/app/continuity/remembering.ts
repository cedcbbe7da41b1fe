import { remembers } from '../../core/config/config.ts';
import type { Ports } from '../ports.ts';
import { homeOf, type Scene, sceneAt } from '../scene.ts';
import { orNothing } from './fail-open.ts';

/**
 * Does its work where the session has its journal, when sessions of that project are remembered. What fails
 * there is one fault line and costs nobody an answer (D35).
 */
export async function remembering<Value>(
	cwd: string,
	ports: Ports,
	work: (home: Scene) => Promise<Value>,
): Promise<Value | undefined> {
	const home = await sceneAt(homeOf(cwd, ports), ports);
	if (home === undefined || !remembers(home.config)) return undefined;
	const what = 'what happened could not be remembered';
	return orNothing(() => work(home), { place: home.place, what, ports });
}
