import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietEnv } from './git-repo.ts';
import type { HookResult } from './run-hook.ts';
import { makeReqWorld, type ReqWorld } from './run-req.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
/** Parts of the plugin that tests do not change. */
const PARTS = ['dist', '.claude', 'hooks'];

/** A requirement of each kind that leans on something outside its file. */
const CONFIG = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
  tested: { commands: [node --test] }
`;

/** What `req doctor --json` prints. */
export interface Report {
	readonly ok: boolean;
	readonly checks: readonly string[];
	readonly findings: readonly {
		readonly code: string;
		readonly severity: string;
		readonly what: string;
		readonly file: string | null;
		readonly line: number | null;
		readonly key: string | null;
		readonly fix: string;
	}[];
	readonly live: {
		readonly root: string | null;
		readonly times: readonly {
			readonly event: string;
			readonly ms: number;
			readonly server_ms: number | null;
		}[];
	} | null;
}

/** A user whose client has the plugin installed and trusts the repository: nothing is wrong. */
export interface InstalledWorld extends ReqWorld {
	/** The plugin's own folder, where its marketplace is a folder too. */
	readonly plugin: string;
	readonly home: string;
	/** What the user's environment has beyond `env`. */
	readonly userEnv: Readonly<Record<string, string>>;
	/** Where branch states are. */
	readonly stateDir: string;
	/** What `req doctor` finds; `env` on top of the user's. */
	readonly doctor: (env?: Readonly<Record<string, string>>, ...args: string[]) => Promise<Report>;
	readonly run: (env: Readonly<Record<string, string>>, ...args: string[]) => Promise<HookResult>;
	/** Writes a file, JSON unless it is a text; absolute, or from the top of the world. */
	readonly put: (path: string, content: unknown) => void;
	/** Changes a JSON file. */
	readonly change: (path: string, more: object) => void;
	/** Removes a file or directory. */
	readonly remove: (path: string) => void;
}

/** The layout the client itself makes: docs/notes/claude-code/installation.md. */
export async function makeInstalledWorld(config = CONFIG): Promise<InstalledWorld> {
	const world = await makeReqWorld(config);
	const { dir, configDir, repo } = world;
	const [home, plugin] = [join(dir, 'home'), join(dir, 'market/plugin')];
	const put = (path: string, content: unknown) => {
		const file = path.startsWith('/') ? path : join(dir, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
	};
	put('market/.claude-plugin/marketplace.json', {
		name: 'scratch',
		owner: { name: 'x' },
		plugins: [{ name: 'req', source: './plugin', description: 'd' }],
	});
	cpSync(join(checkout, '.claude-plugin'), join(plugin, '.claude-plugin'), { recursive: true });
	for (const part of PARTS) symlinkSync(join(checkout, part), join(plugin, part));
	const source = { source: 'directory', path: join(dir, 'market') };
	put('claude/plugins/known_marketplaces.json', {
		scratch: { source, installLocation: source.path, lastUpdated: '2026-11-20T10:00:00.000Z' },
	});
	put('claude/plugins/installed_plugins.json', {
		version: 2,
		plugins: {
			'req@scratch': [
				{
					scope: 'user',
					installPath: join(configDir, 'plugins/cache/scratch/req/0.1.0'),
					version: '0.1.0',
				},
			],
		},
	});
	put('claude/settings.json', { enabledPlugins: { 'req@scratch': true } });
	put('claude/.claude.json', { projects: { [repo]: { hasTrustDialogAccepted: true } } });
	putProgram(join(dir, 'bin/claude'), 'echo "2.1.330 (Claude Code)"');
	const userEnv = { PATH: `${join(dir, 'bin')}:${quietEnv.PATH}`, HOME: home };
	const run = (env: Readonly<Record<string, string>>, ...args: string[]) =>
		world.reqWith({ env: { ...userEnv, ...env } }, 'doctor', ...args);
	return {
		...world,
		...{ home, plugin, userEnv, put, run },
		stateDir: join(repo, '.git/requirements'),
		doctor: async (env = {}, ...args) => JSON.parse((await run(env, '--json', ...args)).stdout) as Report,
		change: (path, more) => {
			const json = JSON.parse(readFileSync(join(dir, path), 'utf8')) as object;
			put(path, { ...json, ...more });
		},
		remove: (path) => rmSync(path.startsWith('/') ? path : join(dir, path), { recursive: true }),
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}

/** A program of one line for the shell. */
export function putProgram(path: string, line: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, `#!/bin/sh\n${line}\n`);
	chmodSync(path, 0o755);
}

/** Replaces a part of the plugin that is a link by a copy that may be changed. */
export function ownCopy(world: InstalledWorld, part: string): void {
	rmSync(join(world.plugin, part), { recursive: true });
	cpSync(join(checkout, part), join(world.plugin, part), { recursive: true });
}
