/** `1 finding`, `2 findings`, `2 branches`; the thing may be told more closely: `1 more notice`. */
export function counted(count: number, thing: string): string {
	if (count === 1) return `1 ${thing}`;
	return `${count} ${thing}${thing.endsWith('ch') ? 'es' : 's'}`;
}

/** Names as they stand in a sentence of one line: the first three, the rest counted. */
export function listed(names: readonly string[]): string {
	const more = names.length - 3;
	return [...names.slice(0, 3), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
