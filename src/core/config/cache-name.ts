const MAX_SLUG = 60;

/**
 * File name of a project's compiled config: readable, and different for different roots. Two roots
 * with one name would only recompile in turns, because the cache names its sources.
 */
export function cacheName(root: string): string {
	const slug = root.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^-/, '');
	return `${slug.slice(-MAX_SLUG)}-${fnv1a(root).toString(16).padStart(8, '0')}.json`;
}

/** FNV-1a, 32 bit: loading node:crypto would cost more than the rest of the hook's config. */
function fnv1a(text: string): number {
	let hash = 0x811c9dc5;
	for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
	return hash;
}
