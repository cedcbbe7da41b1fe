import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { parseSessionId } from '../host/session-id.ts';
import { unlessError, unlessUnwritable } from '../store/errors.ts';
import { readOwn, writeOwn } from '../store/own-file.ts';
import { fileNamesIn, statOf } from '../store/read-file.ts';
import type { ProjectConfig, SourceKey } from './config.ts';

/** The compiled config of one project as a session last saw it. */
export interface SeenConfig {
	/** The top level of the working tree. */
	readonly root: string;
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
	/** Why another config applies than the one in the working tree, as it is shown to the user. */
	readonly notice?: string | undefined;
	/** What the user was last shown, if it has changed since. */
	readonly shown?: SeenConfig | undefined;
}

/** A file that no session has written to for this long is removed (ms). */
const KEPT_MS = 7 * 24 * 3_600_000;

/** The folder of the configs that a user's sessions last saw: outside every repository (D40). */
function seenConfigsDir(configDir: string): string {
	return join(configDir, 'requirements', 'configs');
}

/** @param session its full id */
export function seenConfigFile(configDir: string, session: string): string {
	return join(seenConfigsDir(configDir), `${session}.json`);
}

/** The configs that the session of this event last saw; none if it kept none, or another build did. */
export function seenConfigs(context: Context): readonly SeenConfig[] {
	const path = ownFile(context);
	return (path === undefined ? undefined : readOwn<SeenConfig[]>(path)) ?? [];
}

/** The config of a project as the session saw it that kept one last: for a session that starts, or none. */
export function seenByOthers(root: string, { configDir }: Context): SeenConfig | undefined {
	const folder = seenConfigsDir(configDir);
	const paths = fileNamesIn(folder).map((name) => join(folder, name));
	const writtenAt = (path: string) => statOf(path)?.mtimeMs ?? 0;
	for (const path of paths.sort((one, other) => writtenAt(other) - writtenAt(one))) {
		const seen = readOwn<SeenConfig[]>(path)?.find((one) => one.root === root);
		if (seen !== undefined) return { root, files: seen.files, found: seen.found };
	}
	return undefined;
}

/** Keeps them. If they cannot be written, the next stop compares with what was kept before. */
export function keepSeenConfigs(seen: readonly SeenConfig[], context: Context): void {
	const path = ownFile(context);
	if (path !== undefined) unlessUnwritable(() => writeOwn(path, seen, context));
}

/** Removes what sessions of earlier weeks kept. */
export function removeOldSeenConfigs({ configDir, now }: Context): void {
	const folder = seenConfigsDir(configDir);
	for (const name of fileNamesIn(folder)) {
		const path = join(folder, name);
		const writtenAt = statOf(path)?.mtimeMs ?? Infinity;
		if (now() - writtenAt > KEPT_MS) unlessError(() => rmSync(path));
	}
}

function ownFile({ session, configDir }: Context): string | undefined {
	const id = parseSessionId(session)?.uuid;
	return id === undefined ? undefined : seenConfigFile(configDir, id);
}
