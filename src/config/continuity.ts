import * as z from 'zod/mini';
import { CATEGORIES, type Selection } from '../core/inherit/selection.ts';

const days = (value: number) => z._default(z.int().check(z.gte(1), z.lte(3_650)), value);
const count = (value: number, most: number) =>
	z._default(z.int().check(z.gte(0), z.lte(most)), value);
const share = (value: number) => z._default(z.number().check(z.gte(0), z.lte(1)), value);
const described = <Value extends z.ZodMiniType>(value: Value, description: string) =>
	value.check(z.describe(description));

/** What of a session is passed on. */
const WrittenSelection = z.array(z.enum(['all', ...CATEGORIES]));

const START_SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
/** A start of a session, as the host names it. */
export type StartSource = (typeof START_SOURCES)[number];

const Relevance = z.strictObject({
	threshold: share(0.25),
	pin_threshold: share(0.4),
	recency: share(0.4),
	overlap: share(0.35),
	tasks: share(0.25),
	max_sessions: count(3, 20),
});
const Caps = z.strictObject({
	learnings: count(100, 1_000),
	patterns: count(50, 1_000),
	warnings: count(30, 1_000),
	decisions: count(30, 1_000),
	depth: count(3, 10),
});
const Budget = z.strictObject({
	bundle_tokens: count(8_000, 100_000),
	/** The host replaces 10,000 characters or more by a preview. */
	inject_chars: count(9_500, 9_999),
	/** What a start tells of its own accord, where that has more than must be told. */
	start_chars: count(1_200, 9_999),
	codes_tokens: count(1_500, 100_000),
	files: count(500, 10_000),
	functions: count(400, 10_000),
	decisions: count(300, 10_000),
	blockers: count(200, 10_000),
	next: count(200, 10_000),
	meta: count(100, 10_000),
});

/** `continuity`: every number of the seeds, with the seed's value as default. */
export const WrittenContinuity = z.strictObject({
	enabled: described(
		z._default(z.boolean(), true),
		'false: sessions remember nothing and are told nothing.',
	),
	recall: described(
		z._default(z.boolean(), true),
		'false: prompts, reads, edits and failures do not bring what earlier sessions learned about them.',
	),
	inject_on: described(
		z._default(z.array(z.enum(START_SOURCES)), ['startup', 'clear', 'compact']),
		'Session starts that get the context of earlier sessions.',
	),
	lookback_days: described(
		days(7),
		'How many days back earlier sessions are chosen. A session you name may be older.',
	),
	expire_days: described(
		days(7),
		'Days without activity after which a record moves to the archive.',
	),
	retention_days: described(
		days(30),
		'Days after which an archived record leaves the index; its file stays.',
	),
	relevance: described(z.prefault(Relevance, {}), 'Weights and thresholds of relevance.'),
	pins: described(
		z.prefault(z.strictObject({ max: count(10, 100), max_inherited: count(5, 100) }), {}),
		'How many pins a session holds and inherits. It inherits no more than it holds.',
	),
	topics: described(count(20, 200), 'How many topics a session keeps, the most significant first.'),
	decay: described(
		z.prefault(z.strictObject({ rate: share(0.4), floor: share(0.3) }), {}),
		'How confidence falls with age.',
	),
	caps: described(z.prefault(Caps, {}), 'How much is inherited, and from how many sessions.'),
	budget: described(z.prefault(Budget, {}), 'Room for the injected context.'),
	mirror: described(
		z._default(z.boolean(), false),
		'true: also write each record to requirements/sessions/ in the user config. Ignored in the project file.',
	),
});

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
	? `${Head}${Capitalize<CamelName<Tail>>}`
	: Name;
type InCamelCase<Value> = Value extends readonly (infer Item)[]
	? readonly Item[]
	: Value extends object
		? { readonly [Key in keyof Value as CamelName<Key & string>]: InCamelCase<Value[Key]> }
		: Value;

/** `continuity` with every default filled in, its keys in camel case. Tokens are `ceil(characters / 4)` (D16). */
export type Continuity = InCamelCase<z.output<typeof WrittenContinuity>>;

const NO_REFERENCE = 'must be the name, key or id of a session: no comma, slash or leading hyphen';

/** `inherit`: where a branch's first session comes from (D24). */
export const WrittenInherit = z.strictObject({
	from: described(
		z
			.string()
			.check(
				z.minLength(1),
				z.maxLength(64),
				z.regex(/^[^-,/\\\p{Cc}][^,/\\\p{Cc}]*$/u, NO_REFERENCE),
			),
		'Name, key or id of the session.',
	),
	select: described(
		z._default(WrittenSelection, ['all']),
		'What to take over. If progress is named, the whole progress text is taken over, otherwise only its end.',
	),
	comprehension: described(
		z._default(z.enum(['required', 'optional']), 'optional'),
		'Whether the session must say what it understood.',
	),
});

/** `inherit`: what the first session of a branch inherits (CFG-1..3, D24). */
export interface Inherit extends Omit<z.output<typeof WrittenInherit>, 'select'> {
	readonly select: Selection;
}
