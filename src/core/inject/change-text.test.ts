import { describe, expect, it } from 'vitest';
import { at, ms } from '../../../tests/support/some-state.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	storageNotes,
	unpausedText,
} from './change-text.ts';

const HERE = { on: 'on branch main', session: 'this session', by: undefined };
const NOW = ms(0);
const ONE = {
	name: 'one',
	already: false,
	holds: 'session',
	expiresAt: undefined,
	from: undefined,
} as const;

describe('what a command changed', () => {
	it.each([
		[ONE, HERE, 'one: satisfied for this session on branch main'],
		[{ ...ONE, already: true }, HERE, /satisfied already/],
		[{ ...ONE, expiresAt: at(3_600) }, HERE, /ends in 1 h$/],
		[{ ...ONE, from: 'session 1a2b3c4d' }, HERE, /carried from session 1a2b3c4d$/],
		[
			{ ...ONE, holds: 'branch' as const },
			{ ...HERE, by: 'this session' },
			/for every session on branch main, by this session$/,
		],
		[{ ...ONE, holds: 'branch' as const }, HERE, /for every session on branch main$/],
	])('satisfied: %j', (name, whose, text) => {
		expect(satisfiedText([name], whose, NOW)).toMatch(text);
	});

	it('cleared, and whose it was', () => {
		const names = [
			{ name: 'one', cleared: true, of: 'session' },
			{ name: 'two', cleared: false, of: 'branch' },
		] as const;
		expect(clearedText(names, HERE).split('\n')).toEqual([
			'one: cleared for this session on branch main',
			'two: nothing to clear for every session on branch main',
		]);
	});

	it('approved, until when, or not at all', () => {
		const facts = { requirements: [{ name: 'one' }], by: 'ana\n', expiresAt: at(3_600) };
		expect(approvedText(facts, HERE, NOW)).toBe(
			'one: approved by ana for this session, ends in 1 h',
		);
		expect(approvedText({ ...facts, expiresAt: undefined }, HERE, NOW)).toContain(
			'satisfied already',
		);
	});

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
			/already, 1 h ago by ana.*reason was updated/,
		);
		expect(unpausedText('branch main', facts)).toContain('on again');
		expect(unpausedText('branch main', { ...facts, paused: undefined })).toContain('is not paused');
	});

	it('D8: a change that waits beside the state is told', () => {
		expect(storageNotes('written')).toEqual([]);
		expect(storageNotes('pending')).toHaveLength(1);
	});
});
