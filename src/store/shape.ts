/**
 * Shapes of stored JSON and of hook inputs, in the words of zod. A shape checks a value and changes nothing: what it does
 * not name stays. Zod itself is for what people write (config, pipelines): it takes 28 ms for 5,000 lines of a journal, these
 * take 10, and each hook process would load it.
 */
export interface Shape<Value> {
	/** What is wrong first; `undefined`: nothing. */
	readonly check: (value: unknown) => Issue | undefined;
	readonly fits: (value: unknown) => value is Value;
	/** What may be missing in an object. */
	readonly isOptional?: boolean;
	/** Stands for a value that is missing, or has another shape. */
	readonly empty: () => Value;
	/** Of a list: its items; of an object: its fields. */
	readonly element?: Shape<unknown>;
	readonly shape?: Fields;
}

/** `path`: the keys and indexes that lead to what is wrong. */
interface Issue {
	readonly path: readonly PropertyKey[];
	readonly message: string;
}

export type output<One> = One extends Shape<infer Value> ? Value : never;

/** `requirements.tested.sessions: expected an object` */
export function issueText({ path, message }: Issue): string {
	return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** The value, if it has the shape. */
export function valueIn<Value>(shape: Shape<Value>, json: unknown): Value | undefined {
	return shape.fits(json) ? json : undefined;
}

/**
 * What a shape understands of foreign JSON, whichever build wrote it: of an object field by field, of a list each item that
 * fits. All else is as if it were missing, and empty. Keys that the shape does not name stay.
 */
export function understood<Value>(of: Shape<Value>, json: unknown): Value {
	const { shape: fields, element } = of;
	if (element !== undefined && Array.isArray(json)) return json.filter(element.fits) as Value;
	if (fields === undefined) return of.fits(json) ? json : of.empty();
	const known = isRecord(json) ? json : {};
	const read = Object.entries(fields).map(([key, field]) => {
		return [key, understood(field, Object.hasOwn(known, key) ? known[key] : undefined)];
	});
	return { ...known, ...Object.fromEntries(read) } as Value;
}

/** A map of keys: no list, and not `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shape<Value>(empty: () => Value, check: Shape<Value>['check']): Shape<Value> {
	return { check, fits: (value): value is Value => check(value) === undefined, empty };
}

const wrong = (expected: string): Issue => ({ path: [], message: `expected ${expected}` });
const MISSING: Issue = { path: [], message: 'is missing' };

type Fits = (value: unknown) => boolean;

function plain<Value>(empty: Value, expected: string, fits: Fits): Shape<Value> {
	const issue = wrong(expected);
	return shape(
		() => empty,
		(value) => (fits(value) ? undefined : issue),
	);
}

/** The first issue of the members of a value, with the way to it. */
function first<Key extends PropertyKey>(
	keys: Iterable<Key>,
	check: (key: Key) => Issue | undefined,
): Issue | undefined {
	for (const key of keys) {
		const issue = check(key);
		if (issue !== undefined) return { path: [key, ...issue.path], message: issue.message };
	}
	return undefined;
}

const TEXT = plain<string>('', 'text', (value) => typeof value === 'string');
const NUMBER = plain<number>(0, 'a number', Number.isFinite);
const BOOLEAN = plain<boolean>(false, 'true or false', (value) => typeof value === 'boolean');
const UNKNOWN = plain<unknown>(undefined, 'anything', () => true);

export const string = () => TEXT;
export const number = () => NUMBER;
export const boolean = () => BOOLEAN;
export const unknown = () => UNKNOWN;

export function literal<const Value extends string | number>(only: Value): Shape<Value> {
	return plain(only, JSON.stringify(only), (value) => value === only);
}

function oneOf<const Value extends string>(values: readonly [Value, ...Value[]]): Shape<Value> {
	const expected = `one of ${values.join(', ')}`;
	return plain(values[0], expected, (value) => values.includes(value as Value));
}

export { oneOf as enum };

type Optional<Value> = Shape<Value | undefined> & { readonly isOptional: true };

export function optional<Value>(inner: Shape<Value>): Optional<Value> {
	const check: Shape<Value>['check'] = (value) => (value === undefined ? undefined : inner.check(value));
	return { ...shape<Value | undefined>(() => undefined, check), isOptional: true };
}

export function nullable<Value>(inner: Shape<Value>): Shape<Value | null> {
	const check: Shape<Value>['check'] = (value) => (value === null ? undefined : inner.check(value));
	return shape<Value | null>(() => null, check);
}

export function array<Value>(element: Shape<Value>): Shape<Value[]> {
	const none = (): Value[] => [];
	const list = shape(none, (value) => {
		if (!Array.isArray(value)) return wrong('a list');
		return first(value.keys(), (at) => element.check(value[at]));
	});
	return { ...list, element };
}

/** An object with any keys. */
export function record<Value>(_key: Shape<string>, each: Shape<Value>): Shape<Record<string, Value>> {
	const none = (): Record<string, Value> => ({});
	return shape(none, (value) => {
		if (!isRecord(value)) return wrong('an object');
		return first(Object.keys(value), (key) => each.check(value[key]));
	});
}

/** The fields of an object. */
export type Fields = Readonly<Record<string, Shape<unknown>>>;

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

export function object<Of extends Fields>(fields: Of): ObjectShape<Of> {
	const keys = Object.keys(fields);
	const empty = (): ObjectOf<Of> => understood({ ...whole, shape: fields }, {});
	const whole = shape(empty, (value) => {
		if (!isRecord(value)) return wrong('an object');
		return first(keys, (key) => {
			const field = fields[key];
			if (Object.hasOwn(value, key)) return field?.check(value[key]);
			return field?.isOptional === true ? undefined : MISSING;
		});
	});
	return { ...whole, shape: fields };
}

/** The same, whose type names other keys too: a newer build's fields survive. */
export function looseObject<Of extends Fields>(fields: Of): ObjectShape<Of, ObjectOf<Of> & { [key: string]: unknown }> {
	return object(fields) as ObjectShape<Of, ObjectOf<Of> & { [key: string]: unknown }>;
}
