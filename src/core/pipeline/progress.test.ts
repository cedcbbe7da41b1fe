import { describe, expect, it } from 'vitest';
import type { Decision, PipelineRun, Said, StageIteration, StageRun } from '../run/schema.ts';
import {
	endOf,
	isComplete,
	iterationsExpected,
	loopPipeline,
	nextIteration,
	type Stage,
	stageEnd,
	withIteration,
} from './pipeline.ts';

const [loop] = loopPipeline('Go on.', 2).stages as [Stage];
const stages = ['a', 'b'].map((id) => ({ ...loop, id }));

function iteration(decision: Decision, change: Partial<StageIteration> = {}): StageIteration {
	const said = { summary: '', learnings: [], patterns: [], warnings: [], decisions: [] };
	const kept = { iteration: 1, item: 'a-1', trouble: null, output: null };
	return { decision, ...said, ...kept, ...change };
}

function run(id: string, decisions: readonly Decision[], ended: StageRun['ended'] = null) {
	return { id, ended, iterations: decisions.map((one) => iteration(one)), bundle: null };
}

function pipelineOf(...runs: readonly StageRun[]): PipelineRun {
	return { name: 'n', sha256: 'x', stages: [...runs], bundles: {}, end: null };
}

describe('what comes next', () => {
	it.each<[string, readonly StageRun[], readonly [string, number] | undefined]>([
		['nothing done', [run('a', []), run('b', [])], ['a', 1]],
		['a run that knows no stage', [], ['a', 1]],
		['work left', [run('a', ['continue']), run('b', [])], ['a', 2]],
		['nothing left to do', [run('a', ['stop']), run('b', [])], ['b', 1]],
		['as many as there may be', [run('a', ['continue', 'continue']), run('b', [])], ['b', 1]],
		['more than there may be', [run('a', ['continue', 'continue', 'continue'])], ['b', 1]],
		['a later stage that is further', [run('a', []), run('b', ['stop'])], ['a', 1]],
		['an error', [run('a', ['error']), run('b', [])], undefined],
		['an error of the last', [run('a', ['stop']), run('b', ['error'])], undefined],
		['all over', [run('a', ['stop']), run('b', ['stop'])], undefined],
	])('%s', (...[, runs, expected]) => {
		const next = nextIteration({ stages }, runs);
		expect(next && [next.stage.id, next.iteration]).toEqual(expected);
	});
});

describe('how many there may be', () => {
	it.each<[string, readonly StageRun[], readonly [number, number]]>([
		['nothing done', [run('a', []), run('b', [])], [1, 4]],
		['one done', [run('a', ['continue']), run('b', [])], [2, 4]],
		['a stage that ended early', [run('a', ['stop'], 'stop'), run('b', [])], [2, 3]],
	])('%s', (...[, runs, [number, of]]) => {
		expect(iterationsExpected({ stages }, runs)).toEqual({ number, of });
	});
});

describe('one more iteration', () => {
	it.each<[Decision, StageRun['ended']]>([
		['continue', null],
		['stop', 'stop'],
		['error', 'error'],
	])('that decides to %s', (decision, ended) => {
		const before = pipelineOf(run('a', []), run('b', []));
		const { stages: after } = withIteration(before, stages[0] ?? loop, iteration(decision));
		expect(after).toMatchObject([{ iterations: [{ decision }], ended }, before.stages[1]]);
	});

	it('is over with as many as there may be', () => {
		const before = pipelineOf(run('a', ['continue']));
		const { stages: after } = withIteration(before, stages[0] ?? loop, iteration('continue'));
		expect(after).toMatchObject([{ ended: 'iterations' }]);
	});
});

it.each<[StageRun['ended'], boolean]>([
	['stop', true],
	['plateau', true],
	['iterations', true],
	['error', false],
	[null, false],
])('a stage with the end %s: all well is %s', (ended, expected) => {
	expect(isComplete(pipelineOf(run('a', ['stop'], 'stop'), run('b', [], ended)))).toBe(expected);
});

it('what all learnt, each text once, and who came before', () => {
	const of = (item: string, learnings: string[]) => iteration('stop', { item, learnings });
	const pipeline: PipelineRun = {
		...pipelineOf(
			{ ...run('a', []), iterations: [of('a-1', ['l1']), of('a-2', ['l2', 'l1'])] },
			{ ...run('z', []), iterations: [of('z-1', ['l3'])] },
		),
		bundles: {
			'inherited-1': { file: 'f', sha256: 's', from_session: 'two', lineage: ['one', 'two'] },
			'inherited-2': { file: 'g', sha256: 's', from_session: 'two', lineage: ['two'] },
		},
	};
	expect(endOf(pipeline, ['n-a-1', 'n-a-2'])).toEqual({
		...{ learnings: ['l1', 'l2', 'l3'], patterns: [], warnings: [], decisions: [] },
		lineage: ['one', 'two', 'n-a-1', 'n-a-2'],
	});
});

describe('when a stage is over', () => {
	it.each<[string, 'stop' | 'plateau', readonly Said[], StageRun['ended'] | undefined]>([
		['nothing done yet', 'stop', [], undefined],
		['work left', 'stop', ['continue'], undefined],
		['one that has nothing left', 'stop', ['continue', 'stop'], 'stop'],
		['as many as there may be', 'stop', ['continue', 'continue', 'continue'], 'iterations'],
		['an error', 'stop', ['continue', 'error'], 'error'],
		['one stop of a plateau', 'plateau', ['stop'], undefined],
		['stops that do not follow each other', 'plateau', ['stop', 'continue'], undefined],
		['two in a row', 'plateau', ['stop', 'stop'], 'plateau'],
		['two in a row as the last ones', 'plateau', ['continue', 'stop', 'stop'], 'plateau'],
		['no plateau in time', 'plateau', ['stop', 'continue', 'stop'], 'iterations'],
		['one that said nothing', 'stop', ['continue', 'none'], undefined],
		['two that said nothing', 'plateau', ['none', 'none'], 'no_status'],
		['the last one said nothing', 'stop', ['continue', 'continue', 'none'], 'no_status'],
		['one said nothing between two stops', 'plateau', ['stop', 'none', 'stop'], 'iterations'],
		['an error on a plateau', 'plateau', ['stop', 'error'], 'error'],
	])('%s', (...[, until, decisions, expected]) => {
		expect(
			stageEnd(
				{ iterations: 3, until },
				decisions.map((decision) => ({ decision })),
			),
		).toBe(expected);
	});
});
