import { isInside } from './is-inside.ts';
import { readRegular } from './read-regular.ts';

/** Bytes. 200 full requirements fit; what hostile YAML of this size costs is below 150 ms. */
export const MAX_CONFIG_SIZE = 64 * 1024;

export type ReadConfig =
	| { readonly kind: 'text'; readonly text: string }
	/** `isAbsent`: nothing has that name. */
	| { readonly kind: 'refused'; readonly why: string; readonly isAbsent: boolean };

/** What the system says of a path that nothing can have. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * Reads a config file that a stranger may have committed: a regular file, not large, not a link out
 * of `within`. Never waits, never throws.
 */
export function readConfigFile(path: string, within: string | undefined): ReadConfig {
	try {
		if (within !== undefined && !isInside(path, within)) return refused('leads out of the project');
		const read = readRegular(path, { bytes: MAX_CONFIG_SIZE, of: 'whole' });
		if (read.kind === 'text') return read;
		return read.kind === 'absent' ? ABSENT : refused(read.why);
	} catch (error) {
		const { code = 'unknown error' } = error as NodeJS.ErrnoException;
		return NOWHERE.has(code) ? ABSENT : refused(`cannot be read: ${code}`);
	}
}

const ABSENT: ReadConfig = { kind: 'refused', why: 'does not exist', isAbsent: true };

function refused(why: string): ReadConfig {
	return { kind: 'refused', why, isAbsent: false };
}
