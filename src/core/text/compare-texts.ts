/** The order of two texts by their code units, for `sort`: of ISO times, of keys and ids. */
export function compareTexts(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
