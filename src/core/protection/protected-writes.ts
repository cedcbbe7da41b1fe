import { UNKNOWN } from '../command/call.ts';
import { parentOf } from '../place/place.ts';
import { touches, type WrittenFile } from '../written-files/written-files.ts';
import {
	isSkillFolder,
	isSkills,
	type ProtectedGrounds,
	type ProtectedPlace,
	protectedThing,
} from './protected-files.ts';

/** What a name in a pattern holds that one of a file does not. */
const PATTERN = /[*?[\\\0]/;

/** A protected place that a write reaches. `above`: what goes is a directory that holds it. */
interface Reached extends ProtectedPlace {
	readonly above: boolean;
}

/**
 * What a recognised write would do to protected files: to one by its path or its name, to those a pattern
 * may mean, and to those in a directory that goes.
 *
 * @param places those whose paths are known
 */
export function protectedWrites(
	file: WrittenFile,
	grounds: ProtectedGrounds,
	places: readonly ProtectedPlace[],
): readonly Reached[] {
	const thing = file.pattern ? undefined : protectedThing(file.path, grounds);
	if (thing !== undefined) return [{ thing, path: file.path, above: false }];
	if (file.how === 'content' && mayBePlugin(file, grounds))
		return [{ thing: 'extension', path: withoutUnknown(file.path), above: false }];
	return places.flatMap((place) => {
		if (file.pattern && leadsInto(file, place.path)) return [{ ...place, above: false }];
		return touches(file, place.path) ? [{ ...place, above: file.how === 'gone' }] : [];
	});
}

/**
 * Whether a plugin may arrive: as a folder among the skills, by what lies in it where its name is one of a file, or
 * by a file of it that a pattern names.
 */
function mayBePlugin({ path, pattern }: WrittenFile, grounds: ProtectedGrounds): boolean {
	if (isSkillFolder(path, grounds)) return true;
	if (!pattern) return false;
	const folder = parentOf(path);
	const isFilled = path === `${folder}/${UNKNOWN}` && !PATTERN.test(folder);
	if (isFilled && isSkills(parentOf(folder), grounds) && !isSkillFolder(folder, grounds))
		return true;
	const some = path.split('/').map((name) => (PATTERN.test(name) ? 'any' : name));
	return protectedThing(some.join('/'), grounds) === 'extension';
}

function withoutUnknown(path: string): string {
	return path
		.split('/')
		.filter((name) => name !== UNKNOWN)
		.join('/');
}

/** Whether a pattern may mean a place, or, by its first names, something below it. */
function leadsInto(file: WrittenFile, place: string): boolean {
	const names = file.path.split('/');
	const depth = place.split('/').length;
	if (names.length < depth) return false;
	return touches({ ...file, how: 'content', path: names.slice(0, depth).join('/') }, place);
}
