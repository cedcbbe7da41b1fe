import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { placeAt } from '../../src/git/find-place.ts';
import type { Place } from '../../src/git/place.ts';
import { gitEnv, gitIn, quietEnv } from './git-repo.ts';

/** The place of a directory, for a user without any git configuration. */
export function placeOf(dir: string, env: Record<string, string> = quietEnv): Place {
	return placeAt(dir, { configDir: '/claude', env });
}

/** What a session start looks for in the background may still be written while its folder is removed. */
export const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };

/** A temporary directory, its path free of symlinks, removed when the test ends. */
export async function makeWorld(): Promise<AsyncDisposable & { readonly dir: string }> {
	const dir = realpathSync((await createFixture()).path);
	return { dir, [Symbol.asyncDispose]: () => rm(dir, REMOVAL) };
}

/** Of a place, what git can be asked about. */
export function seen({ root, stateDir, branch }: Place) {
	return { root, stateDir, branch: branch as string };
}

/** The same as git says it; `branch` is empty on a detached HEAD. */
export function oracle(dir: string, env: Readonly<Record<string, string>> = gitEnv) {
	const path = (name: string) => gitIn(dir, env, ['rev-parse', '--path-format=absolute', name]);
	return {
		root: path('--show-toplevel'),
		stateDir: join(path('--git-common-dir'), 'requirements'),
		branch: gitIn(dir, env, ['branch', '--show-current']),
	};
}
