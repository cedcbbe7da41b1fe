import * as z from 'zod/mini';
import { isRecord } from '../store/shape.ts';

/** A form with what an editor and the documentation show of its key, and one example, which is tested. */
export const shown = <Form extends z.ZodMiniType>(form: Form, description: string, example: unknown): Form =>
	form.check(z.meta({ description, example }));

/** The same of a key that may be missing. */
export const key = <Form extends z.ZodMiniType>(form: Form, description: string, example: unknown) =>
	shown(z.optional(form), description, example);

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
	? `${Head}${Capitalize<CamelName<Tail>>}`
	: Name;
/** The same value, read-only and with its keys in camel case. */
export type InCamelCase<Value> = Value extends readonly (infer Item)[]
	? readonly Item[]
	: Value extends object
		? { readonly [Name in keyof Value as CamelName<Name & string>]: InCamelCase<Value[Name]> }
		: Value;

/** `stale_after` as `staleAfter`. */
export function camelName(name: string): string {
	return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A value as the code uses it: its keys, and those of maps in it, in camel case. */
export function inCamelCase<Value>(value: Value): InCamelCase<Value> {
	if (!isRecord(value)) return value as InCamelCase<Value>;
	const entries = Object.entries(value).map(([name, one]) => [camelName(name), inCamelCase(one)]);
	return Object.fromEntries(entries);
}
