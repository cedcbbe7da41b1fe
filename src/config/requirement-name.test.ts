import { describe, expect, it } from 'vitest';
import { parseRequirementName } from './layer.ts';

describe('parseRequirementName', () => {
	it.each(['commit_plan', 'Review-2', '4eyes', 'a'.repeat(64)])('accepts %s', (name) => {
		expect(parseRequirementName(name)).toBe(name);
	});

	it.each(['', '_plan', '../x', 'a\n', 'a'.repeat(65), '__proto__', 'constructor', 7])('refuses %j', (name) => {
		expect(parseRequirementName(name)).toBeUndefined();
	});
});
