import type { RecordLine } from './lines.ts';
import { lastPartOf } from './new-record.ts';
import type { SessionRecord } from './schema.ts';

/** Where workspaces keep their packages. */
const PACKAGE = /^(?:packages|apps|libs|services|crates|modules|plugins)\/([^/]+)\/./;

/**
 * The projects a session worked in, by name, its own first: git roots and the packages of workspaces
 * whose files it changed (S2-006).
 */
export function foldProjects(
	{ active_projects, project }: SessionRecord,
	lines: readonly RecordLine[],
): string[] {
	return [...new Set([...active_projects, project, ...lines.flatMap(projectsOf)])];
}

function projectsOf(line: RecordLine): string[] {
	if (line.e === 'elsewhere') return [lastPartOf(line.root)];
	if (line.e !== 'tool' && line.e !== 'file') return [];
	if (line.project !== undefined) return [lastPartOf(line.project)];
	const name = line.e === 'file' ? PACKAGE.exec(line.path)?.[1] : undefined;
	return name === undefined ? [] : [name];
}
