import {
	COMMIT,
	EDIT,
	type HoldingFact,
	type KeyForms,
	type TypeConfig,
} from './requirement-type.ts';

const PROTECTED = ['main', 'master'];

/** Protects branches by their names. */
export const guard = {
	isMeasured: false,
	reason: 'protected',
	// A branch that was renamed away from a protected name stays protected until there is a branch of that name again.
	holds: ({ branches }, { isNamed }) => isNamed(branches),
	unmet: ({ branches }, { named }) =>
		`this branch is protected (${branches.map(named).join(', ')})`,
	inStatus: () => 'this branch is protected',
	// Before all other ways: what is satisfied for the branch itself would be lost with the switch.
	first:
		'First switch to another branch in a call of its own: `git switch -c NAME`. Then go on in a second call: each is judged on the branch where it starts.',
} as const satisfies HoldingFact;

/** The same in a config. */
export const guardConfig = {
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
	strictness: {
		branches: {
			keys: ['branches', 'type'],
			stricter: (before, after) => [...after, ...before.filter((one) => !after.includes(one))],
			why: 'fewer branches would be protected',
		},
	},
} as const satisfies TypeConfig;
