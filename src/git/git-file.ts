import { type Stats, statSync } from 'node:fs';
import { Fault } from '../core/fault/fault.ts';
import { readRegular } from '../store/read-regular.ts';

/** The `packed-refs` of the largest repositories come near it. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Text of one of git's files; `undefined` if there is no such file. A pipe or a device, as an archive can bring one, is
 * no file of git's.
 *
 * @throws Fault `git_failed` if it may not be read
 */
export function readGitFile(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : undefined;
	} catch (error) {
		const { code, syscall } = error as NodeJS.ErrnoException;
		if (syscall === 'stat' || code === 'ENOENT') return undefined;
		throw unreadable(path, error);
	}
}

/** What is known of one of git's files; `undefined` if nothing has that name. Throws as `readGitFile` does. */
export function gitFileStat(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
		throw unreadable(path, error);
	}
}

function unreadable(path: string, cause: unknown): Fault {
	return new Fault('git_failed', `cannot read ${path}`, { hint: 'git status', cause });
}
