import { expect, it } from 'vitest';
import type { JournalLine } from '../journal/line.ts';
import { restorables } from './restorable.ts';

let second = 10;

function bypass(was: string, left: string, more: object = {}): JournalLine {
	second += 1;
	const at = `2026-01-01T00:00:${second}.000Z`;
	const base = { at, s: 'u', e: 'bypassed', branch: 'b', names: ['plan'], tool: 'Bash' };
	return {
		...base,
		paths: ['a.ts'],
		was: [was],
		left: [left],
		commit: 'c',
		...more,
	} as JournalLine;
}

const of = (...lines: JournalLine[]) =>
	restorables(lines, 'b').files.map(({ was, left }) => [was, left]);

it('puts what two calls did after each other back as one', () => {
	expect(of(bypass('clean', '=1'), bypass('=1', '=2'))).toEqual([['clean', '=2']]);
	expect(of(bypass('absent', '=1'), bypass('=1', 'absent'))).toEqual([['absent', 'absent']]);
});

it('stops where somebody else changed the file in between, whatever came before', () => {
	expect(of(bypass('clean', '=1'), bypass('=other', '=2'))).toEqual([['=other', '=2']]);
	const again = [bypass('=0', '=3'), bypass('=9', '=8'), bypass('=3', '=4')];
	expect(of(...again)).toEqual([['=3', '=4']]);
	expect(of(bypass('clean', ''), bypass('', '=2'))).toEqual([['', '=2']]);
});

it('leaves out other branches, and what was put back', () => {
	const line = bypass('clean', '=1');
	const back = { at: line.at, s: 'u', e: 'put_back', branch: 'b', names: [], of: line.at };
	expect(of(line, back as unknown as JournalLine)).toEqual([]);
	expect(of(bypass('clean', '=1', { branch: 'other' }))).toEqual([]);
});
