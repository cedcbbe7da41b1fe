/** A placeholder's value: a number stands alone, a text also inside other texts. */
export type Placeholders = Readonly<Record<string, string | number>>;

const UNITS: Readonly<Record<string, number>> = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};
const TIME = /\$NOW([+-]\d+)?([smhd])?/g;

/** Fills in `$NAME` and times such as `$NOW-8d` everywhere in a JSON value, keys included. */
export function fillIn(value: unknown, names: Placeholders, now: number): unknown {
	if (typeof value === 'string') return fillWhole(value, names, now);
	if (Array.isArray(value)) return value.map((item) => fillIn(item, names, now));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [fillText(key, names, now), fillIn(item, names, now)]),
	);
}

/** A text that is nothing but a name may stand for a number. */
function fillWhole(text: string, names: Placeholders, now: number): string | number {
	const found = Object.hasOwn(names, text) ? names[text] : undefined;
	return found ?? fillText(text, names, now);
}

/** The same for a text. An unknown name is a mistake in the case. */
export function fillText(text: string, names: Placeholders, now: number): string {
	return text
		.replaceAll(TIME, (_all, count = '0', unit = 's') =>
			new Date(now + Number(count) * (UNITS[unit] ?? 0)).toISOString(),
		)
		.replaceAll(/\$[A-Z][A-Z_0-9]*/g, (name) => {
			const found = Object.hasOwn(names, name) ? names[name] : undefined;
			if (found === undefined) throw new Error(`the case names ${name}, which nothing defines`);
			return String(found);
		});
}
