import type { Ports } from '../app/ports.ts';
import { everyTrigger } from '../config/config.ts';
import type { Place } from '../git/place.ts';
import { realPath } from '../store/paths.ts';
import type { Project } from './projects.ts';
import { type Reading, readLine } from './shell-line.ts';

/** A Bash command in the project that judges it. */
interface ShellProject {
	readonly source: string;
	readonly cwd: string;
	readonly project: Project;
	readonly ran: boolean;
}

/** Reads a Bash command. Before it runs, it proves nothing yet. */
export function readBash({ source, cwd, project, ran }: ShellProject, ports: Ports): Reading {
	const { config, place } = project;
	const mayEdit = everyTrigger(config).some(({ on }) => on === 'edit');
	// Where it stands decides what it proves, and before it runs it proves nothing.
	const roots = ran ? rootSpellings(place, ports) : [];
	return readLine(source, { cwd, roots, mayEdit }, ports);
}

/** The project's root, and the name it was started under where that leads to it by a link. */
export function rootSpellings({ root }: Place, ports: Ports): string[] {
	const { projectDir } = ports.host;
	if (projectDir === undefined || projectDir === root) return [root];
	return realPath(projectDir) === root ? [root, projectDir] : [root];
}
