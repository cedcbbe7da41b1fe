import { absolutePath, parentOf } from '../../core/place/paths.ts';
import type { Ports } from '../ports.ts';
import { distinctPlaces, homeOf, type Scene, sceneAt, startOf } from '../scene.ts';

/**
 * The projects that have a say in what protects the gates: where the session is at home, where it
 * stands, where the files lie; those whose gates are on.
 */
export async function concernedScenes(
	cwd: string,
	files: readonly string[],
	ports: Ports,
): Promise<Scene[]> {
	const dirs = files.map((file) => parentOf(ports.places.realPath(absolutePath(file, cwd))));
	const found = [cwd, ...dirs].flatMap((dir) => ports.places.ifReadable(dir) ?? []);
	const others = found.filter(({ git }) => git);
	const places = distinctPlaces([homeOf(cwd, ports), startOf(cwd, ports), ...others]);
	const scenes = await Promise.all(places.map((place) => sceneAt(place, ports)));
	return scenes.filter((scene): scene is Scene => scene?.config.enabled === true);
}
