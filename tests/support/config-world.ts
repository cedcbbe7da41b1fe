import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { currentConfig } from '../../src/config/load-config.ts';
import type { BranchName, Place } from '../../src/git/place.ts';
import { contextOf } from './context.ts';

export const GLOBAL = 'home/requirements.yaml';
export const PROJECT = 'repo/.claude/requirements.yaml';
const SESSION = 'c0ffee00-0000-4000-8000-000000000000';
export const LOCAL = 'repo/.claude/requirements.local.yaml';

/** A user directory, a repository and a second worktree on disk, and the config of each as a hook sees it. */
export async function configWorld(files: Record<string, string> = {}) {
	const fixture = await createFixture({
		'home/.keep': '',
		'repo/.keep': '',
		'tree/.keep': '',
		...files,
	});
	const base = realpathSync(fixture.path);
	const configDir = join(base, 'home');
	const env = { CLAUDE_CONFIG_DIR: configDir };
	const context = { ...contextOf({ env }).context, session: SESSION };
	const at = (root: string, mainRoot?: string): Place => ({
		root: join(base, root),
		mainRoot: mainRoot === undefined ? undefined : join(base, mainRoot),
		stateDir: join(base, 'state'),
		branch: 'main' as BranchName,
		git: true,
	});
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(base, path)), { recursive: true });
		writeFileSync(join(base, path), text);
	};
	/** What a hook sees, flattened: requirement names, and `file-ending key line` of each problem. */
	const seen = async (place: Place = at('repo')) => {
		const loaded = (await currentConfig(place, context)).found;
		if (loaded.kind === 'none') return { names: undefined, problems: [] };
		return {
			names: loaded.config.requirements.map(({ name }) => String(name)),
			problems: loaded.problems.map(({ file, key, line }) => `${file.slice(base.length + 1)} ${key} ${line}`),
		};
	};
	const cache = () => {
		const directory = join(configDir, 'requirements', 'configs');
		return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
	};
	return {
		base,
		configDir,
		context,
		load: async () => (await currentConfig(at('repo'), context)).found,
		at,
		write,
		seen,
		cache,
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

export const plan = (more = '{}') => `requirements:\n  plan: ${more}\n`;

export type ConfigWorld = Awaited<ReturnType<typeof configWorld>>;
