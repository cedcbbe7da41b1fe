import { expect, it } from 'vitest';
import { playFirstDay, SAMPLES } from '../support/first-day.ts';
import { unbroken } from '../support/pseudo-terminal.ts';
import { failures, heldStops, toolResults } from '../support/seen-by-model.ts';

it.each(Object.entries(SAMPLES))('the first day in a repository: %s', async (_, sample) => {
	const { isGit = true, tests } = sample;
	const { init, work, sent, status, report, subjects } = await playFirstDay(sample);

	expect(init).toContain(`tests: \`${tests}\``);
	// The edit without a plan, the red tests, and the commit without a review.
	const commits = isGit ? [true, false, false, false] : [];
	expect(failures(work)).toEqual([true, false, false, false, true, false, false, ...commits]);
	const [refused] = toolResults(work);
	expect(refused?.text).toContain('commit_plan is unmet');
	expect(heldStops(work)).toEqual([expect.stringContaining('Ran and failed')]);
	if (isGit) expect(subjects.split('\n')[0]).toBe('Set a');

	expect(unbroken(sent)).toMatch(/req:3gates\S*;3unmet:commit_plan,pre_commit_review,tested/);
	expect(unbroken(sent)).toContain('reqanswered`/req:satisfycommit_plan`');
	expect(status.split('\n').length).toBeLessThan(24);
	expect(report).toMatch(/\n\| commit_plan \| 2 \| – \| – \| 2 \| skill 1, user 1 \|/);
	expect(report).toMatch(/^2 sessions, \d turns; 1 test run passed, 1 failed$/m);
});
