import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLayout } from '../../adapters/json-layouts.ts';
import { applyEdits, keyStanding, setKey } from './json-edits.ts';

function set(text: string, path: readonly string[], value: unknown): string {
	const read = readJsonLayout(text);
	if (read.kind === 'broken') throw new Error(`${read.line}: ${read.why}`);
	return applyEdits(text, setKey(read.layout, { path, value }));
}

describe('a key that is added', () => {
	it.each([
		['to nothing', '{}\n', '{\n  "k": true\n}\n'],
		['to nothing on two lines', '{\n}', '{\n  "k": true\n}'],
		['to nothing but a comment', '{\n  // why\n}\n', '{\n  // why\n  "k": true\n}\n'],
		['at the end', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "k": true\n}\n'],
		['with tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": true\n}'],
		['with four blanks', '{\n    "a": 1\n}', '{\n    "a": 1,\n    "k": true\n}'],
		['with CRLF', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "k": true\r\n}\r\n'],
		['after a byte order mark', '\ufeff{\n  "a": 1\n}', '\ufeff{\n  "a": 1,\n  "k": true\n}'],
		['on one line', '{"a": 1}', '{"a": 1, "k": true}'],
		['after a comma at the end', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "k": true,\n}\n'],
		[
			'after a comment that stays with its own key',
			'{\n  "a": 1 // of a\n}\n',
			'{\n  "a": 1, // of a\n  "k": true\n}\n',
		],
		[
			'after a comment with a comma in it',
			'{\n  "a": 1, // one, two\n  /* three, four */\n}\n',
			'{\n  "a": 1, // one, two\n  /* three, four */\n  "k": true,\n}\n',
		],
	])('%s', (_, before, after) => {
		expect(set(before, ['k'], true)).toBe(after);
	});

	it('to an object inside, which is made where it is missing', () => {
		const inside = '{\n\t"p": {\n\t\t"a": 1\n\t}\n}\n';
		expect(set(inside, ['p', 'k'], true)).toBe('{\n\t"p": {\n\t\t"a": 1,\n\t\t"k": true\n\t}\n}\n');
		expect(set('{\n\t"a": 1\n}', ['p', 'q', 'k'], { v: 1 })).toBe(
			'{\n\t"a": 1,\n\t"p": {\n\t\t"q": {\n\t\t\t"k": {\n\t\t\t\t"v": 1\n\t\t\t}\n\t\t}\n\t}\n}',
		);
		expect(set('{\n  "p": {}\n}', ['p', 'k'], 1)).toBe('{\n  "p": {\n    "k": 1\n  }\n}');
	});

	it('in the last of two objects of one name, which is the one that counts', () => {
		expect(set('{"p": {}, "p": {"a": 1}}', ['p', 'k'], 1)).toBe('{"p": {}, "p": {"a": 1, "k": 1}}');
	});
});

describe('a key that is there', () => {
	it('gets its value, and nothing else changes', () => {
		const text = '{ "a": 1, /* x */ "s": { "command": "old" /* y */ } }';
		expect(set(text, ['s', 'command'], 'new "x"')).toBe(text.replace('"old"', '"new \\"x\\""'));
	});
});

/** JSON with comments, blanks and commas at ends, as people write it. */
const blank = fc.constantFrom('', ' ', '\n', '\r\n\t', ' // c, {\n', ' /* } , " */ ');
const key = fc.constantFrom('a', 'b', 'p', '__proto__', 'x"y');
const object: fc.Arbitrary<string> = fc.letrec<{ object: string; member: string; value: string }>(
	(tie) => ({
		value: fc.oneof(
			{ maxDepth: 3 },
			fc.constantFrom('1', 'true', 'null', '"s, }"', '[1, {"q": 2}]'),
			tie('object'),
		),
		member: fc
			.tuple(blank, key, blank, tie('value'), blank)
			.map(([a, name, b, value, c]) => `${a}${JSON.stringify(name)}${b}: ${value}${c}`),
		object: fc
			.tuple(fc.array(tie('member'), { maxLength: 3 }), blank, fc.boolean())
			.map(
				([members, end, comma]) =>
					`{${members.join(',')}${comma && members.length > 0 ? ',' : ''}${end}}`,
			),
	}),
).object;

describe('always', () => {
	it('what is added is there, and everything else stays', () => {
		fc.assert(
			fc.property(object, blank, (text, around) => {
				const before = `${around}${text}`;
				const added = set(before, ['new', 'inner'], { v: [1] });
				expect(parsed(added)).toEqual({ ...parsed(before), new: { inner: { v: [1] } } });
			}),
			{ numRuns: 150 },
		);
	});
});

function parsed(text: string): object {
	const read = readJsonLayout(text);
	if (read.kind === 'broken') throw new Error(`${read.line}: ${read.why}: ${text}`);
	return read.layout.root.value as object;
}

function standing(settings: string, path: readonly string[], value: unknown): string {
	const read = readJsonLayout(settings);
	if (read.kind === 'broken') throw new Error(read.why);
	return keyStanding(read.layout.root, { path, value });
}

describe('a wanted key of a settings file', () => {
	it.each([
		['{}', ['a', 'b'], 1, 'missing'],
		['{ "a": {} }', ['a', 'b'], 1, 'missing'],
		['{ "a": { "b": 1 } }', ['a', 'b'], 1, 'present'],
		['{ "a": { "b": 2 } }', ['a', 'b'], 1, 'taken'],
		['{ "a": { "b": null } }', ['a', 'b'], 1, 'taken'],
		['{ "a": [] }', ['a', 'b'], 1, 'taken'],
		['{ "a": null }', ['a', 'b'], 1, 'taken'],
		['{ "a": { "y": [1], "x": {} } }', ['a'], { x: {}, y: [1] }, 'present'],
		['{ "a": { "x": {} } }', ['a'], { x: {}, y: 1 }, 'taken'],
		['{ "a": { "x": {}, "y": 1 } }', ['a'], { x: {} }, 'taken'],
		['{ "a": { "0": 1 } }', ['a'], [1], 'taken'],
		['{ "a": 1, "a": 2 }', ['a'], 2, 'present'],
		['{}', ['toString'], 1, 'missing'],
	])('in %s, %j: %j is %s', (settings, path, ...[value, expected]) => {
		expect(standing(settings, path, value)).toBe(expected);
	});
});

describe('edits', () => {
	it('each counts in what the ones before it have left', () => {
		const edits = [
			{ offset: 1, length: 1, text: 'BBB' },
			{ offset: 4, length: 1, text: '' },
		];
		expect(applyEdits('abcd', edits)).toBe('aBBBd');
	});
});
