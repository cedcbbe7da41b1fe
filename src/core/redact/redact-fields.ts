import { redact } from './redact.ts';

/** The object with these fields redacted, as deep as they go, keys of records too. Absent fields stay absent. */
export function redactFields<T extends object>(of: T, fields: readonly (keyof T)[]): T {
	const changed: T = { ...of };
	for (const name of fields) {
		if (name in of) changed[name] = redactDeep(of[name]) as T[typeof name];
	}
	return changed;
}

function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [redact(key), redactDeep(one)]),
	);
}
