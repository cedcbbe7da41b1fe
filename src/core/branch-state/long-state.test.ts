import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateText, withEntriesOf } from './kind.ts';

const KEYS = [
	'aaaa0001',
	'aaaa0001bbbb',
	'bbbb0002',
	'sessions',
	'requirements',
	'__proto__',
	'1',
	'a"\n',
];
const key = fc.constantFrom(...KEYS);
const entry = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 });
const entries = fc.dictionary(key, entry, { maxKeys: 5 });
const requirement = fc.record(
	{ scope: fc.string(), metadata: fc.jsonValue({ maxDepth: 2 }), sessions: entries },
	{ requiredKeys: ['scope', 'sessions'] },
);
const state = fc.record({
	branch: fc.string(),
	sessions: fc.jsonValue({ maxDepth: 2 }),
	requirements: fc.dictionary(key, requirement, { maxKeys: 4 }),
	folded: fc.array(fc.string(), { maxLength: 2 }),
});

test('a long state is the same JSON', () => {
	fc.assert(
		fc.property(state, (made) => {
			expect(JSON.parse(stateText(made))).toEqual(JSON.parse(JSON.stringify(made)));
		}),
	);
});

test('of a long state the entries of one session can be read alone', () => {
	fc.assert(
		fc.property(state, fc.constantFrom('aaaa0001', 'bbbb0002', 'cccc0003'), (made, wanted) => {
			const whole = JSON.parse(stateText(made));
			for (const one of Object.values<{ sessions: object }>(whole.requirements)) {
				const kept = Object.entries(one.sessions).filter(([name]) => name.startsWith(wanted));
				one.sessions = Object.fromEntries(kept);
			}
			expect(JSON.parse(withEntriesOf(wanted, stateText(made)))).toEqual(whole);
		}),
	);
});

test('a text of another layout is kept whole', () => {
	fc.assert(
		fc.property(state, fc.constantFrom(undefined, '\t'), (made, indent) => {
			const text = JSON.stringify(made, undefined, indent);
			expect(withEntriesOf('aaaa0001', text)).toBe(text);
		}),
	);
});

test('a name with a line break, or like a word of the layout, is none of it', () => {
	const sessions = { aaaa0001: { note: '"sessions":{\n"bbbb0002":{}\n}' }, cccc0003: { n: 1 } };
	const made = { requirements: { sessions: { scope: 'session', sessions } } };
	const own = {
		requirements: { sessions: { scope: 'session', sessions: { aaaa0001: sessions.aaaa0001 } } },
	};
	expect(JSON.parse(withEntriesOf('aaaa0001', stateText(made)))).toEqual(own);
});
