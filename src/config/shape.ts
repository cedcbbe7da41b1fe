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

/** A value checked against its schema. `value` is absent where more than unknown keys is wrong. */
export interface Shaped<Value> {
	readonly value: Value | undefined;
	readonly misfits: readonly Misfit[];
}

/**
 * Checks a value. Unknown keys are reported with the key probably meant, and ignored: the rest
 * counts (D34). Anything else makes the value unusable.
 */
export function checkShape<Value>(schema: z.ZodMiniType<Value>, written: unknown): Shaped<Value> {
	const first = schema.safeParse(written);
	if (first.success) return { value: first.data, misfits: [] };
	const misfits = first.error.issues.flatMap((issue) => misfitsOf(issue, schema));
	const unknown = first.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
	const known = unknown.reduce<unknown>(
		(value, issue) => without(value, issue.path, issue.keys),
		written,
	);
	const second = schema.safeParse(known);
	return { value: second.success ? second.data : undefined, misfits };
}

function misfitsOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType): readonly Misfit[] {
	if (issue.code === 'invalid_union') return unionMisfits(issue);
	if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: messageOf(issue) }];
	return unknownKeys(issue, keysAt(schema, issue.path));
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
 * What is wrong with a value that fits none of its forms, by the form it comes closest to: the one
 * whose trouble lies deepest in the value. Where none does, what the forms are.
 */
function unionMisfits(issue: z.core.$ZodIssueInvalidUnion): readonly Misfit[] {
	const misspelt = misspeltKeys(issue.errors);
	const inside = issue.errors.map((issues) => {
		const isOther = issues.some(({ code }) => code === 'unrecognized_keys');
		return isOther ? misspelt : issues.flatMap(formMisfits);
	});
	const [closest] = inside.toSorted((one, other) => depthOf(other) - depthOf(one));
	if (closest === undefined || (depthOf(closest) === 0 && issue.message !== UNSAID)) {
		return [{ path: issue.path, message: messageOf(issue) }];
	}
	return closest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

function formMisfits(issue: z.core.$ZodIssue): readonly Misfit[] {
	if (issue.code === 'invalid_union') return unionMisfits(issue);
	return [{ path: issue.path, message: messageOf(issue) }];
}

/** Keys that no form knows; what a form misses, or finds to be of another type, is what it knows. */
function misspeltKeys(errors: z.core.$ZodIssueInvalidUnion['errors']): readonly Misfit[] {
	const unknown = errors.flatMap((issues) =>
		issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue.keys] : [])),
	);
	const known = errors
		.flat()
		.flatMap(({ code, path }) => (code === 'invalid_type' ? path.map(String) : []));
	const [first = [], ...others] = unknown;
	const nowhere = first.filter(
		(key) => !known.includes(key) && others.every((keys) => keys.includes(key)),
	);
	return unknownKeys({ path: [], keys: nowhere }, known);
}

function depthOf(misfits: readonly Misfit[]): number {
	return Math.max(0, ...misfits.map(({ path }) => path.length));
}

/** What zod/mini says where a schema says nothing of its own. */
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
	const thing = COUNTED_THINGS[origin];
	return thing === undefined
		? `must be ${words} ${bound}`
		: `must have ${words} ${counted(bound, thing)}`;
}

/** What a value of a type has a number of. */
const COUNTED_THINGS: Readonly<Record<string, string>> = { array: 'item', string: 'character' };

const TYPE_NAMES: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'a map of keys',
	record: 'a map of keys',
	string: 'text',
};

function without(value: unknown, path: KeyPath, keys: readonly string[]): unknown {
	if (!isRecord(value)) return value;
	const [head, ...rest] = path;
	const entries = Object.entries(value);
	if (head === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)));
	return Object.fromEntries(
		entries.map(([key, inner]) => [key, key === head ? without(inner, rest, keys) : inner]),
	);
}

/** The keys a schema knows at a path, for the suggestion. */
function keysAt(schema: z.core.$ZodType, path: KeyPath): readonly string[] {
	const def = schema._zod.def as {
		innerType?: z.core.$ZodType;
		shape?: Record<PropertyKey, z.core.$ZodType>;
	};
	if (def.innerType !== undefined) return keysAt(def.innerType, path);
	const [head, ...rest] = path;
	if (head === undefined) return Object.keys(def.shape ?? {});
	const next = def.shape?.[head];
	return next === undefined ? [] : keysAt(next, rest);
}
