/**
 * Shapes of stored JSON and of hook inputs, in the words of zod. A shape checks a value and changes nothing: what it does
 * not name stays. Zod itself is for what people write (config, pipelines); in a hook process it costs too much.
 */
export interface Shape<Value> {
	/** What is wrong first; `undefined`: nothing. */
	readonly check: (value: unknown) => Issue | undefined;
	readonly fits: (value: unknown) => value is Value;
	/** What may be missing in an object. */
	readonly isOptional?: boolean;
	/** Of a list: its items. */
	readonly element?: Shape<unknown>;
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

/** A map of keys: no list, and not `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shape<Value>(check: Shape<Value>['check']): Shape<Value> {
	return { check, fits: (value): value is Value => check(value) === undefined };
}

const wrong = (expected: string): Issue => ({ path: [], message: `expected ${expected}` });
const MISSING: Issue = { path: [], message: 'is missing' };

function plain<Value>(expected: string, fits: (value: unknown) => boolean): Shape<Value> {
	return shape((value) => (fits(value) ? undefined : wrong(expected)));
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
	const either = shape<Value | undefined>((value) =>
		value === undefined ? undefined : inner.check(value),
	);
	return { ...either, isOptional: true };
}

export function nullable<Value>(inner: Shape<Value>): Shape<Value | null> {
	return shape((value) => (value === null ? undefined : inner.check(value)));
}

export function array<Value>(element: Shape<Value>): Shape<Value[]> {
	const list = shape<Value[]>((value) => {
		if (!Array.isArray(value)) return wrong('a list');
		return first(value.keys(), (at) => element.check(value[at]));
	});
	return { ...list, element };
}

/** An object with any keys. */
export function record<Value>(
	_key: Shape<string>,
	each: Shape<Value>,
): Shape<Record<string, Value>> {
	return shape((value) => {
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
	const whole = shape<ObjectOf<Of>>((value) => {
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
export function looseObject<Of extends Fields>(
	fields: Of,
): ObjectShape<Of, ObjectOf<Of> & { [key: string]: unknown }> {
	return object(fields) as ObjectShape<Of, ObjectOf<Of> & { [key: string]: unknown }>;
}
