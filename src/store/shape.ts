/**
 * Shapes of what is stored and of what hooks are given, in the words of zod and for the few of its kinds that such
 * documents have. Zod itself is for what people write (config, pipelines): it says better what is wrong, but it copies what
 * it checks.
 */
export interface Shape<Value> {
	/** Whether a value from `JSON.parse` has this shape and would be taken as it is. Nothing is copied. */
	readonly fits: (value: unknown) => value is Value;
	/** The value as it is, or without what the shape does not keep; else what is wrong first. */
	readonly safeParse: (value: unknown) => Parsed<Value>;
	/** What may be missing in an object. */
	readonly isOptional?: boolean;
	/** Of a list: its items. */
	readonly element?: Shape<unknown>;
	readonly read: Read;
}

/** `path`: keys and places that lead to what is wrong. */
interface Issue {
	readonly path: readonly PropertyKey[];
	readonly message: string;
}

/** `requirements.tested.sessions: expected an object` */
export function issueText({ path, message }: Issue): string {
	return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

type Parsed<Value> =
	| { readonly success: true; readonly data: Value }
	| { readonly success: false; readonly issue: Issue };

/** A value of that shape, without what the shape does not keep; `undefined` where it has another one. */
export function valueIn<Value>(shape: Shape<Value>, json: unknown): Value | undefined {
	const parsed = shape.safeParse(json);
	return parsed.success ? parsed.data : undefined;
}

export type output<One> = One extends Shape<infer Value> ? Value : never;

type Read = (value: unknown) => { readonly data: unknown } | { readonly issue: Issue };
type Json = Readonly<Record<string, unknown>>;

function shape<Value>(fits: (value: unknown) => boolean, read: Read): Shape<Value> {
	return {
		fits: fits as Shape<Value>['fits'],
		read,
		safeParse: (value) => {
			if (fits(value)) return { success: true, data: value as Value };
			const found = read(value);
			return 'issue' in found
				? { success: false, issue: found.issue }
				: { success: true, data: found.data as Value };
		},
	};
}

function plain<Value>(expected: string, fits: (value: unknown) => boolean): Shape<Value> {
	return shape(fits, (value) => (fits(value) ? { data: value } : wrong(expected)));
}

function wrong(expected: string): { readonly issue: Issue } {
	return { issue: { path: [], message: `expected ${expected}` } };
}

const TEXT = plain<string>('text', (value) => typeof value === 'string');
const NUMBER = plain<number>('a number', Number.isFinite);
const BOOLEAN = plain<boolean>('true or false', (value) => typeof value === 'boolean');
const UNKNOWN = plain<unknown>('anything', () => true);

export const string = () => TEXT;
export const number = () => NUMBER;
export const boolean = () => BOOLEAN;
export const unknown = () => UNKNOWN;

export function literal<const Value extends string | number>(only: Value): Shape<Value> {
	return plain(JSON.stringify(only), (value) => value === only);
}

function oneOf<const Value extends string>(values: readonly Value[]): Shape<Value> {
	return plain(`one of ${values.join(', ')}`, (value) => values.includes(value as Value));
}

export { oneOf as enum };

type Optional<Value> = Shape<Value | undefined> & { readonly isOptional: true };

export function optional<Value>(inner: Shape<Value>): Optional<Value> {
	return { ...either(undefined, inner), isOptional: true };
}

export function nullable<Value>(inner: Shape<Value>): Shape<Value | null> {
	return either(null, inner);
}

function either<Value, Other>(other: Other, inner: Shape<Value>): Shape<Value | Other> {
	return shape(
		(value) => value === other || inner.fits(value),
		(value) => (value === other ? { data: value } : inner.read(value)),
	);
}

export function array<Value>(element: Shape<Value>): Shape<Value[]> {
	const fits = (value: unknown) => Array.isArray(value) && value.every(element.fits);
	const read: Read = (value) => {
		if (!Array.isArray(value)) return wrong('a list');
		const read = readAll(value.map((one, at) => [at, element, one]));
		return 'issue' in read ? read : { data: read.map(([, one]) => one) };
	};
	return { ...shape<Value[]>(fits, read), element };
}

/** An object with any keys. The key `__proto__` is dropped. */
export function record<Value>(
	_key: Shape<string>,
	each: Shape<Value>,
): Shape<Record<string, Value>> {
	return shape(
		(value) => isSound(value) && Object.values(value).every(each.fits),
		(value) => {
			if (!isRecord(value)) return wrong('an object');
			const read = readAll(entriesOf(value).map(([key, one]) => [key, each, one]));
			return 'issue' in read ? read : { data: Object.fromEntries(read) };
		},
	);
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalKey<Of extends Fields> = {
	[Key in keyof Of]: Of[Key] extends { readonly isOptional: true } ? Key : never;
}[keyof Of];
type Simple<Of> = { [Key in keyof Of]: Of[Key] };
type ObjectOf<Of extends Fields> = Simple<
	{ -readonly [Key in Exclude<keyof Of, OptionalKey<Of>>]: output<Of[Key]> } & {
		-readonly [Key in OptionalKey<Of>]?: output<Of[Key]>;
	}
>;
/** The shape of an object, whose fields can be used in another one. */
export type ObjectShape<Of extends Fields, Value = ObjectOf<Of>> = Shape<Value> & {
	readonly shape: Of;
};

/** An object that keeps its own fields only. */
export function object<Of extends Fields>(fields: Of): ObjectShape<Of> {
	return { ...objectWith<ObjectOf<Of>>(fields, false), shape: fields };
}

/** An object that keeps whatever else it has: a newer build's fields survive. */
export function looseObject<Of extends Fields>(
	fields: Of,
): ObjectShape<Of, ObjectOf<Of> & { [key: string]: unknown }> {
	return { ...objectWith<ObjectOf<Of> & { [key: string]: unknown }>(fields, true), shape: fields };
}

function objectWith<Value>(fields: Fields, isLoose: boolean): Shape<Value> {
	const entries = Object.entries(fields);
	const keys = Object.keys(fields);
	// No pairs to take apart: cold, each would leave three objects behind, 20,000 for a registry of 500 sessions.
	const fitsFields = (value: Json) =>
		keys.every((key) =>
			Object.hasOwn(value, key) ? fields[key]?.fits(value[key]) : fields[key]?.isOptional === true,
		);
	const knowsAll = (value: Json) => Object.keys(value).every((key) => Object.hasOwn(fields, key));
	const read: Read = (value) => {
		if (!isRecord(value)) return wrong('an object');
		const present = entries.filter(([key]) => Object.hasOwn(value, key));
		const [missing] =
			entries.find(([key, { isOptional }]) => isOptional !== true && !Object.hasOwn(value, key)) ??
			[];
		if (missing !== undefined) return { issue: { path: [missing], message: 'is missing' } };
		const read = readAll(present.map(([key, field]) => [key, field, value[key]]));
		if ('issue' in read) return read;
		const others = isLoose ? entriesOf(value).filter(([key]) => !Object.hasOwn(fields, key)) : [];
		return { data: Object.fromEntries([...read, ...others]) };
	};
	return shape(
		(value) => isSound(value) && fitsFields(value) && (isLoose || knowsAll(value)),
		read,
	);
}

/** The parts of a value, or the first that is wrong. */
function readAll<Key extends PropertyKey>(
	parts: readonly (readonly [Key, Shape<unknown>, unknown])[],
): (readonly [Key, unknown])[] | { readonly issue: Issue } {
	const all: (readonly [Key, unknown])[] = [];
	for (const [key, one, value] of parts) {
		const read = one.read(value);
		if ('issue' in read) {
			return { issue: { ...read.issue, path: [key, ...read.issue.path] } };
		}
		all.push([key, read.data]);
	}
	return all;
}

/** A map of keys: no list, and not `null`. */
export function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSound(value: unknown): value is Json {
	return isRecord(value) && !Object.hasOwn(value, '__proto__');
}

function entriesOf(value: Json): [string, unknown][] {
	return Object.entries(value).filter(([key]) => key !== '__proto__');
}
