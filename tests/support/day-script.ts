import fc from 'fast-check';
import { ACTS, CALLS } from './day-world.ts';

export interface Act {
	readonly who: 'person';
	readonly does: keyof typeof ACTS;
	readonly file: string;
}

export interface Call {
	readonly who: 'A' | 'B';
	readonly does: keyof typeof CALLS;
	readonly file: string;
	readonly takes: 'short' | 'long';
	/** A subagent makes it. */
	readonly agent: boolean;
	/** What others do while it runs. */
	readonly beside: readonly Step[];
}

export type Step = Act | Call;

/** One of these names, as often as it weighs. */
function oneOf<Name extends string>(weights: Readonly<Record<Name, number | Weighted>>) {
	const all = Object.keys(weights) as Name[];
	const weightOf = (name: Name) => [weights[name]].flat()[0] as number;
	return fc.constantFrom(...all.flatMap((name) => Array<Name>(weightOf(name)).fill(name)));
}

type Weighted = readonly [weight: number, ...unknown[]];

const FILE = oneOf({ 'src/a.ts': 3, 'src/b.ts': 2, 'src/new.ts': 1, 'docs/notes.md': 1 });
const ACT = fc.record<Act>({ who: fc.constant('person'), does: oneOf(ACTS), file: FILE });

function callBeside(step: fc.Arbitrary<Step>): fc.Arbitrary<Call> {
	const some = fc.array(step, { minLength: 1, maxLength: 2, size: 'max' });
	return fc.record({
		who: oneOf({ A: 3, B: 2 }),
		does: oneOf(CALLS),
		file: FILE,
		takes: oneOf({ short: 60, long: 41 }),
		agent: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
		beside: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: some }),
	});
}

const INNER = fc.oneof({ weight: 3, arbitrary: ACT }, { weight: 2, arbitrary: callBeside(ACT) });
const STEP = fc.oneof({ weight: 1, arbitrary: ACT }, { weight: 3, arbitrary: callBeside(INNER) });
const STEPS = fc.array(STEP, { minLength: 30, maxLength: 60, size: 'max' });

const CALL = { file: 'docs/notes.md', takes: 'short', agent: false, beside: [] } as const;
const COMMIT_OF_B: Call = { ...CALL, who: 'B', does: 'commit' };
/** The second session commits during a long call of the first, which then commits by its own review. */
const TWO_REVIEWS: readonly Step[] = [
	{ ...CALL, who: 'A', does: 'review' },
	{ ...CALL, who: 'B', does: 'review' },
	{ ...CALL, who: 'B', does: 'edit' },
	{ ...CALL, who: 'A', does: 'script', takes: 'long', beside: [COMMIT_OF_B] },
	{ ...CALL, who: 'A', does: 'edit' },
	{ ...CALL, who: 'A', does: 'commit' },
];

/** The steps of a day, always the same for its number. */
export function stepsOf(day: number): readonly Step[] {
	return [...(fc.sample(STEPS, { seed: day, numRuns: 1 })[0] ?? []), ...TWO_REVIEWS];
}

/** A step as a line, what happens beside it indented below it. */
export function textOf(step: Step, indent = ''): string {
	if (step.who === 'person') return `${indent}person: ${step.does} ${step.file}`;
	const { who, agent, does, file, takes, beside } = step;
	const line = `${indent}${who}${agent ? "'s subagent" : ''}: ${does} ${file} (${takes})`;
	return [line, ...beside.map((one) => textOf(one, `${indent}    | `))].join('\n');
}
