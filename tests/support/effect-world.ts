import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWhole } from '../../scripts/remove-whole.ts';
import { git, gitEnv, writeIn } from './git-repo.ts';
import { builtReq, type HookName, runHook } from './run-hook.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const SESSION = 'abc12345-0000-4000-8000-000000000001';
/** Milliseconds: a command that waits for somebody is ended. */
const PATIENCE = 10_000;

/** What a hook said, as far as anybody would hear it. */
interface Answer {
	readonly refuses: boolean;
	readonly text: string;
}

/** One call of the model's. */
export interface ModelCall {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
}

/** How a command ended. */
interface Ran {
	readonly exit: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** A scratch project beside a home directory, and what a call may use. */
export interface EffectWorld extends Disposable {
	/** `$W`. */
	readonly dir: string;
	readonly repo: string;
	/** `more`: what else is in the hook's environment. */
	readonly hook: (name: HookName, event: object, more?: Readonly<Record<string, string>>) => Promise<Answer>;
	/** What the command leaves running is ended with it, or with the world if it `mayGoOn`. */
	readonly bash: (command: string, mayGoOn?: boolean) => Promise<Ran>;
}

/** What all worlds of a process share, until it ends. */
const made: string[] = [];
process.once('exit', () => {
	for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

const templates = new Map<string, Promise<string>>();

/**
 * The world of one attempt, on branch feature/x: a copy of a template, which is made once for each config and script.
 * `script` is run in the repository before anything else; the world is `..`.
 */
export async function openEffectWorld(config: unknown, script = ''): Promise<EffectWorld> {
	const key = JSON.stringify([config, script]);
	const template = templates.get(key) ?? makeTemplate(config, script);
	templates.set(key, template);
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-effect-')));
	cpSync(await template, dir, { recursive: true, verbatimSymlinks: true });
	const world = worldIn(dir);
	await world.hook('session-start', { source: 'startup' });
	return world;
}

async function makeTemplate(config: unknown, script: string): Promise<string> {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-template-')));
	made.push(dir);
	const repo = join(dir, 'repo');
	mkdirSync(join(dir, 'home/.claude'), { recursive: true });
	writeIn(repo, '.claude/requirements.yaml', `${JSON.stringify(config)}\n`);
	writeIn(repo, 'README.md', '# A project\n');
	writeIn(repo, 'src/a.ts', 'export const a = 1;\n');
	writeIn(repo, 'package.json', '{ "name": "p", "scripts": { "test": "node --test" } }\n');
	writeIn(repo, 'a.test.mjs', "import test from 'node:test';\ntest('a', () => undefined);\n");
	writeIn(repo, '.gitignore', 'node_modules\ndist\n');
	git(repo, 'init', '-q', '--template=');
	commitAll(repo, 'first');
	writeIn(repo, 'README.md', '# A project\n\nWith a second commit.\n');
	commitAll(repo, 'second');
	git(repo, 'checkout', '-q', '-b', 'feature/x');
	writeIn(repo, 'docs/notes.md', 'Some notes.\n');
	commitAll(repo, 'third');
	writeIn(dir, 't/new.ts', 'export const a = 3;\n');
	mkdirSync(join(dir, 'bin'));
	symlinkSync(builtReq, join(dir, 'bin/req'));
	const { exit, stderr } = await worldIn(dir).bash(`set -e\n${script}`);
	if (exit !== 0) throw new Error(`what is prepared: ${stderr}`);
	return dir;
}

function commitAll(repo: string, message: string): void {
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', message);
}

function worldIn(dir: string): EffectWorld {
	const repo = join(dir, 'repo');
	const home = join(dir, 'home');
	const usual = {
		session_id: SESSION,
		cwd: repo,
		prompt_id: '11111111-0000-4000-8000-00000000000a',
	};
	const env = {
		...gitEnv,
		PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
		HOME: home,
		XDG_CONFIG_HOME: join(home, '.config'),
		GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
		TERM: 'dumb',
		CLAUDE_CONFIG_DIR: join(home, '.claude'),
		CLAUDE_PROJECT_DIR: repo,
		CLAUDE_PID: String(process.pid),
		CLAUDECODE: '1',
		CLAUDE_CODE_CHILD_SESSION: '1',
		CLAUDE_CODE_SESSION_ID: SESSION,
	};
	const left: (() => void)[] = [];
	return {
		dir,
		repo,
		hook: async (name, event, more = {}) => {
			const stdin = JSON.stringify({ ...usual, ...event });
			const cwd = existsSync(repo) ? repo : dir;
			const hookEnv = { ...env, ...more, CLAUDE_PLUGIN_ROOT: checkout };
			return answerOf((await runHook(name, { cwd, stdin, env: hookEnv })).stdout);
		},
		bash: async (command, mayGoOn = false) => {
			const cwd = existsSync(repo) ? repo : dir;
			const { endGroup, ...ran } = await runBash(command, cwd, env);
			if (mayGoOn) left.push(endGroup);
			else endGroup();
			return ran;
		},
		[Symbol.dispose]: () => {
			for (const endGroup of left) endGroup();
			removeWhole(dir);
		},
	};
}

function answerOf(stdout: string): Answer {
	if (stdout.trim() === '') return { refuses: false, text: '' };
	const { decision, hookSpecificOutput: own } = JSON.parse(stdout);
	const refuses = decision === 'block' || /^(?:deny|ask)$/.test(own?.permissionDecision ?? '');
	return { refuses, text: stdout };
}

/** In a group of its own, so that what it leaves behind can be ended. */
function runBash(
	command: string,
	cwd: string,
	env: Readonly<Record<string, string>>,
): Promise<Ran & { readonly endGroup: () => void }> {
	const child = spawn('bash', ['-c', command], { cwd, env, detached: true });
	const said = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk) => {
		said.stdout += chunk;
	});
	child.stderr.on('data', (chunk) => {
		said.stderr += chunk;
	});
	child.stdin.end();
	const endGroup = () => {
		try {
			if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	};
	return new Promise((resolve) => {
		const timer = setTimeout(endGroup, PATIENCE);
		child.once('exit', (exit) => {
			clearTimeout(timer);
			resolve({ exit, ...said, endGroup });
		});
	});
}
