import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cacheName } from '../../core/config/config.ts';
import { elements, member, textIn } from '../../core/document/foreign-json.ts';
import { outsideName } from '../../core/place/place.ts';
import { readJson, unlessError } from '../read-regular.ts';
import { type Entry, listed, type PruneWorld, type Retention } from './engine.ts';

/** A project's directory that is being removed. */
const GOING = /\.\d+\.tmp$/;
const WHOLE = /^(?!.*\.\d+\.tmp$)/;
const THERE_AGAIN = 'its project is there again';

/** Compiled configs of projects whose directory is gone. */
export const GONE_CONFIGS: Retention = {
	...{ kind: 'compiled_config', name: /\.json$/, type: 'file', of: rootOfCache },
	isNeeded: (entry) => !isAbsent(rootOfCache(entry)),
	again: THERE_AGAIN,
};

/** The state of projects outside git whose directory is gone, and what is left of one that was being removed. */
export function goneProjects(world: PruneWorld): readonly Retention[] {
	const { live } = world;
	const rootOf = (entry: Entry) => rootOfProject(entry, world);
	const project = {
		kind: 'project',
		type: 'directory',
		bytes: ({ path }: Entry) => below(path).reduce((sum, { size }) => sum + size, 0),
	} as const;
	return [
		{ ...project, name: GOING, ageOf: 'temporary', since: ({ stats }) => stats.ctimeMs },
		{
			...{ ...project, name: WHOLE, of: rootOf, again: THERE_AGAIN },
			// Whatever its age: nobody can ever say whose it is.
			since: (entry) => (rootOf(entry) === undefined ? 0 : lastWrite(entry)),
			isNeeded: (entry) => {
				const root = rootOf(entry);
				if (root === undefined) return 'nothing in it says which project it is of';
				return !isAbsent(root) || live.some(({ common_dir }) => common_dir === root);
			},
			remove: ({ path }) => {
				// It gets another name first: a prune that is interrupted must not leave a part that looks whole.
				const going = `${path}.${process.pid}.tmp`;
				renameSync(path, going);
				rmSync(going, { recursive: true, force: true });
				return undefined;
			},
		},
	];
}

function lastWrite({ path, stats }: Entry): number {
	return Math.max(stats.mtimeMs, ...below(path).map(({ mtimeMs }) => mtimeMs));
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
	if (root === undefined) return false;
	return unlessError(() => lstatSync(root, { throwIfNoEntry: false }) === undefined) === true;
}

/** Regular files only, links not followed. */
function below(path: string): { readonly mtimeMs: number; readonly size: number }[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
		const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
		return stats?.isFile() === true ? [stats] : [];
	});
}
