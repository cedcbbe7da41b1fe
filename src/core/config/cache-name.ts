import { fnv1a } from '../text/fnv1a.ts';

const MAX_SLUG = 60;

/**
 * File name of a project's compiled config: readable, and different for different roots. Two roots
 * with one name would only recompile in turns, because the cache names its sources.
 */
export function cacheName(root: string): string {
	const slug = root.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^-/, '');
	return `${slug.slice(-MAX_SLUG)}-${fnv1a(root)}.json`;
}
