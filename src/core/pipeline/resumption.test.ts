import { describe, expect, it } from 'vitest';
import type { PipelineRun, Said, StageIteration, StageRun } from '../run/schema.ts';
import { goingOn, loopPipeline, type Stage } from './pipeline.ts';

const [loop] = loopPipeline('Go on.', 3).stages as [Stage];

function done(decision: Said, iteration: number): StageIteration {
	const said = { summary: '', learnings: [], patterns: [], warnings: [], decisions: [] };
	return { iteration, item: `a-${iteration}`, decision, trouble: null, output: null, ...said };
}

/** A stage `a` of a run, with what its sessions decided. */
function begun(decisions: readonly Said[]): PipelineRun {
	const iterations = decisions.map((decision, index) => done(decision, index + 1));
	const stage = { id: 'a', ended: null, iterations, bundle: null };
	return { name: 'n', sha256: 'x', stages: [stage], bundles: {}, end: null };
}

function now(stage: Partial<Stage>): Stage[] {
	return [{ ...loop, id: 'a', ...stage }];
}

describe('a pipeline that goes on', () => {
	it.each<[string, readonly Said[], Partial<Stage>, number, StageRun['ended']]>([
		['nothing done', [], {}, 0, null],
		['work left', ['continue'], {}, 1, null],
		['what ended it is tried again', ['continue', 'error'], {}, 1, null],
		[
			'sessions that said nothing are tried again',
			['stop', 'none', 'none'],
			{ until: 'plateau' },
			1,
			null,
		],
		['one of them that others followed stays', ['none', 'stop'], { until: 'plateau' }, 2, null],
		['nothing left to do', ['continue', 'stop'], {}, 2, 'stop'],
		['fewer than were done', ['continue', 'continue'], { iterations: 1 }, 2, 'iterations'],
		['as many as were done', ['continue', 'continue'], { iterations: 2 }, 2, 'iterations'],
		['more than there were', ['continue', 'continue', 'continue'], { iterations: 4 }, 3, null],
		['until a plateau by now', ['stop'], { until: 'plateau' }, 1, null],
		['a plateau that need be none', ['continue', 'stop'], { until: 'stop' }, 2, 'stop'],
	])('%s', (...[, decisions, stage, kept, ended]) => {
		const [run] = goingOn(begun(decisions), now(stage)).stages;
		expect([run?.iterations.length, run?.ended]).toEqual([kept, ended]);
	});

	it('has no end any more', () => {
		const end = { learnings: [], patterns: [], warnings: [], decisions: [], lineage: [] };
		expect(goingOn({ ...begun(['stop']), end }, now({})).end).toBeNull();
	});
});
