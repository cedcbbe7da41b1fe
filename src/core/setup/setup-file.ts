import * as z from 'zod/mini';
import type { Loaded } from '../document/document.ts';
import { isInside, type Place, parentOf } from '../place/place.ts';
import {
	applyEdits,
	inverseEdits,
	type JsonKey,
	type JsonLayout,
	type JsonText,
	keyStanding,
	nodeAt,
	removeKey,
	setKey,
	TextEdit,
} from './json-edits.ts';

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
type RecordedKey = z.output<typeof RecordedKey>;

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

/** One file as a plan changes it, with what is recorded of that. */
export interface FileChange extends Omit<FileNow, 'text'> {
	/** `undefined`: it is created. */
	readonly before: string | undefined;
	readonly after: string;
	/** What for, in a few words. */
	readonly why: string;
	/** From after to before. */
	readonly undo: TextEdit[];
	readonly keys: RecordedKey[];
	readonly lines: string[];
}

/** What a settings file is where there is none. */
export const NO_SETTINGS = '{}\n';

export type ReadJson = (text: string) => JsonText;

export function createFile({ file, path }: FileNow, after: string, why: string): FileChange {
	return { file, path, before: undefined, after, why, undo: [], keys: [], lines: [] };
}

/** Lines that are put at the end of a file of lines, such as `info/exclude`. */
export function withLinesAtEnd(now: FileNow, lines: readonly string[], why: string): FileChange {
	const { file, path, text = '' } = now;
	const isOpen = text !== '' && !text.endsWith('\n');
	const added = `${isOpen ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`;
	const edits = [{ offset: text.length, length: 0, text: added }];
	const undo = now.text === undefined ? [] : inverseEdits(text, edits);
	const after = `${text}${added}`;
	return { file, path, before: now.text, after, why, undo, keys: [], lines: [...lines] };
}

/**
 * The change that gives keys of a settings file their values, one after the other; whatever they held
 * is kept for the way back. A text that does not parse is not changed.
 */
export function settingsChange(
	now: FileNow,
	wanted: { readonly keys: readonly JsonKey[]; readonly why: string },
	readJson: ReadJson,
): FileChange {
	const { file, path, text: before } = now;
	const start = before ?? NO_SETTINGS;
	const edits: TextEdit[] = [];
	const keys: RecordedKey[] = [];
	for (const { path: keyPath, value } of wanted.keys) {
		const read = readJson(applyEdits(start, edits));
		if (read.kind === 'broken') continue;
		const nodes = keyPath.map((_, index) => nodeAt(read.layout.root, keyPath.slice(0, index + 1)));
		const held = nodes.at(-1);
		keys.unshift({
			...{ path: [...keyPath], value, ...(held === undefined ? {} : { was: held.value }) },
			created_parents: nodes.slice(0, -1).filter((node) => node === undefined).length,
		});
		edits.push(...setKey(read.layout, { path: keyPath, value }));
	}
	const undo = before === undefined ? [] : inverseEdits(before, edits);
	const after = applyEdits(start, edits);
	return { file, path, before, after, why: wanted.why, undo, keys, lines: [] };
}

/** What is kept of a change, so that it can be taken back; the keys in the order in which a record is read. */
export function recorded(change: FileChange, sha256: (text: string) => string): RecordedChange {
	const { file, path, before, after, undo, keys, lines } = change;
	const sha256_before = before === undefined ? null : sha256(before);
	return { file, path, sha256_before, sha256_after: sha256(after), undo, keys, lines };
}

/** What taking one change back comes to. */
export type Undone =
	/** The file is as it was before init, to the byte; `undefined`: it does not exist. */
	| { readonly kind: 'restored'; readonly text: string | undefined }
	/** Somebody edited it since: it lost what init added, and keeps the rest. `left`: keys with other values now. */
	| {
			readonly kind: 'cleaned';
			readonly text: string | undefined;
			readonly left: readonly string[];
	  }
	/** Nothing of init is in it any more. */
	| { readonly kind: 'gone' }
	/** Somebody edited it since, and it stays as it is. */
	| { readonly kind: 'stays' };

/**
 * Takes one recorded change back.
 *
 * @param text what the file holds now; `undefined` where there is none
 */
export function undoChange(
	change: RecordedChange,
	text: string | undefined,
	tools: { readonly sha256: (text: string) => string; readonly readJson: ReadJson },
): Undone {
	if (text === undefined) return { kind: 'gone' };
	const hash = tools.sha256(text);
	if (hash === change.sha256_before) return { kind: 'gone' };
	if (hash === change.sha256_after) {
		if (change.sha256_before === null) return { kind: 'restored', text: undefined };
		const before = applyEdits(text, change.undo);
		// A record that does not lead back is not believed.
		if (tools.sha256(before) === change.sha256_before) return { kind: 'restored', text: before };
	}
	if (change.keys.length > 0) return withoutKeys(change, text, tools.readJson);
	if (change.lines.length > 0) return withoutLines(change.lines, text);
	return { kind: 'stays' };
}

function withoutKeys(change: RecordedChange, text: string, readJson: ReadJson): Undone {
	const left: string[] = [];
	let now = text;
	for (const key of change.keys) {
		const read = readJson(now);
		if (read.kind === 'broken') return { kind: 'stays' };
		const standing = keyStanding(read.layout.root, { path: key.path, value: key.value });
		if (standing === 'present') now = withoutKey(now, key, readJson);
		if (standing === 'taken') left.push(key.path.join('.'));
	}
	if (now === text && left.length === 0) return { kind: 'gone' };
	const isEmptied = change.sha256_before === null && now.replaceAll(/\s/g, '') === '{}';
	return { kind: 'cleaned', text: isEmptied ? undefined : now, left };
}

/** Gives a key its old value back, or takes it away with the objects that were made for it. */
function withoutKey(text: string, key: RecordedKey, readJson: ReadJson): string {
	const edited = (now: string, edits: (layout: JsonLayout) => TextEdit[]) => {
		const read = readJson(now);
		return read.kind === 'broken' ? now : applyEdits(now, edits(read.layout));
	};
	const { path, was, created_parents } = key;
	if (Object.hasOwn(key, 'was'))
		return edited(text, (layout) => setKey(layout, { path, value: was }));
	let now = text;
	for (let above = 0; above <= created_parents; above += 1) {
		const own = path.slice(0, path.length - above);
		now = edited(now, (layout) => {
			const isOurs = above === 0 || nodeAt(layout.root, own)?.members?.length === 0;
			return isOurs ? removeKey(layout, own) : [];
		});
	}
	return now;
}

/** Takes the last of each line away; where one is gone already, that is no trouble. */
function withoutLines(lines: readonly string[], text: string): Undone {
	const kept = text.split('\n');
	for (const line of lines) {
		const index = kept.lastIndexOf(line);
		if (index >= 0) kept.splice(index, 1);
	}
	const now = kept.join('\n');
	return now === text ? { kind: 'gone' } : { kind: 'cleaned', text: now, left: [] };
}
