import type { Requirement } from '../config/config.ts';
import { dynamic, dynamicConfig } from './dynamic.ts';
import { guard, guardConfig } from './guard.ts';
import type { HoldingFact, KeyForms, TypeConfig } from './requirement-type.ts';
import { standardConfig } from './standard.ts';

/** Every type of requirement, as it is judged and as it is written: a file each, and its words here. */
const FACTS = { standard: undefined, guard, dynamic } as const;
export const TYPE_CONFIGS: Readonly<Record<Requirement['type'], TypeConfig>> = {
	standard: standardConfig,
	guard: guardConfig,
	dynamic: dynamicConfig,
};

/** The keys of all types: a config may name each, and those of another type than its own are said to be wrong. */
export const keysOfTypes = (forms: KeyForms) => ({
	...guardConfig.keys(forms),
	...dynamicConfig.keys(forms),
});

/** Why a requirement that a fact holds is unmet. */
export type FactReason = NonNullable<(typeof FACTS)[Requirement['type']]>['reason'];

/** The fact that holds a requirement of this type; `undefined`: work satisfies it. */
export function factOf({
	type,
}: Pick<Requirement, 'type'>): (HoldingFact & { readonly reason: FactReason }) | undefined {
	return FACTS[type];
}

/** How each type is written, in the order of the documentation. */
export function typeConfigs(): readonly (readonly [Requirement['type'], TypeConfig])[] {
	return Object.entries(TYPE_CONFIGS) as [Requirement['type'], TypeConfig][];
}
