import { expect, it } from 'vitest';
import { hoursAgo, record } from '../../tests/support/some-source.ts';
import { changedFiles, lastSession } from './last-session.ts';

const turn = (text: string) => ({ at: hoursAgo(2), from: 'turn', text });
const file = (path: string, hours: number) => ({ path, edits: 1, last: hoursAgo(hours) });

it('says of a session what matters most first, and of its files those that are uncommitted now', () => {
	const busy = record('a', {
		notes: [turn('The meter lags still.'), turn('Done.')],
		activity: {
			unmet: [{ name: 'tested' }],
			failed: [{ command: 'npm test' }],
			files: [file('old.ts', 6), ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, 4))],
		},
	});
	const earlier = record('b', { activity: { files: [file('a', 9), file('mail', 8)] } });
	const changed = changedFiles([earlier, busy]).filter(({ path }) => path !== 'g');
	const uncommitted = changed.filter(({ path }) => path !== 'old.ts');
	const rows = lastSession(busy, { uncommitted, isCrashed: true, movedAt: 0 }).map(({ what, texts }) => [
		what,
		...texts,
	]);
	expect(rows).toEqual([
		['said last', 'The meter lags still.', 'Done.'],
		['ended by a crash', 'its last turn may be unfinished'],
		['ended unmet', 'tested'],
		['tests failed last', 'npm test'],
		['changed, not committed', 'f', 'e', 'd', 'c', 'b', 'and 1 other'],
		['changed earlier, not committed', 'mail (session bbbbbbbb)'],
	]);
});

it('says nothing of a session that left nothing', () => {
	expect(lastSession(record('a'), { uncommitted: [], isCrashed: false, movedAt: 0 })).toEqual([]);
});
