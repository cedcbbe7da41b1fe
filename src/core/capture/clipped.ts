/** At most `limit` characters, up to the end of a sentence where one ends in the second half. */
export function clipped(text: string, limit: number): string {
	const whole = text.trim();
	if (whole.length <= limit) return whole;
	const start = whole.slice(0, limit - 1);
	const ends = [...start.matchAll(/[.!?](?=\s)|\n/g)].map(({ index }) => index + 1);
	const end = ends.findLast((at) => at > limit / 2);
	return end === undefined ? `${withoutHalf(start)}…` : start.slice(0, end).trim();
}

function withoutHalf(text: string): string {
	return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
