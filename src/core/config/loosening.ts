import { covers, type Requirement } from './config.ts';
import type { WrittenRequirement } from './written-requirement.ts';

/** A requirement at one point of the cascade. */
export interface Ruling extends Requirement {
	readonly enabled: boolean;
}

interface Loosening {
	/** Keys that can have this effect, directly or through a default. */
	readonly keys: readonly (keyof WrittenRequirement)[];
	readonly loosens: (before: Ruling, after: Ruling) => boolean;
	readonly why: string;
}

/** Strictest first. */
const SCOPES = ['single_use', 'session', 'branch', 'permanent'];
const ENFORCE = ['deny', 'stop', 'warn'];
const MANUAL = ['never', 'user', 'anyone'];
const SATISFY_ON = ['evidence', 'done', 'load'];

/** What a later file may not do to a requirement marked `locked: true` (D34). */
const LOOSENINGS: readonly Loosening[] = [
	{
		keys: ['enabled'],
		loosens: (before, after) => before.enabled && !after.enabled,
		why: 'it would be off',
	},
	{
		keys: ['locked'],
		loosens: (before, after) => before.locked && !after.locked,
		why: 'the next file could loosen it',
	},
	{
		keys: ['type', 'guard', 'measure'],
		loosens: (before, after) => before.type !== after.type,
		why: 'another type checks something else',
	},
	{
		keys: ['scope'],
		loosens: (before, after) => SCOPES.indexOf(after.scope) > SCOPES.indexOf(before.scope),
		why: 'one satisfaction would count for longer',
	},
	{
		keys: ['enforce'],
		loosens: (before, after) => ENFORCE.indexOf(after.enforce) > ENFORCE.indexOf(before.enforce),
		why: 'it would refuse less',
	},
	{
		keys: ['hold_stop'],
		loosens: (before, after) => before.holdsStop && !after.holdsStop,
		why: 'a turn would end without it',
	},
	{
		keys: ['triggers', 'type'],
		loosens: (before, after) => !covers(after.triggers, before.triggers),
		why: 'less would arm it',
	},
	{
		keys: ['blocks', 'triggers', 'type'],
		loosens: (before, after) => !covers(after.blocks, before.blocks),
		why: 'less would wait for it',
	},
	{
		keys: ['skills'],
		loosens: (before, after) => !isSubset(after.skills, before.skills),
		why: 'another skill would satisfy it',
	},
	{
		keys: ['commands'],
		loosens: (before, after) =>
			!after.commands.every(({ run, partial }) =>
				before.commands.some((old) => old.run === run && (old.partial || !partial)),
			),
		why: 'another command, or a part of one, would satisfy it',
	},
	{
		keys: ['plan'],
		loosens: (before, after) => !before.plan && after.plan,
		why: 'a plan would satisfy it',
	},
	{
		keys: ['satisfy_on'],
		loosens: (before, after) =>
			SATISFY_ON.indexOf(after.satisfyOn) > SATISFY_ON.indexOf(before.satisfyOn),
		why: 'a skill would satisfy it with less',
	},
	{
		keys: ['manual', 'skills', 'commands', 'plan', 'type'],
		loosens: (before, after) => MANUAL.indexOf(after.manual) > MANUAL.indexOf(before.manual),
		why: 'more could satisfy it by hand',
	},
	{
		keys: ['carry'],
		loosens: (before, after) => !isSubset(after.carry, before.carry),
		why: 'a satisfaction would survive more',
	},
	{
		keys: ['ttl'],
		loosens: (before, after) => (after.ttl ?? Infinity) > (before.ttl ?? Infinity),
		why: 'a satisfaction would last longer',
	},
	{
		keys: ['stale_after'],
		loosens: (before, after) => !covers(after.staleAfter, before.staleAfter),
		why: 'a satisfaction would stay fresh through more',
	},
	{
		keys: ['branches', 'type'],
		loosens: (before, after) => !isSubset(before.branches, after.branches),
		why: 'fewer branches would be protected',
	},
	{
		keys: ['warn'],
		loosens: (before, after) => (after.warn ?? Infinity) > (before.warn ?? Infinity),
		why: 'it would warn later',
	},
	{
		keys: ['block'],
		loosens: (before, after) => (after.block ?? Infinity) > (before.block ?? Infinity),
		why: 'it would block later',
	},
];

/** The ways in which `after` asks less than `before`; empty when it asks as much or more. */
export function loosenings(before: Ruling, after: Ruling): readonly Loosening[] {
	return LOOSENINGS.filter(({ loosens }) => loosens(before, after));
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
	return part.every((item) => whole.includes(item));
}
