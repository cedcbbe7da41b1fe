import type { RecordLine } from './lines.ts';
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
		lineage: lineageOf(before, links, { previous, parent }),
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

/** As far as the links say; else the one ancestor that is known. */
function lineageOf(
	before: SessionRecord,
	links: readonly { readonly lineage?: string[] | undefined }[],
	{ previous, parent }: Pick<Links, 'previous' | 'parent'>,
): string[] {
	const told = links.map(({ lineage }) => lineage).findLast((one) => one !== undefined);
	const ancestor = parent ?? previous;
	const known = before.lineage.length > 0 ? before.lineage : ancestor === null ? [] : [ancestor];
	return [...new Set(told ?? known)].filter((key) => key !== before.key);
}
