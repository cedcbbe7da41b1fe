/** `1 finding`, `2 findings`, `2 branches`; the thing may have an adjective: `1 more notice`. */
export function counted(count: number, thing: string): string {
	if (count === 1) return `1 ${thing}`;
	return `${count} ${thing}${thing.endsWith('ch') ? 'es' : 's'}`;
}

/** Names for a sentence of one line: the first three, the rest counted. */
export function listed(names: readonly string[]): string {
	const more = names.length - 3;
	return [...names.slice(0, 3), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Lines that are spelled out in one place (D17). */
const MAX_LINES = 8;

/** At most eight of the lines; the rest is counted. `thing`: what one of them is. */
export function firstLines(lines: readonly string[], thing: string): string[] {
	const more = lines.length - MAX_LINES;
	const rest = more > 0 ? [`… and ${counted(more, `more ${thing}`)}: \`req status\`.`] : [];
	return [...lines.slice(0, MAX_LINES), ...rest];
}

/** Notices as they are below a status. */
export function noticeLines(notices: readonly string[]): string[] {
	return firstLines(notices, 'notice').map((notice) => `Notice: ${notice}`);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A stored time as people think of it: `3 minutes ago`, `in 2 hours`. A time that cannot be read says so.
 *
 * @param iso ISO time
 * @param now milliseconds since the epoch
 */
export function relativeTime(iso: string | undefined, now: number): string {
	const at = Date.parse(iso ?? '');
	if (Number.isNaN(at)) return 'at an unknown time';
	const span = spanText(Math.abs(now - at));
	if (span === undefined) return at > now ? 'within a minute' : 'just now';
	return at > now ? `in ${span}` : `${span} ago`;
}

/** `3 minutes`; `undefined` below half a minute. */
export function spanText(milliseconds: number): string | undefined {
	const count = (unit: number) => Math.round(milliseconds / unit);
	if (count(MINUTE) === 0) return undefined;
	if (count(MINUTE) < 60) return counted(count(MINUTE), 'minute');
	return count(HOUR) < 48 ? counted(count(HOUR), 'hour') : counted(count(DAY), 'day');
}
