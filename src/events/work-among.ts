import type { Ports } from '../app/ports.ts';
import type { WrittenFile } from '../shell/writes.ts';
import { isNobodysWork } from './projects.ts';

/**
 * Of the files that a call changes those that are somebody's work. What goes may be a directory.
 */
export function workAmong(files: readonly WrittenFile[], { host }: Ports): string[] {
	return files
		.flatMap(({ path, how }) => (how === 'gone' ? [path, `${path}/*`] : [path]))
		.filter((path) => !isNobodysWork(path, host.configDir));
}
