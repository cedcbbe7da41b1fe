import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { plainWords } from './words.ts';

const calls = (line: string) => {
	const parsed = parseCommand(line);
	return parsed.kind === 'parsed' ? parsed.calls : parsed.words;
};

describe('plainWords', () => {
	it('reads a line as the parser does', () => {
		const programs = [
			'npm',
			'bash -c',
			'eval',
			'cd',
			'sudo',
			'env',
			'export',
			'git commit',
			'./a',
			':',
		];
		const first = fc.oneof(fc.constantFrom(...programs, 'if', 'time', 'in'), fc.string());
		const quoted = fc.oneof(
			fc.string().map((text) => `'${text}'`),
			fc.string().map((text) => `"${text}"`),
		);
		const rest = fc.oneof(fc.string(), quoted, fc.stringMatching(/^[\w./:,@%+=-]+$/));
		fc.assert(
			fc.property(first, fc.array(rest, { maxLength: 5 }), (name, more) => {
				const line = [name, ...more].join(' ');
				fc.pre(plainWords(line) !== undefined);
				// A blank at its end is left to the parser.
				const parsed = `${line} `;
				expect(plainWords(parsed)).toBeUndefined();
				expect(calls(line)).toEqual(calls(parsed));
			}),
			{ numRuns: 500 },
		);
	});
});
