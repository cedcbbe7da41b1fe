import { type BranchName, NO_GIT, type Place } from '../../src/git/place.ts';

/** A place whose documents live in `stateDir`; its project does not matter to the test. */
export function placeIn(stateDir: string, branch: string = NO_GIT): Place {
	return {
		root: '/project',
		mainRoot: undefined,
		stateDir,
		branch: branch as BranchName,
		git: branch !== NO_GIT,
	};
}
