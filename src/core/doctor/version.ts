/** `2.1.328 (Claude Code)` → `2.1.328`; `undefined` where the text holds no version. */
export function versionIn(text: string): string | undefined {
	return /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(text)?.[0];
}

/** The oldest Claude Code that `req` supports. */
export const OLDEST_CLIENT = '2.1.300';

/** Whether a version comes before another one. Both: `1.2.3`. */
export function isBefore(version: string, other: string): boolean {
	const [mine, theirs] = [numbers(version), numbers(other)];
	const index = mine.findIndex((part, at) => part !== theirs[at]);
	return index !== -1 && (mine[index] ?? 0) < (theirs[index] ?? 0);
}

function numbers(version: string): number[] {
	return version.split('.').map(Number);
}
