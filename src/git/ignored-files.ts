import type { Place } from './place.ts';
import { askGit, type GitContext } from './quiet-git.ts';

/**
 * Those files that git ignores and of which it tracks nothing; none if git fails. Each is asked about as a file and as a
 * directory, because a directory may be deleted already. Two git processes of 3 ms, the second if something is ignored.
 *
 * @param files relative to the root
 */
export async function ignoredFiles(
	place: Place,
	files: readonly string[],
	context: GitContext,
): Promise<ReadonlySet<string>> {
	// A path that starts with a colon has a meaning of its own.
	const input = files.flatMap((file) => [`./${file}\0`, `./${file}/\0`]).join('');
	const found = await askGit(place, ['check-ignore', '-z', '--stdin'], context, { input });
	const ignored = new Set(namesIn(found).map((file) => file.replace(/^\.\/|\/$/g, '')));
	if (ignored.size === 0) return ignored;
	const listing = ['--literal-pathspecs', 'ls-files', '-z', '--', ...ignored];
	const tracked = await askGit(place, listing, context);
	if (tracked === undefined) return new Set();
	for (const file of namesIn(tracked)) {
		for (const name of ignored) if (`${file}/`.startsWith(`${name}/`)) ignored.delete(name);
	}
	return ignored;
}

function namesIn(output = ''): string[] {
	return output.split('\0').filter((name) => name !== '');
}
