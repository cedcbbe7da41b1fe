import { expect, it } from 'vitest';
import { changedDuring, type DirtyFile, GONE, type Look, lookBeside, lookOf } from './look.ts';

const BEGUN = [{ since: 100n }];

function found(path: string, more: Partial<DirtyFile> = {}): DirtyFile {
	const { stamp = '150', changed = 150n } = more;
	return { path, isDirty: true, isNew: false, content: 'now', ...more, stamp, changed };
}

it('counts what became dirty after the beginning, and says what it was', () => {
	const all = [
		found('a'),
		found('new', { isNew: true }),
		found('gone', { stamp: GONE, content: GONE }),
	];
	expect(changedDuring({}, all, BEGUN)).toMatchObject([
		{ path: 'a', was: 'clean' },
		{ path: 'new', was: 'absent' },
		{ path: 'gone', was: 'clean' },
	]);
});

it('leaves out what was last changed before', () => {
	expect(changedDuring({}, [found('a', { changed: 99n })], BEGUN)).toEqual([]);
	expect(changedDuring({ a: ['old', 'then'] }, [found('a', { changed: 99n })], BEGUN)).toEqual([]);
});

it('leaves out what has the stamp, or the content, that it had', () => {
	expect(changedDuring({ a: ['150', 'then'] }, [found('a')], BEGUN)).toEqual([]);
	expect(changedDuring({ a: ['50', 'now'] }, [found('a')], BEGUN)).toEqual([]);
	const [unread] = changedDuring({ a: ['50'] }, [found('a')], BEGUN);
	expect(unread).toMatchObject({ path: 'a', was: '' });
});

it('counts what was changed while an earlier call ran, and not what came between the two', () => {
	const spans = [{ since: 100n, until: 110n }, { since: 200n }];
	const all = [105n, 150n, 205n].map((changed) => found(String(changed), { changed }));
	const paths = changedDuring({}, all, spans).map(({ path }) => path);
	expect(paths).toEqual(['105', '205']);
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
	expect(
		changedDuring({ a: ['50', 'then'], b: ['50', 'then'] }, [clean, gone], BEGUN),
	).toMatchObject([
		{ path: 'a', was: '=then' },
		{ path: 'b', was: '=then' },
	]);
	expect(changedDuring({ b: [GONE, GONE] }, [found('b')], BEGUN)).toMatchObject([
		{ path: 'b', was: 'absent' },
	]);
});

it('takes no file for a word of the language', () => {
	expect(changedDuring({}, [found('constructor')], BEGUN)).toHaveLength(1);
	expect(lookOf([found('__proto__'), found('a', { isDirty: false })])).not.toHaveProperty('a');
});
