import type * as z from 'zod/mini';
import { isRecord } from '../store/shape.ts';
import { counted } from '../text/phrases.ts';
import { meantText } from './closest-word.ts';

export type KeyPath = readonly PropertyKey[];

/** Something in a value that its schema does not accept, and where. */
export interface Misfit {
	readonly path: KeyPath;
	readonly message: string;
}

/** A value checked against its schema. */
export interface Shaped<Value> {
	/** As written, without keys that are not known; absent if more than such keys is wrong. */
	readonly value: Value | undefined;
	readonly misfits: readonly Misfit[];
}

/**
 * Checks a value. Unknown keys are reported with the key probably meant, and ignored: the rest counts (D34). Anything else
 * makes the value unusable.
 */
export function checkShape<Value>(schema: z.ZodMiniType, written: Value): Shaped<Value> {
	const { issues = [] } = schema.safeParse(written, { error: messageOf }).error ?? {};
	const known = issues.reduce<unknown>(
		(value, issue) => (issue.code === 'unrecognized_keys' ? without(value, issue.path, issue.keys) : value),
		written,
	);
	const isUsable = schema.safeParse(known).success;
	return { value: isUsable ? (known as Value) : undefined, misfits: issues.flatMap(misfitsOf) };
}

/** What is wrong with a value. If it fits none of several forms: what is wrong by the first form of its type. */
function misfitsOf(issue: z.core.$ZodIssue): Misfit[] {
	const { path, message } = issue;
	if (issue.code === 'unrecognized_keys') {
		const known = message.split(' ');
		return issue.keys.map((key) => ({
			path: [...path, key],
			message: `is not a known key${meantText(key, known)}`,
		}));
	}
	const forms = issue.code === 'invalid_union' ? issue.errors : [];
	const ofItsType = forms.find((issues) => !issues.some(isOfOtherType));
	const form = ofItsType ?? (message === '' ? forms[0] : undefined);
	if (form === undefined) return [{ path, message }];
	return form.flatMap(misfitsOf).map((one) => ({ ...one, path: [...path, ...one.path] }));
}

function isOfOtherType({ code, path }: z.core.$ZodIssue): boolean {
	return path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
}

/** What is expected, if the schema has no words of its own; never the value. Of unknown keys: the known ones. */
function messageOf(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case 'unrecognized_keys':
			return Object.keys((issue.inst as z.ZodMiniObject)._zod.def.shape).join(' ');
		case 'invalid_union':
			return '';
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
	const entries = Object.entries(value).filter(([key]) => head !== undefined || !keys.includes(key));
	return Object.fromEntries(entries.map(([key, inner]) => [key, key === head ? without(inner, rest, keys) : inner]));
}
