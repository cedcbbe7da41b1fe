/** Where a list of this branch is empty: how many there are beyond it. */
export function elsewhereText(count: number): string {
	return count === 0 ? '' : `; ${count} on other branches: --all`;
}
