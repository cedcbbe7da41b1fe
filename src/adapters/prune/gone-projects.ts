import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { outsideName } from '../../core/branch-state/file-name.ts';
import { cacheName } from '../../core/config/compiled.ts';
import { elements, member, textIn } from '../../core/document/foreign-json.ts';
import { isPast, KEPT_DAYS } from '../../core/prune/retention.ts';
import { readJson } from '../read-regular.ts';
import { type Entry, listed, type PruneWorld, type Retention } from './engine.ts';

/** A project's directory that is being removed. */
const GOING = /\.\d+\.tmp$/;
const THERE_AGAIN = 'its project is there again';

/** Compiled configs of projects whose directory is gone. */
export const GONE_CONFIGS: Retention = {
	...{ kind: 'compiled_config', name: /\.json$/, type: 'file', of: rootOfCache },
	isNeeded: (entry) => !isAbsent(rootOfCache(entry)),
	remove: (entry) => {
		if (!isAbsent(rootOfCache(entry))) return THERE_AGAIN;
		rmSync(entry.path, { force: true });
		return undefined;
	},
};

/** The state of projects outside git whose directory is gone. It may stand on a disk that is not there today: 30 days. */
export function goneProjects(world: PruneWorld): Retention {
	const { live, now } = world;
	const rootOf = (entry: Entry) => rootOfProject(entry, world);
	const isNeeded = (entry: Entry) => {
		const { name, path, stats } = entry;
		if (GOING.test(name)) return !isPast(stats.ctimeMs, KEPT_DAYS.stray, now);
		const root = rootOf(entry);
		if (root === undefined) return 'nothing in it says which project it is of';
		if (!isAbsent(root) || live.some(({ common_dir }) => common_dir === root)) return true;
		const writes = [lstatSync(path), ...below(path)].map(({ mtimeMs }) => mtimeMs);
		return !isPast(Math.max(...writes), KEPT_DAYS.past, now);
	};
	const remove = (entry: Entry) => {
		const { name, path } = entry;
		const isGoing = GOING.test(name);
		if (!isGoing && !isAbsent(rootOf(entry))) return THERE_AGAIN;
		// It gets another name first: a prune that is interrupted must not leave a part that looks whole.
		const going = isGoing ? path : `${path}.${process.pid}.tmp`;
		if (!isGoing) renameSync(path, going);
		rmSync(going, { recursive: true, force: true });
		return undefined;
	};
	const bytes = ({ path }: Entry) => below(path).reduce((sum, { size }) => sum + size, 0);
	return { kind: 'project', name: /./, type: 'directory', isNeeded, of: rootOf, bytes, remove };
}

/** A cache names its sources, and its own name tells which of their roots is its own. */
function rootOfCache({ path }: Entry): string | undefined {
	return elements(member(readJson(path).json, 'sources'))
		.map((source) => dirname(dirname(textIn(source, 'path') ?? '')))
		.find((root) => cacheName(root) === basename(path));
}

/** The directory's name and what its documents say must fit, so that no document can name another root. */
function rootOfProject({ path, name }: Entry, world: PruneWorld): string | undefined {
	return (
		listed(path, world.configDir)
			.entries.filter(({ name: document, stats }) => document.endsWith('.json') && stats.isFile())
			// Any JSON will do: a document of a newer build says whose it is, too.
			.map((document) => textIn(readJson(document.path).json, 'project') ?? '')
			.find((root) => root.startsWith('/') && outsideName(root, world.sha256) === name)
	);
}

/** Only a path that leads nowhere is absent: one that may not be looked at is there, and none is no path. */
function isAbsent(root: string | undefined): boolean {
	try {
		return root !== undefined && lstatSync(root, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

/** Regular files only, links not followed. */
function below(path: string): { readonly mtimeMs: number; readonly size: number }[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
		const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
		return stats?.isFile() === true ? [stats] : [];
	});
}
