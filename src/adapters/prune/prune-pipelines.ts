import { lstatSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isLitter } from '../../core/prune/retention.ts';
import { PIPELINE_FOLDER } from '../litter.ts';
import { type Entry, listed, type PruneWorld } from './prune-world.ts';

/** Where the sessions of pipelines handed on that were killed, a day later. */
export function deadPipelines(world: PruneWorld): PruneSearch {
	const { entries } = listed(tmpdir(), tmpdir());
	const dead = entries.filter((entry) => isDead(entry, world));
	return { leftovers: dead.map((entry) => leftover(entry, world)), kept: [] };
}

/** Everybody writes there: what is not this user's own directory is nobody's of ours. */
function isDead({ name, stats }: Entry, { processes, now }: PruneWorld): boolean {
	const [, pid] = PIPELINE_FOLDER.exec(name) ?? [];
	if (pid === undefined || !stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
	return isLitter(stats.mtimeMs, now) && !processes.exists(Number(pid));
}

function leftover(entry: Entry, world: PruneWorld): Leftover {
	const { path } = entry;
	const remove = async () => {
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (stats !== undefined && !isDead({ ...entry, stats }, world)) return 'it changed meanwhile';
		rmSync(path, { force: true, recursive: true });
		return undefined;
	};
	return { kind: 'temporary', path, bytes: 0, of: undefined, remove };
}
