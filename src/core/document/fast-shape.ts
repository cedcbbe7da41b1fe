import type * as z from 'zod/mini';

type Check = (value: unknown) => boolean;

const NEVER: Check = () => false;

/**
 * Tells of a value from `JSON.parse` whether a schema takes it and would change nothing in it. `false` only means:
 * ask the schema, which also says what is wrong. A branch where many sessions worked is checked in a fraction
 * of the schema's time, because nothing is copied. The check is read off the schema, so the two cannot differ.
 */
export function fastShape<Schema extends z.core.$ZodType>(
	schema: Schema,
): (value: unknown) => value is z.output<Schema> {
	const check = checkOf(schema);
	return (value): value is z.output<Schema> => check(value);
}

/** What is not listed here is for the schema alone. */
function checkOf(schema: z.core.$ZodType): Check {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (isChecked(def)) return NEVER;
	switch (def.type) {
		case 'string':
			return (value) => typeof value === 'string';
		case 'boolean':
			return (value) => typeof value === 'boolean';
		case 'number':
			return Number.isFinite;
		case 'unknown':
			return () => true;
		case 'literal':
			return valueCheck(def.values);
		case 'enum':
			return valueCheck(Object.values(def.entries));
		case 'optional':
			return checkOf(def.innerType);
		case 'nullable':
			return nullableCheck(def.innerType);
		case 'array':
			return arrayCheck(def.element);
		case 'object':
			return objectCheck(def);
		case 'record':
			return recordCheck(def);
		default:
			return NEVER;
	}
}

function valueCheck(values: readonly unknown[]): Check {
	return (value) => values.includes(value);
}

function nullableCheck(schema: z.core.$ZodType): Check {
	const fits = checkOf(schema);
	return (value) => value === null || fits(value);
}

function arrayCheck(schema: z.core.$ZodType): Check {
	const fits = checkOf(schema);
	return (value) => Array.isArray(value) && value.every(fits);
}

/** Loose objects only: they keep whatever else they hold. */
function objectCheck({ shape, catchall }: z.core.$ZodObjectDef): Check {
	if (catchall?._zod.def.type !== 'unknown') return NEVER;
	const fields = Object.entries(shape).map(([key, schema]) => ({
		key,
		fits: checkOf(schema),
		mayMiss: schema._zod.def.type === 'optional',
	}));
	return (value) =>
		isRecord(value) &&
		fields.every(({ key, fits, mayMiss }) =>
			Object.hasOwn(value, key) ? fits(value[key]) : mayMiss,
		);
}

function recordCheck({ keyType, valueType }: z.core.$ZodRecordDef): Check {
	const { def } = (keyType as z.core.$ZodTypes)._zod;
	if (def.type !== 'string' || isChecked(def)) return NEVER;
	const fits = checkOf(valueType);
	return (value) => isRecord(value) && Object.values(value).every(fits);
}

/** More is asked than the type: a pattern, a range, a whole number. */
function isChecked(def: z.core.$ZodTypeDef): boolean {
	return (def.checks ?? []).length > 0 || 'format' in def;
}

/** The key `__proto__` is for the schema, which drops it. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return !Object.hasOwn(value, '__proto__');
}
