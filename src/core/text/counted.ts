/** `1 finding`, `2 findings`, `2 branches`; the thing may be told more closely: `1 more notice`. */
export function counted(count: number, thing: string): string {
	if (count === 1) return `1 ${thing}`;
	return `${count} ${thing}${thing.endsWith('ch') ? 'es' : 's'}`;
}
