import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createFixture } from 'fs-fixture';
import type { Placeholders } from './case-placeholders.ts';
import { clientPid } from './client-process.ts';
import { makeRepo, writeIn } from './git-repo.ts';
import { REMOVAL } from './git-world.ts';

/** Everything one case can reach: a project, a home directory, and room beside them. */
export interface CaseWorld extends AsyncDisposable {
	readonly dir: string;
	readonly repo: string;
	readonly home: string;
	readonly names: Placeholders;
	readonly now: number;
}

/** The same sessions in every case; state files name them by their first 8 digits. */
export const SESSIONS = {
	$SESSION: 'abc12345-0000-4000-8000-000000000001',
	$OTHER: 'def45678-0000-4000-8000-000000000002',
	$THIRD: 'aaa78901-0000-4000-8000-000000000003',
	$FOURTH: 'bbb00000-0000-4000-8000-000000000004',
	$FIFTH: 'ccc00000-0000-4000-8000-000000000005',
	$SIXTH: 'ddd00000-0000-4000-8000-000000000006',
};

/**
 * Makes the world of one case. `now`: the case's time, milliseconds; stored times are shifted from it.
 *
 * @param client the pid of Claude Code
 */
export async function makeCaseWorld(hasGit: boolean, client = clientPid()): Promise<CaseWorld> {
	const fixture = await createFixture();
	const dir = realpathSync(fixture.path);
	const [repo, home] = [join(dir, 'repo'), join(dir, 'home')];
	if (hasGit) makeRepo(repo);
	else mkdirSync(repo);
	mkdirSync(join(home, '.claude'), { recursive: true });
	const names = {
		...SESSIONS,
		$PROMPT: '11111111-0000-4000-8000-00000000000a',
		$PROMPT_2: '22222222-0000-4000-8000-00000000000b',
		$PROMPT_3: '33333333-0000-4000-8000-00000000000c',
		$WORLD: dir,
		$CWD: repo,
		$HOME: home,
		$CONFIG: join(home, '.claude'),
		$STATE: join(repo, '.git/requirements'),
		/** What `$SESSION` did. */
		$JOURNAL: join(repo, `.git/requirements/sessions/${SESSIONS.$SESSION}.jsonl`),
		$LONG: 'a'.repeat(9_000),
		$PID: client,
		$DEAD_PID: deadPid(),
	};
	return { dir, repo, home, names, now: Date.now(), [Symbol.asyncDispose]: () => rm(dir, REMOVAL) };
}

let dead: number | undefined;

/** The id of a process that has ended. */
function deadPid(): number {
	dead ??= spawnSync('true').pid;
	return dead;
}

/** The environment of a hook, as the client makes it. */
export function hookEnv({ home, repo, names }: CaseWorld): Record<string, string> {
	return {
		PATH: process.env['PATH'] ?? '',
		HOME: home,
		XDG_CONFIG_HOME: join(home, '.config'),
		LC_ALL: 'C',
		TZ: 'Pacific/Chatham',
		NO_COLOR: '1',
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_CONFIG_NOSYSTEM: '1',
		CLAUDE_CONFIG_DIR: join(home, '.claude'),
		CLAUDE_PROJECT_DIR: repo,
		CLAUDE_PID: String(names['$PID']),
		CLAUDECODE: '1',
		CLAUDE_CODE_CHILD_SESSION: '1',
		CLAUDE_CODE_SESSION_ID: String(names['$SESSION']),
	};
}

/** Writes a file, JSON unless its body is a text. `path`: absolute, inside the world. */
export function writeFileOf(world: CaseWorld, path: string, body: unknown): void {
	const inside = relative(world.dir, path);
	if (inside.startsWith('..')) throw new Error(`${path} is outside the case's world`);
	writeIn(world.dir, inside, textOf(body));
}

function textOf(body: unknown): string {
	if (typeof body === 'string') return body;
	if (!Array.isArray(body)) return `${JSON.stringify(body)}\n`;
	return body.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Every file of the world with its content, git's own left out, and the user's key, which whoever is first makes. */
export function snapshot({ dir }: Pick<CaseWorld, 'dir'>): ReadonlyMap<string, string> {
	const files = new Map<string, string>();
	collect(dir, files);
	return files;
}

function collect(dir: string, files: Map<string, string>): void {
	for (const name of readdirSync(dir)) {
		const path = join(dir, name);
		const stat = lstatSync(path);
		if (stat.isDirectory()) {
			if (name === '.git') collectIfThere(join(path, 'requirements'), files);
			else collect(path, files);
		} else if (!path.endsWith('/requirements/clock'))
			files.set(path, stat.isFile() ? readFileSync(path, 'latin1') : 'no file');
	}
}

function collectIfThere(path: string, files: Map<string, string>): void {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat?.isDirectory() === true) collect(path, files);
	else if (stat?.isFile() === true) files.set(path, readFileSync(path, 'latin1'));
	else if (stat !== undefined) files.set(path, 'no file');
}

/** Where compiled configs are: whatever reads a config first writes one. */
const COMPILED = '/requirements/configs/';

/** The paths that differ between two snapshots, sorted; compiled configs aside. */
export function changedPaths(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
	const all = new Set([...before.keys(), ...after.keys()]);
	const differing = [...all].filter((path) => before.get(path) !== after.get(path));
	return differing.filter((path) => !path.includes(COMPILED)).sort();
}
