import { holdsSecret, redact } from './redact.ts';

/** Nobody's secret is shorter, and few names have more joints. */
const MIN_SECRET = 16;
const MAX_JOINTS = 12;

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

/**
 * A path without the secrets in its names. In a text a word before a secret ends with a blank; in a name it is joined
 * to it, as in `backup-of-<token>.md`, so what follows each joint is looked at as well.
 */
export function redactPath(path: string): string {
	return path.split('/').map(redactName).join('/');
}

function redactName(name: string): string {
	if (name.length < MIN_SECRET || !/\d/.test(name)) return name;
	// In a text, what goes on behind a point is the name of a file or a host, and no token.
	const stem = name.replace(/\.[a-z]{1,5}$/, '');
	const joints = [...stem.matchAll(/[-_.\s]/g)].slice(0, MAX_JOINTS);
	for (const start of [0, ...joints.map(({ index }) => index + 1)]) {
		const rest = stem.slice(start);
		if (rest.length < MIN_SECRET) break;
		const cut = redact(rest);
		if (cut !== rest) return stem.slice(0, start) + cut + name.slice(stem.length);
	}
	return name;
}
