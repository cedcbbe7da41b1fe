import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isPastRun } from '../../core/prune/retention.ts';
import { type Entry, listed, type PruneWorld } from './prune-world.ts';

/** `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files, without the extension. */
const RUN = /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/;

/** Files and folders of runs, 90 days after their last step. */
export function pastRuns({ place, now }: PruneWorld, base: string): PruneSearch {
	const { entries, kept } = listed(join(place.stateDir, 'runs'), base);
	const past = entries
		.filter(({ name, stats }) => RUN.test(name) && (stats.isFile() || stats.isDirectory()))
		.filter(({ stats }) => isPastRun(stats.mtimeMs, now));
	return { leftovers: past.map(leftover), kept };
}

function leftover({ name, path, stats }: Entry): Leftover {
	const remove = async () => {
		const now = lstatSync(path, { throwIfNoEntry: false });
		if (now !== undefined && now.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
		rmSync(path, { force: true, recursive: true });
		return undefined;
	};
	return { kind: 'run', path, bytes: stats.isFile() ? stats.size : 0, of: name, remove };
}
