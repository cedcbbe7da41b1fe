import { describe, expect, it } from 'vitest';
import { bareSkillName, SKILL_NAME } from './skill-name.ts';

describe('bareSkillName', () => {
	it.each([
		['arch-review', 'arch-review'],
		['/arch-review', 'arch-review'],
		['req:arch-review', 'arch-review'],
		['/req:arch-review', 'arch-review'],
		['a:b:c', 'c'],
	])('reads %s as %s', (written, bare) => {
		expect(bareSkillName(written)).toBe(bare);
		expect(bareSkillName(bare)).toBe(bare);
	});

	it.each(['', '/', 'req:', 'two words', 'a\nb', '//x'])('%j is no skill', (written) => {
		expect(SKILL_NAME.test(written)).toBe(false);
	});
});
