import type * as z from 'zod/mini';
import type { Requirement, Trigger, TypeFields } from '../../config/config.ts';

/** The forms that keys of a config may have. */
export interface KeyForms {
	/** An optional key with what an editor shows for it. */
	readonly key: <Form extends z.ZodMiniType>(
		form: Form,
		description: string,
	) => z.ZodMiniOptional<Form>;
	readonly only: <Word extends string>(word: Word) => z.ZodMiniLiteral<Word>;
	readonly globs: z.ZodMiniType<string[]>;
	readonly lines: z.ZodMiniType<number>;
}

/** What is known of a branch when a requirement is judged. */
interface BranchFacts {
	/** Whether its name, or one that it had before it was renamed, is one of these. */
	readonly isOrWasNamed: (globs: readonly string[]) => boolean;
	/** Changed lines, where they were counted. */
	readonly lines: number | undefined;
}

type Written = Readonly<Record<string, unknown>>;

/** The fact that holds all requirements of a type; meanwhile only the user's approval lets them pass. */
interface HoldingFact {
	/** Where the fact is the size of the branch, which has to be measured: whether it is one that holds. */
	readonly isTooLarge?: (requirement: Requirement, lines: number) => boolean;
	/** Whether it protects branches whichever is checked out: then it asks of a call which of them moved. */
	readonly protectsBranches?: true;
	/** How JSON and the words below call it when the fact holds. */
	readonly reason: string;
	/** Whether the fact holds. */
	holds(requirement: Requirement, facts: BranchFacts): boolean;
	/** Why it is unmet. `named`: makes a foreign name harmless; few hooks need what does. */
	unmet(
		requirement: Requirement,
		facts: { readonly lines: number | undefined; readonly named: (name: string) => string },
	): string;
	/** The same in `req status`, in fewer words. */
	inStatus(requirement: Requirement, size: string): string;
	/** What has to be done before anything else that a refusal names. */
	readonly first?: string;
}

/** What a type of requirement is in a config. A constant of its own: the build leaves it out of what only judges calls. */
interface TypeConfig {
	/** Its sentence in the description of the key `type`. */
	readonly about: string;
	/** The calls that arm it, unless the config says which. */
	readonly triggers: readonly Trigger[];
	/** Keys that count for this type alone. */
	keys(forms: KeyForms): Readonly<Record<string, z.ZodMiniType>>;
	/** Keys of which one at least has to be there; what is wrong is said of the last. */
	readonly needs: readonly { readonly keys: readonly string[]; readonly message: string }[];
	/** What is odd about these keys together although each is right. */
	readonly oddity?: {
		readonly keys: readonly string[];
		text(written: Written): string | undefined;
	};
	/** The requirement's own fields; as they are in all other types where it is not of this one. */
	fields(written: Written, isOwn: boolean): Partial<TypeFields>;
	/** The same back again, as a config would write them; `null`: nothing. */
	written(requirement: Requirement): Readonly<Record<string, unknown>>;
}

export const EDIT: Trigger = { on: 'edit', glob: undefined };
const COMMIT: Trigger = { on: 'command', command: 'git commit' };

/** Work satisfies it: a skill, a command, a plan, or somebody by hand. Its keys are those of all types, and no fact holds it. */
const standardConfig = {
	about: 'satisfied by a skill, a command, a plan or the user',
	triggers: [EDIT],
	keys: () => ({}),
	needs: [],
	fields: () => ({}),
	written: () => ({}),
} as const satisfies TypeConfig;

const PROTECTED = ['main', 'master'];

/** Protects branches by their names. */
const guard = {
	protectsBranches: true,
	reason: 'protected',
	// A branch that was renamed away from a protected name stays protected until there is a branch of that name again.
	holds: ({ branches }, { isOrWasNamed }) => isOrWasNamed(branches),
	unmet: ({ branches }, { named }) =>
		`this branch is protected (${branches.map(named).join(', ')})`,
	inStatus: () => 'this branch is protected',
	// Before all other ways: what is satisfied for the branch itself would be lost with the switch.
	first:
		'First switch to another branch in a call of its own: `git switch -c NAME`. Then go on in a second call: each is judged on the branch where it starts.',
} as const satisfies HoldingFact;

/** The same in a config. */
const guardConfig = {
	about: 'protects branches',
	triggers: [EDIT, COMMIT],
	keys: ({ key, only, globs }: KeyForms) => ({
		guard: key(only('protected_branch'), 'What a guard protects. Needed with type: guard.'),
		branches: key(globs, 'Globs of the branches a guard protects. Default: [main, master].'),
	}),
	needs: [{ keys: ['guard'], message: 'a guard needs guard: protected_branch' }],
	fields: ({ branches = PROTECTED }: { branches?: readonly string[] }, isOwn) => ({
		branches: isOwn ? branches : [],
	}),
	written: ({ type, branches }) => ({
		guard: type === 'guard' ? 'protected_branch' : null,
		branches,
	}),
} as const satisfies TypeConfig;

interface Limits {
	readonly warn?: number;
	readonly block?: number;
}

function isTooLarge({ block }: Requirement, lines: number): boolean {
	return block !== undefined && lines > block;
}

/** Measures the branch: it holds work above one number of changed lines, and warns above another. */
const dynamic = {
	isTooLarge,
	reason: 'over_limit',
	holds: (requirement, { lines }) => lines !== undefined && isTooLarge(requirement, lines),
	unmet: ({ block }, { lines }) => `${lines} changed lines on this branch, the limit is ${block}`,
	inStatus: ({ block }, size) => `${size}, the limit is ${block}`,
} as const satisfies HoldingFact;

/** The same in a config. */
const dynamicConfig = {
	about: 'measures the branch',
	triggers: [EDIT],
	keys: ({ key, only, lines }: KeyForms) => ({
		measure: key(
			only('branch_size'),
			'What a dynamic requirement measures. Needed with type: dynamic.',
		),
		warn: key(lines, 'The model is warned once above this many changed lines. Default: none.'),
		block: key(lines, 'Work is held above this many changed lines. Default: none.'),
	}),
	needs: [
		{ keys: ['measure'], message: 'a dynamic requirement needs measure: branch_size' },
		{ keys: ['warn', 'block'], message: 'a dynamic requirement needs warn, block or both' },
	],
	oddity: {
		keys: ['warn', 'block'],
		text: ({ warn, block }: Limits) =>
			warn === undefined || block === undefined || warn < block
				? undefined
				: `never warns: warn (${warn}) is not below block (${block})`,
	},
	fields: ({ warn, block }: Limits) => ({ warn, block }),
	written: ({ type, warn = null, block = null }) => ({
		measure: type === 'dynamic' ? 'branch_size' : null,
		warn,
		block,
	}),
} as const satisfies TypeConfig;

/** Every type of requirement, as it is judged. */
const FACTS = { standard: undefined, guard, dynamic } as const;
/** Every type, as it is written. */
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

/** Whether the size of the branch has to be known to judge it. */
export function isMeasured(requirement: Pick<Requirement, 'type'>): boolean {
	return factOf(requirement)?.isTooLarge !== undefined;
}

/** How each type is written, in the order of the documentation. */
export function typeConfigs(): readonly (readonly [Requirement['type'], TypeConfig])[] {
	return Object.entries(TYPE_CONFIGS) as [Requirement['type'], TypeConfig][];
}
