import { dirname, join } from 'node:path';
import { statOf } from '../store/read-file.ts';
import { earlierNames, isBranch, movesIn } from './branch-log.ts';
import { type Place, parseBranchName } from './place.ts';

/** `merge topic: Fast-forward`, `commit (merge): Merge branch 'topic' into main` */
const MERGED = /^merge (\S+): |^commit \(merge\): Merge branch '([^']+)'/;

const known = new Map<string, { readonly stamp: string; readonly names: readonly string[] }>();

/**
 * Names under which something may be stored that belongs to the branch now: its earlier names, and those of branches that
 * were merged into it and deleted, by its reflog. Read again when the reflog or the references change.
 */
export function formerNames(place: Place): readonly string[] {
	const commonDir = dirname(place.stateDir);
	const log = join(commonDir, 'logs', 'refs', 'heads', place.branch);
	const files = [log, join(commonDir, 'packed-refs'), join(commonDir, 'refs', 'heads')];
	const stamp = files.map((file) => statOf(file)?.ctimeMs ?? 0).join(' ');
	const before = known.get(log);
	if (before?.stamp === stamp) return before.names;
	const merged = movesIn(log).flatMap(({ message }) => {
		const [, topic, quoted = ''] = MERGED.exec(message) ?? [];
		return parseBranchName(topic ?? quoted) ?? [];
	});
	const gone = [...new Set(merged)].filter((name) => name !== place.branch && !isBranch(place, name));
	const names = [...earlierNames(place), ...gone];
	known.set(log, { stamp, names });
	return names;
}

/** The branch, seen from a place, of what is stored under the name of a branch. */
export function branchNow(place: Place, stored: string): string {
	const isFormer = stored !== place.branch && formerNames(place).includes(stored);
	return isFormer ? place.branch : stored;
}
