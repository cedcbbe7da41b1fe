import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Kept, Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { cacheName } from '../../core/config/cache-name.ts';
import { outsideName } from '../../core/place/outside-name.ts';
import { isLitter, isPast } from '../../core/prune/retention.ts';
import { readJson } from '../read-json.ts';
import { looked } from './prune-trouble.ts';
import { type Entry, joined, listed, type PruneWorld } from './prune-world.ts';

/** A project's directory that is being removed. */
const GOING = /\.\d+\.tmp$/;

/** What belongs to projects whose directory is gone: compiled configs, and the state of those outside git. */
export function ofGoneRoots(world: PruneWorld): PruneSearch {
	return joined([compiledConfigs(world), projects(world)]);
}

function compiledConfigs({ configDir }: PruneWorld): PruneSearch {
	const { entries, kept } = listed(join(configDir, 'requirements', 'cache'), configDir);
	const leftovers = entries.flatMap(({ path, name, stats }): Leftover[] => {
		const root = stats.isFile() && name.endsWith('.json') ? rootOfCache(path) : undefined;
		if (root === undefined || !isAbsent(root)) return [];
		const remove = async () => dropCache(path, root);
		return [{ kind: 'compiled_config', path, bytes: stats.size, of: root, remove }];
	});
	return { leftovers, kept };
}

/** A cache names its sources, and its own name tells which of their roots is its own. */
function rootOfCache(path: string): string | undefined {
	const cached = readJson(path).json as { readonly sources?: unknown } | undefined;
	const sources: unknown[] = Array.isArray(cached?.sources) ? cached.sources : [];
	const roots = sources.map((source) =>
		dirname(dirname(String((source as { path?: unknown } | null)?.path))),
	);
	return roots.find((root) => cacheName(root) === basename(path));
}

function projects(world: PruneWorld): PruneSearch {
	const { configDir } = world;
	const { entries, kept } = listed(join(configDir, 'requirements', 'projects'), configDir);
	const directories = entries.filter(({ stats }) => stats.isDirectory());
	const found = directories.map((entry) =>
		looked(entry.path, () =>
			GOING.test(entry.name) ? goingOn(entry, world) : project(entry, world),
		),
	);
	return joined([{ leftovers: [], kept }, ...found]);
}

function goingOn(entry: Entry, { now }: PruneWorld): PruneSearch {
	const isOver = isLitter(entry.stats.ctimeMs, now);
	return { leftovers: isOver ? [directory(entry, undefined)] : [], kept: [] };
}

/** An absent directory may stand on a disk that is not there today: its state is kept 30 days. */
function project(entry: Entry, world: PruneWorld): PruneSearch {
	const root = rootOfProject(entry, world);
	if (root === undefined) return { leftovers: [], kept: [unknown(entry)] };
	const isNeeded = !isAbsent(root) || world.live.some(({ common_dir }) => common_dir === root);
	const isOver = !isNeeded && isPast(lastWrite(entry.path), world.now);
	return { leftovers: isOver ? [directory(entry, root)] : [], kept: [] };
}

/** The directory's name and what its documents say must fit, so that no document can name another root. */
function rootOfProject(
	{ path, name }: Entry,
	{ sha256, configDir }: PruneWorld,
): string | undefined {
	const documents = listed(path, configDir).entries.filter((one) => one.name.endsWith('.json'));
	const roots = documents.flatMap((document) => rootIn(document) ?? []);
	return roots.find((root) => outsideName(root, sha256) === name);
}

function rootIn({ path, stats }: Entry): string | undefined {
	if (!stats.isFile()) return undefined;
	// Any JSON will do: a document of a newer build says whose it is, too.
	const { project } = (readJson(path).json ?? {}) as { readonly project?: unknown };
	return typeof project === 'string' && project.startsWith('/') ? project : undefined;
}

function unknown({ path }: Entry): Kept {
	return { path, why: 'nothing in it says which project it is of' };
}

/** It gets another name first: a prune that is interrupted must not leave a part that looks whole. */
function directory({ path }: Entry, root: string | undefined): Leftover {
	const remove = async () => {
		if (root !== undefined && !isAbsent(root)) return 'its project is there again';
		const going = root === undefined ? path : `${path}.${process.pid}.tmp`;
		if (going !== path) renameSync(path, going);
		rmSync(going, { recursive: true, force: true });
		return undefined;
	};
	return { kind: 'project', path, bytes: sizeOf(path), of: root, remove };
}

function dropCache(path: string, root: string): string | undefined {
	if (!isAbsent(root)) return 'its project is there again';
	rmSync(path, { force: true });
	return undefined;
}

/** Only a path that leads nowhere is absent: one that may not be looked at is there. */
function isAbsent(root: string): boolean {
	try {
		return lstatSync(root, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

function lastWrite(path: string): number {
	return Math.max(...below(path).map(({ mtimeMs }) => mtimeMs), lstatSync(path).mtimeMs);
}

function sizeOf(path: string): number {
	return below(path).reduce((sum, { size }) => sum + size, 0);
}

/** Regular files only, links not followed. */
function below(path: string): { readonly mtimeMs: number; readonly size: number }[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
		const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
		return stats?.isFile() === true ? [stats] : [];
	});
}
