import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, folded, foldOn, line, START } from '../../../tests/support/folded-record.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';
import { recordLinesOf } from './fold.ts';
import { MAX_RECORD_BYTES, recordText } from './within-size.ts';

const word = fc.constantFrom('a', 'b', 'c');
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const pinEntry = {
	label: word,
	content: word,
	importance: fc.constantFrom('critical', 'standard'),
};
/** Entries of every kind that leaves something in a record. */
const anyEntry = fc.oneof(
	fc.record({
		e: fc.constant('start'),
		source: word,
		branch: word,
		cwd: word,
		pid: optional(fc.nat()),
	}),
	fc.record({ e: fc.constant('end'), reason: word }),
	fc.record({ e: fc.constant('crashed') }),
	fc.record({ e: fc.constant('prompt'), terms: fc.dictionary(word, fc.nat(9)) }),
	fc.record({ e: fc.constant('tool'), name: word, project: optional(word) }),
	fc.record({ e: fc.constant('file'), path: word, project: optional(word) }),
	fc.record({ e: fc.constant('fn'), names: fc.array(word), path: word }),
	fc.record({ e: fc.constant('test'), runner: word, command: word }),
	fc.record({ e: fc.constant('commit'), subject: word, sha: optional(word), branch: word }),
	fc.record({
		e: fc.constant('task'),
		id: word,
		title: optional(word),
		status: optional(fc.constantFrom('open', 'in_progress', 'done', 'dropped')),
		flagged: optional(fc.boolean()),
		source: fc.constant('client'),
	}),
	fc.record({ e: fc.constant('pin'), ...pinEntry }),
	fc.record({ e: fc.constant('unpin'), label: word }),
	fc.record({
		e: fc.constant('insight'),
		id: word,
		kind: fc.constant('learning'),
		text: word,
		confidence: fc.constantFrom(0.5, 1),
		source: fc.constantFrom('user', 'prompt'),
	}),
	fc.record({ e: fc.constant('score'), id: word, old: fc.nat(1), new: fc.nat(1), reason: word }),
	fc.record({ e: fc.constant('forget'), id: word }),
	fc.record({ e: fc.constant('next'), text: word, done: optional(fc.boolean()) }),
	fc.record({
		e: fc.constant('block'),
		type: word,
		text: word,
		source: fc.constant('user'),
		resolved: optional(fc.boolean()),
	}),
	fc.record({ e: fc.constant('turn'), branch: word, text: optional(word) }),
	fc.record({ e: fc.constant('refuse'), branch: word, names: fc.array(word), tool: word }),
	fc.record({ e: fc.constant('satisfied'), names: fc.array(word), by: word }),
	fc.record({
		e: fc.constant('link'),
		previous: optional(word).map((key) => key ?? null),
		parent: optional(word).map((key) => key ?? null),
		lineage: optional(fc.array(word)),
	}),
	fc.record({ e: fc.constant('continued'), by: word }),
	fc.record({
		e: fc.constant('note'),
		from: fc.constantFrom('compaction', 'agent', 'user'),
		text: word,
	}),
	fc.record({ e: fc.constant('name'), name: word }),
	fc.record({ e: fc.constant('phase'), phase: word }),
	fc.record({ e: fc.constant('complete') }),
	fc.record({ e: fc.constant('skill'), skill: word, by: fc.constantFrom('model', 'user') }),
	fc.record({ e: fc.constant('elsewhere'), root: word.map((name) => `/${name}`) }),
	fc.record({
		e: fc.constant('restore'),
		from: word,
		score: fc.nat(1),
		mode: fc.constantFrom('auto', 'explicit'),
		pins: fc.array(
			fc.record({
				...pinEntry,
				pinned_at: fc.constant(at(0)),
				origin: fc.constant({ session: 'b', at: at(0) }),
			}),
		),
	}),
);
/** A whole journal: the start first, no two lines at the same time. */
const anyJournal = fc
	.array(anyEntry, { maxLength: 40 })
	.map((entries) => [START, ...entries.map((entry, index) => line(index + 1, entry))]);

describe('the fold', () => {
	it('is shown on lines it understands', () => {
		fc.assert(
			fc.property(anyJournal, (journal) => {
				expect(recordLinesOf(journal, ANNA.uuid, Number.POSITIVE_INFINITY)).toHaveLength(
					journal.length,
				);
			}),
		);
	});

	it('makes no record of a session that never started', () => {
		expect(foldOn(undefined, [line(1, { e: 'turn', branch: 'main' })])).toBeUndefined();
	});

	it('gives in two goes what it gives in one', () => {
		fc.assert(
			fc.property(anyJournal, fc.nat(41), (journal, cut) => {
				const first = foldOn(undefined, journal.slice(0, cut + 1));
				expect(foldOn(first, journal.slice(cut + 1))).toEqual(foldOn(undefined, journal));
			}),
		);
	});

	it('takes lines in any order, and torn, foreign and unknown ones in its stride', () => {
		const strange = fc.oneof(
			fc.jsonValue(),
			fc.constant({ at: at(3), s: BERT.uuid, e: 'pin', label: 'x', content: 'x' }),
			fc.constant({ at: at(3), s: ANNA.uuid, e: 'newer' }),
			fc.constant({ at: 'never', s: ANNA.uuid, e: 'next', text: 'x' }),
		);
		const mixed = anyJournal.chain((journal) =>
			fc.tuple(
				fc.constant(journal),
				fc
					.array(strange)
					.chain((more) =>
						fc.shuffledSubarray([...journal, ...more], { minLength: journal.length + more.length }),
					),
			),
		);
		fc.assert(
			fc.property(mixed, ([journal, shuffled]) => {
				expect(foldOn(undefined, shuffled)).toEqual(foldOn(undefined, journal));
			}),
		);
	});

	it('keeps any record within 50 KB, and up to there everything', () => {
		const text = fc.string({ unit: 'grapheme', maxLength: 600, size: 'max' });
		const huge = fc.array(
			fc.oneof(
				fc.record({ e: fc.constant('file'), path: text }),
				fc.record({ e: fc.constant('note'), from: fc.constant('user'), text }),
				fc.record({ e: fc.constant('prompt'), terms: fc.dictionary(text, fc.nat()) }),
				fc.record({
					e: fc.constant('pin'),
					label: text,
					content: text,
					importance: fc.constant('critical'),
				}),
				fc.record({ e: fc.constant('name'), name: text }),
			),
			{ minLength: 100, maxLength: 400 },
		);
		fc.assert(
			fc.property(huge, (entries) => {
				const record = folded(...entries);
				expect(Buffer.byteLength(recordText(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
			}),
			{ numRuns: 4 },
		);
	});
});
