import { createRequire } from 'node:module';

/** Hex digest. The module behind it costs 2.5 ms to load and is rarely needed, so it is loaded on first use. */
export function sha256(text: string): string {
	const require = createRequire(import.meta.url);
	const { createHash } = require('node:crypto') as typeof import('node:crypto');
	return createHash('sha256').update(text).digest('hex');
}
