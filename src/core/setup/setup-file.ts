import * as z from 'zod/mini';
import type { Place } from '../../git/place.ts';
import type { Loaded } from '../../store/document.ts';
import { isInside, parentOf } from '../text/paths.ts';
import { applyEdits, type JsonKey, type JsonText, setKey } from './json-edits.ts';

/** The files `req init` may touch. No other is written, whatever a record says. */
export const SetupFile = z.enum([
	'project_config',
	'local_config',
	'global_config',
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

/** Names below `.claude` of a project. */
const OF_PROJECT = {
	project_config: 'requirements.yaml',
	local_config: 'requirements.local.yaml',
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

/** Whether a path with its links followed is one to write. */
export function staysWithin(realPath: string, { within }: SetupPath): boolean {
	return within === undefined || isInside(realPath, within);
}

const SCHEMA_VERSION = 1;

/** One changed file: what it held before and what init wrote. */
const RecordedChange = z.looseObject({
	file: SetupFile,
	path: z.string(),
	/** `null`: there was no such file. */
	before: z.nullable(z.string()),
	after: z.string(),
});
export type RecordedChange = z.output<typeof RecordedChange>;

const RecordedInit = z.looseObject({
	at: z.string(),
	/** Root of the working tree; several share a state directory. */
	root: z.string(),
	changes: z.array(RecordedChange),
	/** Directories that were missing, the topmost first. */
	created_directories: z.array(z.string()),
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
export function emptyInitRecord(): InitRecord {
	return { schema_version: SCHEMA_VERSION, inits: [] };
}

export function initRecordText(record: InitRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/** Which file, and what it holds now. */
export interface FileNow {
	readonly file: SetupFile;
	/** Absolute, links followed: what is written. */
	readonly path: string;
	/** `undefined`: there is none. */
	readonly text: string | undefined;
}

/** One file as a plan changes it. */
export interface FileChange extends Omit<FileNow, 'text'> {
	/** `undefined`: it is created. */
	readonly before: string | undefined;
	readonly after: string;
	/** What for, in a few words. */
	readonly why: string;
	/** The keys of settings that it sets. */
	readonly keys: readonly JsonKey[];
}

/** What a settings file is where there is none. */
export const NO_SETTINGS = '{}\n';

export type ReadJson = (text: string) => JsonText;

export function createFile({ file, path }: FileNow, after: string, why: string): FileChange {
	return { file, path, before: undefined, after, why, keys: [] };
}

/** Lines that are put at the end of a file of lines, such as `info/exclude`. */
export function withLinesAtEnd(now: FileNow, lines: readonly string[], why: string): FileChange {
	const { file, path, text = '' } = now;
	const isOpen = text !== '' && !text.endsWith('\n');
	const added = `${isOpen ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`;
	return { file, path, before: now.text, after: `${text}${added}`, why, keys: [] };
}

/** The change that gives keys of a settings file their values. A text that does not parse is not changed. */
export function settingsChange(
	now: FileNow,
	wanted: { readonly keys: readonly JsonKey[]; readonly why: string },
	readJson: ReadJson,
): FileChange {
	const { file, path, text: before } = now;
	const after = wanted.keys.reduce((text, key) => {
		const read = readJson(text);
		return read.kind === 'broken' ? text : applyEdits(text, setKey(read.layout, key));
	}, before ?? NO_SETTINGS);
	return { file, path, before, after, ...wanted };
}

/** What undoing one change would do to its file. */
export type Undone =
	/** The file is as init wrote it and becomes what it was before; `undefined`: it is removed. */
	| { readonly kind: 'restored'; readonly text: string | undefined }
	/** The file is as it was before init, or deleted. */
	| { readonly kind: 'gone' }
	/** The file was edited since init wrote `wrote`, and stays as it is. */
	| { readonly kind: 'edited'; readonly wrote: string }
	/** The file is none that init writes here, or cannot be read. */
	| { readonly kind: 'unusable' };

/** @param text what the file holds now; `undefined` if there is none */
export function undoChange({ before, after }: RecordedChange, text: string | undefined): Undone {
	if (text === after) return { kind: 'restored', text: before ?? undefined };
	if (text === undefined || text === before) return { kind: 'gone' };
	return { kind: 'edited', wrote: after };
}
