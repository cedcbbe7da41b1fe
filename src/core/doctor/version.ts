/** `2.1.328 (Claude Code)` → `2.1.328`; `undefined` where the text holds no version. */
export function versionIn(text: string): string | undefined {
	return /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(text)?.[0];
}

/** Versions of the client from which a part works, the one that gates hang on first (9). */
const NEEDS = [
	{ version: '2.1.139', part: 'hooks that name a program and its arguments', code: 'client_old' },
	{ version: '2.1.214', part: 'hooks that know their client', code: 'client_untested' },
] as const;

/** What a client of this version cannot do; `undefined`: it has all that is needed. */
export function clientLack(version: string): (typeof NEEDS)[number] | undefined {
	return NEEDS.find((need) => isBefore(version, need.version));
}

/** Whether a version comes before another one. Both: `1.2.3`. */
export function isBefore(version: string, other: string): boolean {
	const [mine, theirs] = [numbers(version), numbers(other)];
	const index = mine.findIndex((part, at) => part !== theirs[at]);
	return index !== -1 && (mine[index] ?? 0) < (theirs[index] ?? 0);
}

function numbers(version: string): number[] {
	return version.split('.').map(Number);
}
