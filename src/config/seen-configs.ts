import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { BUILD } from './build.ts';
import type { ProjectConfig, SourceKey } from './config.ts';
import { hasOwnFile, operationIn } from './config-files.ts';

/** The config of one project as a session last saw it. */
export interface SeenConfig {
	/** The top level of the working tree. */
	readonly root: string;
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
	/** Why another config applies than the one in the working tree, as it was shown to the user. */
	readonly told?: string | undefined;
}

/** A file that no session has written to for this long is removed (ms). */
const KEPT_MS = 7 * 24 * 3_600_000;

/** The folder of the configs that a user's sessions last saw: outside every repository. */
export function seenConfigsDir(configDir: string): string {
	return join(configDir, 'requirements', 'configs');
}

/** @param session its full id */
export function seenConfigFile(configDir: string, session: string): string {
	return join(seenConfigsDir(configDir), `${session}.json`);
}

/** The configs that the session of this event last saw; none if it kept none, or another build did. */
export function seenConfigs(context: Context): readonly SeenConfig[] {
	const id = sessionOf(context);
	return id === undefined ? [] : seenIn(seenConfigFile(context.configDir, id));
}

/** Keeps them. If they cannot be written, the next stop compares with what was kept before. */
export function keepSeenConfigs(seen: readonly SeenConfig[], context: Context): void {
	const id = sessionOf(context);
	if (id === undefined || context.writing.isReadOnly) return;
	context.writing.begin();
	const path = seenConfigFile(context.configDir, id);
	unlessError(() => writeCache(path, JSON.stringify({ build: BUILD, seen })));
}

/** Removes what sessions of earlier weeks kept. */
export function removeOldSeenConfigs({ configDir, now }: Context): void {
	for (const { path, writtenAt } of keptFiles(configDir)) {
		if (now() - writtenAt > KEPT_MS) unlessError(() => rmSync(path));
	}
}

/** A config that applies although it is not in the working tree. */
interface LastConfig {
	/** Such as `the bisect`. */
	readonly operation: string;
	readonly seen: SeenConfig;
}

/**
 * The config that the session saw last, or else any session, if git has removed the project's own file for the time of an
 * operation; `undefined` if it has not, or the project had none.
 *
 * @param files the config files as they are now
 */
export function lastConfig(
	place: Place,
	files: readonly SourceKey[],
	context: Context,
): LastConfig | undefined {
	const operation = hasOwnFile(place, files) ? undefined : operationIn(place);
	if (operation === undefined) return undefined;
	const isHere = ({ root }: SeenConfig) => root === place.root;
	const seen = seenConfigs(context).find(isHere) ?? newest(context.configDir, isHere);
	return seen !== undefined && hasOwnFile(place, seen.files) ? { operation, seen } : undefined;
}

function newest(
	configDir: string,
	isWanted: (seen: SeenConfig) => boolean,
): SeenConfig | undefined {
	const files = keptFiles(configDir).sort((one, other) => other.writtenAt - one.writtenAt);
	for (const { path } of files) {
		const seen = seenIn(path).find(isWanted);
		if (seen !== undefined) return seen;
	}
	return undefined;
}

function keptFiles(configDir: string): { readonly path: string; readonly writtenAt: number }[] {
	const folder = seenConfigsDir(configDir);
	const names = unlessError(() => readdirSync(folder)) ?? [];
	return names
		.filter((name) => name.endsWith('.json'))
		.map((name) => join(folder, name))
		.map((path) => ({ path, writtenAt: unlessError(() => statSync(path).mtimeMs) ?? 0 }));
}

function seenIn(path: string): readonly SeenConfig[] {
	const json = readOwnJson(path) as { build?: unknown; seen?: readonly SeenConfig[] } | undefined;
	return json?.build === BUILD ? (json.seen ?? []) : [];
}

/** A JSON file that only this build reads; `undefined` if there is none to use, whatever the reason. */
export function readOwnJson(path: string): unknown {
	return unlessError(() => JSON.parse(readFileSync(path, 'utf8')));
}

function sessionOf({ session }: Context): string | undefined {
	return parseSessionId(session, sha256)?.uuid;
}
