import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import type { Fault } from '../store/fault.ts';
import { readTypedLine, type Syntax } from './typed-line.ts';

const SYNTAX = {
	satisfy: { options: { '--ttl': 'value', '--evidence': 'value', '--carry': 'maybe' } },
	clear: { options: { '--all-sessions': 'nothing', '--force': 'nothing' } },
	status: { options: { '--branch': 'value' }, isWordless: true },
} as const satisfies Readonly<Record<string, Syntax>>;

type Command = keyof typeof SYNTAX;

/** What was read as one list; the code of what was wrong. */
function read(command: Command, text: string): unknown {
	try {
		const { words, options } = readTypedLine(text, SYNTAX[command]);
		return [words, Object.fromEntries(options)];
	} catch (error) {
		return (error as Fault).code;
	}
}

describe('what follows a typed command', () => {
	it.each<[Command, string, unknown]>([
		['satisfy', '  a  b\tc ', [['a', 'b', 'c'], {}]],
		['satisfy', 'a --ttl 1h b', [['a', 'b'], { '--ttl': '1h' }]],
		['satisfy', 'a --evidence "see PR 4"', [['a'], { '--evidence': 'see PR 4' }]],
		['satisfy', 'a --evidence "--ttl"', [['a'], { '--evidence': '--ttl' }]],
		['satisfy', 'a --carry 1a2b', [['a'], { '--carry': '1a2b' }]],
		['satisfy', '--carry --ttl 1h a', [['a'], { '--carry': undefined, '--ttl': '1h' }]],
		['satisfy', 'a "--ttl"', [['a', '--ttl'], {}]],
		['satisfy', '\'a "b"\' ""', [['a "b"', ''], {}]],
		['satisfy', "it's -- the user's", [["it's", '--', 'the', "user's"], {}]],
		['satisfy', 'a\n--bogus', [['a'], {}]],
		['satisfy', '"a\nb"', [['"a'], {}]],
		['clear', '--force a', [['a'], { '--force': undefined }]],
		['status', '--branch feature/x', [[], { '--branch': 'feature/x' }]],
		['status', 'Run it with --force', [['Run'], {}]],
	])('%s %j', (command, text, expected) => {
		expect(read(command, text)).toEqual(expected);
	});

	it.each<[Command, string]>([
		['satisfy', 'a --ttl'],
		['satisfy', 'a --ttl --evidence x'],
		['satisfy', 'a --force'],
		['satisfy', '--__proto__ a'],
		['clear', '--force=yes'],
		['satisfy', `a${' b'.repeat(6_000)}`],
	])('%s %s is wrong', (command, text) => {
		expect(read(command, text)).toBe('usage');
	});

	it('a file below a command is its prompt', () => {
		expect(read('satisfy', `a\n${'x'.repeat(1_000_000)}`)).toEqual([['a'], {}]);
	});

	it('is read or refused, whatever it is, and never reaches beyond the first line', () => {
		const pieces = ['--ttl', '--carry', '--force', '=', '"', "'", ' ', '\n', '-', 'x'];
		const typed = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
		);
		fc.assert(
			fc.property(fc.constantFrom<Command>('satisfy', 'clear', 'status'), typed, (command, text) => {
				expect(read(command, text)).toEqual(read(command, text.split('\n', 1)[0] ?? ''));
			}),
		);
	});
});
