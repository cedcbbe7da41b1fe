import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isPast } from '../../core/prune/retention.ts';
import { archiveDir, sessionsDir } from '../record-location.ts';
import { filesIn, isRecordName } from '../record-rows.ts';
import { type Entry, listed, type PruneWorld } from './prune-world.ts';

/** Characters by which a session is known in every name, whichever of its keys it is filed under (D5). */
const SHORT = 8;
const EXTENSION = '.json';

/** What sessions inherited of which nothing else is left, 30 days after it was written (D14). */
export function ownerlessBundles(world: PruneWorld, base: string): PruneSearch {
	const { entries, kept } = listed(join(world.place.stateDir, 'inherited'), base);
	const past = entries
		.filter(({ name, stats }) => isBundleName(name) && stats.isFile())
		.filter(({ stats }) => isPast(stats.mtimeMs, world.now));
	const owners = past.length === 0 ? new Set() : knownSessions(world);
	return {
		leftovers: past.filter(({ name }) => !owners.has(name.slice(0, SHORT))).map(leftover),
		kept,
	};
}

function isBundleName(name: string): boolean {
	return name.endsWith(EXTENSION) && isRecordName(name.slice(0, -EXTENSION.length));
}

/** The sessions that are at work, or have a record or a journal. */
function knownSessions({ place, live }: PruneWorld): ReadonlySet<string> {
	const dirs = [sessionsDir(place), archiveDir(place)].map(filesIn);
	const names = dirs.flatMap(({ records, journals }) => [...records, ...journals]);
	const atWork = live.map(({ uuid }) => uuid);
	return new Set([...names, ...atWork].map((name) => name.slice(0, SHORT)));
}

function leftover({ path, stats }: Entry): Leftover {
	const remove = async () => {
		const now = lstatSync(path, { throwIfNoEntry: false });
		if (now !== undefined && now.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
		rmSync(path, { force: true });
		return undefined;
	};
	return { kind: 'bundle', path, bytes: stats.size, of: undefined, remove };
}
