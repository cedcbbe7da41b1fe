import { type GitEnv, startGit, withoutGit } from './ask-git.ts';

/** No program of the repository's choice runs for a mere look. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/**
 * Those of these files that git ignores, and of which it tracks nothing; none where git cannot say. A
 * directory may be gone already, so each is asked about as a file and as a directory. Two processes of
 * some 3 ms, the second only where something is ignored.
 *
 * @param files relative to the top of the working tree
 */
export async function askIgnored(
	root: string,
	files: readonly string[],
	env: GitEnv,
): Promise<ReadonlySet<string>> {
	const quiet = { ...withoutGit(env), GIT_OPTIONAL_LOCKS: '0' };
	// A name that starts with a colon would mean something else.
	const input = files.flatMap((file) => [`./${file}\0`, `./${file}/\0`]).join('');
	const check = await startGit([...QUIET, 'check-ignore', '-z', '--stdin'], {
		cwd: root,
		input,
		env: quiet,
	});
	const ignored = new Set(namesIn(check.stdout).map((file) => file.replace(/^\.\/|\/$/g, '')));
	if (ignored.size === 0) return ignored;
	const listing = [...QUIET, '--literal-pathspecs', 'ls-files', '-z', '--', ...ignored];
	const tracked = await startGit(listing, { cwd: root, env: quiet });
	if (tracked.status !== 0) return new Set();
	for (const file of namesIn(tracked.stdout)) {
		for (let at = file.length; at > 0; at = file.lastIndexOf('/', at - 1)) {
			ignored.delete(file.slice(0, at));
		}
	}
	return ignored;
}

function namesIn(output: string): string[] {
	return output.split('\0').filter((name) => name !== '');
}
