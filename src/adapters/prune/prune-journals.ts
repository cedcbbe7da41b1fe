import { appendFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { PruneSearch } from '../../app/leftover-ports.ts';
import { isPast } from '../../core/prune/retention.ts';
import { readTail } from '../read-tail.ts';
import { archiveDir, sessionsDir } from '../record-location.ts';
import { readRecord } from '../record-rows.ts';
import { type Entry, joined, listed, type PruneWorld } from './prune-world.ts';

const JOURNAL = /^[a-z0-9][a-z0-9_-]{0,11}\.jsonl$/;
const MAX_READ = 1_048_576;

/** Journals of sessions that are over, archived ones too, 30 days after their last line (D9, D14). */
export function pastJournals(world: PruneWorld, base: string): PruneSearch {
	const { place } = world;
	return joined([pastIn(sessionsDir(place), world, base), pastIn(archiveDir(place), world, base)]);
}

function pastIn(directory: string, world: PruneWorld, base: string): PruneSearch {
	const { entries, kept } = listed(directory, base);
	const leftovers = entries
		.filter(({ name, stats }) => JOURNAL.test(name) && stats.isFile())
		.filter(({ stats }) => isPast(stats.mtimeMs, world.now))
		.filter((entry) => !isLive(entry, world) && !isAwaited(entry))
		.map((entry) => ({
			...{ kind: 'journal' as const, path: entry.path, bytes: entry.stats.size, of: undefined },
			remove: async () => remove(entry),
		}));
	return { leftovers, kept };
}

/** A record that lacks lines of its journal: the next fold takes them. */
function isAwaited({ path, stats }: Entry): boolean {
	const record = readRecord(path.replace(/l$/, ''));
	// An archived record counts the bytes of a journal to come.
	return record !== undefined && record.status !== 'archived' && record.journal_bytes < stats.size;
}

/** By its name, and by the ids in its lines: a plain id is filed under its hash (D5). */
function isLive({ name, path }: Entry, { live }: PruneWorld): boolean {
	const key = basename(name, '.jsonl');
	const text = readTail(path, MAX_READ) ?? '';
	return live.some(
		({ uuid }) => uuid.replaceAll('-', '').startsWith(key) || text.includes(`"s":"${uuid}"`),
	);
}

/** Journals have no lock: it gets another name first, and what was written to it meanwhile comes back. */
function remove({ path, stats }: Entry): string | undefined {
	const aside = `${path}.${process.pid}.tmp`;
	renameSync(path, aside);
	const isSame = statSync(aside).mtimeMs === stats.mtimeMs;
	if (!isSame) appendFileSync(path, readFileSync(aside), { mode: 0o600 });
	rmSync(aside);
	return isSame ? undefined : 'its session writes to it again';
}
