import type { SourceKey } from '../config/compiled.ts';
import type { ProjectConfig } from '../config/config.ts';
import { isInside } from '../place/paths.ts';
import type { Place } from '../place/place.ts';

/** Raise it when an older build must not read what this one writes. */
export const BASELINE_VERSION = 1;

/**
 * The place and the version of the policy that a session began with, kept outside the repository: whatever
 * becomes of `.git` and of the config files, a difference can be seen (ADR 15).
 */
export interface Baseline {
	readonly schema_version: number;
	/** The session's full id. */
	readonly session: string;
	/** When it was kept. */
	readonly at: string;
	readonly root: string;
	readonly main_root?: string | undefined;
	readonly state_dir: string;
	/** Where this working tree's HEAD is; absent outside git. */
	readonly git_dir?: string | undefined;
	readonly branch: string;
	/** The config files, each as it was. */
	readonly sources: readonly SourceKey[];
	/** Differences that were met since: each is told once, and git is asked once. Oldest first. */
	readonly seen: readonly Seen[];
}

/** A difference that was met. */
export interface Seen {
	/** What differs, and how it looks now. */
	readonly key: string;
	/** The present policy counts as it is: it asks for as much, or it is the branch's own. */
	readonly asIs?: boolean;
}

/** The policy a session began with, and what tells a branch's own policy from one that was made since. */
export interface BegunPolicy {
	/** `COMPILED_FORMAT` of the build that wrote it. */
	readonly format: number;
	readonly policy: ProjectConfig;
	/** The commit each branch stood at. */
	readonly tips: Readonly<Record<string, string>>;
}

const MAX_SEEN = 50;

/** The same baseline with one more difference that was met. */
export function withSeen(baseline: Baseline, seen: readonly Seen[]): Baseline {
	const keys = seen.map(({ key }) => key);
	const others = baseline.seen.filter(({ key }) => !keys.includes(key));
	return { ...baseline, seen: [...others, ...seen].slice(-MAX_SEEN) };
}

/** Whether a parsed file is the baseline of a session. Only that is checked: the file is ours, and every hook pays for what happens here. */
export function isBaselineOf(json: unknown, session: string): json is Baseline {
	const found = json as Partial<Baseline> | null | undefined;
	return (
		found?.schema_version === BASELINE_VERSION &&
		found.session === session &&
		typeof found.root === 'string' &&
		typeof found.state_dir === 'string' &&
		Array.isArray(found.sources) &&
		Array.isArray(found.seen)
	);
}

/** Whether git says of a directory what it said when the session began. */
export function isSamePlace({ root, stateDir }: Place, baseline: Baseline): boolean {
	return root === baseline.root && stateDir === baseline.state_dir;
}

/** Whether a place is a repository or working tree of its own within the one the session began in. */
export function isOwnWithin(place: Place, { root, state_dir }: Baseline): boolean {
	const isOwn = place.stateDir !== state_dir || place.mainRoot !== undefined;
	return place.git && isOwn && isInside(place.root, root);
}

/** Whether the session's place decides for a directory. Outside git each directory is a place of its own. */
export function rulesOver(directory: string, { root, git_dir }: Baseline): boolean {
	return directory === root || (git_dir !== undefined && isInside(directory, root));
}

/** Whether a place shares its requirements with the one the session began in. */
export function isGoverned(place: Place, { root, state_dir }: Baseline): boolean {
	return place.stateDir === state_dir || place.root === root;
}

/** One version of the config files. */
export function versionOf(sources: readonly SourceKey[]): string {
	return sources.map(({ path, key }) => `${path}:${key}`).join('\n');
}
