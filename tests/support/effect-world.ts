import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWhole } from '../../scripts/remove-whole.ts';
import { git, gitEnv, writeIn } from './git-repo.ts';
import { type HookName, runHook } from './run-hook.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const SESSION = 'abc12345-0000-4000-8000-000000000001';
const OTHER = 'def45678-0000-4000-8000-000000000002';
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

/**
 * A scratch project beside a home directory, a copy of the installed plugin, and what a call may use
 * prepared; nothing a command does there reaches this checkout.
 */
export interface EffectWorld extends Disposable {
	/** `$W`. */
	readonly dir: string;
	readonly repo: string;
	/** `$PLUGIN`. */
	readonly plugin: string;
	/** `more`: what else is in the hook's environment. */
	readonly hook: (
		name: HookName,
		event: object,
		more?: Readonly<Record<string, string>>,
	) => Promise<Answer>;
	/** What the command leaves running is ended with it, or with the world if it `mayGoOn`. */
	readonly bash: (command: string, mayGoOn?: boolean) => Promise<Ran>;
}

/** What else an attempt finds. */
interface Prepared {
	/** A script that is run in the repository before anything else; the world is `..`. */
	readonly script?: string;
}

/** What all worlds of a process share, until it ends. */
const made: string[] = [];
process.once('exit', () => {
	for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

let plugin: string | undefined;

/** One copy for all worlds of a process. */
function pluginCopy(): string {
	if (plugin !== undefined) return plugin;
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-plugin-')));
	made.push(dir);
	for (const name of ['package.json', 'hooks', 'config', '.claude-plugin'])
		cpSync(join(checkout, name), join(dir, name), { recursive: true });
	for (const name of ['hooks', 'cli'])
		cpSync(join(checkout, 'dist', name), join(dir, 'dist', name), { recursive: true });
	plugin = dir;
	return dir;
}

const templates = new Map<string, Promise<string>>();

/** The world of one attempt: a copy of a template, which is made once for each config and branch. */
export async function openEffectWorld(
	config: unknown,
	branch: string,
	satisfied: boolean,
	{ script = '' }: Prepared = {},
): Promise<EffectWorld> {
	const key = JSON.stringify([config, branch, satisfied, script]);
	const template = templates.get(key) ?? makeTemplate({ config, branch, satisfied, script });
	templates.set(key, template);
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-effect-')));
	cpSync(await template, dir, { recursive: true, verbatimSymlinks: true });
	const world = worldIn(dir);
	// What is stored names the directory of the template.
	rmSync(join(dir, 'home/.claude'), { recursive: true });
	mkdirSync(join(dir, 'home/.claude'));
	await world.hook('session-start', { source: 'startup' });
	return world;
}

interface Template {
	readonly config: unknown;
	readonly branch: string;
	readonly satisfied: boolean;
	readonly script: string;
}

async function makeTemplate({ config, branch, satisfied, script }: Template): Promise<string> {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-template-')));
	made.push(dir);
	const repo = join(dir, 'repo');
	mkdirSync(join(dir, 'home/.claude'), { recursive: true });
	writeIn(repo, '.claude/requirements.yaml', `${JSON.stringify(config)}\n`);
	writeIn(repo, 'README.md', '# A project\n');
	writeIn(repo, 'src/a.ts', 'export const a = 1;\n');
	writeIn(repo, 'package.json', '{ "name": "p", "scripts": { "test": "node --test" } }\n');
	writeIn(repo, 'sub/package.json', '{ "name": "sub", "scripts": { "test": "true" } }\n');
	writeIn(repo, 'a.test.mjs', `${TEST}\n`);
	writeIn(repo, '.gitignore', 'node_modules\ndist\n');
	git(repo, 'init', '-q', '--template=');
	commitAll(repo, 'first');
	writeIn(repo, 'README.md', '# A project\n\nWith a second commit.\n');
	commitAll(repo, 'second');
	git(repo, 'branch', 'okb');
	git(repo, 'checkout', '-q', '-b', 'feature/x');
	writeIn(repo, 'docs/notes.md', 'Some notes.\n');
	commitAll(repo, 'third');
	prepare(dir);
	if (satisfied) {
		git(repo, 'checkout', '-q', 'okb');
		const call = { tool_name: 'Skill', tool_input: { skill: 'arch-review' } };
		const event = { ...call, session_id: OTHER, tool_response: { success: true } };
		await worldIn(dir).hook('post-tool-use', { ...event, tool_use_id: 'toolu_0' });
	}
	git(repo, 'checkout', '-q', branch);
	const { exit, stderr } = await worldIn(dir).bash(`set -e\n${script}`);
	if (exit !== 0) throw new Error(`what is prepared: ${stderr}`);
	return dir;
}

function commitAll(repo: string, message: string): void {
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', message);
}

/** Its result shows what it ran on. */
const TEST = `import test from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
test('a', () => writeFileSync(new URL('../ran', import.meta.url), readFileSync(new URL('src/a.ts', import.meta.url))));`;

const DIFF = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1 +1 @@
-export const a = 1;
+export const a = 2;
`;

/** What lies outside of the repository. */
function prepare(dir: string): void {
	const skill = { hook_event_name: 'PostToolUse', tool_name: 'Skill', tool_use_id: 'toolu_9' };
	const forged = {
		...skill,
		tool_input: { skill: 'arch-review' },
		tool_response: { success: true },
	};
	writeIn(dir, 't/off.yaml', 'enabled: false\n');
	writeIn(dir, 't/off.json', '{"disableAllHooks":true,"plansDirectory":"src"}\n');
	writeIn(dir, 't/skill.template.json', JSON.stringify(forged));
	writeIn(dir, 't/p.diff', DIFF);
	writeIn(dir, 't/new.ts', 'export const a = 3;\n');
	writeIn(dir, 't/bin/npm', '#!/bin/sh\necho "# tests 1"; echo "# pass 1"; exit 0\n');
	chmodSync(join(dir, 't/bin/npm'), 0o755);
	mkdirSync(join(dir, 'bin'));
	symlinkSync(join(pluginCopy(), 'dist/cli/req.cjs'), join(dir, 'bin/req'));
}

function worldIn(dir: string): EffectWorld {
	const repo = join(dir, 'repo');
	const home = join(dir, 'home');
	const root = pluginCopy();
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
	const forged = join(dir, 't/skill.template.json');
	if (existsSync(forged)) {
		const event = { ...JSON.parse(readFileSync(forged, 'utf8')), ...usual };
		writeFileSync(join(dir, 't/skill.json'), JSON.stringify(event));
	}
	const left: (() => void)[] = [];
	return {
		dir,
		repo,
		plugin: root,
		hook: async (name, event, more = {}) => {
			const stdin = JSON.stringify({ ...usual, ...event });
			const cwd = existsSync(repo) ? repo : dir;
			const hookEnv = { ...env, ...more, CLAUDE_PLUGIN_ROOT: root };
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

/** What a directory holds, as one text; nothing where it is not there. */
export function printOf(dir: string): string {
	if (!existsSync(dir)) return 'gone';
	const files = readdirSync(dir, { recursive: true, withFileTypes: true });
	const lines = files.map((file) => {
		const path = join(file.parentPath, file.name);
		if (file.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
		if (!file.isFile()) return path;
		const mode = statSync(path).mode & 0o100 ? 'x' : '';
		return `${path} ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
	});
	return lines.sort().join('\n');
}
