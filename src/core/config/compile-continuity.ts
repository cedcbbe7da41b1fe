import { selectionOf } from '../inherit/selection.ts';
import type { Continuity, Inherit } from './continuity.ts';
import type { Layer } from './read-layer.ts';
import { checkShape } from './shape.ts';
import { WrittenContinuity } from './written-continuity.ts';

/** `inherit` of the last file that has it. */
export function compileInherit(layers: readonly Layer[]): Inherit | undefined {
	const written = layers.findLast(({ settings }) => settings.inherit !== undefined);
	const inherit = written?.settings.inherit;
	return inherit && { ...inherit, select: selectionOf(inherit.select) };
}

type Map = Readonly<Record<string, unknown>>;

/** `continuity` of all files: maps merge, lists and scalars replace (D34), what is left out is the default. */
export function compileContinuity(layers: readonly Layer[]): Continuity {
	const valid = layers.filter(({ settings }) => settings.continuity !== undefined);
	const merged = valid.map(writtenIn).reduce(merge, {});
	const { value } = checkShape(WrittenContinuity, merged);
	return continuityOf(value ?? WrittenContinuity.parse({}));
}

/** As written: the checked setting has its defaults filled in, and they must not replace what an earlier file says. */
function writtenIn({ source }: Layer): Map {
	const file = isMap(source.value) ? source.value : {};
	const written = isMap(file['continuity']) ? file['continuity'] : {};
	// A repository that somebody clones does not get to write into the user's home.
	return source.layer === 'project' ? without(written, 'mirror') : written;
}

function without(written: Map, left: string): Map {
	return Object.fromEntries(Object.entries(written).filter(([key]) => key !== left));
}

function merge(before: Map, after: Map): Map {
	const entries = Object.entries(after).map(([key, value]): [string, unknown] => {
		const old = Object.hasOwn(before, key) ? before[key] : undefined;
		return [key, isMap(old) && isMap(value) ? merge(old, value) : value];
	});
	return { ...before, ...Object.fromEntries(entries) };
}

function isMap(value: unknown): value is Map {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function continuityOf(written: ReturnType<typeof WrittenContinuity.parse>): Continuity {
	const { relevance, pins, budget } = written;
	const { pin_threshold: pinThreshold, max_sessions: maxSessions, ...weights } = relevance;
	const { bundle_tokens: bundleTokens, inject_chars: injectChars, ...quotas } = budget;
	const { codes_tokens: codesTokens, ...sections } = quotas;
	return {
		enabled: written.enabled,
		injectOn: written.inject_on,
		lookbackDays: written.lookback_days,
		expireDays: written.expire_days,
		retentionDays: written.retention_days,
		relevance: { ...weights, pinThreshold, maxSessions },
		pins: { max: pins.max, maxInherited: Math.min(pins.max_inherited, pins.max) },
		topics: written.topics,
		decay: written.decay,
		caps: written.caps,
		budget: { ...sections, bundleTokens, injectChars, codesTokens },
		mirror: written.mirror,
	};
}
