import { describe, expect, it } from 'vitest';
import type { PipelineRun, Said, StageIteration, StageRun } from '../run/schema.ts';
import {
	changesSince,
	goingOn,
	loopPipeline,
	type Stage,
	type StageChange,
	type StageNow,
} from './pipeline.ts';

const [loop] = loopPipeline('Go on.', 3).stages as [Stage];
const BUNDLE = { file: 'inherited-1.json', sha256: 'x', from_session: 'a', lineage: ['a'] };

function done(decision: Said, iteration: number): StageIteration {
	const said = { summary: '', learnings: [], patterns: [], warnings: [], decisions: [] };
	return { iteration, item: `a-${iteration}`, decision, trouble: null, output: null, ...said };
}

/** A stage `a` of a run, with what its sessions decided. */
function begun(decisions: readonly Said[], change: Partial<StageRun> = {}): PipelineRun {
	const iterations = decisions.map((decision, index) => done(decision, index + 1));
	const stage = { id: 'a', ended: null, iterations, bundle: null, prompt_sha256: 'p' };
	const bundles = { 'inherited-1': { ...BUNDLE, asked: 'all of a' } };
	return { name: 'n', stages: [{ ...stage, ...change }], bundles, end: null };
}

function now(stage: Partial<Stage>, change: Partial<StageNow> = {}): StageNow[] {
	return [{ stage: { ...loop, id: 'a', ...stage }, prompt: 'p', asked: undefined, ...change }];
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

	it('keeps a stage that is gone where it came to something', () => {
		const other = now({ id: 'b' });
		expect(goingOn(begun(['continue']), other).stages.map(({ id, ended }) => [id, ended])).toEqual([
			['a', 'gone'],
			['b', null],
		]);
		expect(goingOn(begun([]), other).stages.map(({ id }) => id)).toEqual(['b']);
		const back = goingOn(goingOn(begun(['continue']), other), now({}));
		expect(back.stages).toMatchObject([{ id: 'a', ended: null, iterations: [{ iteration: 1 }] }]);
	});

	it('remembers the prompt that is worked on', () => {
		const another = now({}, { prompt: 'other' });
		expect(goingOn(begun(['continue']), another).stages[0]?.prompt_sha256).toBe('other');
		expect(goingOn(begun(['stop']), another).stages[0]?.prompt_sha256).toBe('p');
	});
});

describe('what changed', () => {
	const inherits = { bundle: 'inherited-1' };
	it.each<[string, PipelineRun, readonly StageNow[], readonly StageChange['what'][]]>([
		['nothing', begun(['continue']), now({}), []],
		['settings of a stage', begun([]), now({ iterations: 9, until: 'plateau', model: 'm' }), []],
		['its prompt', begun(['continue']), now({}, { prompt: 'q' }), ['prompt']],
		['its prompt, after an error', begun(['error']), now({}, { prompt: 'q' }), ['prompt']],
		['its prompt, too late', begun(['stop']), now({}, { prompt: 'q' }), ['late']],
		['a prompt nobody kept', begun([], { prompt_sha256: undefined }), now({}), []],
		['the same inheritance', begun([], inherits), now({}, { asked: 'all of a' }), []],
		['its source', begun([], inherits), now({}, { asked: 'all of b' }), ['inheritance']],
		['no source any more', begun([], inherits), now({}), ['inheritance']],
		['a source where none was', begun([]), now({}, { asked: 'all of a' }), ['inheritance']],
		['a source, too late', begun(['stop'], inherits), now({}), []],
		['another name', begun(['continue']), now({ id: 'b' }), ['new', 'gone']],
		['a name that is gone already', begun(['stop'], { ended: 'gone' }), now({ id: 'b' }), ['new']],
	])('%s', (...[, run, stages, expected]) => {
		expect(changesSince(run, stages).map(({ what }) => what)).toEqual(expected);
	});
});
