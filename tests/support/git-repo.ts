import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const CONFIG = {
	'init.defaultBranch': 'main',
	'gc.auto': '0',
	'maintenance.auto': 'false',
	'protocol.file.allow': 'always',
	'core.autocrlf': 'false',
};

/** Where not even root can make a directory: a test that needs a home has one in its world. */
const NO_HOME = '/dev/null/home';

/** What a program under test may see of git's world: no user, no system, no repository around it. */
export const quietEnv = {
	PATH: process.env['PATH'] ?? '',
	HOME: NO_HOME,
	XDG_CONFIG_HOME: NO_HOME,
	LC_ALL: 'C',
	GIT_CONFIG_NOSYSTEM: '1',
};

/** The same for git itself: an identity, a fixed time, nothing that runs in the background. */
export const gitEnv: Readonly<Record<string, string>> = {
	...quietEnv,
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_TERMINAL_PROMPT: '0',
	GIT_AUTHOR_NAME: 'A',
	GIT_AUTHOR_EMAIL: 'a@example.invalid',
	GIT_AUTHOR_DATE: '2026-11-20T10:00:00Z',
	GIT_COMMITTER_NAME: 'A',
	GIT_COMMITTER_EMAIL: 'a@example.invalid',
	GIT_COMMITTER_DATE: '2026-11-20T10:00:00Z',
	GIT_CONFIG_COUNT: String(Object.keys(CONFIG).length),
	...Object.fromEntries(
		Object.entries(CONFIG).flatMap(([key, value], index) => [
			[`GIT_CONFIG_KEY_${index}`, key],
			[`GIT_CONFIG_VALUE_${index}`, value],
		]),
	),
};

/** Runs git in `dir`, which must be absolute so that no test works on this repository by accident. */
export function git(dir: string, ...args: readonly string[]): string {
	return gitIn(dir, gitEnv, args);
}

/** `git` with other environment variables, such as GIT_DIR. */
export function gitIn(dir: string, env: Readonly<Record<string, string>>, args: readonly string[]): string {
	if (!isAbsolute(dir)) throw new Error(`refusing to run git in ${JSON.stringify(dir)}`);
	const options = { cwd: dir, env: { ...env }, encoding: 'utf8', stdio: 'pipe' } as const;
	return execFileSync('git', args, options).trimEnd();
}

/** Runs a script of bash in `dir`, an absolute path; a command of it that fails ends it. */
export function shell(dir: string, script: string): void {
	if (!isAbsolute(dir)) throw new Error(`refusing to run a script in ${JSON.stringify(dir)}`);
	execFileSync('bash', ['-ec', script], { cwd: dir, env: { ...gitEnv }, stdio: 'pipe' });
}

/** Whether git succeeds; for commands that are meant to stop half-way, such as a rebase with a conflict. */
export function gitSucceeds(dir: string, ...args: readonly string[]): boolean {
	try {
		git(dir, ...args);
		return true;
	} catch {
		return false;
	}
}

let template: string | undefined;

/** One repository is made by git, without its examples of hooks; all others are copies of it. */
function templateRepo(): string {
	if (template !== undefined) return template;
	const folder = process.env['REQ_TEST_FOLDER'] ?? tmpdir();
	const dir = mkdtempSync(join(folder, 'req-repository-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	git(dir, 'init', '-q', '--template=');
	mkdirSync(join(dir, '.git/info'));
	writeFileSync(join(dir, '.git/info/exclude'), '# What this clone ignores.\n');
	commitFile(dir, 'a.txt', 'a\n');
	template = dir;
	return dir;
}

/** A repository on branch `main` with one commit of `a.txt`. Returns `dir`. */
export function makeRepo(dir: string): string {
	cpSync(templateRepo(), dir, { recursive: true });
	return dir;
}

/** Writes a file below `dir`, with the directories it needs. */
export function writeIn(dir: string, path: string, text: string | Uint8Array): void {
	mkdirSync(dirname(join(dir, path)), { recursive: true });
	writeFileSync(join(dir, path), text);
}

/** Writes and commits one file. */
export function commitFile(dir: string, path: string, text: string): void {
	writeIn(dir, path, text);
	git(dir, 'add', '--', path);
	git(dir, 'commit', '-q', '-m', `change ${path}`);
}
