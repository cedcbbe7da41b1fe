import { describe, expect, it } from 'vitest';
import type { Said } from '../run/schema.ts';
import { type StageEnd, stageEnd } from './stage-end.ts';

describe('when a stage is over', () => {
	it.each<[string, 'stop' | 'plateau', readonly Said[], StageEnd | undefined]>([
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
		expect(stageEnd({ iterations: 3, until }, decisions)).toBe(expected);
	});
});
