import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings, Leftover } from '../../app/ports.ts';
import { isLitter, isPast, quarantinedAt } from '../../core/prune/retention.ts';
import { withLock } from '../lock.ts';
import { abandonedLock } from '../lock-owner.ts';
import { type Entry, type Listed, listed, type PruneWorld, together } from './prune-world.ts';

/** `main.json.4711.99-1.tmp` of a document, `name.json.4711.tmp` of the cache and of a journal. */
const TEMPORARY = /\.\d+\.(\d+-\d+\.)?tmp$/;
const LOCK = /\.lock(\.owner)?$/;
const BREAK = '.lock.break';
/** All that is ours in the client's own directory. */
const REGISTRY = 'sessions.json';

/** What processes that died left behind, and what was unreadable more than 30 days ago. */
export function litter(world: PruneWorld, base: string): Findings {
	const { place, configDir } = world;
	const ours = join(configDir, 'requirements');
	const own = ['', 'history', 'sessions'].map((name) => listed(join(place.stateDir, name), base));
	const client = listed(configDir, configDir);
	const shared = client.entries.filter(({ name }) => name.startsWith(REGISTRY));
	const cache = listed(join(ours, 'cache'), configDir);
	const dirs = [...own, { ...client, entries: shared }, cache];
	const quarantines = [
		listed(join(place.stateDir, 'quarantine'), base),
		listed(join(ours, 'quarantine'), configDir),
	];
	return together([
		...dirs.map((dir) => left(dir, world)),
		...quarantines.map((dir) => pastQuarantine(dir, world)),
	]);
}

function left({ entries, kept }: Listed, world: PruneWorld): Findings {
	const { now } = world;
	const old = entries.filter(({ stats }) => isLitter(stats.mtimeMs, now));
	const temporaries = old.filter(({ name, stats }) => TEMPORARY.test(name) && stats.isFile());
	const breaks = old.filter(({ name, stats }) => name.endsWith(BREAK) && stats.isDirectory());
	const leftovers = [
		...temporaries.map((entry) => file('temporary', entry)),
		...breaks.map((entry) => lockLeftover(entry.path, async () => removeDirectory(entry.path))),
		...abandonedLocks(entries, world),
	];
	return { leftovers, kept };
}

/** A dead owner's lock is broken by whoever wants it next; nobody wants those of documents that are gone. */
function abandonedLocks(entries: readonly Entry[], world: PruneWorld): Leftover[] {
	const locks = entries.filter(({ name }) => LOCK.test(name));
	const documents = new Set(locks.map(({ path }) => path.replace(LOCK, '')));
	return [...documents]
		.filter((path) => abandonedLock(path, world) !== undefined)
		.map((path) => lockLeftover(path, () => breakLock(path, world)));
}

async function breakLock(path: string, world: PruneWorld): Promise<string | undefined> {
	const request = { ...world, path, waitMs: 0, onBroken: () => undefined };
	const locked = await withLock(request, () => undefined);
	return locked.kind === 'held' ? undefined : 'somebody holds it again';
}

function pastQuarantine({ entries, kept }: Listed, { now }: PruneWorld): Findings {
	const past = entries.filter(
		({ name, stats }) => stats.isFile() && isPast(quarantinedAt(name) ?? stats.ctimeMs, now),
	);
	return { leftovers: past.map((entry) => file('quarantine', entry)), kept };
}

function file(kind: Leftover['kind'], { path, stats }: Entry): Leftover {
	const remove = async () => {
		const now = lstatSync(path, { throwIfNoEntry: false });
		if (now !== undefined && now.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
		rmSync(path, { force: true });
		return undefined;
	};
	return { kind, path, bytes: stats.size, of: undefined, remove };
}

function lockLeftover(path: string, remove: Leftover['remove']): Leftover {
	return { kind: 'lock', path, bytes: 0, of: undefined, remove };
}

function removeDirectory(path: string): undefined {
	rmdirSync(path);
}
