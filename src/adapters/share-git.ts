import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { writeCache } from './atomic-write.ts';
import { configText } from './quiet-git.ts';
import { isObstructed, textOrNothing, unlessUnwritable } from './read-regular.ts';

/** A remote that does not answer must not hold anybody for longer. */
const PATIENCE_MS = 60_000;
/** What git started and left running may not hold anybody either: an ssh that keeps its connection open. */
const LAST_WORDS_MS = 1_000;
/** All that git may say at once; of what it complains of, the beginning. */
const MAX_SAID = 32 * 1024 * 1024;
const MAX_COMPLAINT = 64 * 1024;
/** Of all that others share, as git keeps it. */
const MAX_KEPT = 128 * 1024 * 1024;
const LOOK_MS = 200;
const MAX_CONFIG = 4_096;

/**
 * No hook of the repository's runs for refs that only req reads, a large object takes no memory, and no address is itself
 * a command.
 */
const QUIET = [
	...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.bigFileThreshold=1m'],
	...['gc.auto=0', 'maintenance.auto=false', 'protocol.ext.allow=never'],
].flatMap((setting) => ['-c', setting]);

/** How this user's git reaches a remote. */
const WAYS = [
	'GIT_SSH',
	'GIT_SSH_COMMAND',
	'GIT_SSL_CAINFO',
	'GIT_SSL_CAPATH',
	'GIT_PROXY_COMMAND',
	'GIT_ASKPASS',
	'GIT_ALLOW_PROTOCOL',
];

export interface Ran {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** How long git may take, and how much it may keep; the usual where nothing is said. */
export interface ShareLimits {
	readonly patienceMs?: number;
	readonly maxKept?: number;
}

/**
 * Where git keeps what is shared: `<stateDir>/shared.git`. It is a repository of its own, so that nothing that others send
 * gets into the clone, and all of it can be thrown away. It reaches the remotes as the clone does.
 */
function sharedGit({ stateDir }: Place): string {
	return join(stateDir, 'shared.git');
}

/**
 * Makes that repository where it is missing. Its settings are always ours: a clone may bring others along.
 *
 * @throws Fault `state_unwritable`
 */
function prepare(place: Place, env: GitEnv): void {
	const folder = sharedGit(place);
	const format = /^\s*objectformat\s*=\s*sha256/im.test(configText(place)) ? 'sha256' : 'sha1';
	const head = join(folder, 'HEAD');
	const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
	const isTorn = existsSync(head) && !textOrNothing(head, MAX_CONFIG).startsWith('ref: ');
	if (!isFolder || isTorn) rmSync(folder, { recursive: true, force: true });
	// Git goes on with what another process has begun, or had begun when it was killed.
	if (!['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))) {
		const args = ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, folder];
		startGit(args, { cwd: place.root, env: withoutGit(env), input: '' });
	}
	const own = format === 'sha1' ? ['0'] : ['1', '[extensions]', '\tobjectFormat = sha256'];
	const lines = ['[include]', '\tpath = ../../config', '[core]', '\tbare = false'];
	const text = [...lines, `\trepositoryformatversion = ${own[0]}`, ...own.slice(1), ''].join('\n');
	const config = join(folder, 'config');
	if (!isObstructed(config) && textOrNothing(config, MAX_CONFIG) === text) return;
	if (unlessUnwritable(() => writeCache(config, text)) !== true)
		throw new Fault('state_unwritable', 'shared.git cannot be written', { hint: 'req doctor' });
}

function environment(place: Place, env: GitEnv): GitEnv {
	const kept = WAYS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
	return {
		...withoutGit(env),
		...Object.fromEntries(kept),
		...{ GIT_DIR: sharedGit(place), GIT_WORK_TREE: place.root, LC_ALL: 'C' },
		...{ GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' },
	};
}

/** What git says without reaching anybody; `undefined` where it fails. */
export function askShared(place: Place, args: readonly string[], env: GitEnv): string | undefined {
	prepare(place, env);
	const ran = startGit([...QUIET, ...args], {
		...{ cwd: place.root, env: environment(place, env), input: '' },
	});
	return ran.status === 0 ? (ran.stdout ?? '') : undefined;
}

/** Runs git on what is shared. Where that becomes too much, all of it is thrown away: the next fetch begins anew. */
export function runShared(
	place: Place,
	args: readonly string[],
	{ env, input, patienceMs = PATIENCE_MS, maxKept = MAX_KEPT }: RunOptions,
): Promise<Ran> {
	prepare(place, env);
	const folder = sharedGit(place);
	return new Promise((resolve) => {
		const child = spawn('git', [...QUIET, ...args], {
			...{ cwd: place.root, env: { ...environment(place, env) }, timeout: patienceMs },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let [stdout, stderr, isTooMuch] = ['', '', false];
		const look = setInterval(() => {
			isTooMuch ||= bytesIn(folder) > maxKept;
			if (isTooMuch) child.kill();
		}, LOOK_MS);
		child.stdout.setEncoding('latin1').on('data', (part: string) => {
			stdout += part;
			if (stdout.length > MAX_SAID) child.kill('SIGKILL');
		});
		child.stderr.setEncoding('utf8').on('data', (part: string) => {
			if (stderr.length < MAX_COMPLAINT) stderr += part;
		});
		child.on('error', ({ message }) => {
			clearInterval(look);
			resolve({ status: 1, stdout, stderr: message });
		});
		child.on('exit', () => {
			clearInterval(look);
			const letGo = () => {
				child.stdout.destroy();
				child.stderr.destroy();
			};
			setTimeout(letGo, LAST_WORDS_MS).unref();
		});
		child.on('close', (status, signal) => {
			isTooMuch ||= bytesIn(folder) > maxKept;
			if (isTooMuch) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
			if (isTooMuch)
				resolve({ status: 1, stdout, stderr: `it has more than ${maxKept / 2 ** 20} MB` });
			else if (signal === null) resolve({ status, stdout, stderr });
			else resolve({ status, stdout, stderr: `no answer for ${patienceMs / 1_000} s` });
		});
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
	});
}

interface RunOptions extends ShareLimits {
	readonly env: GitEnv;
	readonly input: string;
}

/** Files that go meanwhile count for nothing. */
function bytesIn(folder: string): number {
	try {
		return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
			const path = join(folder, entry.name);
			const own = entry.isDirectory()
				? bytesIn(path)
				: (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0);
			return sum + own;
		}, 0);
	} catch {
		return 0;
	}
}
