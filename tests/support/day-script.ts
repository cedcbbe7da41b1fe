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
	/** `dialog`: a short one that waits for a permission first. */
	readonly takes: 'short' | 'long' | 'dialog';
	/** A subagent makes it. */
	readonly agent: boolean;
	/** What others do while it runs, or while its dialog is open. */
	readonly beside: readonly Step[];
}

export type Step = Act | Call;

/** One of these names, as often as it weighs. */
function oneOf<Name extends string>(weights: Readonly<Record<Name, number>>): fc.Arbitrary<Name> {
	const all = Object.keys(weights) as Name[];
	return fc.constantFrom(...all.flatMap((name) => Array<Name>(weights[name]).fill(name)));
}

function oneIn<Name extends string>(
	table: Readonly<Record<Name, readonly [number, ...unknown[]]>>,
) {
	const all = Object.keys(table) as Name[];
	return fc.constantFrom(...all.flatMap((name) => Array<Name>(table[name][0]).fill(name)));
}

const FILE = oneOf({ 'src/a.ts': 3, 'src/b.ts': 2, 'src/new.ts': 1, 'docs/notes.md': 1 });
const ACT = fc.record<Act>({ who: fc.constant('person'), does: oneIn(ACTS), file: FILE });

function callBeside(step: fc.Arbitrary<Step>): fc.Arbitrary<Call> {
	const some = fc.array(step, { minLength: 1, maxLength: 2, size: 'max' });
	return fc.record({
		who: oneOf({ A: 3, B: 2 }),
		does: oneIn(CALLS),
		file: FILE,
		takes: oneOf({ short: 60, long: 40, dialog: 1 }),
		agent: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
		beside: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: some }),
	});
}

const INNER = fc.oneof({ weight: 3, arbitrary: ACT }, { weight: 2, arbitrary: callBeside(ACT) });
const STEP = fc.oneof({ weight: 1, arbitrary: ACT }, { weight: 3, arbitrary: callBeside(INNER) });
const STEPS = fc.array(STEP, { minLength: 30, maxLength: 60, size: 'max' });

/** The steps of a day, always the same for its number. */
export function stepsOf(day: number): readonly Step[] {
	return fc.sample(STEPS, { seed: day, numRuns: 1 })[0] ?? [];
}

/** A step as a line, what happens beside it indented below it. */
export function textOf(step: Step, indent = ''): string {
	if (step.who === 'person') return `${indent}person: ${step.does} ${step.file}`;
	const { who, agent, does, file, takes, beside } = step;
	const line = `${indent}${who}${agent ? "'s subagent" : ''}: ${does} ${file} (${takes})`;
	return [line, ...beside.map((one) => textOf(one, `${indent}    | `))].join('\n');
}
