import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LESSONS_HEADER, lessonsOf, lineOf, markClean } from '../src/core/lesson/lesson.ts';
import { holdsSecret } from '../src/core/redact/redact.ts';
import type { SessionRecord } from '../src/core/session-record/schema.ts';
import { plantRecords, someRecord } from '../tests/support/some-record.ts';

const FILES = 15;
const WORDS = [
	'login',
	'cookie',
	'session',
	'proxy',
	'antenna',
	'router',
	'cache',
	'index',
	'queue',
];

/** Sessions that ended during the week before `daysAgo`, as their records are stored: work, pins, insights, a task each. */
export function plantPast(
	repo: string,
	given: { count: number; branch: string; user: string; daysAgo: number },
): void {
	const { count, branch, user, daysAgo } = given;
	mkdirSync(join(repo, '.git/requirements/sessions'), { recursive: true });
	for (let index = 0; index < count; index += 1) {
		const days = daysAgo + 0.05 + (index * 6.5) / count;
		const own = index % 4 === 0 ? branch : `feature/${WORDS[index % WORDS.length]}`;
		plantRecords(repo, pastRecord({ index, days, root: repo, user, branch: own }));
	}
}

const PLACES = [
	'hall',
	'river',
	'tower',
	'garden',
	'harbour',
	'station',
	'bridge',
	'market',
	'mill',
];

/** What so many lessons of earlier sessions are stored as; one of them is about a seed script, one about a file. */
export function lessonsFile(count: number): string {
	const texts = Array.from({ length: count - 2 }, (_, index) => {
		const [word, other] = [WORDS[index % 9], PLACES[Math.floor(index / 9) % 9]];
		return `The ${word} of the ${other} needs grease${index} before winter, else the motor${index % 31} stalls`;
	});
	const records = [
		...texts,
		'Never sort src/warned.ts',
		'Never run the seed script on staging',
	].map((text, index) =>
		someRecord(`${(0x20000000 + index).toString(16)}-0000-4000-8000-000000000000`, {
			days: 30,
			insights: [
				{
					...{ id: `i${index.toString(16).padStart(8, '0')}`, kind: 'learning', text },
					...{ confidence: 1, source: 'agent', created_at: '2026-01-01T00:00:00.000Z' },
				},
			],
		}),
	);
	const lessons = records.flatMap(lessonsOf).map((one) => markClean(one, holdsSecret));
	return `${LESSONS_HEADER}${lessons.map(lineOf).join('')}`;
}

/** A record of the size that an afternoon leaves: some 10 kB. */
export function pastRecord(given: {
	readonly index: number;
	readonly days: number;
	readonly root: string;
	readonly user: string;
	readonly branch: string;
}): SessionRecord {
	const { index, days, root, user, branch } = given;
	const at = new Date(Date.now() - days * 86_400_000).toISOString();
	const word = WORDS[index % WORDS.length] ?? '';
	const many = <Value>(count: number, make: (n: number) => Value) =>
		Array.from({ length: count }, (_, n) => make(n));
	return someRecord(`${(0x10000000 + index).toString(16)}-0000-4000-8000-000000000000`, {
		...{ days, root, cwd: root, user, branch },
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
			files: many(FILES, (n) => ({ path: `src/${word}/part-${n}.ts`, edits: n + 1, last: at })),
			functions: many(20, (n) => `${word}Step${n}`),
			completed: ['test:npm', `commit:change ${word}`],
			next_actions: [`look at ${word} again`],
			turns: 12,
			tools: { Edit: 40, Bash: 25 },
		},
		notes: many(4, (n) => ({ at, from: 'turn', text: `Step ${n} of ${word} is done. `.repeat(8) })),
		terms: Object.fromEntries(many(150, (n) => [`${word}-${n}`, (n % 9) + 1])),
		hot_topics: many(20, (n) => `${word}-${n}`),
		active_projects: ['repo'],
		pending_tasks: [
			{
				...{
					id: `t${index + 1}`,
					title: `Finish ${word} ${index}`,
					status: 'in_progress' as const,
				},
				...{ stage: 'build', flagged_incomplete: false, last_activity: at },
			},
		],
	});
}
