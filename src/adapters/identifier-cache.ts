import { rmSync } from 'node:fs';
import { elements, member, members, textIn } from '../core/document/foreign-json.ts';
import { identifiersIn, pathsIn } from '../core/lesson/identifiers.ts';
import type { Place } from '../core/place/place.ts';
import { writeCache } from './atomic-write.ts';
import { branchCommit, readHead } from './git-files.ts';
import {
	isObstructed,
	parseJson,
	statOf,
	textOrNothing,
	unlessFault,
	unlessUnwritable,
} from './read-regular.ts';
import { sessionsDir } from './session-files.ts';

const MAX_READ = 256 * 1024;
/** Branches whose last look is kept, the newest. */
const MOST_LOOKS = 20;

/** What was found out about the identifiers and the files that lessons name: `<stateDir>/sessions/identifiers.cache.json` (ADR 23). */
interface Identifiers {
	/** The commit at which each was first seen, as far as what it was looked for on contains that commit. */
	readonly seen: ReadonlyMap<string, string>;
	/** The last look on each branch, the newest last. */
	readonly looks: readonly Look[];
}

interface Look {
	readonly branch: string;
	/** The branch's commit, and bytes of all lessons: another look is due where one of them has changed. */
	readonly head: string;
	readonly lessons: number;
	/** What stood on this branch once, and stands nowhere in its working tree any more. */
	readonly gone: readonly string[];
}

/** Identifiers that are gone from the branch. One small file is read, and only where something is told. */
export function vanished(place: Place): ReadonlySet<string> {
	return new Set(lastLook(place)?.gone);
}

/** Whoever forgets a session takes away the names that its lessons spoke of, too. */
export function forgetIdentifiers(place: Place): void {
	rmSync(identifiersPath(place), { force: true });
}

export function readIdentifiers(place: Place): Identifiers {
	const path = identifiersPath(place);
	const json = isObstructed(path) ? undefined : parseJson(textOrNothing(path, MAX_READ));
	const seen = members(member(json, 'seen')).flatMap(([commit, names]) =>
		namesIn(names).map((name) => [name, commit] as const),
	);
	const looks = elements(member(json, 'looks')).flatMap((one): Look[] => {
		const [branch, head] = [textIn(one, 'branch'), textIn(one, 'head')];
		const lessons = member(one, 'lessons');
		if (branch === undefined || head === undefined || typeof lessons !== 'number') return [];
		return [{ branch, head, lessons, gone: namesIn(member(one, 'gone')) }];
	});
	return { seen: new Map(seen), looks };
}

/** Without a lock: of two looks the later one holds. */
export function writeIdentifiers(
	place: Place,
	{ seen, looks }: Identifiers,
	isCurrent: () => boolean,
): void {
	const commits = [...new Set(seen.values())];
	const namesAt = (commit: string) => [...seen.keys()].filter((name) => seen.get(name) === commit);
	const byCommit = Object.fromEntries(commits.map((commit) => [commit, namesAt(commit)]));
	const text = JSON.stringify({ looks: looks.slice(-MOST_LOOKS), seen: byCommit });
	const path = identifiersPath(place);
	if (!isObstructed(path)) unlessUnwritable(() => writeCache(path, text, isCurrent));
}

/** The last look on the branch. */
function lastLook(place: Place): Look | undefined {
	return readIdentifiers(place).looks.find(({ branch }) => branch === place.branch);
}

/** The name has a second dot, so it is no session's. */
function identifiersPath(place: Place): string {
	return `${sessionsDir(place)}/identifiers.cache.json`;
}

/** Where the lessons of a repository are kept. The name has a second dot, so it is no session's. */
export function lessonsPath(place: Place): string {
	return `${sessionsDir(place)}/lessons.cache.jsonl`;
}

/** What else stands there was written by something else. */
function namesIn(json: unknown): string[] {
	return elements(json).filter(
		(one): one is string =>
			typeof one === 'string' && [...pathsIn(one), ...identifiersIn(one)][0] === one,
	);
}

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

interface DueLook extends Pick<Look, 'head' | 'lessons'> {
	/** Whether it is still about the same lessons: a session may be forgotten meanwhile. */
	readonly isCurrent: () => boolean;
}

function lessonBytes(place: Place): number {
	return statOf(lessonsPath(place))?.size ?? 0;
}
