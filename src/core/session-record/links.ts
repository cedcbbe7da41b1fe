import type { RecordLine, RecordLineOf } from './lines.ts';
import { linesOfKind } from './lines.ts';
import type { SessionRecord } from './schema.ts';

type Links = Pick<
	SessionRecord,
	'previous' | 'parent' | 'lineage' | 'continued_by' | 'continuations' | 'restorations'
>;

/**
 * Whom the session follows, and who follows it (D12). The first predecessor in time and the first
 * successor stay; the last parent that was named holds, with its lineage.
 */
export function foldLinks(before: SessionRecord, lines: readonly RecordLine[]): Links {
	const links = linesOfKind(lines, 'link');
	const others = (keys: readonly (string | null)[]) =>
		keys.filter((key): key is string => key !== null && key !== before.key);
	const successors = others(linesOfKind(lines, 'continued').map(({ by }) => by));
	const continuations = [...new Set([...before.continuations, ...successors])];
	const previous = before.previous ?? others(links.map((link) => link.previous))[0] ?? null;
	const parent = others(links.map((link) => link.parent)).at(-1) ?? before.parent;
	return {
		previous,
		parent,
		lineage: lineageOf(before, links),
		continued_by: before.continued_by ?? continuations[0] ?? null,
		continuations,
		restorations: [
			...before.restorations,
			...linesOfKind(lines, 'restore').map(({ from, at, score, mode }) => ({
				from,
				at,
				score,
				mode,
			})),
		],
	};
}

/** What the last link says that says anything; else the first ancestor that was named. */
function lineageOf(before: SessionRecord, links: readonly RecordLineOf<'link'>[]): string[] {
	const others = (keys: readonly (string | null)[]) =>
		keys.filter((key): key is string => key !== null && key !== before.key);
	const told = links.map(({ lineage = [] }) => others(lineage)).findLast((one) => one.length > 0);
	const first = links.flatMap(({ parent, previous }) => others([parent, previous]).slice(0, 1));
	const known = before.lineage.length > 0 ? before.lineage : first.slice(0, 1);
	return [...new Set(told ?? known)];
}
