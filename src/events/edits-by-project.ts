import type { Ports } from '../app/ports.ts';
import { absolutePath, isInside, parentOf, relativeTo } from '../core/text/paths.ts';
import { ANY_FILE } from '../gate/triggers.ts';
import { isPlanFile } from '../gate/verdict.ts';
import { realPath } from '../store/paths.ts';
import { type Project, projectOfCall, projectOfEdit } from './projects.ts';

/** The files of a call that lie in one project, relative to its root. */
export interface Edits {
	readonly project: Project;
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
	const byRoot = new Map<string, { project: Project; edits: string[] }>();
	const add = (project: Project | undefined, edits: readonly string[]) => {
		if (project === undefined) return;
		const found = byRoot.get(project.place.root) ?? { project, edits: [] };
		byRoot.set(project.place.root, found);
		found.edits.push(...edits);
	};
	const judging = new Map<string, Project | undefined>();
	for (const file of new Set(files)) {
		const path = realPath(absolutePath(file, cwd));
		const directory = parentOf(path);
		if (!judging.has(directory)) {
			if (judging.size >= MAX_DIRECTORIES) {
				for (const project of [...judging.values(), await projectOfCall(cwd, ports)])
					add(project, [ANY_FILE]);
				break;
			}
			judging.set(directory, await projectOfEdit(path, cwd, ports));
		}
		const project = judging.get(directory);
		add(project, project === undefined ? [] : editIn(project, path, ports));
	}
	return [...byRoot.values()];
}

function editIn(project: Project, path: string, ports: Ports): string[] {
	return isPlan(path, project, ports) ? [] : [relativeTo(project.place.root, path)];
}

/** Files that only a Bash command or an MCP tool touches in passing: git's own, and the client's. */
export function isNobodysWork(path: string, configDir: string): boolean {
	return path.includes('/.git/') || path.endsWith('/.git') || isInside(path, configDir);
}

/** Plans are Markdown: about any other file the client's settings need not be asked. */
export function isPlan(path: string, { place }: Pick<Project, 'place'>, ports: Ports): boolean {
	if (!path.endsWith('.md')) return false;
	return isPlanFile(path, {
		configDir: realPath(ports.host.configDir),
		root: place.root,
		plansDirectory: ports.client.plansDirectory(place),
	});
}
