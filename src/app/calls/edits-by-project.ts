import { ANY_FILE, isPlanFile } from '../../core/gate/verdict.ts';
import { absolutePath, isInside, parentOf, relativeTo } from '../../core/place/place.ts';
import type { Ports } from '../ports.ts';
import { type Scene, sceneOfCall, sceneOfEdit } from '../scene.ts';

/** The files of a call that lie in one project, relative to its root. */
export interface Edits {
	readonly scene: Scene;
	readonly edits: readonly string[];
}

/**
 * Files in more directories than this are not looked at one by one: each may be another repository. What lies
 * beyond may be anything in the project of the call.
 */
const MAX_DIRECTORIES = 64;

/**
 * Sorts the files a call changes into the projects that judge them (D3). The client's own plans are
 * nobody's work: they neither wait for anything nor arm it.
 */
export async function editsByProject(
	files: readonly string[],
	cwd: string,
	ports: Ports,
): Promise<Edits[]> {
	const projects = new Map<string, { scene: Scene; edits: string[] }>();
	const add = (scene: Scene | undefined, edits: readonly string[]) => {
		if (scene === undefined) return;
		const project = projects.get(scene.place.root) ?? { scene, edits: [] };
		projects.set(scene.place.root, project);
		project.edits.push(...edits);
	};
	const scenes = new Map<string, Scene | undefined>();
	for (const file of new Set(files)) {
		const path = ports.places.realPath(absolutePath(file, cwd));
		const directory = parentOf(path);
		if (!scenes.has(directory)) {
			if (scenes.size >= MAX_DIRECTORIES) {
				for (const scene of [...scenes.values(), await sceneOfCall(cwd, ports)])
					add(scene, [ANY_FILE]);
				break;
			}
			scenes.set(directory, await sceneOfEdit(path, cwd, ports));
		}
		const scene = scenes.get(directory);
		add(scene, scene === undefined ? [] : editIn(scene, path, ports));
	}
	return [...projects.values()];
}

function editIn(scene: Scene, path: string, ports: Ports): string[] {
	return isPlan(path, scene, ports) ? [] : [relativeTo(scene.place.root, path)];
}

/** Files that only a Bash command or an MCP tool touches in passing: git's own, and the client's. */
export function isNobodysWork(path: string, configDir: string): boolean {
	return path.includes('/.git/') || path.endsWith('/.git') || isInside(path, configDir);
}

/** Plans are Markdown: about any other file the client's settings need not be asked. */
export function isPlan(path: string, { place }: Pick<Scene, 'place'>, ports: Ports): boolean {
	if (!path.endsWith('.md')) return false;
	return isPlanFile(path, {
		configDir: ports.places.realPath(ports.host.configDir),
		root: place.root,
		plansDirectory: ports.client.plansDirectory(place),
	});
}
