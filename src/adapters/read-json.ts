import type { JsonFile } from '../core/doctor/settings.ts';
import { parseJson } from './parse-json.ts';
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
