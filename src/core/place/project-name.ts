import type { Place } from './place.ts';

/** What a project is called: the last part of its root, for all worktrees of a repository alike. */
export function projectName({ root, mainRoot }: Pick<Place, 'root' | 'mainRoot'>): string {
	const top = mainRoot ?? root;
	return top.slice(top.lastIndexOf('/') + 1);
}
