import { type Strictness, smaller, typeConfigs } from '../requirement-type/type-table.ts';
import { type Config, covers, type Requirement, type Trigger } from './config.ts';

/** How far the configs are protected from the model, the furthest first. */
export const PROTECT: readonly Config['protect'][] = [true, 'ask', false];

/** How closely calls are looked at, the closest first. */
export const OBSERVE: readonly Config['observe'][] = [true, false];

/** A requirement at one point of the cascade. */
export interface MergedRequirement extends Requirement {
	readonly enabled: boolean;
}

type Rules = { readonly [Field in keyof MergedRequirement]?: Strictness<MergedRequirement[Field]> };

/** What counts as stricter, field by field. A later file may not loosen what is `locked: true` (D34). */
const RULES: Rules = {
	enabled: { keys: ['enabled'], stricter: either, why: 'it would be off' },
	locked: { keys: ['locked'], stricter: either, why: 'the next file could loosen it' },
	type: {
		keys: ['type', ...typeConfigs().flatMap(([, { needs }]) => needs[0]?.keys ?? [])],
		stricter: (before) => before,
		why: 'another type checks something else',
	},
	scope: {
		keys: ['scope'],
		stricter: firstOf(['single_use', 'session', 'branch', 'permanent']),
		why: 'one satisfaction would count for longer',
	},
	enforce: {
		keys: ['enforce'],
		stricter: firstOf(['deny', 'stop', 'warn']),
		why: 'it would refuse less',
	},
	holdsStop: { keys: ['hold_stop'], stricter: either, why: 'a turn would end without it' },
	triggers: { keys: ['triggers', 'type'], stricter: allTriggers, why: 'less would arm it' },
	blocks: {
		keys: ['blocks', 'triggers', 'type'],
		stricter: allTriggers,
		why: 'less would wait for it',
	},
	skills: { keys: ['skills'], stricter: inBoth, why: 'another skill would satisfy it' },
	commands: {
		keys: ['commands'],
		stricter: (before, after) =>
			after.flatMap(({ run, partial }) => {
				const old = before.filter((one) => one.run === run);
				return old.length === 0
					? []
					: [{ run, partial: partial && old.some((one) => one.partial) }];
			}),
		why: 'another command, or a part of one, would satisfy it',
	},
	plan: {
		keys: ['plan'],
		stricter: (before, after) => before && after,
		why: 'a plan would satisfy it',
	},
	satisfyOn: {
		keys: ['satisfy_on'],
		stricter: firstOf(['evidence', 'done', 'load']),
		why: 'a skill would satisfy it with less',
	},
	manual: {
		keys: ['manual', 'skills', 'commands', 'plan', 'type'],
		stricter: firstOf(['never', 'user', 'anyone']),
		why: 'more could satisfy it by hand',
	},
	carry: { keys: ['carry'], stricter: inBoth, why: 'a satisfaction would survive more' },
	ttl: { keys: ['ttl'], stricter: smaller, why: 'a satisfaction would last longer' },
	staleAfter: {
		keys: ['stale_after'],
		stricter: allTriggers,
		why: 'a satisfaction would stay fresh through more',
	},
	...Object.assign({}, ...typeConfigs().map(([, { strictness }]) => strictness)),
};

/** A field in which one requirement asks less than another. */
type Loosening = Pick<Strictness<unknown>, 'keys' | 'why'>;

/** The ways in which `after` asks less than `before`; empty when it asks as much or more. */
export function loosenings(
	before: MergedRequirement,
	after: MergedRequirement,
): readonly Loosening[] {
	const both = eachStricter(before, after);
	return fields
		.filter((field) => !isSame(both[field], after[field]))
		.flatMap((field) => RULES[field] ?? []);
}

/** What asks as much as both: of every field the stricter. What checks something else cannot be joined, so `before` stands. */
export function stricterRequirement(
	before: MergedRequirement,
	after: MergedRequirement,
): MergedRequirement {
	return before.type === after.type ? { ...after, ...eachStricter(before, after) } : before;
}

const fields = Object.keys(RULES) as (keyof MergedRequirement)[];

function eachStricter(
	before: MergedRequirement,
	after: MergedRequirement,
): Partial<MergedRequirement> {
	const pair = <Field extends keyof MergedRequirement>(field: Field) => [
		field,
		(RULES[field] as Strictness<MergedRequirement[Field]>).stricter(before[field], after[field]),
	];
	return Object.fromEntries(fields.map(pair));
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function either(before: boolean, after: boolean): boolean {
	return before || after;
}

/** @param order strictest first */
function firstOf<Value>(order: readonly Value[]): (before: Value, after: Value) => Value {
	return (before, after) => (order.indexOf(before) < order.indexOf(after) ? before : after);
}

function allTriggers(before: readonly Trigger[], after: readonly Trigger[]): readonly Trigger[] {
	return [...after, ...before.filter((old) => !covers(after, [old]))];
}

function inBoth<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
	return after.filter((item) => before.includes(item));
}
