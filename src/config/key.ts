import * as z from 'zod/mini';

/** A key of a config: all that is known of it. */
export interface Key {
	readonly form: z.ZodMiniType;
	/** What an editor and the documentation show. */
	readonly about: string;
	/** As a config would write it; shown in the documentation, and tested. */
	readonly example: unknown;
	/** What a missing key means. */
	readonly default?: unknown;
	/** The same in words, if it depends on other keys. */
	readonly usual?: string;
	/** Such as `type: guard`, which it is needed with. */
	readonly neededWith?: string;
}

export type Keys = Readonly<Record<string, Key>>;

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
	? `${Head}${Capitalize<CamelName<Tail>>}`
	: Name;
/** The same value, read-only and with its keys in camel case. */
export type InCamelCase<Value> = Value extends readonly (infer Item)[]
	? readonly Item[]
	: Value extends object
		? { readonly [Name in keyof Value as CamelName<Name & string>]: InCamelCase<Value[Name]> }
		: Value;

type FilledKey<One> = One extends { readonly form: z.ZodMiniType<infer Value> }
	? InCamelCase<Value> | (One extends { readonly default: unknown } ? never : undefined)
	: never;
/** The values of keys after defaults were filled in. */
export type FilledKeys<All> = {
	readonly [Name in keyof All as CamelName<Name & string>]: FilledKey<All[Name]>;
};

type SchemaShape<All extends Keys> = {
	[Name in keyof All]: z.ZodMiniOptional<All[Name]['form']>;
};

/** The schema of a map of these keys, none of which is needed. */
export function schemaOf<All extends Keys>(
	keys: All,
): z.ZodMiniObject<SchemaShape<All>, z.core.$strict> {
	const shape = Object.entries<Key>(keys).map(([name, key]) => {
		const meta = { description: descriptionOf(key), example: key.example };
		return [name, z.optional(key.form.check(z.meta(meta)))];
	});
	return z.strictObject(Object.fromEntries(shape) as SchemaShape<All>);
}

function descriptionOf({ about, default: value, usual, neededWith }: Key): string {
	if (neededWith !== undefined) return `${about} Needed with ${neededWith}.`;
	const text = Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
	const byDefault = usual ?? (value === undefined ? undefined : text);
	return byDefault === undefined ? about : `${about} Default: ${byDefault}.`;
}

/** `stale_after` as `staleAfter`. */
export function camelName(name: string): string {
	return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
