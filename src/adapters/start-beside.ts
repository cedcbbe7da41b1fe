import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from '../core/place/place.ts';
import type { GitEnv } from './ask-git.ts';
import { dueLook, lessonsPath } from './identifier-cache.ts';
import { isObstructed, statOf, unlessError } from './read-regular.ts';
import { archiveDir, filesIn, sessionsDir } from './session-files.ts';

const NOBODY_THERE = {
	...{ GIT_ASKPASS: '', SSH_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', GCM_INTERACTIVE: 'never' },
};

interface Start {
	/** Path of the running hook, or of what has loaded it: the program stands beside its folder, or beside `hooks/`. */
	readonly hook: string;
	readonly env: GitEnv;
}

/**
 * Starts what is due and does not wait for it: `req learn review --look`. It belongs to nobody then: neither a client that ends nor a hook that is killed takes it along.
 */
export async function startBeside(place: Place, start: Start): Promise<void> {
	// What a look finds out cannot be kept elsewhere: each start would look again.
	const canKeep = unlessError(() => {
		accessSync(sessionsDir(place), constants.W_OK);
		return true;
	});
	const isLookDue = canKeep === true && (lacksLessons(place) || dueLook(place) !== undefined);
	if (!isLookDue) return;
	const folder = dirname(start.hook);
	const program = ['../cli/req.mjs', '../dist/cli/req.mjs']
		.map((path) => join(folder, path))
		.find((path) => existsSync(path));
	if (program === undefined) return;
	// It brings thirty modules of Node's along, and mostly nothing is due.
	const { spawn } = await import('node:child_process');
	const child = spawn(process.execPath, [program, 'learn', 'review', '--look'], {
		...{ cwd: place.root, detached: true, stdio: 'ignore' },
		// Nobody is there who could be asked for a password, in a window of its own either.
		env: { ...start.env, ...NOBODY_THERE },
	});
	child.on('error', () => undefined);
	child.unref();
}

/** Whether sessions may have learned something of which nobody has made the file of lessons yet. */
function lacksLessons(place: Place): boolean {
	const [path, dirs] = [lessonsPath(place), [sessionsDir(place), archiveDir(place)]];
	if (isObstructed(path) || statOf(path) !== undefined) return false;
	return dirs.some((dir) => filesIn(dir).records.length > 0);
}
