import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SessionRecord } from '../../src/memory/record.ts';
import { BranchState } from '../../src/state/branch-state.ts';
import { Registry, RegistryEntry } from '../../src/state/registry.ts';
import { type ClientVersion, clientBinary } from './client-binary.ts';
import { type Run, type Running, startClient } from './client-run.ts';
import { REMOVAL } from './git-world.ts';
import type { Turn } from './model-turns.ts';
import { shaped } from './shaped.ts';

/** The checkout: what `--plugin-dir` gets. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url));

const mcpServer = fileURLToPath(new URL('mcp-server.ts', import.meta.url));

const mcpConfig = JSON.stringify({
	mcpServers: {
		fs: { command: process.execPath, args: ['--import', import.meta.resolve('tsx'), mcpServer] },
	},
});

const allowed = 'Bash Edit Write NotebookEdit Read Skill Agent Task ToolSearch ExitPlanMode mcp__fs__write_file';

export interface RunOptions {
	/** What the user types, prompt by prompt. Default: one prompt that says nothing special. */
	readonly prompts?: readonly string[];
	readonly main?: readonly Turn[];
	readonly agent?: readonly Turn[];
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Relative to the repository. */
	readonly cwd?: string;
	/** Default `acceptEdits`. */
	readonly mode?: string;
	/** The user says yes to every question of the client. */
	readonly approves?: boolean;
	/** With the MCP server that has `mcp__fs__write_file`. */
	readonly mcp?: boolean;
}

/** A throw-away home and repository (branch `feature/x`), and the real client in them. */
export interface ClientWorld extends AsyncDisposable {
	readonly root: string;
	readonly home: string;
	readonly repo: string;
	/** Environment of the user's terminal. */
	readonly env: Readonly<Record<string, string>>;
	/** The client. */
	readonly program: string;
	/** Absolute path of a file in the repository. */
	readonly path: (name: string) => string;
	readonly write: (name: string, body: string) => void;
	readonly read: (name: string) => string;
	readonly exists: (name: string) => boolean;
	/** `.git/requirements/<branch>.json`, whose name is plain in these tests; `undefined` when absent. */
	readonly state: (branch: string) => BranchState | undefined;
	/** The live sessions of `<claude config dir>/sessions.json`. */
	readonly sessions: () => Readonly<Record<string, RegistryEntry>>;
	/** Runs git in the repository; what it prints, trimmed. */
	readonly git: (...args: readonly string[]) => string;
	/** The user types `req …` in a terminal beside the client; what it prints. Throws where it fails. */
	readonly req: (...args: readonly string[]) => string;
	/** The record of a session. */
	readonly record: (session: string) => SessionRecord;
	readonly run: (options: RunOptions) => Promise<Run>;
	readonly start: (options: RunOptions) => Promise<Running>;
}

export interface WorldOptions {
	readonly client: ClientVersion;
	/** Directory to load as the plugin; `undefined` for none. */
	readonly plugin: string | undefined;
}

/** A world with our plugin, whose repository holds this `.claude/requirements.yaml`; none when empty. */
export async function openGatedWorld(config: string, other: Partial<WorldOptions> = {}): Promise<ClientWorld> {
	const world = await openWorld({ client: '2.1.332', plugin: checkout, ...other });
	if (config === '') return world;
	world.write('.claude/requirements.yaml', config);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'Require a plan');
	return world;
}

export async function openWorld({ client, plugin }: WorldOptions): Promise<ClientWorld> {
	const program = clientBinary(client);
	if (program === undefined) throw new Error(`Claude Code ${client} is not installed: npm run test:e2e`);
	const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'req-e2e-')));
	const home = path.join(root, 'home');
	const repo = path.join(root, 'repo');
	const temporary = path.join(root, 'tmp');
	for (const dir of [home, repo, temporary]) mkdirSync(dir);
	const env = {
		PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
		HOME: home,
		TMPDIR: temporary,
		ANTHROPIC_API_KEY: 'sk-ant-none',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
	};
	const git = (...args: readonly string[]) =>
		execFileSync('git', args, { cwd: repo, encoding: 'utf8', env, stdio: 'pipe' }).trim();
	makeRepository(git);
	const at = (name: string) => path.join(repo, name);
	const start = (options: RunOptions) =>
		startClient({
			...launchOf(options),
			program,
			args: [...(plugin === undefined ? [] : ['--plugin-dir', plugin]), ...argsOf(options)],
			cwd: at(options.cwd ?? ''),
			env: { ...env, ...options.env },
		});
	return {
		root,
		home,
		repo,
		env,
		program,
		path: at,
		write: (name, body) => {
			mkdirSync(path.dirname(at(name)), { recursive: true });
			writeFileSync(at(name), body);
		},
		read: (name) => readFileSync(at(name), 'utf8'),
		exists: (name) => existsSync(at(name)),
		state: (branch) => {
			const file = at(`.git/requirements/${branch.replaceAll('/', '-')}.json`);
			return existsSync(file) ? shaped(BranchState, JSON.parse(readFileSync(file, 'utf8'))) : undefined;
		},
		sessions: () => {
			const file = path.join(home, '.claude/sessions.json');
			if (!existsSync(file)) return {};
			const { sessions } = shaped(Registry, JSON.parse(readFileSync(file, 'utf8')));
			const entries = Object.entries(sessions);
			return Object.fromEntries(entries.map(([key, entry]) => [key, shaped(RegistryEntry, entry)]));
		},
		git,
		req: (...args) => {
			const options = { cwd: repo, env, encoding: 'utf8', stdio: 'pipe' } as const;
			return execFileSync(path.join(checkout, 'bin/req'), args, options);
		},
		record: (session) => {
			const file = at(`.git/requirements/sessions/${session}.json`);
			return shaped(SessionRecord, JSON.parse(readFileSync(file, 'utf8')));
		},
		start,
		run: async (options) => (await start(options)).done,
		[Symbol.asyncDispose]: () => rm(root, REMOVAL),
	};
}

function launchOf({ prompts, approves, main, agent }: RunOptions) {
	return {
		prompts: prompts ?? ['Go on.'],
		approves: approves ?? false,
		script: { main: main ?? [], agent: agent ?? [] },
	};
}

function argsOf({ mode, mcp, args }: RunOptions): readonly string[] {
	return [
		...['--permission-mode', mode ?? 'acceptEdits', '--allowedTools', allowed],
		...['--model', 'claude-sonnet-4-5'],
		...(mcp === true ? ['--mcp-config', mcpConfig, '--strict-mcp-config'] : []),
		...(args ?? []),
	];
}

function makeRepository(git: ClientWorld['git']): void {
	git('init', '-q', '-b', 'main');
	git('config', 'user.name', 'A Developer');
	git('config', 'user.email', 'developer@example.com');
	git('commit', '-q', '--allow-empty', '-m', 'start');
	git('checkout', '-q', '-b', 'feature/x');
}
