import type { Context } from '../context.ts';
import { writeCache } from './atomic-write.ts';
import { readJson } from './read-file.ts';

/** Set by the build: a hash of the sources. */
declare const REQ_BUILD: string | undefined;

/** Differs between builds, so that none uses what another has written. */
const BUILD = typeof REQ_BUILD === 'undefined' ? 'sources' : REQ_BUILD;

/**
 * What this build wrote to a file; `undefined` if there is nothing to use, whatever the reason. Only the build is checked,
 * not the shape: the file is ours.
 */
export function readOwn<Value>(path: string): Value | undefined {
	const json = readJson(path).json as { build?: unknown; value?: Value } | null | undefined;
	return json?.build === BUILD ? json.value : undefined;
}

/** Writes a value for `readOwn`. Throws if the disk takes no write. */
export function writeOwn(path: string, value: object, { writing }: Context): void {
	if (writing.isReadOnly) return;
	writing.begin();
	writeCache(path, JSON.stringify({ build: BUILD, value }));
}
