import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { archiveDir } from '../record-location.ts';
import { readRecord } from '../record-rows.ts';
import { removeRecord } from './prune-session.ts';
import { type Entry, listed, NOTHING, type PruneWorld } from './prune-world.ts';

const RECORD = /^[a-z0-9][a-z0-9_-]{0,11}\.json$/;

/** Archived records of sessions that were last at work before a moment; none unless one is named (D14). */
export function oldArchive(world: PruneWorld, base: string): PruneSearch {
	const { archivedBefore, place } = world;
	if (archivedBefore === undefined) return NOTHING;
	const { entries, kept } = listed(archiveDir(place), base);
	const leftovers = entries
		.filter(({ name, stats }) => RECORD.test(name) && stats.isFile())
		.flatMap((entry) => leftoversOf(entry, archivedBefore, world));
	return { leftovers, kept };
}

/** What cannot be read tells no time, and stays. */
function leftoversOf(
	{ path, stats }: Entry,
	archivedBefore: number,
	world: PruneWorld,
): Leftover[] {
	const record = readRecord(path);
	if (record === undefined || !(Date.parse(record.last_activity) < archivedBefore)) return [];
	const remove = () => removeRecord(path, world);
	return [{ kind: 'record', path, bytes: stats.size, of: record.name ?? record.key, remove }];
}
