import type { Place } from '../core/place/place.ts';
import { unlessFault } from './failures.ts';
import { branchCommit, readHead } from './git-files.ts';
import { identifiersPath, type Look, lastLook } from './identifier-cache.ts';
import { lessonsPath, sharedLessonsPath } from './lesson-cache.ts';
import { isObstructed, statOf } from './read-regular.ts';

/**
 * What a look would go by; `undefined` where none is due. On a detached HEAD and in the middle of a rebase there is none:
 * what is missing there may come again with the next step.
 */
export function dueLook(place: Place): DueLook | undefined {
	const lessons = lessonBytes(place);
	if (lessons === 0 || place.gitDir === undefined || isObstructed(identifiersPath(place)))
		return undefined;
	const { gitDir, branch } = place;
	const isOnBranch = () => readHead(gitDir)?.trim() === `ref: refs/heads/${branch}`;
	const head = unlessFault(() => (isOnBranch() ? branchCommit(place) : undefined));
	const last = lastLook(place);
	if (head === undefined || (last?.head === head && last.lessons === lessons)) return undefined;
	return { head, lessons, isCurrent: () => lessonBytes(place) === lessons };
}

export interface DueLook extends Pick<Look, 'head' | 'lessons'> {
	/** Whether it is still about the same lessons: a session may be forgotten meanwhile. */
	readonly isCurrent: () => boolean;
}

function lessonBytes(place: Place): number {
	const files = [lessonsPath(place), sharedLessonsPath(place)];
	return files.reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0);
}
