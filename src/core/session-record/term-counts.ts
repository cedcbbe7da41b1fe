import { redact } from '../redact/redact.ts';
import { type TermCounts, termsOf } from '../topics/terms-of.ts';
import { filePath } from './activity.ts';
import { linesOfKind, type RecordLine } from './lines.ts';
import type { SessionRecord } from './schema.ts';

/** How much a word counts, by what it stands in (S2-036). */
const PIN = 3;
const INSIGHT = 2;
const NAME = 2;
const TEXT = 1;

/**
 * How often each term occurred in the session, after these lines (D28): what was said deliberately counts
 * more than what was mentioned. A file and a function count once, however often they change. Names of branches and
 * projects are kept as they are, so a secret in one is cut here (D30).
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
	const names = [...newProjects(before, after), ...branchesOf(before, lines)];
	const texts = newNames(before, lines);
	const said = [
		...names.map((name) => weighted(termsOf(redact(name)), NAME)),
		...texts.map((text) => weighted(termsOf(text), TEXT)),
		...lines.flatMap(termsIn),
	];
	for (const [term, count] of said.flat()) counts.set(term, (counts.get(term) ?? 0) + count);
	return Object.fromEntries(counts);
}

function termsIn(line: RecordLine): [string, number][][] {
	switch (line.e) {
		case 'prompt':
			return [weighted(line.terms, TEXT)];
		case 'pin':
			return [weighted(termsOf(`${line.label}\n${line.content}`), PIN)];
		case 'insight':
			return [weighted(termsOf([line.text, ...(line.tags ?? [])].join('\n')), INSIGHT)];
		case 'commit':
			return [weighted(termsOf(line.subject), TEXT)];
		default:
			return [];
	}
}

function weighted(terms: TermCounts, weight: number): [string, number][] {
	return Object.entries(terms).map(([term, count]) => [term, count * weight]);
}

function newProjects(before: SessionRecord | undefined, after: SessionRecord): string[] {
	const known = new Set(before?.active_projects ?? []);
	return after.active_projects.filter((project) => !known.has(project));
}

/** The branches the session came to. */
function branchesOf(before: SessionRecord | undefined, lines: readonly RecordLine[]): string[] {
	const visited = lines.flatMap((line) =>
		line.e === 'start' || line.e === 'turn' ? [line.branch] : [],
	);
	return visited.filter((branch, index) => branch !== (visited[index - 1] ?? before?.branch));
}

/** Files and functions that were not there before. */
function newNames(before: SessionRecord | undefined, lines: readonly RecordLine[]): string[] {
	const { files = [], functions = [] } = before?.activity ?? {};
	const paths = new Set(linesOfKind(lines, 'file').map(filePath));
	const names = new Set(linesOfKind(lines, 'fn').flatMap((line) => line.names));
	for (const { path } of files) paths.delete(path);
	for (const name of functions) names.delete(name);
	return [...paths, ...names];
}
