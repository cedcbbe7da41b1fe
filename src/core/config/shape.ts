import type * as z from 'zod/mini';
import { closestWord } from './closest-word.ts';

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
	if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: messageOf(issue) }];
	const known = keysAt(schema, issue.path);
	return issue.keys.map((key) => {
		const meant = closestWord(key, known);
		const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
		return { path: [...issue.path, key], message: `is not a known key${hint}` };
	});
}

/** zod/mini carries no texts of its own; ours never repeat the value, which may be anything. */
function messageOf(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
		case 'too_big':
			return `must have, or be, at most ${issue.maximum}`;
		case 'too_small':
			return `must have, or be, at least ${issue.minimum}`;
		case 'custom':
		case 'invalid_union':
			return issue.message === 'Invalid input' ? 'has the wrong shape' : issue.message;
		default:
			return 'is not written as it should be';
	}
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

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
	return typeof value === 'object' && value !== null;
}

function without(value: unknown, path: KeyPath, keys: readonly string[]): unknown {
	if (!isObject(value) || Array.isArray(value)) return value;
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
