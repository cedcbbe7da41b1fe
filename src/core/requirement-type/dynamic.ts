import {
	EDIT,
	type HoldingFact,
	type KeyForms,
	smaller,
	type TypeConfig,
} from './requirement-type.ts';

interface Limits {
	readonly warn?: number;
	readonly block?: number;
}

/** Measures the branch: it holds work above one number of changed lines, and warns above another. */
export const dynamic = {
	isMeasured: true,
	reason: 'over_limit',
	holds: ({ block }, { lines }) => block !== undefined && lines !== undefined && lines > block,
	unmet: ({ block }, { lines }) => `${lines} changed lines on this branch, the limit is ${block}`,
	inStatus: ({ block }, size) => `${size}, the limit is ${block}`,
} as const satisfies HoldingFact;

/** The same in a config. */
export const dynamicConfig = {
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
	strictness: {
		warn: { keys: ['warn'], stricter: smaller, why: 'it would warn later' },
		block: { keys: ['block'], stricter: smaller, why: 'it would block later' },
	},
} as const satisfies TypeConfig;
