import type { Pin } from './schema.ts';

/**
 * Of too many pins, inherited standard ones go first, then other standard ones, the oldest of them before the rest (D23).
 *
 * @param most how many there may be
 */
export function withinCap(pins: Pin[], most: number): Pin[] {
	if (pins.length <= most) return pins;
	const leaving = [...pins].sort((one, other) => worth(one) - worth(other));
	const gone = new Set(leaving.slice(0, pins.length - most));
	return pins.filter((pin) => !gone.has(pin));
}

function worth({ importance, origin }: Pin): number {
	if (importance === 'critical') return 2;
	return origin === undefined ? 1 : 0;
}

/** Longest label and content of a pin, in characters. */
export const PIN_LABEL = 64;
export const PIN_CONTENT = 1_000;

type Pinning =
	/** `replaced`: there was one of this label, and the current one wins. */
	| { readonly kind: 'pinned'; readonly replaced: boolean; readonly count: number }
	| { readonly kind: 'full' };

/**
 * The one rule of what may be pinned: as many as `max`, one of each label.
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
