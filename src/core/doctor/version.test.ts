import { expect, it } from 'vitest';
import { isBefore, versionIn } from './programs.ts';

it.each([
	['2.1.328 (Claude Code)', '2.1.328'],
	['git version 2.39.5', '2.39.5'],
	['v20.12.0\n', '20.12.0'],
	['', undefined],
	['2.1', undefined],
])('%j holds the version %s', (text, version) => {
	expect(versionIn(text)).toBe(version);
});

it.each([
	['2.1.139', '2.1.214', true],
	['2.1.214', '2.1.214', false],
	['2.1.1000', '2.1.214', false],
	['10.0.0', '9.9.9', false],
	['1.9.9', '2.0.0', true],
])('%s comes before %s: %s', (version, other, before) => {
	expect(isBefore(version, other)).toBe(before);
});
