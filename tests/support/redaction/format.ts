import type { Draw } from './draw.ts';

/**
 * One kind of secret as its provider makes it. No whole secret stands here: prefixes are in pieces, so that
 * no scanner on the way takes a test for a leak.
 */
export interface Format {
	readonly provider: string;
	/** The variable people keep it in. */
	readonly variable: string;
	readonly make: (draw: Draw) => string;
	/** What it begins with that everybody knows, where that is long. */
	readonly front?: string;
	/** It can be known only by its name: no prefix, no checksum. */
	readonly bare?: true;
}

/** Puts a prefix together. */
export const from = (...pieces: readonly string[]) => pieces.join('');
