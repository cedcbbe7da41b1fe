import type { JournalLine, LineOf } from '../journal/line.ts';
import type { Pin, SessionRecord, Unpinned } from './schema.ts';

/** More than anybody takes away; the oldest are forgotten first. */
const MAX_UNPINNED = 50;

type PinParts = Pick<SessionRecord, 'pins' | 'unpinned'>;

/**
 * The pins after these lines: one per label, a session's own before inherited ones (S2-050). Of too
 * many, inherited standard ones go first, then other standard ones, the oldest of them before the rest (D23).
 *
 * @param most how many there may be
 * @returns also those that were taken away: they are settled for later sessions, too (D23)
 */
export function foldPins(
	before: Pick<SessionRecord, 'key' | 'pins' | 'unpinned'>,
	lines: readonly JournalLine[],
	most: number,
): PinParts {
	let { pins, unpinned }: { pins: readonly Pin[]; unpinned?: readonly Unpinned[] | undefined } =
		before;
	for (const line of lines) {
		const gone = line.e === 'unpin' ? pins.find(({ label }) => label === line.label) : undefined;
		if (gone !== undefined) {
			const one = { label: gone.label, session: gone.origin?.session ?? before.key, at: line.at };
			unpinned = [...(unpinned ?? []), one].slice(-MAX_UNPINNED);
		}
		pins = withinCap(stepOf(pins, line), most);
	}
	return { pins: [...pins], ...(unpinned === undefined ? {} : { unpinned: [...unpinned] }) };
}

function stepOf(pins: readonly Pin[], line: JournalLine): readonly Pin[] {
	switch (line.e) {
		case 'pin': {
			const { at, label, content, importance } = line;
			return [...without(pins, label), { label, content, importance, pinned_at: at }];
		}
		case 'unpin':
			return without(pins, line.label);
		case 'restore':
			return line.pins.reduce<readonly Pin[]>(withInherited, stays(pins, line));
		default:
			return pins;
	}
}

/** A session that the user asked for takes the place of those that gave pins before it (D24). */
function stays(pins: readonly Pin[], { mode }: LineOf<'restore'>): readonly Pin[] {
	return mode === 'explicit' ? pins.filter(({ origin }) => origin === undefined) : pins;
}

/** What is there under a label stays. */
function withInherited(pins: readonly Pin[], pin: Pin): readonly Pin[] {
	return pins.some(({ label }) => label === pin.label) ? pins : [...pins, pin];
}

function without(pins: readonly Pin[], label: string): readonly Pin[] {
	return pins.filter((pin) => pin.label !== label);
}

function withinCap(pins: readonly Pin[], most: number): readonly Pin[] {
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

/** What a session's pins become. */
type Pinning =
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
