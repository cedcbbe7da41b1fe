/** The order of two texts by their code units, for `sort`: of ISO times, of keys and ids. */
export function compareTexts(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}

/** FNV-1a, 32 bit, as 8 hex digits: for texts of which two with the same hash do no harm. */
export function fnv1a(text: string): string {
	let hash = 0x811c9dc5;
	for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
	return hash.toString(16).padStart(8, '0');
}
