import { redact } from './redact.ts';

/** Nobody's secret is shorter, and few names have more joints. */
const MIN_SECRET = 16;
const MAX_JOINTS = 12;

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
