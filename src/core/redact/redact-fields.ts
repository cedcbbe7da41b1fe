import { holdsSecret, redact } from './redact.ts';

/**
 * The object with these fields redacted, as deep as they go, keys of records too. Absent fields stay absent. All texts
 * are asked about at once, which takes little longer than asking about one, and nearly always that is all there is to do.
 */
export function redactFields<T extends object>(of: T, fields: readonly (keyof T)[]): T {
	const present = fields.filter((name) => name in of);
	if (!holdsSecret(present.flatMap((name) => textsIn(of[name])).join('\n\n'))) return of;
	const changed: T = { ...of };
	for (const name of present) changed[name] = redactDeep(of[name]) as T[typeof name];
	return changed;
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [redact(key), redactDeep(one)]),
	);
}
