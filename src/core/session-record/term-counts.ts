import { redact } from '../redact/redact.ts';
import { type TermCounts, termsOf } from '../topics/terms-of.ts';
import { termsOfNames } from '../topics/terms-of-names.ts';
import type { RecordLine } from './lines.ts';
import type { SessionRecord } from './schema.ts';

/** How much a word counts, by what it stands in (S2-036). */
const PIN = 3;
const SAID = 2;
const NAME = 2;
const TEXT = 1;
/** A log in a prompt says one thing, however often it repeats it. */
const MOST_IN_PROMPT = 3;
/** A turn's end waits for this: so many files, and so many functions, say where the work was. */
const MOST_NAMES = 100;

type Weighted = readonly (readonly [string, number])[];

/**
 * How often each term occurred in the session, after these lines (D28): what was said deliberately counts
 * more than what was mentioned, and that more than what only files and functions are called.
 *
 * @param before the record as it was, `undefined` for one that is new
 * @param after the same with everything folded in but its terms
 */
export function foldTerms(
	before: SessionRecord | undefined,
	lines: readonly RecordLine[],
	after: SessionRecord,
): Record<string, number> {
	const counts = new Map(Object.entries(before?.terms ?? {}));
	const gone = (before === undefined ? [] : standingTerms(before)).map(
		([term, count]) => [term, -count] as const,
	);
	const said = [
		...standingTerms(after),
		...gone,
		...branchesOf(before, lines).flatMap((branch) => weighted(termsOf(redact(branch)), NAME)),
		...lines.flatMap(termsIn),
	];
	for (const [term, count] of said) counts.set(term, (counts.get(term) ?? 0) + count);
	return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

function termsIn(line: RecordLine): Weighted {
	switch (line.e) {
		case 'prompt':
			return Object.entries(line.terms).map(([term, count]) => [
				term,
				Math.min(count, MOST_IN_PROMPT) * TEXT,
			]);
		case 'pin':
			return weighted(termsOf(`${line.label}\n${line.content}`), PIN);
		case 'insight':
			return weighted(termsOf([line.text, ...(line.tags ?? [])].join('\n')), SAID);
		case 'commit':
			return weighted(termsOf(line.subject), SAID);
		default:
			return [];
	}
}

/** What the record as a whole says: of its projects, tasks, files and functions, each once. */
function standingTerms(record: SessionRecord): Weighted {
	const { active_projects: projects, pending_tasks: pending, settled_tasks: settled = [] } = record;
	const titles = [...pending, ...settled].map(({ title }) => title);
	const { files, functions } = record.activity;
	const paths = files.slice(-MOST_NAMES).map(({ path }) => path);
	const names = [...paths, ...functions.slice(-MOST_NAMES)];
	return [
		...projects
			.filter((project) => project !== record.project || isTelling(project))
			.flatMap((project) => weighted(termsOf(redact(project)), NAME)),
		...titles.flatMap((title) => weighted(termsOf(title), SAID)),
		...weighted(termsOfNames(names), TEXT),
	];
}

/** `lbf-ham-radio` says what it is; that work in `shop` is about the shop tells nothing (S2-038). */
function isTelling(project: string): boolean {
	return /[^-_][-_][^-_]/.test(project);
}

function weighted(terms: TermCounts, weight: number): Weighted {
	return Object.entries(terms).map(([term, count]) => [term, count * weight]);
}

/** The branches the session came to. */
function branchesOf(before: SessionRecord | undefined, lines: readonly RecordLine[]): string[] {
	const visited = lines.flatMap((line) =>
		line.e === 'start' || line.e === 'turn' ? [line.branch] : [],
	);
	return visited.filter((branch, index) => branch !== (visited[index - 1] ?? before?.branch));
}
