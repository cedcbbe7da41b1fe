import { isInside } from './is-inside.ts';
import { readRegular } from './read-regular.ts';

/** Bytes. 200 full requirements fit; what hostile YAML of this size costs is below 150 ms (behaviour 51). */
export const MAX_CONFIG_SIZE = 64 * 1024;

export type ReadConfig =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a config file that a stranger may have committed: a regular file, not large, not a link out
 * of `within`. Never waits, never throws.
 */
export function readConfigFile(path: string, within: string | undefined): ReadConfig {
	try {
		if (within !== undefined && !isInside(path, within)) return refused('leads out of the project');
		const read = readRegular(path, { bytes: MAX_CONFIG_SIZE, of: 'whole' });
		return read.kind === 'absent' ? refused('cannot be read: ENOENT') : read;
	} catch (error) {
		return refused(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
	}
}

function refused(why: string): ReadConfig {
	return { kind: 'refused', why };
}
