import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, folded, line, recordOf, START } from '../../tests/support/folded-record.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { MAX_RECORD_BYTES, recordText } from '../memory/make-record.ts';
import { linesOf } from './lines.ts';

const word = fc.constantFrom('a', 'b', 'c');
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const entry = (e: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
	fc.record({ e: fc.constant(e), ...fields });

/** Entries of every kind that leaves something in a record. */
const anyEntry = fc.oneof(
	entry('start', { source: word, branch: word, cwd: word, pid: optional(fc.nat()) }),
	entry('end', { reason: word }),
	entry('crashed'),
	entry('prompt', { terms: fc.dictionary(word, fc.nat(9)) }),
	entry('candidate', { kind: fc.constantFrom('decision', 'blocker'), text: word }),
	entry('tool', { name: word, project: optional(word) }),
	entry('file', { path: word, project: optional(word) }),
	entry('fn', { names: fc.array(word), path: word }),
	entry('test', { runner: word, command: word }),
	entry('commit', { subject: word, sha: optional(word), branch: word }),
	entry('task', {
		id: word,
		title: optional(word),
		status: optional(fc.constantFrom('open', 'in_progress', 'done', 'dropped')),
		flagged: optional(fc.boolean()),
		source: fc.constant('client'),
	}),
	entry('turn', { branch: word, text: optional(word) }),
	entry('refuse', { branch: word, names: fc.array(word), tool: word }),
	entry('satisfied', { names: fc.array(word), by: word }),
	entry('link', {
		previous: optional(word).map((key) => key ?? null),
		parent: optional(word).map((key) => key ?? null),
	}),
	entry('continued', { by: word }),
	entry('note', { from: fc.constantFrom('compaction', 'agent', 'user'), text: word }),
	entry('name', { name: word }),
	entry('phase', { phase: word }),
	entry('complete'),
	entry('skill', { skill: word, by: fc.constantFrom('model', 'user') }),
	entry('elsewhere', { root: word.map((name) => `/${name}`) }),
);
/** A whole journal: the start first, no two lines at the same time. */
const anyJournal = fc
	.array(anyEntry, { maxLength: 40 })
	.map((entries) => [START, ...entries.map((one, index) => line(index + 1, one))]);

describe('the fold', () => {
	it('is shown on lines it understands', () => {
		fc.assert(
			fc.property(anyJournal, (journal) => {
				expect(linesOf(journal, ANNA.uuid)).toHaveLength(journal.length);
			}),
		);
	});

	it('makes no record of a session that never started', () => {
		expect(recordOf([line(1, { e: 'turn', branch: 'main' })])).toBeUndefined();
	});

	it('takes lines in any order, and torn, foreign and unknown ones in its stride', () => {
		const strange = fc.oneof(
			fc.jsonValue(),
			fc.constant({ at: at(3), s: BERT.uuid, e: 'file', path: 'x' }),
			fc.constant({ at: at(3), s: ANNA.uuid, e: 'newer' }),
			fc.constant({ at: 'never', s: ANNA.uuid, e: 'name', name: 'x' }),
		);
		const mixed = anyJournal.chain((journal) =>
			fc.tuple(
				fc.constant(journal),
				fc
					.array(strange)
					.chain((more) => fc.shuffledSubarray([...journal, ...more], { minLength: journal.length + more.length })),
			),
		);
		fc.assert(
			fc.property(mixed, ([journal, shuffled]) => {
				expect(recordOf(shuffled)).toEqual(recordOf(journal));
			}),
		);
	});

	it('keeps any record within 50 KB, and up to there everything', () => {
		const text = fc.string({ unit: 'grapheme', maxLength: 600, size: 'max' });
		const huge = fc.array(
			fc.oneof(
				entry('file', { path: text }),
				entry('note', { from: fc.constant('user'), text }),
				entry('prompt', { terms: fc.dictionary(text, fc.nat()) }),
				entry('candidate', { kind: fc.constant('decision'), text }),
				entry('name', { name: text }),
			),
			{ minLength: 100, maxLength: 400 },
		);
		fc.assert(
			fc.property(huge, (entries) => {
				const record = folded(entries);
				expect(Buffer.byteLength(recordText(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
			}),
			{ numRuns: 4 },
		);
	});
});
