import { touches, type WrittenFile } from '../shell/written-files.ts';
import { type ProtectedPlace, protectedThing } from './protected-files.ts';

/** The protected places that a predicted write changes: by its path, by a pattern, or as a directory that goes. */
export function protectedWrites(
	file: WrittenFile,
	places: readonly ProtectedPlace[],
): readonly ProtectedPlace[] {
	const path = file.pattern ? knownDirectory(file.path) : file.path;
	const thing = protectedThing(path, places);
	return thing === undefined
		? places.filter((place) => touches(file, place.path))
		: [{ thing, path }];
}

/** The directory of a pattern, as far as its names are known: of `.git/requirements/*.json` the first two. */
function knownDirectory(path: string): string {
	const names = path.split('/');
	const at = names.findIndex((name) => /[*?[\\\0]/.test(name));
	return names.slice(0, at < 0 ? names.length : at).join('/');
}
