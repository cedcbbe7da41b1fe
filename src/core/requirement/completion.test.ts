import { expect, it } from 'vitest';
import { requirement } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../../tests/support/some-state.ts';
import type { BranchChange } from '../branch-state/change.ts';
import type { JournalLine } from '../journal/line.ts';
import { completable } from './completion.ts';
import { standingOf } from './standing.ts';

const anna = by(ANNA, 'single_use');
const completed: BranchChange = { ...anna.satisfy(3), metadata: { completed: 'done' } };
const REVIEW = requirement({ scope: 'single_use', skills: ['review'] });

function invoked(seconds: number, skill = 'review'): JournalLine {
	return { at: at(seconds), s: ANNA.uuid, e: 'skill', skill, by: 'model' };
}

/** Whether `req done review` would count, ten seconds after ten. */
function counts(lines: readonly JournalLine[], ...changes: BranchChange[]): boolean {
	const { doc: state } = changed(EMPTY, ...changes);
	const facts = { state, session: ANNA, branch: 'main', now: ms(10) };
	const found = completable([standingOf(REVIEW, facts)], 'review', { session: ANNA, state, lines });
	return found.length === 1;
}

it.each([
	['never invoked', false, { lines: [], changes: [] }],
	['another skill', false, { lines: [invoked(1, 'plan')], changes: [] }],
	['invoked', true, { lines: [invoked(1)], changes: [] }],
	['D39: satisfied by loading it', true, { lines: [invoked(1)], changes: [anna.satisfy(1)] }],
	['completed already', false, { lines: [invoked(1)], changes: [completed] }],
	[
		'completed, then invoked again',
		true,
		{ lines: [invoked(1), invoked(4)], changes: [completed] },
	],
	['D31: spent since', false, { lines: [invoked(1)], changes: [completed, anna.spend(4)] }],
	['spent, then invoked again', true, { lines: [invoked(5)], changes: [completed, anna.spend(4)] }],
	['D41: stale since', false, { lines: [invoked(1)], changes: [anna.satisfy(1), anna.stale(4)] }],
	[
		'stale, then invoked again',
		true,
		{ lines: [invoked(5)], changes: [anna.satisfy(1), anna.stale(4)] },
	],
	['expired since', false, { lines: [invoked(1)], changes: [anna.satisfy(1, 'skill', 4)] }],
	['approved meanwhile', true, { lines: [invoked(1)], changes: [anna.satisfy(2, 'approval', 60)] }],
	['cleared by the user', false, { lines: [invoked(1)], changes: [completed, anna.clear(4)] }],
	[
		'cleared, then invoked again',
		true,
		{ lines: [invoked(5)], changes: [completed, anna.clear(4)] },
	],
] as const)('%s: %s', (_, expected, { lines, changes }) => {
	expect(counts(lines, ...changes)).toBe(expected);
});
