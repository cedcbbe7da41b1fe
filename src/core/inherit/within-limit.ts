import { type Bundle, bundleFileText } from './bundle.ts';
import { type Item, type Items, oldestFirst } from './collect.ts';
import { endOf, PROGRESS_TAIL } from './progress-text.ts';
import { LISTS, type List } from './selection.ts';

/** What a bundle holds beside its fixed keys. */
export interface Contents {
	readonly items: Items;
	readonly progress: string;
	readonly lineage: readonly string[];
}

/** Puts contents into the shape the file has; `sha256` may be any hash. */
export type Shape = (contents: Contents, truncated: boolean) => Bundle;

type Step = (contents: Contents, excess: number) => Contents;

/** In the order in which they give: the oldest of a list first (F-6); names of ancestors only where all else is gone. */
const STEPS: readonly Step[] = [
	shorterProgress(PROGRESS_TAIL),
	...LISTS.toReversed().map(shorterList),
	shorterProgress(0),
	shorterLineage,
];

/**
 * Leaves out what finds no room. What is left is within the limit wherever the fixed keys alone are.
 *
 * @param limit UTF-16 units of the file
 */
export function withinLimit(
	contents: Contents,
	{ shape, limit }: { readonly shape: Shape; readonly limit: number },
): { readonly contents: Contents; readonly isCut: boolean } {
	const excessOf = (one: Contents) => bundleFileText(shape(one, true)).length - limit;
	const fitted = STEPS.reduce((left, step) => {
		const excess = excessOf(left);
		return excess <= 0 ? left : step(left, excess);
	}, contents);
	return { contents: fitted, isCut: fitted !== contents };
}

/** Every character takes at least one in the file. */
function shorterProgress(least: number): Step {
	return (contents, excess) => {
		const { progress } = contents;
		const length = Math.max(least, progress.length - excess);
		return length >= progress.length
			? contents
			: { ...contents, progress: endOf(progress, length) };
	};
}

function shorterList(list: List): Step {
	return (contents, excess) => {
		const items = contents.items[list];
		const going = new Set<number>();
		let left = excess;
		for (const index of oldestFirst(items)) {
			if (left <= 0) break;
			going.add(index);
			left -= sizeOf(items[index]);
		}
		if (going.size === 0) return contents;
		const kept = items.filter((_, index) => !going.has(index));
		return { ...contents, items: { ...contents.items, [list]: kept } };
	};
}

/** What an item takes in the file, at least: the last one of a list has no comma. */
function sizeOf(item: Item | undefined): number {
	return item === undefined ? 0 : JSON.stringify([item.text, item.origin]).length - '[,]'.length;
}

/** The oldest ancestor first; the source stays. */
function shorterLineage(contents: Contents, excess: number): Contents {
	const { lineage } = contents;
	let left = excess;
	const first = lineage.findIndex((name, index) => {
		if (left <= 0 || index === lineage.length - 1) return true;
		left -= JSON.stringify(name).length;
		return false;
	});
	return first <= 0 ? contents : { ...contents, lineage: lineage.slice(first) };
}
