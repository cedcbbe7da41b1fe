import { expect, it } from 'vitest';
import { changedSince, type DirtyFile, GONE, type Look, lookBeside, lookOf } from './look.ts';

const SINCE = 100n;

function found(path: string, more: Partial<DirtyFile> = {}): DirtyFile {
	const { stamp = '150', changed = 150n } = more;
	return { path, isDirty: true, content: 'now', ...more, stamp, changed };
}

function paths(before: Look, ...all: readonly DirtyFile[]): string[] {
	return changedSince(before, all, SINCE).map(({ path }) => path);
}

it('counts what became dirty after the beginning', () => {
	const gone = found('gone', { stamp: GONE, content: GONE });
	expect(paths({}, found('a'), gone)).toEqual(['a', 'gone']);
});

it('leaves out what was last changed before', () => {
	expect(paths({}, found('a', { changed: 99n }))).toEqual([]);
	expect(paths({ a: ['old', 'then'] }, found('a', { changed: 99n }))).toEqual([]);
});

it('leaves out what has the stamp, or the content, that it had', () => {
	expect(paths({ a: ['150', 'then'] }, found('a'))).toEqual([]);
	expect(paths({ a: ['50', 'now'] }, found('a'))).toEqual([]);
	expect(paths({ a: ['50'] }, found('a'))).toEqual(['a']);
});

it('leaves to a call that still runs what it has to tell', () => {
	const all = [found('told'), found('others'), found('earlier', { changed: 90n }), found('kept')];
	const before: Look = { kept: ['50', 'then'] };
	const told = new Set(['told']);
	expect(lookBeside(before, all, { since: 100n, told })).toEqual({
		told: ['150', 'now'],
		earlier: ['150', 'now'],
		kept: ['50', 'then'],
	});
});

it('counts what was dirty and is clean, or gone', () => {
	const clean = found('a', { isDirty: false });
	const gone = found('b', { isDirty: false, stamp: GONE, content: GONE });
	expect(paths({ a: ['50', 'then'], b: ['50', 'then'] }, clean, gone)).toEqual(['a', 'b']);
	expect(paths({ b: [GONE, GONE] }, found('b'))).toEqual(['b']);
});

it('takes no file for a word of the language', () => {
	expect(paths({}, found('constructor'))).toHaveLength(1);
	expect(lookOf([found('__proto__'), found('a', { isDirty: false })])).not.toHaveProperty('a');
});
