import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { Fault } from '../core/fault/fault.ts';
import { isAlone, readArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

const VERBS: readonly Verb[] = ['status', 'satisfy', 'approve', 'pause', 'unpause', 'clear'];

/** What was read as one object; the code of what was wrong. */
function read(verb: Verb, typed: string): unknown {
	const args = readArguments(verb, typed);
	return args instanceof Fault ? args.code : [args.words, Object.fromEntries(args.options)];
}

describe('what stands after a typed command', () => {
	it.each<[Verb, string, unknown]>([
		['satisfy', '', [[], {}]],
		['satisfy', 'a b', [['a', 'b'], {}]],
		['satisfy', 'a --ttl 1h b', [['a', 'b'], { '--ttl': '1h' }]],
		['satisfy', '--ttl=1h a', [['a'], { '--ttl': '1h' }]],
		['satisfy', 'a --evidence "see PR 4"', [['a'], { '--evidence': 'see PR 4' }]],
		['satisfy', "a --evidence='see PR 4'", [['a'], { '--evidence': 'see PR 4' }]],
		['satisfy', 'a --evidence "--ttl"', [['a'], { '--evidence': '--ttl' }]],
		['satisfy', 'a --carry', [['a'], { '--carry': undefined }]],
		['satisfy', 'a --carry 1a2b', [['a'], { '--carry': '1a2b' }]],
		['satisfy', '--carry --ttl 1h a', [['a'], { '--carry': undefined, '--ttl': '1h' }]],
		['satisfy', 'a "--ttl"', [['a', '--ttl'], {}]],
		['approve', 'a --ttl 1h --by "the lead"', [['a'], { '--ttl': '1h', '--by': 'the lead' }]],
		[
			'clear',
			'a --all-sessions --force',
			[['a'], { '--all-sessions': undefined, '--force': undefined }],
		],
		['clear', '--force a', [['a'], { '--force': undefined }]],
		['pause', "it's -- a 5 - 3 thing", [["it's", '--', 'a', '5', '-', '3', 'thing'], {}]],
		['pause', '--reason hotfix now', [['now'], { '--reason': 'hotfix' }]],
		['status', '--branch feature/x', [[], { '--branch': 'feature/x' }]],
		['satisfy', 'a\n--bogus', [['a'], {}]],
		['unpause', 'Run it with --force', [['Run'], {}]],
		['status', '--branch x and go on', [['and'], { '--branch': 'x' }]],
	])('%s %s', (verb, typed, expected) => {
		expect(read(verb, typed)).toEqual(expected);
	});

	it.each<[Verb, string]>([
		['satisfy', 'a --ttl'],
		['satisfy', 'a --ttl='],
		['satisfy', 'a --ttl --evidence x'],
		['satisfy', 'a --force'],
		['satisfy', '--__proto__ a'],
		['satisfy', '--constructor=a'],
		['satisfy', '-t 1h'],
		['clear', '--force=yes'],
		['unpause', '--reason x'],
		['status', '--session 1a2b'],
		['satisfy', `a${' b'.repeat(6_000)}`],
	])('%s %s is wrong', (verb, typed) => {
		expect(read(verb, typed)).toBe('usage');
	});

	it('a file below a command is its prompt', () => {
		expect(read('satisfy', `a\n${'x'.repeat(1_000_000)}`)).toEqual([['a'], {}]);
	});

	it('is read or refused, whatever it is', () => {
		const piece = fc.constantFrom(
			'--ttl',
			'--carry',
			'--force',
			'=',
			'"',
			"'",
			' ',
			'\n',
			'-',
			'x',
		);
		const typed = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.array(piece).map((all) => all.join('')),
		);
		fc.assert(
			fc.property(fc.constantFrom(...VERBS), typed, (verb, some) => {
				const args = readArguments(verb, some);
				if (args instanceof Fault) expect(args.code).toBe('usage');
				else expect(args.words.join('')).not.toContain('\n');
			}),
		);
	});

	it('1 MB of it is answered in the usual time', () => {
		for (const part of ['"', '" ', "'a ", '--x="', '\t', '--ttl ']) {
			expect(read('clear', part.repeat(1_000_000 / part.length))).toBe('usage');
		}
	});
});

describe('whether a prompt is the command alone', () => {
	it.each<[Verb, string, boolean]>([
		['satisfy', 'a --ttl 1h', true],
		['satisfy', 'a\n \n', true],
		['satisfy', 'a\nNow build.', false],
		['status', '--branch x', true],
		['status', '--bogus', true],
		['status', 'what is missing?', false],
		['unpause', '', true],
	])('%s %j: %s', (verb, args, expected) => {
		expect(isAlone(verb, args)).toBe(expected);
	});
});
