import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at } from '../../tests/support/some-state.ts';
import type { JournalEntry } from './entries.ts';
import { linesOf } from './lines.ts';

const entries: JournalEntry[] = [
	{ e: 'start', source: 'startup', branch: 'main', cwd: '/p', pid: 7, pid_started: '1', host: 'h' },
	{ e: 'trigger', branch: 'main', names: ['it'], p: 'p1' },
	{ e: 'refuse', branch: 'main', names: ['it'], tool: 'Edit', path: 'a', warned: true, p: 'p1' },
	{ e: 'checked', branch: 'main', names: ['it'], call: 'c1' },
	{ e: 'skill', skill: 'a', by: 'user' },
	{ e: 'stopped', branch: 'main', names: [] },
	{ e: 'elsewhere', root: '/q' },
	{ e: 'end', reason: 'clear', pid: 7 },
];
const lineOf = (entry: object, s = ANNA.uuid) => ({ at: at(1), s, ...entry });

describe('D9: journal lines', () => {
	it.each(entries)('are read as they were written: $e', (entry) => {
		const raw: unknown = JSON.parse(JSON.stringify(lineOf(entry)));
		expect(linesOf([raw], ANNA.uuid)).toEqual([raw]);
	});

	it.each<[string, unknown]>([
		['of an unknown kind', lineOf({ e: 'invented', names: [] })],
		['without a kind', lineOf({})],
		['without a time', { s: ANNA.uuid, e: 'elsewhere', root: '/q' }],
		['without a session', { at: at(1), e: 'elsewhere', root: '/q' }],
		['of a wrong shape', lineOf({ e: 'trigger', branch: 'main', names: 'it' })],
		['that is no object', 7],
		['that is null', null],
		['that is a list', [1]],
	])('cost only themselves: one %s', (_, bad) => {
		const good = lineOf({ e: 'elsewhere', root: '/q' });
		expect(linesOf([bad, good, bad], ANNA.uuid)).toEqual([good]);
	});

	it('of another session are left out', () => {
		const [mine, other] = [lineOf(entries[6] ?? {}), lineOf(entries[6] ?? {}, BERT.uuid)];
		expect(linesOf([other, mine], ANNA.uuid)).toEqual([mine]);
	});

	it('whatever a file holds, what is read is a subset of it, in its order', () => {
		const near = fc.record(
			{
				at: fc.oneof(fc.constant(at(1)), fc.jsonValue()),
				s: fc.constantFrom<unknown>(ANNA.uuid, BERT.uuid, 7),
				e: fc.constantFrom('trigger', 'skill', 'end', 'elsewhere', '__proto__', 'toString'),
				branch: fc.constantFrom<unknown>('main', 7),
				names: fc.oneof(fc.jsonValue(), fc.array(fc.string())),
				reason: fc.jsonValue(),
				root: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.jsonValue(), near)), (raw) => {
				const read = linesOf(raw, ANNA.uuid);
				expect(read.every(({ s }) => s === ANNA.uuid)).toBe(true);
				expect(linesOf(read, ANNA.uuid)).toEqual(read);
				const rest = raw.map((line) => line as object);
				for (const line of read) {
					const found = rest.findIndex((one) => isPart(line, one));
					expect(found).toBeGreaterThanOrEqual(0);
					rest.splice(0, found + 1);
				}
			}),
		);
	});
});

/** Whether the whole says everything the part does. */
function isPart(part: object, whole: unknown): boolean {
	if (typeof whole !== 'object' || whole === null) return false;
	return Object.entries(part).every(
		([key, value]) => JSON.stringify(value) === JSON.stringify((whole as Record<string, unknown>)[key]),
	);
}
