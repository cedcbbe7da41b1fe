import * as z from 'zod/mini';
import type { Loaded } from '../document/document.ts';
import { isInside, type Place, parentOf } from '../place/place.ts';
import { TextEdit } from './json-edits.ts';

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

const SCHEMA_VERSION = 1;

/** A key that init gave a settings file. */
const RecordedKey = z.looseObject({
	path: z.array(z.string()),
	value: z.unknown(),
	/** What it held before; absent where there was no such key. */
	was: z.optional(z.unknown()),
	/** How many of the last objects on the way were created with it. */
	created_parents: z.int(),
});
export type RecordedKey = z.output<typeof RecordedKey>;

/** One changed file: what it was, what it became, and the way back. No part of it that init left alone. */
const RecordedChange = z.looseObject({
	file: SetupFile,
	path: z.string(),
	/** Hex digests; `null`: there was no such file. */
	sha256_before: z.nullable(z.string()),
	sha256_after: z.string(),
	/** From after to before, applied in this order. */
	undo: z.array(TextEdit),
	/** Of settings, for the case that somebody edits the file afterwards. */
	keys: z.array(RecordedKey),
	/** Of `info/exclude`, for the same case. */
	lines: z.array(z.string()),
});
export type RecordedChange = z.output<typeof RecordedChange>;

const RecordedInit = z.looseObject({
	at: z.string(),
	/** Root of the working tree; several share a state directory. */
	root: z.string(),
	changes: z.array(RecordedChange),
	/** Directories that were missing, the topmost first. */
	created_directories: z.array(z.string()),
	/** It installed the hooks of git as well. */
	git_hooks: z.optional(z.literal(true)),
	/** The process that is writing it or taking it back; where nobody holds the lock, that one was killed over it. */
	pid: z.optional(z.int()),
});
export type RecordedInit = z.output<typeof RecordedInit>;

/** `init.json`: what `req init` did and `req init --undo` takes back, oldest first. */
const InitRecord = z.looseObject({
	schema_version: z.literal(SCHEMA_VERSION),
	inits: z.array(RecordedInit),
});
export type InitRecord = z.output<typeof InitRecord>;

export function parseRecord(json: unknown): Exclude<Loaded<InitRecord>, { kind: 'absent' }> {
	const version = (json as { schema_version?: unknown } | null)?.schema_version;
	if (typeof version === 'number' && version > SCHEMA_VERSION) return { kind: 'newer', version };
	const parsed = InitRecord.safeParse(json);
	if (parsed.success) return { kind: 'present', doc: parsed.data };
	return { kind: 'corrupt', reason: parsed.error.issues[0]?.message ?? 'unknown shape' };
}

/** A record without any init. */
export function emptyRecord(): InitRecord {
	return { schema_version: SCHEMA_VERSION, inits: [] };
}

export function recordText(record: InitRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}
