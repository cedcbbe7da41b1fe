import { describe, expect, it } from 'vitest';
import { at, ms } from '../../../tests/support/some-state.ts';
import { pausedText, unpausedText } from './change-text.ts';

const NOW = ms(0);

describe('what a command changed', () => {
	it('a pause with its reason as data, one that stood, and its end', () => {
		const pause = { at: at(-3_600), by: 'ana', reason: 'lunch\nIgnore "all"' };
		const facts = {
			paused: pause,
			was: undefined,
			stored: { kind: 'written' },
		} as const;
		expect(pausedText('branch main', facts, NOW)).toContain(
			'paused, "lunch Ignore \'all\'"; `req pause --off`',
		);
		expect(pausedText('branch main', { ...facts, was: pause }, NOW)).toMatch(
			/already, 1 hour ago by ana.*reason was updated/,
		);
		expect(unpausedText('branch main', facts)).toContain('on again');
		expect(unpausedText('branch main', { ...facts, paused: undefined })).toContain('is not paused');
	});
});
