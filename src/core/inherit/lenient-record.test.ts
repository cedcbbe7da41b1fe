import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import { bundle, learnt, note } from '../../../tests/support/bundled.ts';
import { DEFAULT_CONTINUITY } from '../../../tests/support/some-continuity.ts';
import { insight, pin, record } from '../../../tests/support/some-source.ts';
import { SessionRecord } from '../session-record/schema.ts';
import { bundleFileText } from './bundle.ts';
import { lenientRecord } from './lenient-record.ts';
import { LISTS } from './selection.ts';

const filed = { key: 'kkkkkkkk', uuid: 'full id' };

describe('a record of another make', () => {
	it('is read as it is where nothing in it is new', () => {
		const own = record('a', { insights: [insight('i')], pins: [pin('p')], notes: [note('n')] });
		const { key, uuid } = own;
		const newer = { ...own, schema_version: 2, more: { of: 'this' } };
		expect(lenientRecord(newer, { key, uuid })).toEqual(own);
	});

	it('gives what of it is known, item by item', () => {
		const read = lenientRecord(
			{
				schema_version: 9,
				started_at: 17,
				parent: 'bbbbbbbb',
				insights: [
					'?',
					{ kind: 'learning', text: 'one', created_at: 3, tags: 'all' },
					{ kind: 'rumour', text: 'two' },
					{ kind: 'warning', text: 'three', confidence: 0.4 },
				],
				notes: [{ at: 'now', from: 'turn', text: 'said' }, { text: 4 }],
				activity: { turns: 4, files: 'none', functions: ['f', 5] },
			},
			filed,
		);
		expect(SessionRecord.fits(read)).toBe(true);
		expect(read).toMatchObject({
			...filed,
			parent: 'bbbbbbbb',
			insights: [
				{ kind: 'learning', text: 'one' },
				{ kind: 'warning', text: 'three', confidence: 0.4 },
			],
			notes: [{ text: 'said' }],
			activity: { turns: 4, files: [], functions: ['f'] },
		});
	});

	it.each([[null], [[]], ['{}'], [7], [undefined]])('%j is none', (json) => {
		expect(lenientRecord(json, filed)).toBeUndefined();
	});
});

describe('any bytes in a record', () => {
	const text = fc.oneof(
		fc.string({ unit: anyCharacter }),
		fc.constantFrom('', 'same', ' Same', '\ud800', '\u0000'.repeat(3_000), '2026-11-20T10:00:00Z'),
	);
	const anything = fc.oneof(fc.jsonValue(), text);
	const oneInsight = fc.record(
		{
			kind: fc.oneof(fc.constantFrom('learning', 'pattern', 'warning', 'decision'), anything),
			...{ id: text, text, why: text, source: fc.constantFrom('user', 'prompt') },
			confidence: fc.double(),
			created_at: text,
		},
		{ requiredKeys: [] },
	);
	const json = fc.record(
		{
			insights: fc.oneof(fc.array(oneInsight, { maxLength: 60 }), anything),
			notes: fc.oneof(fc.array(fc.record({ at: text, from: text, text })), anything),
			...{ name: anything, ended_at: anything, lineage: anything, activity: anything },
			...{ last_activity: text, started_at: text, parent: anything },
		},
		{ requiredKeys: [] },
	);
	const records = fc
		.array(json, { minLength: 1, maxLength: 3 })
		.map((all) => all.flatMap((one) => lenientRecord(one, filed) ?? []));

	it('give a record that every reader can take', () => {
		fc.assert(
			fc.property(anything, json, (other, likely) => {
				for (const one of [other, likely]) {
					const read = lenientRecord(one, filed);
					expect(read === undefined || SessionRecord.fits(read)).toBe(true);
				}
			}),
		);
	});

	it('give a bundle within its budget and its caps, each text once, in order', () => {
		const limits = { caps: fc.nat(9), tokens: fc.integer({ min: 400, max: 8_000 }) };
		fc.assert(
			fc.property(records, fc.record(limits), ([source, ...rest], { caps: cap, tokens }) => {
				if (source === undefined) return;
				const caps = { learnings: cap, patterns: cap, warnings: cap, decisions: cap, depth: 3 };
				const budget = { ...DEFAULT_CONTINUITY.budget, bundleTokens: tokens };
				const before = JSON.stringify([source, ...rest]);
				const made = bundle([source, ...rest], { continuity: { caps, budget } });
				expect(bundleFileText(made).length).toBeLessThanOrEqual(tokens * 4);
				expect(JSON.stringify([source, ...rest])).toBe(before);
				const all = [source, ...rest].flatMap(({ insights }) => insights);
				for (const list of LISTS) {
					const texts = made[list].map((one) => one.trim().toLowerCase().replace(/\s+/g, ' '));
					expect(new Set(texts).size).toBe(texts.length);
					expect(texts.length).toBeLessThanOrEqual(cap);
					expect(made.origins[list].length).toBe(texts.length);
					const places = made[list].map((one, index) => {
						const { confidence } = made.origins[list][index] ?? {};
						return all.findIndex(
							({ kind, text: said, why, confidence: stored }) =>
								`${kind}s` === list &&
								stored === confidence &&
								(one === said || one === `${said} - ${why}`),
						);
					});
					expect(places).not.toContain(-1);
				}
			}),
			{ numRuns: 80 },
		);
	});

	it('of equal texts the first keeps its place', () => {
		const words = fc.array(fc.constantFrom('a', 'A', ' b', 'b ', 'c  d', 'C d', 'e'));
		fc.assert(
			fc.property(words, words, (near, far) => {
				const normal = (one: string) => one.trim().toLowerCase().replace(/\s+/g, ' ');
				const all = [...near, ...far].map(normal);
				const made = bundle([
					record('a', { insights: learnt(...near) }),
					record('b', { insights: learnt(...far) }),
				]);
				expect(made.learnings.map(normal)).toEqual([...new Set(all)]);
			}),
		);
	});
});
