import type * as z from 'zod/mini';
import { counted } from '../core/text/phrases.ts';
import { isRecord } from '../store/shape.ts';
import { meantText } from './closest-word.ts';

export type KeyPath = readonly PropertyKey[];

/** Something in a value that its schema does not accept, and where. */
export interface Misfit {
	readonly path: KeyPath;
	readonly message: string;
}

/** A value checked against its schema. `value` is absent if more than unknown keys is wrong. */
export interface Shaped<Value> {
	readonly value: Value | undefined;
	readonly misfits: readonly Misfit[];
}

/**
 * Checks a value. Unknown keys are reported with the key probably meant, and ignored: the rest counts (D34). Anything else
 * makes the value unusable.
 */
export function checkShape<Value>(schema: z.ZodMiniType<Value>, written: unknown): Shaped<Value> {
	const first = schema.safeParse(written);
	if (first.success) return { value: first.data, misfits: [] };
	const { issues } = first.error;
	const misfits = issues.flatMap((issue) =>
		issue.code === 'unrecognized_keys'
			? unknownKeys(issue, keysAt(schema, issue.path))
			: misfitsOf(issue),
	);
	const known = issues.reduce<unknown>(
		(value, issue) =>
			issue.code === 'unrecognized_keys' ? without(value, issue.path, issue.keys) : value,
		written,
	);
	const second = schema.safeParse(known);
	return { value: second.success ? second.data : undefined, misfits };
}

/** Each of these keys as one that is not known there. */
export function unknownKeys(
	{ path, keys }: { readonly path: KeyPath; readonly keys: readonly string[] },
	known: readonly string[],
): readonly Misfit[] {
	return keys.map((key) => ({
		path: [...path, key],
		message: `is not a known key${meantText(key, known)}`,
	}));
}

/**
 * What is wrong with a value. If it fits none of several forms: what is wrong by the form whose misfit is deepest in the
 * value; if none is inside it, what the forms are.
 */
function misfitsOf(issue: z.core.$ZodIssue): readonly Misfit[] {
	if (issue.code !== 'invalid_union') return [{ path: issue.path, message: messageOf(issue) }];
	const misspelled = misspelledKeys(issue.errors);
	const byForm = issue.errors.map((issues) => {
		const isOther = issues.some(({ code }) => code === 'unrecognized_keys');
		return isOther ? misspelled : issues.flatMap(misfitsOf);
	});
	const depthOf = (misfits: readonly Misfit[]) =>
		Math.max(0, ...misfits.map(({ path }) => path.length));
	const [closest = []] = byForm.toSorted((one, other) => depthOf(other) - depthOf(one));
	const isInside = depthOf(closest) > 0 || (closest.length > 0 && issue.message === UNSAID);
	if (!isInside) return [{ path: issue.path, message: messageOf(issue) }];
	return closest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

/** Keys that no form knows; what a form misses, or finds to be of another type, is what it knows. */
function misspelledKeys(errors: z.core.$ZodIssueInvalidUnion['errors']): readonly Misfit[] {
	const issues = errors.flat();
	const unknown = issues.flatMap((one) => (one.code === 'unrecognized_keys' ? [one.keys] : []));
	const known = issues.flatMap(({ code, path }) =>
		code === 'invalid_type' ? path.map(String) : [],
	);
	const isNowhere = (key: string) =>
		!known.includes(key) && unknown.every((keys) => keys.includes(key));
	return unknownKeys({ path: [], keys: (unknown[0] ?? []).filter(isNowhere) }, known);
}

/** What zod/mini says if a schema has no message of its own. */
const UNSAID = 'Invalid input';

/** What is expected, in the schema's own words or in ours; never the value, which may be anything. */
function messageOf(issue: z.core.$ZodIssue): string {
	if (issue.message !== UNSAID) return issue.message;
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
		case 'too_big':
			return boundText(issue.origin, 'at most', Number(issue.maximum));
		case 'too_small':
			return boundText(issue.origin, 'at least', Number(issue.minimum));
		default:
			return 'has the wrong shape';
	}
}

function boundText(origin: string, words: string, bound: number): string {
	const thing = { array: 'item', string: 'character' }[origin];
	const isNumber = thing === undefined;
	return isNumber ? `must be ${words} ${bound}` : `must have ${words} ${counted(bound, thing)}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'a map of keys',
	record: 'a map of keys',
	string: 'text',
};

function without(value: unknown, [head, ...rest]: KeyPath, keys: readonly string[]): unknown {
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).filter(
		([key]) => head !== undefined || !keys.includes(key),
	);
	return Object.fromEntries(
		entries.map(([key, inner]) => [key, key === head ? without(inner, rest, keys) : inner]),
	);
}

/** The keys a schema knows at a path, for the suggestion. */
function keysAt(schema: z.core.$ZodType, [head, ...rest]: KeyPath): readonly string[] {
	const { innerType, shape = {} } = schema._zod.def as {
		innerType?: z.core.$ZodType;
		shape?: Record<PropertyKey, z.core.$ZodType>;
	};
	if (innerType !== undefined) return keysAt(innerType, head === undefined ? [] : [head, ...rest]);
	if (head === undefined) return Object.keys(shape);
	return shape[head] === undefined ? [] : keysAt(shape[head], rest);
}
