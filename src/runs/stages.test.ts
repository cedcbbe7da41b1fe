import { describe, expect, it } from 'vitest';
import type { Stage } from './pipeline-file.ts';
import type { IterationResult, RunItem, RunRecord } from './run-file.ts';
import {
	hasSucceeded,
	itemsToResume,
	learnedIn,
	nextIteration,
	resultIn,
	resultsOf,
	type StageEnd,
	stageEnd,
} from './stages.ts';

type Decision = IterationResult['decision'];

const NOTHING = { summary: '', learnings: [], patterns: [], warnings: [], decisions: [] };

function item(decision: Decision, learnings: string[] = []): RunItem {
	const result = { ...NOTHING, decision, learnings };
	const status = decision === 'error' ? 'failed' : 'success';
	return { status, title: '', cwd: '/', resumed: false, attempts: 1, result };
}

/** A run of stages `a` and `b` of two iterations at most, with what their sessions decided. */
function runOf(a: readonly Decision[], b: readonly Decision[] = []): RunRecord {
	const items = [a, b].flatMap((decisions, at) =>
		decisions.map((one, index) => [`${'ab'[at]}-${index + 1}`, item(one)]),
	);
	const stages = ['a', 'b'].map((id) => {
		return { id, iterations: 2, until: 'stop' as const, bundle: null };
	});
	return {
		...{ schema_version: 1, run_id: 'r', kind: 'pipeline', started_at: '', completed_at: null },
		...{ repo_path: '/p', branch: 'main', pid: 7, host: 'h', config: {} },
		items: Object.fromEntries(items),
		pipeline: { name: 'n', sha256: 'x', stages },
	};
}

const stages = ['a', 'b'].map((id): Stage => {
	return { id, prompt: 'Go on.', iterations: 2, until: 'stop', inputs: [], inherit: undefined };
});

describe('what comes next', () => {
	it.each<[string, RunRecord, readonly [string, number] | undefined]>([
		['nothing done', runOf([]), ['a', 1]],
		['work left', runOf(['continue']), ['a', 2]],
		['nothing left to do', runOf(['stop']), ['b', 1]],
		['as many as there may be', runOf(['continue', 'continue']), ['b', 1]],
		['an error', runOf(['error']), undefined],
		['all over', runOf(['stop'], ['stop']), undefined],
	])('%s', (...[, run, expected]) => {
		const next = nextIteration(stages, run);
		expect(next && [next.stage.id, next.iteration]).toEqual(expected);
	});

	it('nothing after a session that did not end well', () => {
		const run = runOf(['continue']);
		const failed: RunItem = { ...item('continue'), status: 'timeout' };
		delete failed.result;
		expect(nextIteration(stages, { items: { ...run.items, 'a-2': failed } })).toBeUndefined();
	});
});

it.each<[readonly Decision[], boolean]>([
	[['stop'], true],
	[['continue'], false],
	[['error'], false],
	[['none', 'none'], false],
])('a pipeline whose last stage decides %j: all is well is %s', (decisions, expected) => {
	expect(hasSucceeded(runOf(['stop'], decisions))).toBe(expected);
});

it('what all learned, each text once, and who came before', () => {
	const run = runOf([]);
	const bundle = { sha256: 's', from_session: 'two', comprehension: 'optional' as const };
	const [a, b] = run.pipeline?.stages ?? [];
	const inheriting = [
		{ ...a, bundle: { ...bundle, lineage: ['one', 'two'] } },
		{ ...b, bundle: { ...bundle, lineage: ['two'] } },
	] as NonNullable<RunRecord['pipeline']>['stages'];
	const items = {
		'a-1': item('continue', ['l1']),
		'a-2': item('stop', ['l2', 'l1']),
		'b-1': item('stop', ['l3']),
	};
	const pipeline = { name: 'n', sha256: 'x', stages: inheriting };
	expect(learnedIn({ ...run, items, pipeline })).toEqual({
		...{ learnings: ['l1', 'l2', 'l3'], patterns: [], warnings: [], decisions: [] },
		lineage: ['one', 'two', 'n-a-1', 'n-a-2', 'n-b-1'],
	});
});

