import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeWhole } from '../scripts/remove-whole.ts';
import { git, makeRepo, writeIn } from '../tests/support/git-repo.ts';
import type { HookName } from '../tests/support/run-hook.ts';
import { configs, pastSessions, type Size } from './configs.ts';
import { type Files, restoreFiles, takeFiles } from './files.ts';
import { pastRegistry, pastState } from './past.ts';
import { lessonsFile, plantPast } from './past-sessions.ts';

/** An event for one hook, or a drawing of the status line; what every event carries is added. */
export interface Step {
	readonly hook: HookName | 'statusline';
	readonly input: Readonly<Record<string, unknown>>;
	/** Below the repository's parent; default: the repository. */
	readonly cwd?: string;
}

/** One process to start: everything but the program's arguments. */
export interface Call {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly input: string;
}

/** A scratch repository with the hooks as they are built, and a client's config directory. */
export interface World {
	readonly dir: string;
	readonly node: string;
	readonly empty: string;
	/** What node is given to run a step. */
	readonly args: (step: Step) => readonly string[];
	readonly call: (step: Step) => Call;
	/** Runs a hook as the client would, unmeasured. Returns what it answered. */
	readonly play: (step: Step) => string;
	readonly files: () => Files;
	readonly restore: (files: Files) => void;
	readonly remove: () => void;
}

const LAUNCHER = new URL('../hooks/launch.cjs', import.meta.url);
const BRANCH = 'feature/login';
const USER = 'ana';
const SESSION = 'abc12345-0000-4000-8000-000000000001';

/**
 * `dist`: the build, copied so that another build meanwhile changes nothing. `node`: path of the binary. `more`: what else
 * the hooks find in their environment.
 */
export function makeWorld(
	size: Size,
	node: string,
	dist: string,
	more: Readonly<Record<string, string>> = {},
): World {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-bench-')));
	const [repo, config] = [join(dir, 'repo'), join(dir, 'claude')];
	makeRepo(repo);
	git(repo, 'checkout', '-q', '-b', BRANCH);
	writeIn(repo, '.claude/requirements.yaml', configs[size]);
	git(repo, 'worktree', 'add', '-q', '-b', 'feature/other', join(dir, 'tree'));
	writeIn(join(dir, 'tree'), 'src/lib/a.ts', '');
	cpSync(dist, join(dir, 'dist'), { recursive: true });
	const empty = join(dir, 'empty.mjs');
	writeFileSync(empty, '');
	const state = join(repo, '.git', 'requirements');
	mkdirSync(state);
	mkdirSync(config);
	cpSync(LAUNCHER, join(dir, 'hooks', 'launch.cjs'));
	const args = ({ hook }: Step) => {
		if (hook === 'statusline') return [join(dir, 'dist/cli/req.mjs'), hook];
		return [join(dir, hook === 'session-start' ? 'hooks/launch.cjs' : `dist/hooks/${hook}.cjs`)];
	};
	const call = ({ hook, input, cwd = 'repo' }: Step) => ({
		cwd: join(dir, cwd),
		env: { ...environment(dir, repo), ...more },
		input: JSON.stringify({ ...common(hook, join(dir, cwd)), ...input }),
	});
	const play = (step: Step) => {
		const ran = spawnSync(node, args(step), { ...call(step), encoding: 'utf8' });
		if (ran.status === 0 && ran.stderr === '') return ran.stdout;
		throw new Error(`${step.hook} failed: ${ran.stderr}`);
	};
	if (size === 'large') {
		writeIn(state, 'feature-login.json', pastState(repo, BRANCH));
		writeIn(config, 'sessions.json', pastRegistry(repo, BRANCH));
	}
	const learned = lessonsFile(size === 'large' ? 1_000 : 20);
	writeIn(state, 'sessions/lessons.cache.jsonl', learned);
	const count = pastSessions[size] ?? 0;
	if (count > 0) plantPast(repo, { count, branch: BRANCH, user: USER, daysAgo: 0 });
	return {
		dir,
		node,
		empty,
		args,
		call,
		play,
		files: () => takeFiles([state, config]),
		restore: (files) => restoreFiles([state, config], files),
		remove: () => removeWhole(dir),
	};
}

/** NODE_EXTRA_CA_CERTS is left out: it doubles the time of every node process (host contract). */
function environment(dir: string, repo: string): Record<string, string> {
	return {
		PATH: process.env['PATH'] ?? '',
		HOME: dir,
		USER,
		CLAUDE_CONFIG_DIR: join(dir, 'claude'),
		CLAUDE_PROJECT_DIR: repo,
		CLAUDE_PID: String(process.pid),
		CLAUDECODE: '1',
		CLAUDE_CODE_SESSION_ID: SESSION,
	};
}

function common(hook: Step['hook'], cwd: string): Record<string, unknown> {
	return {
		session_id: SESSION,
		transcript_path: join(cwd, 'transcript.jsonl'),
		cwd,
		...(hook === 'session-start' ? {} : { prompt_id: '11111111-0000-4000-8000-00000000000a' }),
		permission_mode: 'default',
	};
}
