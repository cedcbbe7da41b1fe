import type { Requirement } from '../config/config.ts';
import { branchText } from '../git/place.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';

/** A branch's new size, and what was known of it before. */
interface Growth {
	readonly branch: string;
	/** Changed lines now. */
	readonly lines: number;
	readonly before: BranchState | undefined;
}

/** What is worth saying when a branch grows past a `warn` limit: once, at the crossing. */
export function growthText(
	requirements: readonly Requirement[],
	growth: Growth,
): string | undefined {
	const crossed = requirements.filter((requirement) => hasCrossed(requirement, growth));
	if (crossed.length === 0) return undefined;
	const limits = crossed.map(limitText).join('; ');
	return `req: ${branchText(growth.branch)} has ${growth.lines} changed lines (${limits}).`;
}

function hasCrossed({ name, warn }: Requirement, { lines, before }: Growth): boolean {
	if (warn === undefined || lines <= warn) return false;
	const measured = storedOf(before, name)?.measured?.lines;
	return measured === undefined || measured <= warn;
}

function limitText({ name, warn, block }: Requirement): string {
	const held = block === undefined ? '' : `, holds work above ${block}`;
	return `${name} warns above ${warn}${held}`;
}
