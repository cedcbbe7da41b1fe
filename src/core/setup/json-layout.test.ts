import { describe, expect, it } from 'vitest';
import { readJsonLayout } from '../../adapters/json-layouts.ts';
import { keyStanding } from './json-layout.ts';

function standing(settings: string, path: readonly string[], value: unknown): string {
	const read = readJsonLayout(settings);
	if (read.kind === 'broken') throw new Error(read.why);
	return keyStanding(read.layout.root, { path, value });
}

describe('a wanted key of a settings file', () => {
	it.each([
		['{}', ['a', 'b'], 1, 'missing'],
		['{ "a": {} }', ['a', 'b'], 1, 'missing'],
		['{ "a": { "b": 1 } }', ['a', 'b'], 1, 'present'],
		['{ "a": { "b": 2 } }', ['a', 'b'], 1, 'taken'],
		['{ "a": { "b": null } }', ['a', 'b'], 1, 'taken'],
		['{ "a": [] }', ['a', 'b'], 1, 'taken'],
		['{ "a": null }', ['a', 'b'], 1, 'taken'],
		['{ "a": { "y": [1], "x": {} } }', ['a'], { x: {}, y: [1] }, 'present'],
		['{ "a": { "x": {} } }', ['a'], { x: {}, y: 1 }, 'taken'],
		['{ "a": { "x": {}, "y": 1 } }', ['a'], { x: {} }, 'taken'],
		['{ "a": { "0": 1 } }', ['a'], [1], 'taken'],
		['{ "a": 1, "a": 2 }', ['a'], 2, 'present'],
		['{}', ['toString'], 1, 'missing'],
	])('in %s, %j: %j is %s', (settings, path, ...[value, expected]) => {
		expect(standing(settings, path, value)).toBe(expected);
	});
});
