import type * as z from 'zod/mini';
import type { InCamelCase } from '../config/key.ts';
import { matchesGlob } from '../text/glob.ts';
import { named } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { EDIT, type Trigger } from './triggers.ts';

/** The forms that keys of single types may have. Handed in: zod is loaded only when a config is compiled. */
export interface KeyForms {
	/** A key that may be missing, with its description and an example. */
	readonly key: <Form extends z.ZodMiniType>(form: Form, about: string, example: unknown) => z.ZodMiniOptional<Form>;
	readonly only: <Word extends string>(word: Word) => z.ZodMiniLiteral<Word>;
	readonly globs: z.ZodMiniType<string[]>;
	readonly lines: z.ZodMiniType<number>;
}

interface BranchFacts {
	/** Its name now, and those that it had before it was renamed. */
	readonly names: () => readonly string[];
	/** Changed lines, if they were counted. */
	readonly lines: number | undefined;
}

/** A fact of the branch that blocks work until the user approves. The words of a refusal have 300 characters together. */
interface BlockingFact {
	/** Why it is unmet, in JSON. */
	readonly reason: string;
	readonly isBlocking: (fields: Fields, facts: BranchFacts) => boolean;
	/** It depends on the size of the branch, which has to be measured. */
	readonly isMeasured?: true;
	/** Why it is unmet, as half a sentence. */
	readonly unmet: (fields: Fields, lines: number | undefined) => string;
	readonly met: (fields: Fields, lines: number | undefined) => string;
	/** A sentence that a refusal names before all other steps. */
	readonly firstStep?: string;
}

interface RequirementType {
	/** Its sentence in the description of the key `type`. */
	readonly about: string;
	/** Its part of docs/configuration.md, above the table of its keys. */
	readonly page?: { readonly title: string; readonly text: string };
	/** The calls that arm it, unless the config says which. */
	readonly triggers: readonly Trigger[];
	/** Keys that apply to this type only. */
	readonly keys: (forms: KeyForms) => Readonly<Record<string, z.ZodMiniType>>;
	readonly defaults?: Fields;
	/** Keys of which one at least is needed; a problem names the last. */
	readonly needs: readonly { readonly keys: readonly string[]; readonly message: string }[];
	/** `undefined`: work satisfies it. */
	readonly fact: BlockingFact | undefined;
}

const guardKeys = ({ key, only, globs }: KeyForms) => ({
	guard: key(only('protected_branch'), 'What a guard protects. Needed with type: guard.', 'protected_branch'),
	branches: key(globs, 'Globs of the branches a guard protects. Default: [main, master].', ['main', 'release/*']),
});

const sizeKeys = ({ key, only, lines }: KeyForms) => ({
	measure: key(only('branch_size'), 'What a dynamic requirement measures. Needed with type: dynamic.', 'branch_size'),
	warn: key(lines, 'The model is warned once above this many changed lines.', 250),
	block: key(lines, 'Work is blocked above this many changed lines.', 400),
});

/** The keys of all types, by name: a config may name each, and those of another type than its own are problems. */
export function keysOfTypes(forms: KeyForms) {
	return { ...guardKeys(forms), ...sizeKeys(forms) };
}

type Keys = ReturnType<typeof keysOfTypes>;
/** What the types bring to a requirement: one of another type lacks them. */
type Fields = InCamelCase<{ readonly [Name in keyof Keys]?: z.output<Keys[Name]> }>;

const TYPES = {
	/** Its keys are those of all types. */
	standard: {
		about: 'satisfied by a skill, a command, a plan or the user',
		triggers: [EDIT],
		keys: () => ({}),
		needs: [],
		fact: undefined,
	},
	guard: {
		about: 'protects branches',
		page: {
			title: 'Guards',
			text: '`type: guard` blocks calls on branches whose name matches. A guard cannot be satisfied, only overridden. By default it blocks edits and `git commit`.',
		},
		triggers: [EDIT, { on: 'command', pattern: 'git commit' }],
		keys: guardKeys,
		defaults: { branches: ['main', 'master'] },
		needs: [{ keys: ['guard'], message: 'a guard needs guard: protected_branch' }],
		fact: {
			reason: 'protected',
			// A branch that was renamed away from a protected name stays protected until another one has that name.
			isBlocking: ({ branches = [] }, { names }) =>
				names().some((name) => branches.some((glob) => matchesGlob(glob, name))),
			unmet: ({ branches = [] }) => `this branch is protected (${branches.map(named).join(', ')})`,
			met: () => 'this branch is not protected',
			// Before all other steps: what is satisfied for the branch itself would be lost with the switch.
			firstStep: 'First run `git switch -c NAME` in a call of its own, then repeat this one.',
		},
	},
	dynamic: {
		about: 'measures the branch',
		page: {
			title: 'Dynamic requirements',
			text: '`type: dynamic` measures the branch: `branch_size` counts the lines changed since the merge base with the default branch, including untracked files. Above\n`warn` the model is warned once. Above `block` work is blocked until the branch is smaller or you approve. You need at least one of the two.',
		},
		triggers: [EDIT],
		keys: sizeKeys,
		needs: [
			{ keys: ['measure'], message: 'a dynamic requirement needs measure: branch_size' },
			{ keys: ['warn', 'block'], message: 'a dynamic requirement needs warn, block or both' },
		],
		fact: {
			isMeasured: true,
			reason: 'over_limit',
			isBlocking: ({ block }, { lines = 0 }) => block !== undefined && lines > block,
			unmet: ({ block }, lines = 0) => `${counted(lines, 'changed line')} on this branch, the limit is ${block}`,
			met: (_, lines) =>
				lines === undefined
					? 'the size of this branch is not known'
					: `${counted(lines, 'changed line')}, within the limit`,
		},
	},
} as const satisfies Readonly<Record<string, RequirementType>>;

export type TypeName = keyof typeof TYPES;

/** Why a requirement that a fact blocks is unmet. */
export type FactReason = NonNullable<(typeof TYPES)[TypeName]['fact']>['reason'];

/** Every type, in the order of the documentation. */
export const REQUIREMENT_TYPES = Object.entries(TYPES) as [TypeName, RequirementType][];

export function typeNamed(type: TypeName): RequirementType {
	return TYPES[type];
}

/** The fact that blocks for a requirement of this type; `undefined`: work satisfies it. */
export function factOf({ type }: { readonly type: TypeName }) {
	const fact: (BlockingFact & { readonly reason: FactReason }) | undefined = TYPES[type].fact;
	return fact;
}

/** Whether work or a person can satisfy a requirement. If nothing can, only the user can override it. */
export function isSatisfiable(requirement: {
	readonly type: TypeName;
	readonly manual: string;
	readonly plan: boolean;
	readonly skills: readonly unknown[];
	readonly commands: readonly unknown[];
}): boolean {
	const { manual, plan, skills, commands } = requirement;
	if (factOf(requirement) !== undefined) return false;
	return manual !== 'never' || plan || skills.length > 0 || commands.length > 0;
}

/** Whether the size of the branch has to be known to evaluate a requirement. */
export function isMeasured(requirement: { readonly type: TypeName }): boolean {
	return factOf(requirement)?.isMeasured === true;
}
