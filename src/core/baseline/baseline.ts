import type { ProjectConfig, SourceKey } from '../config/config.ts';
import { isInside, type Place } from '../place/place.ts';

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
	/** The client that started or resumed the session last: its hooks are known by it without the registry. */
	readonly client?: ClientProcess | undefined;
	/** The config files, each as it was. */
	readonly sources: readonly SourceKey[];
	/** Differences that were met since: each is told once, and git is asked once. Oldest first. */
	readonly seen: readonly Seen[];
}

/** A process of a client as the registry keeps it. `pid_started` tells it from a later one of the same pid. */
export interface ClientProcess {
	readonly pid: number;
	readonly pid_started?: string | undefined;
	readonly host: string;
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

/** Whether git says of the directory a session began in what it said then. On no branch it has to be looked at more closely. */
export function isAsBegun(place: Place | undefined, { root, state_dir }: Baseline): boolean {
	return place?.root === root && place.stateDir === state_dir && !place.branch.startsWith('@d');
}

/** One version of the config files. */
export function configVersion(sources: readonly SourceKey[]): string {
	return sources.map(({ path, key }) => `${path}:${key}`).join('\n');
}

/** Whether config files are of the same version as then. Earlier builds did not write down the last part of a key. */
export function isVersion(now: readonly SourceKey[], then: readonly SourceKey[]): boolean {
	if (now.length !== then.length) return false;
	return then.every(({ path, key }, at) => {
		const one = now[at];
		if (one?.path !== path) return false;
		return one.key === key || (EARLIER_KEY.test(key) && one.key.startsWith(`${key}:`));
	});
}

const EARLIER_KEY = /^[^:]+:[^:]+:[^:]+$/;

/** Whether a place is a repository or working tree of its own within the one the session began in. */
export function isOwnWithin(place: Place, { root, state_dir }: Baseline): boolean {
	const isOwn = place.stateDir !== state_dir || place.mainRoot !== undefined;
	return place.git && isOwn && isInside(place.root, root);
}

/** Whether the session's place decides for a directory. Outside git each directory is a place of its own. */
export function rulesOver(directory: string, { root, git_dir }: Baseline): boolean {
	return directory === root || (git_dir !== undefined && isInside(directory, root));
}
