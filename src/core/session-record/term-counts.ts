import type { JournalLine } from '../journal/line.ts';
import { type TermCounts, termsOf, termsOfName, termsOfNames } from '../topics/terms.ts';
import type { SessionRecord } from './schema.ts';

/** How much a word counts, by what it stands in; what lines count is in their table. */
const TITLE = 2;
const NAME = 2;
const TEXT = 1;
/** A turn's end waits for this: so many files, and so many functions, say where the work was. */
const MOST_NAMES = 100;

type Weighted = readonly (readonly [string, number])[];

/**
 * How often each term occurred in the session, after these lines (D28): what was said deliberately counts
 * more than what was mentioned, and that more than what only files and functions are called.
 *
 * @param record as it was, `undefined` for one that is new, and the same with everything folded in but its terms
 * @param inLines what the lines themselves are about
 */
export function foldTerms(
	{ before, after }: { readonly before: SessionRecord | undefined; readonly after: SessionRecord },
	lines: readonly JournalLine[],
	inLines: Weighted,
): Record<string, number> {
	const counts = new Map(Object.entries(before?.terms ?? {}));
	const said = [
		...standingTerms(before, after),
		...branchesOf(before, lines).flatMap((branch) => weighted(termsOfName(branch), NAME)),
		...inLines,
	];
	for (const [term, count] of said) counts.set(term, (counts.get(term) ?? 0) + count);
	return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

/**
 * What the record as a whole says: of its projects, tasks, files and functions, each once. Of those that are as
 * they were nothing is counted: a turn's end waits for this.
 */
function standingTerms(before: SessionRecord | undefined, after: SessionRecord): Weighted {
	const gone = before === undefined ? [] : standingTexts(before);
	return standingTexts(after).flatMap((now, index) => {
		const then = gone[index] ?? { ...now, texts: [] };
		if (now.texts.join('\n') === then.texts.join('\n')) return [];
		const lost = then.terms(then.texts).map(([term, count]) => [term, -count] as const);
		return [...now.terms(now.texts), ...lost];
	});
}

/** Texts of one kind, and their terms. */
interface Standing {
	readonly texts: readonly string[];
	readonly terms: (texts: readonly string[]) => Weighted;
}

/** The same kinds in the same order for every record. */
function standingTexts(record: SessionRecord): readonly Standing[] {
	const { active_projects: projects, pending_tasks: pending, settled_tasks: settled = [] } = record;
	const { files, functions } = record.activity;
	const paths = files.slice(-MOST_NAMES).map(({ path }) => path);
	return [
		{
			texts: projects.filter((project) => project !== record.project || isTelling(project)),
			terms: (names) => names.flatMap((name) => weighted(termsOfName(name), NAME)),
		},
		{
			texts: [...pending, ...settled].map(({ title }) => title),
			terms: (titles) => titles.flatMap((title) => weighted(termsOf(title), TITLE)),
		},
		{
			texts: [...paths, ...functions.slice(-MOST_NAMES)],
			terms: (names) => weighted(termsOfNames(names), TEXT),
		},
	];
}

/** `lbf-ham-radio` says what it is; that work in `shop` is about the shop tells nothing. */
function isTelling(project: string): boolean {
	return /[^-_][-_][^-_]/.test(project);
}

function weighted(terms: TermCounts, weight: number): Weighted {
	return Object.entries(terms).map(([term, count]) => [term, count * weight]);
}

/** The branches the session came to. */
function branchesOf(before: SessionRecord | undefined, lines: readonly JournalLine[]): string[] {
	const visited = lines.flatMap((line) =>
		line.e === 'start' || line.e === 'turn' ? [line.branch] : [],
	);
	return visited.filter((branch, index) => branch !== (visited[index - 1] ?? before?.branch));
}
