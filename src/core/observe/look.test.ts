import { expect, it } from 'vitest';
import { changedSince, type Found, GONE, lookOf } from './look.ts';

const BEGUN = 100n;

function found(path: string, more: Partial<Found> = {}): Found {
	const { stamp = '150', changed = 150n } = more;
	return { path, isDirty: true, isNew: false, content: 'now', ...more, stamp, changed };
}

it('counts what became dirty after the beginning, and says what it was', () => {
	const all = [
		found('a'),
		found('new', { isNew: true }),
		found('gone', { stamp: GONE, content: GONE }),
	];
	expect(changedSince({}, all, BEGUN)).toEqual([
		{ path: 'a', was: 'clean' },
		{ path: 'new', was: 'absent' },
		{ path: 'gone', was: 'clean' },
	]);
});

it('leaves out what was last changed before', () => {
	expect(changedSince({}, [found('a', { changed: 99n })], BEGUN)).toEqual([]);
	expect(changedSince({ a: ['old', 'then'] }, [found('a', { changed: 99n })], BEGUN)).toEqual([]);
});

it('leaves out what has the stamp, or the content, that it had', () => {
	expect(changedSince({ a: ['150', 'then'] }, [found('a')], BEGUN)).toEqual([]);
	expect(changedSince({ a: ['50', 'now'] }, [found('a')], BEGUN)).toEqual([]);
	expect(changedSince({ a: ['50'] }, [found('a')], BEGUN)).toEqual([{ path: 'a', was: '' }]);
});

it('counts what was dirty and is clean, or gone', () => {
	const clean = found('a', { isDirty: false });
	const gone = found('b', { isDirty: false, stamp: GONE, content: GONE });
	expect(changedSince({ a: ['50', 'then'], b: ['50', 'then'] }, [clean, gone], BEGUN)).toEqual([
		{ path: 'a', was: '=then' },
		{ path: 'b', was: '=then' },
	]);
	expect(changedSince({ b: [GONE, GONE] }, [found('b')], BEGUN)).toEqual([
		{ path: 'b', was: 'absent' },
	]);
});

it('takes no file for a word of the language', () => {
	expect(changedSince({}, [found('constructor')], BEGUN)).toHaveLength(1);
	expect(lookOf([found('__proto__'), found('a', { isDirty: false })])).not.toHaveProperty('a');
});
