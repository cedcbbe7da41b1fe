import type { Ports } from '../app/ports.ts';
import { UNKNOWN } from '../shell/call.ts';
import type { WrittenFile } from '../shell/written-files.ts';
import { isNobodysWork } from './projects.ts';

/** Of the files that a call changes those that are somebody's work; `chmod` changes no work. */
export function workAmong(files: readonly WrittenFile[], { host }: Ports): string[] {
	return files
		.filter(({ how }) => how !== 'mode')
		.flatMap(editedPaths)
		.filter((path) => !isNobodysWork(path, host.configDir));
}

/**
 * A pattern stands for a file of that name (`src/*.ts` is seen by `src/**`), what is not known in it for
 * any name. What goes may be a directory, and takes what is in it along.
 */
function editedPaths({ path, pattern, how }: WrittenFile): string[] {
	const named = pattern ? path.replaceAll(UNKNOWN, '*') : path;
	return how === 'gone' && !pattern ? [named, `${named}/*`] : [named];
}
