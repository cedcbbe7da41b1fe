import { remembers } from '../../core/config/config.ts';
import type { Ports } from '../ports.ts';
import { homeOf, type Scene, sceneAt } from '../scene.ts';

/** Where a session has its journal, where sessions of that project are remembered; else `undefined`. */
export async function rememberingHome(cwd: string, ports: Ports): Promise<Scene | undefined> {
	const home = await sceneAt(homeOf(cwd, ports), ports);
	return home !== undefined && remembers(home.config) ? home : undefined;
}