describe('when a stage is over', () => {
	it.each<[string, 'stop' | 'plateau', readonly Decision[], StageEnd | undefined]>([
		['nothing done yet', 'stop', [], undefined],
		['one that has nothing left', 'stop', ['continue', 'stop'], 'stop'],
		['as many as there may be', 'stop', ['continue', 'continue', 'continue'], 'iterations'],
		['an error', 'stop', ['continue', 'error'], 'error'],
		['stops that do not follow each other', 'plateau', ['stop', 'continue'], undefined],
		['two in a row', 'plateau', ['stop', 'stop'], 'plateau'],
		['no plateau in time', 'plateau', ['stop', 'continue', 'stop'], 'iterations'],
		['one that said nothing', 'stop', ['continue', 'none'], undefined],
		['two that said nothing', 'plateau', ['none', 'none'], 'no_status'],
		['the last one said nothing', 'stop', ['continue', 'continue', 'none'], 'no_status'],
		['one said nothing between two stops', 'plateau', ['stop', 'none', 'stop'], 'iterations'],
	])('%s', (...[, until, decisions, expected]) => {
		expect(stageEnd({ id: 'a', iterations: 3, until }, runOf(decisions))).toBe(expected);
	});
});

it.each<[string, readonly Decision[], number]>([
	['nothing done', [], 0],
	['work left', ['continue'], 1],
	['what ended it is tried again', ['continue', 'error'], 1],
	['one of them that others followed stays', ['none', 'stop'], 2],
])('of a pipeline that goes on stays what finished: %s', (...[, decisions, kept]) => {
	const items = itemsToResume(runOf(decisions));
	expect(resultsOf({ items }, 'a')).toHaveLength(kept);
	const others = Object.values(items).slice(kept);
	expect(others.every(({ status }) => status === 'waiting')).toBe(true);
});

describe('a status is read leniently', () => {
	it.each<[string, unknown, Partial<IterationResult>]>([
		[
			'as it is, whatever else is in it',
			{ decision: 'stop', summary: 'Built it.', learnings: ['l'], cost: 7 },
			{ decision: 'stop', summary: 'Built it.', learnings: ['l'] },
		],
		['a decision in capitals', { decision: ' STOP ' }, { decision: 'stop' }],
		['no lists', { decision: 'stop', learnings: null }, { decision: 'stop' }],
		[
			'items that are none',
			{ decision: 'stop', learnings: [1, null, ['x'], {}, 'l', '', ' '] },
			{ decision: 'stop', learnings: ['l'] },
		],
		[
			'items that are objects',
			{
				decision: 'stop',
				learnings: [{ text: 'l' }, { learning: 'm' }],
				decisions: [
					{ decision: 'jwt', rationale: 'no state' },
					{ decision: 'x', why: 'y' },
				],
			},
			{ decision: 'stop', learnings: ['l', 'm'], decisions: ['jwt - no state', 'x - y'] },
		],
		[
			'texts of more lines',
			{ decision: 'stop', summary: 'a\n b\u001b[31m', warnings: ['c\td'] },
			{ decision: 'stop', summary: 'a b', warnings: ['c d'] },
		],
	])('%s', (...[, json, expected]) => {
		expect(resultIn(json)).toEqual({ ...NOTHING, trouble: null, ...expected });
	});

	it.each<[string, unknown, Partial<IterationResult>]>([
		['no decision', { summary: 'half' }, { summary: 'half' }],
		['another decision', { decision: 'perhaps', learnings: ['l'] }, { learnings: ['l'] }],
		['a decision that is no text', { decision: true }, {}],
	])('%s: the rest counts, it goes on, and that is said', (...[, json, expected]) => {
		const trouble = expect.stringMatching(/: it goes on$/);
		expect(resultIn(json)).toEqual({ ...NOTHING, decision: 'continue', trouble, ...expected });
	});

	it.each<[string, unknown, string | undefined]>([
		['nothing there', undefined, undefined],
		['nothing readable', undefined, 'is not JSON'],
		['a list', ['stop'], undefined],
	])('%s: nothing was said, and why', (...[, json, why]) => {
		const trouble = expect.stringMatching(/^it.* status\.json/);
		expect(resultIn(json, why)).toEqual({ ...NOTHING, decision: 'none', trouble });
		expect(resultIn(json, why).trouble).toContain(why ?? 'no ');
	});

	it('no more of it than sessions can be told', () => {
		const many = Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(2_000)}`);
		const long = { decision: 'stop', summary: 'x'.repeat(9_000), learnings: many };
		const { summary, learnings } = resultIn(long);
		expect(summary).toHaveLength(2_000);
		expect(learnings).toHaveLength(50);
		expect(learnings[0]).toHaveLength(1_000);
	});
});
