import { EDIT, type TypeConfig } from './requirement-type.ts';

/** Work satisfies it: a skill, a command, a plan, or somebody by hand. Its keys are those of all types, and no fact holds it. */
export const standardConfig = {
	about: 'satisfied by a skill, a command, a plan or the user',
	triggers: [EDIT],
	keys: () => ({}),
	needs: [],
	fields: () => ({}),
	written: () => ({}),
	strictness: {},
} as const satisfies TypeConfig;
