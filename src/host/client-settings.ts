import { isAbsolute, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { unlessError } from '../store/errors.ts';
import { isReallyInside, realPath } from '../store/paths.ts';
import { readRegular, readTail } from '../store/read-file.ts';

/** Settings files of the client, the strongest first. */
const FILES = ['.claude/settings.local.json', '.claude/settings.json'];

/** Bytes; the client's own settings stay far below. */
const MAX_SETTINGS = 256 * 1024;
const MAX_TRANSCRIPT = 4 * 1024 * 1024;
const NAMES_ORIGIN = /"(?:promptId|requestSessionId)":"/;

/** Where the messages of a transcript come from, each once, oldest first. */
interface CopiedFrom {
	readonly prompts: readonly string[];
	/** Full ids of the sessions that other messages were asked for in; clients before 2.1.330 do not say. */
	readonly sessions: readonly string[];
}

/** The client's `plansDirectory` for this project, absolute and resolved; `undefined` when unset. */
export function plansDirectory(
	{ root }: Pick<Place, 'root'>,
	{ configDir, home }: Pick<Context, 'configDir' | 'home'>,
): string | undefined {
	const own = FILES.map((file) => ({ path: join(root, file), within: root }));
	const files = [...own, { path: join(configDir, 'settings.json'), within: undefined }];
	const directory = files.map(plansDirectoryIn).find((found) => found !== undefined);
	return directory === undefined ? undefined : realPath(absolute(directory, { root, home }));
}

/** Text of a small file, such as the client's settings; empty if there is none, `undefined` if it cannot be read. */
export function settingsText(path: string): string | undefined {
	const read = unlessError(() => readRegular(path, { bytes: MAX_SETTINGS, of: 'whole' }));
	if (read?.kind === 'absent') return '';
	return read?.kind === 'text' ? read.text : undefined;
}

/** Settings as a text holds them, none for an empty one; `undefined` if it holds no object. */
export function settingsIn(text: string): Readonly<Record<string, unknown>> | undefined {
	if (text.trim() === '') return {};
	const json = unlessError((): unknown => JSON.parse(text));
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	return isObject ? (json as Record<string, unknown>) : undefined;
}

/**
 * What the last part of a transcript says of the sessions that its messages come from, best effort: its format is the
 * client's own. `{…,\"promptId\":"10b6ef5f-…",…}` of a prompt, `{…,"requestSessionId":"57e01ee6-…"}` of a copied answer. The line's own
 * fields only: the text of a message may be a stranger's.
 */
export function copiedFrom(transcript: string): CopiedFrom {
	const prompts = new Set<string>();
	const sessions = new Set<string>();
	const text = unlessError(() => readTail(transcript, MAX_TRANSCRIPT)) ?? '';
	for (const line of text.split('\n')) {
		if (!NAMES_ORIGIN.test(line)) continue;
		const { promptId, requestSessionId } = settingsIn(line) ?? {};
		if (isId(promptId)) prompts.add(promptId);
		if (isId(requestSessionId)) {
			// The last one named is the nearest.
			sessions.delete(requestSessionId);
			sessions.add(requestSessionId);
		}
	}
	return { prompts: [...prompts], sessions: [...sessions] };
}

function isId(value: unknown): value is string {
	return typeof value === 'string' && /^[0-9A-Za-z-]{1,64}$/.test(value);
}

interface SettingsFile {
	readonly path: string;
	/** Directory the file may not lead out of: a repository's, but not the user's own. */
	readonly within: string | undefined;
}

function plansDirectoryIn({ path, within }: SettingsFile): string | undefined {
	if (within !== undefined && unlessError(() => isReallyInside(path, within)) !== true) return undefined;
	const { plansDirectory: directory } = settingsIn(settingsText(path) ?? '') ?? {};
	return typeof directory === 'string' && directory !== '' ? directory : undefined;
}

function absolute(directory: string, { root, home }: { readonly root: string; readonly home: string }): string {
	if (directory.startsWith('~/')) return join(home, directory.slice(2));
	return isAbsolute(directory) ? directory : resolve(root, directory);
}
