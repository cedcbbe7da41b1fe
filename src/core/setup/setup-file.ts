import * as z from 'zod/mini';
import { isInside, parentOf } from '../place/paths.ts';
import type { Place } from '../place/place.ts';

/** The files `req init` may touch. No other is written, whatever a record says. */
export const SetupFile = z.enum([
	'project_config',
	'local_config',
	'global_config',
	'project_schema',
	'global_schema',
	'team_settings',
	'local_settings',
	'global_settings',
	'exclude',
]);
export type SetupFile = z.output<typeof SetupFile>;

/** Where a setup file is, and the directory it may not lead out of; `undefined` for the user's own. */
interface SetupPath {
	readonly path: string;
	readonly within: string | undefined;
}

/** Beside a config, whose first line names it: an editor checks the one with the other, without a network. */
const SCHEMA_NAME = 'requirements.schema.json';
/** Names below `.claude` of a project. */
const OF_PROJECT = {
	project_config: 'requirements.yaml',
	local_config: 'requirements.local.yaml',
	project_schema: SCHEMA_NAME,
	team_settings: 'settings.json',
	local_settings: 'settings.local.json',
} as const;

/**
 * Where a file is, links not followed. A file of a repository that is a link out of it is not to be
 * written; the user's own directory is often one into a collection of such files.
 *
 * @param configDir `<claude config dir>`
 */
export function setupPath(file: SetupFile, place: Place, configDir: string): SetupPath {
	switch (file) {
		case 'global_config':
			return { path: `${configDir}/requirements.yaml`, within: undefined };
		case 'global_schema':
			return { path: `${configDir}/${SCHEMA_NAME}`, within: undefined };
		case 'global_settings':
			return { path: `${configDir}/settings.json`, within: undefined };
		case 'exclude': {
			const commonDir = parentOf(place.stateDir);
			return { path: `${commonDir}/info/exclude`, within: commonDir };
		}
		default:
			return { path: `${place.root}/.claude/${OF_PROJECT[file]}`, within: place.root };
	}
}

/** Whether a file is the schema: nobody reads its thousand lines in a diff, and a command prints them. */
export function isSchema(file: SetupFile): boolean {
	return file === 'project_schema' || file === 'global_schema';
}

/** Whether a path with its links followed is one to write. */
export function staysWithin(realPath: string, { within }: SetupPath): boolean {
	return within === undefined || isInside(realPath, within);
}
