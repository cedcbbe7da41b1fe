import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPid } from './client-process.ts';
import { git, makeRepo, quietEnv, writeIn } from './git-repo.ts';
import { makeWorld } from './git-world.ts';
import { type HookName, type HookResult, runHook, runReq } from './run-hook.ts';

/** Full ids of the sessions that tests speak of. */
export const ANA = '1a2b3c4d-0000-4000-8000-000000000001';
export const BEN = '5e6f7a8b-0000-4000-8000-000000000002';

/** One requirement of each kind; on `feature/x` the guard holds. */
export const GATED = `version: 1
requirements:
  commit_plan:
    skills: [arch-review]
  note_written: {}
  architecture_reviewed:
    scope: branch
    skills: [arch-review]
  licence_signed:
    scope: permanent
  proved:
    commands: [npm test]
    manual: never
  on_main:
    type: guard
    guard: protected_branch
    branches: [feature/x]
`;

/** The id of the lesson that a command says it kept. */
export function idIn({ stdout }: HookResult): string {
	return /\bi[0-9a-f]{8,12}\b/.exec(stdout)?.[0] ?? 'no id';
}

/** What is different about one run of `req`. */
interface Given {
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** By a user who owns nothing. */
	readonly unprivileged?: boolean;
	/** In a process of its own: it is killed, or has to be over. */
	readonly asProcess?: boolean;
	/** Its output is a terminal of that width. */
	readonly columns?: number;
	readonly stdin?: string;
}

/** A real repository on branch `feature/x` with a config, and whoever runs `req` in it. */
export interface ReqWorld extends AsyncDisposable {
	readonly repo: string;
	readonly dir: string;
	readonly configDir: string;
	/** The environment of a user's terminal. */
	readonly env: Readonly<Record<string, string>>;
	/** A user runs `req` in the repository. */
	readonly req: (...args: readonly string[]) => Promise<HookResult>;
	readonly reqWith: (given: Given, ...args: readonly string[]) => Promise<HookResult>;
	/** The model of session `uuid` runs `req`. */
	readonly asModel: (uuid: string, ...args: readonly string[]) => Promise<HookResult>;
	/** What `req … --json` prints. */
	readonly json: (...args: readonly string[]) => Promise<unknown>;
	/** An event of a live client reaches its hook. */
	readonly hook: (name: HookName, uuid: string, input: object) => Promise<HookResult>;
	/** A session starts and stays. */
	readonly start: (uuid: string) => Promise<void>;
	/** The stored state of a branch, as the file holds it. */
	readonly state: (slug?: string) => unknown;
	/** Replaces a text in the stored state of a branch: the way to let time pass. */
	readonly editState: (from: RegExp, to: string, slug?: string) => void;
}

/** Makes such a world; without a config nothing is configured. */
export async function makeReqWorld(config: string | undefined): Promise<ReqWorld> {
	const world = await makeWorld();
	const { dir } = world;
	const repo = makeRepo(join(dir, 'repo'));
	git(repo, 'switch', '-q', '-c', 'feature/x');
	if (config !== undefined) writeIn(repo, '.claude/requirements.yaml', config);
	const configDir = join(dir, 'claude');
	// Git's ignore file of the user is looked for where no client has ever put one.
	const home = { HOME: join(dir, 'home'), XDG_CONFIG_HOME: join(dir, 'xdg') };
	// What a killed pipeline left is looked for there.
	const temporary = join(dir, 'tmp');
	mkdirSync(temporary);
	const own = { CLAUDE_CONFIG_DIR: configDir, TMPDIR: temporary, ...home };
	const env = { ...quietEnv, ...own, NO_COLOR: '1', USER: 'ana' };
	const stateFile = (slug: string) => join(repo, '.git/requirements', `${slug}.json`);
	const reqWith = (given: Given, ...args: readonly string[]) =>
		runReq(args, {
			cwd: given.cwd ?? repo,
			stdin: given.stdin ?? '',
			env: { ...env, ...given.env },
			unprivileged: given.unprivileged,
			asProcess: given.asProcess,
			columns: given.columns,
		});
	const hook = (name: HookName, uuid: string, input: object) =>
		runHook(name, {
			cwd: repo,
			stdin: JSON.stringify({ session_id: uuid, cwd: repo, ...input }),
			// The client lives as long as the test.
			env: { ...env, CLAUDE_PID: String(clientPid()), CLAUDE_PROJECT_DIR: repo },
		});
	return {
		...{ repo, dir, configDir, env, reqWith, hook },
		req: (...args) => reqWith({}, ...args),
		asModel: (uuid, ...args) => reqWith({ env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: uuid } }, ...args),
		json: async (...args) => JSON.parse((await reqWith({}, ...args, '--json')).stdout),
		start: async (uuid) => {
			await hook('session-start', uuid, { hook_event_name: 'SessionStart', source: 'startup' });
		},
		state: (slug = 'feature-x') =>
			existsSync(stateFile(slug)) ? JSON.parse(readFileSync(stateFile(slug), 'utf8')) : undefined,
		editState: (from, to, slug = 'feature-x') => {
			const text = readFileSync(stateFile(slug), 'utf8');
			const edited = text.replace(from, to);
			if (edited === text) throw new Error(`${from} is not in the state`);
			writeFileSync(stateFile(slug), edited);
		},
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}

/** Such a world in which ANA's session is live. */
export async function makeLiveWorld(config = GATED): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	await world.start(ANA);
	return world;
}

/** The model's successful call of a tool, as PostToolUse tells it. */
export function ran(tool: string, input: object, response: object = {}): object {
	return {
		hook_event_name: 'PostToolUse',
		tool_name: tool,
		tool_input: input,
		tool_response: response,
		tool_use_id: 'toolu_1',
		prompt_id: 'p1',
	};
}

/** Of each requirement, whether a session has it. */
export async function satisfiedIn(world: ReqWorld, uuid: string): Promise<string[]> {
	const status = (await world.json('status', '--session', uuid)) as {
		requirements: { name: string; satisfied: boolean }[];
	};
	return status.requirements.filter(({ satisfied }) => satisfied).map(({ name }) => name);
}

/** The status of one requirement in a session. */
export async function status(world: ReqWorld, uuid: string, name: string): Promise<Record<string, unknown>> {
	const status = (await world.json('status', '--session', uuid)) as {
		requirements: { name: string }[];
	};
	return { ...status.requirements.find((one) => one.name === name) };
}
