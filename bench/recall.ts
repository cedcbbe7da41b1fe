/**
 * How well the ranking of lessons finds the sessions that answer a question, over a file of LongMemEval's format:
 * `npm run bench:recall -- longmemeval_s.json`. The file is not ours, so nobody brings it but you (docs: bench/README.md).
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { KnownLesson } from '../src/memory/lesson.ts';
import { findForPrompt } from '../src/memory/recall.ts';

interface Turn {
	readonly role: string;
	readonly content: string;
}

/** One question with the sessions that somebody had before it. */
export interface Question {
	readonly question_id: string;
	readonly question_type: string;
	readonly question: string;
	readonly haystack_session_ids: readonly string[];
	readonly haystack_sessions: readonly (readonly Turn[])[];
	readonly answer_session_ids: readonly string[];
}

/** Shares of the questions of one type. `any`: one of the sessions that answer is among the first; `all`: each of them is. */
export interface Score {
	readonly type: string;
	readonly questions: number;
	readonly any: Readonly<Record<(typeof RANKS)[number], number>>;
	readonly all: Readonly<Record<(typeof RANKS)[number], number>>;
}

const RANKS = [1, 5, 10] as const;
/** A question that nothing answers has this at the end of its id, and is not counted. */
const NO_ANSWER = /_abs$/;
const MAX_TEXT = 6_000;

/** The sessions that are found for a question, best first: each turn of the user's is a lesson, and its session is found by its best. */
export function ranked({ question, haystack_sessions: sessions, ...one }: Question): string[] {
	const ids = one.haystack_session_ids;
	const lessons = sessions.flatMap((turns, session) =>
		turns
			.filter(({ role }) => role === 'user')
			.map(({ content }, turn): KnownLesson => {
				const id = `${session}/${turn}`;
				return {
					id,
					source: 'agent',
					confidence: 1,
					session: undefined,
					isTeams: false,
					kind: 'learning',
					text: content.slice(0, MAX_TEXT),
					why: undefined,
					tags: [],
					at: '2026-01-01',
					branch: '',
					user: 'one',
					files: [],
					near: [],
					mends: [],
				};
			}),
	);
	const found = findForPrompt(question, lessons).filter(({ isSure }, index) => isSure || index === 0);
	const order = found.map(({ lesson }) => ids[Number(lesson.id.split('/')[0])] ?? '');
	return [...new Set(order)];
}

/** By type of question, all together last. */
export function scores(questions: readonly Question[]): Score[] {
	const asked = questions.filter(({ question_id: id }) => !NO_ANSWER.test(id));
	const found = asked.map((one) => ({ ...one, order: ranked(one) }));
	const types = [...new Set(asked.map(({ question_type: type }) => type))].sort();
	const of = (type: string, some: typeof found): Score => {
		const share = (fits: (order: readonly string[], answers: readonly string[]) => boolean) =>
			Object.fromEntries(
				RANKS.map((rank) => [
					rank,
					some.filter(({ order, answer_session_ids: answers }) => fits(order.slice(0, rank), answers)).length /
						Math.max(1, some.length),
				]),
			) as Score['any'];
		return {
			...{ type, questions: some.length },
			any: share((order, answers) => answers.some((id) => order.includes(id))),
			all: share((order, answers) => answers.every((id) => order.includes(id))),
		};
	};
	return [
		...types.map((type) =>
			of(
				type,
				found.filter((one) => one.question_type === type),
			),
		),
		of('all', found),
	];
}

function table(all: readonly Score[]): string {
	const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
	const head = ['type', 'questions', ...RANKS.map((rank) => `any@${rank}`), ...RANKS.map((rank) => `all@${rank}`)];
	const rows = all.map(({ type, questions, any, all: every }) => [
		...[type, String(questions)],
		...[...RANKS.map((rank) => any[rank]), ...RANKS.map((rank) => every[rank])].map(percent),
	]);
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function run(file: string | undefined): number {
	if (file === undefined) {
		console.error('name a file of LongMemEval: npm run bench:recall -- longmemeval_s.json');
		return 2;
	}
	const questions = JSON.parse(readFileSync(file, 'utf8')) as readonly Question[];
	console.log(table(scores(questions)));
	return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = run(process.argv[2]);
