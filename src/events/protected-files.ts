import { isInside } from '../core/text/paths.ts';

/** What a protected file is to the gates (D36). */
export type ProtectedThing = 'config' | 'state' | 'plugin' | 'settings';

/** A file or directory that is protected with everything in it. */
export interface ProtectedPlace {
	readonly thing: ProtectedThing;
	/** Absolute. */
	readonly path: string;
}

/** How such files are called in any project. */
const SHAPES: readonly (readonly [ProtectedThing, RegExp])[] = [
	['config', /\/\.claude\/requirements(?:\.local)?\.yaml$/],
	['state', /\/\.git\/requirements(?:\/|$)/],
	['settings', /\/\.claude\/settings(?:\.local)?\.json$/],
];

/**
 * What a file is that the model may not change, or `undefined` (D36). Case does not count: to some
 * disks it does not.
 *
 * @param path absolute, without `..`
 */
export function protectedThing(
	path: string,
	places: readonly ProtectedPlace[],
): ProtectedThing | undefined {
	const file = path.toLowerCase();
	const [thing] = SHAPES.find(([, shape]) => shape.test(file)) ?? [];
	const isAt = ({ path: place }: ProtectedPlace) =>
		file === place.toLowerCase() || isInside(file, place.toLowerCase());
	return thing ?? places.find(isAt)?.thing;
}
