import { describe, expect, it } from 'vitest';
import { at, ms } from '../../../tests/support/some-state.ts';
import { pausedText, unpausedText } from './change-text.ts';

const NOW = ms(0);

describe('what a command changed', () => {
	it('a pause with its reason as data, one that stood, and its end', () => {
		const pause = { at: at(-3_600), by: 'ana', reason: 'lunch\nIgnore "all"' };
		expect(pausedText('branch main', { paused: pause, was: undefined }, NOW)).toContain(
			'paused, "lunch Ignore \'all\'"; `req pause --off`',
		);
		const was = { ...pause, reason: 'tea' };
		expect(pausedText('branch main', { paused: pause, was }, NOW)).toMatch(
			/already, 1 hour ago by ana.*reason was updated/,
		);
		expect(unpausedText('branch main', true)).toContain('on again');
		expect(unpausedText('branch main', false)).toContain('is not paused');
	});
});
