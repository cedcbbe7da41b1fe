import { expect, it } from 'vitest';
import { ANNA } from '../../../tests/support/some-session.ts';
import type { ActivityEntry } from '../journal/activity.ts';
import { termsOf } from '../topics/terms-of.ts';
import { foldLines, USUAL_TERMS } from './fold.ts';
import { recordLinesOf } from './lines.ts';

const ROOT = '/home/anna/lbf-ham-radio';
const prompt = (text: string): ActivityEntry => ({ e: 'prompt', terms: termsOf(text) });
const file = (path: string): ActivityEntry => ({ e: 'file', path });

/** The topics of a session in that project that did these things. */
function topicsOf(branch: string, entries: readonly ActivityEntry[]): readonly string[] {
	const start = { e: 'start', source: 'startup', branch, cwd: ROOT };
	const raw = [start, ...entries].map((entry, index) => ({
		...{ at: new Date(1_790_000_000_000 + index * 1000).toISOString(), s: ANNA.uuid },
		...entry,
	}));
	const facts = { key: ANNA.key, uuid: ANNA.uuid, user: 'anna', root: ROOT };
	const folded = { lines: recordLinesOf(raw, ANNA.uuid), journalBytes: 1, journalBegun: undefined };
	return foldLines(undefined, folded, { facts, terms: USUAL_TERMS })?.hot_topics ?? [];
}

it('S2-005, S2-036, S2-038: a session on lbf-ham-radio is about the project, its subject and the rig', () => {
	const work = [
		prompt('Please read the S-meter of the FT-991A over CAT, for the ham radio logbook.'),
		{ e: 'tool' as const, name: 'Edit' },
		file('src/ft991a.ts'),
		{ e: 'fn' as const, names: ['readMeter', 'Ft991a.connect'], path: 'src/ft991a.ts' },
		prompt('Now run npm test, and fix what fails in src/logbook.ts'),
		file('src/logbook.ts'),
	];
	const topics = topicsOf('feature/s-meter', work);
	expect(topics).toEqual(expect.arrayContaining(['ft991a', 'ham radio', 'lbf-ham-radio']));
	expect(topics.length).toBeLessThanOrEqual(20);
	for (const word of ['edit', 'npm', 'test', 'please', 'src']) expect(topics).not.toContain(word);
});

it('S2-036: what was pinned or learnt counts more than what was mentioned', () => {
	const topics = topicsOf('main', [
		prompt('billing'),
		{ e: 'pin', label: 'antenna', content: 'dipole', importance: 'standard' },
		{
			...{ e: 'insight', id: 'i1', kind: 'learning', text: 'logbook', confidence: 1 },
			...{ source: 'user', tags: ['modulation'] },
		},
	]);
	const order = ['antenna', 'logbook', 'billing'];
	expect(topics.filter((topic) => order.includes(topic))).toEqual(order);
	expect(topics).toContain('modulation');
});
