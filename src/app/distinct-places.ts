import type { Place } from '../core/place/place.ts';

/** The first of those that share a root. */
export function distinctPlaces(places: readonly Place[]): Place[] {
	return places.filter(
		({ root }, index) => places.findIndex((place) => place.root === root) === index,
	);
}
