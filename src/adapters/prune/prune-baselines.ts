import { lstatSync, rmSync } from 'node:fs';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isPast } from '../../core/prune/retention.ts';
import { baselinesDir } from '../baseline-reading.ts';
import { callsDir } from '../call-receipts.ts';
import { listed, type PruneWorld } from './prune-world.ts';

/** Receipts of calls of sessions that are over, and that nobody has taken away since. */
export function pastCalls({ configDir, live, now }: PruneWorld): PruneSearch {
	const { entries, kept } = listed(callsDir(configDir), configDir);
	const leftovers = entries.flatMap(({ path, name, stats }): Leftover[] => {
		const isLive = live.some(({ uuid }) => uuid === name);
		if (!stats.isDirectory() || isLive || !isPast(stats.mtimeMs, now)) return [];
		const remove = async () => {
			rmSync(path, { recursive: true, force: true });
			return undefined;
		};
		return [{ kind: 'receipts', path, bytes: stats.size, of: name, remove }];
	});
	return { leftovers, kept };
}

/** The baselines of sessions that are over, 30 days after they were last written. */
export function pastBaselines({ configDir, live, now }: PruneWorld): PruneSearch {
	const { entries, kept } = listed(baselinesDir(configDir), configDir);
	const leftovers = entries.flatMap(({ path, name, stats }): Leftover[] => {
		const session = /^([a-z0-9_-]+)(?:\.policy)?\.json$/.exec(name)?.[1];
		const isLive = live.some(({ uuid }) => uuid === session);
		if (session === undefined || !stats.isFile() || isLive || !isPast(stats.mtimeMs, now))
			return [];
		const remove = async () => {
			const there = lstatSync(path, { throwIfNoEntry: false });
			if (there !== undefined && there.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
			rmSync(path, { force: true });
			return undefined;
		};
		return [{ kind: 'baseline', path, bytes: stats.size, of: session, remove }];
	});
	return { leftovers, kept };
}
