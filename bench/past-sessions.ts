import type { SessionRecord } from '../src/memory/record.ts';
import { daysAgo, plantRecords, someRecord } from '../tests/support/some-record.ts';

const WORDS = ['login', 'cookie', 'proxy', 'antenna', 'router', 'cache', 'index', 'queue'];

/** Stores so many sessions of the last week in a repository, each with the work of an afternoon (some 10 kB). */
export function plantPast(repo: string, count: number): void {
	for (let index = 0; index < count; index += 1)
		plantRecords(repo, pastRecord(index, 0.05 + (index * 6.5) / count, repo));
}

function pastRecord(index: number, days: number, root: string): SessionRecord {
	const at = daysAgo(days);
	const word = WORDS[index % WORDS.length] ?? '';
	const many = <Value>(count: number, make: (n: number) => Value) => Array.from({ length: count }, (_, n) => make(n));
	return someRecord(`${(0x10000000 + index).toString(16)}-0000-4000-8000-000000000000`, {
		...{ days, root, cwd: root, branch: index % 4 === 0 ? 'feature/x' : `feature/${word}` },
		pins: many(2, (n) => ({
			...{ label: `${word}-${n}`, content: `what to know about ${word} ${index}` },
			...{ importance: 'standard' as const, pinned_at: at },
		})),
		insights: many(5, (n) => ({
			...{ id: `i${(index * 10 + n).toString(16).padStart(8, '0')}`, kind: 'learning' as const },
			...{ text: `the ${word} needs care in case ${n}`, confidence: 1, source: 'agent' },
			created_at: at,
		})),
		activity: {
			files: many(15, (n) => ({ path: `src/${word}/part-${n}.ts`, edits: n + 1, last: at })),
			functions: many(20, (n) => `${word}Step${n}`),
			completed: ['test:npm', `commit:change ${word}`],
		},
		notes: many(4, (n) => ({ at, from: 'turn', text: `Step ${n} of ${word} is done. `.repeat(8) })),
		terms: Object.fromEntries(many(150, (n) => [`${word}-${n}`, (n % 9) + 1])),
		hot_topics: many(20, (n) => `${word}-${n}`),
	});
}
