import type { Pin } from './schema.ts';

/** Longest label and content of a pin, in characters. */
export const PIN_LABEL = 64;
export const PIN_CONTENT = 1_000;

/** What a session's pins become. */
export type Pinning =
	/** `replaced`: there was one of this label, and the current one wins (S2-050). */
	| { readonly kind: 'pinned'; readonly replaced: boolean; readonly count: number }
	| { readonly kind: 'full' };

/**
 * The one rule of what may be pinned (S2-004, S2-091): as many as `max`, one of each label.
 *
 * @param pins those the session has, inherited ones included (D23)
 */
export function pinning(label: string, pins: readonly Pin[], max: number): Pinning {
	const replaced = pins.some((pin) => pin.label === label);
	if (replaced) return { kind: 'pinned', replaced, count: pins.length };
	return pins.length < max
		? { kind: 'pinned', replaced, count: pins.length + 1 }
		: { kind: 'full' };
}
