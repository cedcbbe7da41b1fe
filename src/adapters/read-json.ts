import type { JsonFile } from '../core/doctor/settings.ts';
import { readRegular } from './read-regular.ts';

/** Bytes. The client's own state file is the largest of its kind and has a few megabytes. */
const MAX_JSON = 4 * 1024 * 1024;

/** A JSON file somebody else writes. Never waits, never throws; absent where there is nothing of that name. */
export function readJson(path: string): JsonFile {
	return readJsonIf(path, { bytes: MAX_JSON, isWanted: () => true }) ?? nothing(path, undefined);
}

/** The same of a file of at most so many bytes; `undefined`, and not parsed, where its text is none that somebody wants. */
export function readJsonIf(
	path: string,
	{ bytes, isWanted }: { readonly bytes: number; readonly isWanted: (text: string) => boolean },
): JsonFile | undefined {
	try {
		const read = readRegular(path, { bytes, of: 'whole' });
		if (read.kind === 'absent') return nothing(path, undefined);
		if (read.kind === 'refused') return nothing(path, read.why);
		return isWanted(read.text) ? parsed(path, read.text) : undefined;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		return nothing(
			path,
			code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `cannot be read: ${code}`,
		);
	}
}

function parsed(path: string, text: string): JsonFile {
	const json = parseJson(text);
	return { path, trouble: json === undefined ? 'is not JSON' : undefined, json, text };
}

function nothing(path: string, trouble: string | undefined): JsonFile {
	return { path, trouble, json: undefined, text: '' };
}

/** Nothing of ours is nested deeper, and what walks through a value, or writes it, has stack for some thousand steps. */
const DEEPEST = 500;

/**
 * What a text that is stored somewhere holds as JSON; `undefined` where it is none. What is nested beyond reason counts
 * as none: it can be read, but not be written again.
 */
export function parseJson(text: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		// Each step down and up again takes two characters at least.
		const mayBeDeep = text.length > 2 * DEEPEST;
		return mayBeDeep && isNestedBeyond(json, DEEPEST) ? undefined : json;
	} catch {
		return undefined;
	}
}

/** Whether lists and objects stand in each other more than so many deep. Object.values would take five times as long. */
function isNestedBeyond(json: unknown, depth: number): boolean {
	if (typeof json !== 'object' || json === null) return false;
	if (depth === 0) return true;
	const members = json as Readonly<Record<string, unknown>>;
	for (const key in members) if (isNestedBeyond(members[key], depth - 1)) return true;
	return false;
}
