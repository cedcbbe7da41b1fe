import type { SimpleGit } from 'simple-git';
import type { Place } from './place.ts';
import { type GitContext, quietEnv, quietSettings } from './quiet-git.ts';

/**
 * simple-git for a place, which starts no program that the repository names; `undefined` outside git, or if such a program
 * cannot be turned off. It waits 50 ms for a git that prints nothing.
 */
export async function openGit(
	place: Place,
	context: GitContext,
	abort?: AbortSignal,
): Promise<SimpleGit | undefined> {
	const settings = place.git ? await quietSettings(place, context) : undefined;
	if (settings === undefined) return undefined;
	// Few hooks ask: loading it takes a hook process 15 ms.
	const { simpleGit } = await import('simple-git');
	const env = quietEnv(context, place.root);
	return simpleGit({
		baseDir: place.root,
		...(abort === undefined ? {} : { abort }),
		completion: { onExit: false },
		config: [...settings],
		allowEnvironment: Object.keys(env),
		// simple-git refuses settings that can name programs; these take programs away.
		unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeFilter: true },
	}).env(env);
}
