import type { RecordLine, RecordLineOf } from './lines.ts';
import type { Pin } from './schema.ts';

/**
 * The pins after these lines: one per label, a session's own before inherited ones (S2-050). Of too
 * many, inherited standard ones go first, then other standard ones, the oldest of them before the rest (D23).
 *
 * @param most how many there may be
 */
export function foldPins(
	before: readonly Pin[],
	lines: readonly RecordLine[],
	most: number,
): readonly Pin[] {
	return lines.reduce((pins, line) => withinCap(stepOf(pins, line), most), before);
}

function stepOf(pins: readonly Pin[], line: RecordLine): readonly Pin[] {
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
function stays(pins: readonly Pin[], { mode }: RecordLineOf<'restore'>): readonly Pin[] {
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
