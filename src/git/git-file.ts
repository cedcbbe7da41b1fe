import { codeOf } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { readRegular } from '../store/read-file.ts';

/** The `packed-refs` of the largest repositories come near it. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Git takes branch names that are too long for a file. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/**
 * Text of one of git's files; `undefined` if there is none. A pipe or a device, as an archive can bring one, counts as none.
 *
 * @throws Fault `git_failed` if it may not be read
 */
export function readGitFile(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : undefined;
	} catch (cause) {
		if (ABSENT.includes(codeOf(cause))) return undefined;
		throw new Fault('git_failed', `cannot read ${path}`, { hint: 'git status', cause });
	}
}
