import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';
import { mentionsCommand } from './prefilter.ts';

describe('mentionsCommand', () => {
	it.each([
		'git commit',
		'g"it" com\\\nmit',
		'/usr/bin/GIT commit',
		'echo "git commit"',
		'find git commit',
		"$'\\x67it' commit",
		"eval \\$\\'\\\\x67it\\' commit",
	])('D33: %s may be git commit', (source) => {
		expect(mentionsCommand(source, 'git commit')).toBe(true);
	});

	it.each([
		'ls -la',
		'echo git commit',
		'grep -rn git commit docs',
		'git status',
		'npm test && echo ok',
		'commit',
		'',
	])('D33: %s cannot be git commit', (source) => {
		expect(mentionsCommand(source, 'git commit')).toBe(false);
	});

	it('never denies what matches', () => {
		const piece = fc.constantFrom(
			...[
				'g',
				'i',
				't',
				'git',
				' ',
				' ',
				' commit',
				'com',
				'mit',
				'"',
				"'",
				'\\',
				'\n',
				"$'",
				'$"',
			],
			...[
				'\\x67',
				'\\147',
				'$X',
				'$(',
				')',
				'sh -c ',
				'eval ',
				';',
				'|',
				'/',
				'GIT',
				'<<E\n',
				'E\n',
			],
			...['$()', '``', '{', ',', '}', '[t]', '$0', "bash -c '", 'git-', '..'],
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
				const source = pieces.join('');
				const matches = matchesCommand(parseCommand(source), 'git commit');
				return !matches || mentionsCommand(source, 'git commit');
			}),
			{ numRuns: 800 },
		);
	});
});
