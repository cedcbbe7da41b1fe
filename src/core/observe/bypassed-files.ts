import type { Requirement } from '../config/config.ts';
import type { LineOf } from '../journal/line.ts';
import type { BypassedFiles } from '../requirement/standing.ts';
import { holdsEdit } from './what-to-look-for.ts';

/** The files that calls changed past each of some requirements, by its name; none where only branches moved. */
export function bypassedFiles(
	lines: readonly LineOf<'bypassed'>[],
	requirements: readonly Requirement[],
): ReadonlyMap<string, BypassedFiles> {
	const found = new Map<string, BypassedFiles>();
	for (const requirement of requirements) {
		const passed = lines.filter(({ names }) => names.includes(requirement.name));
		const all = passed.flatMap(({ paths }) => paths);
		const paths = [...new Set(all)].filter((path) => holdsEdit(requirement, path));
		if (paths.length > 0)
			found.set(requirement.name, { paths, canRestore: passed.every(isKeptWhole) });
	}
	return found;
}

/** Whether `req restore` can put back all that a call did. */
export function isKeptWhole({
	paths,
	was,
	left = [],
	refs = [],
	more,
}: LineOf<'bypassed'>): boolean {
	const isKept = (index: number) => (was[index] ?? '') !== '' && (left[index] ?? '') !== '';
	return more !== true && refs.length === 0 && paths.every((_, index) => isKept(index));
}
