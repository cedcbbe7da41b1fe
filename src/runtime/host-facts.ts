import { fstatSync, readlinkSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { delimiter, join } from 'node:path';
import { liveProcesses } from '../adapters/processes.ts';
import { isDirectory } from '../adapters/read-regular.ts';
import type { ClientSurroundings } from '../app/doctor-ports.ts';
import type { HostFacts } from '../app/ports.ts';

const isLinux = process.platform === 'linux';

/** The environment of this process, read once (7, 19). */
export function hostFacts(env: NodeJS.ProcessEnv): HostFacts {
	const home = named(env['HOME']) ?? homedir();
	return {
		hostname: hostname(),
		home,
		configDir: named(env['CLAUDE_CONFIG_DIR']) ?? join(home, '.claude'),
		programDirs: (env['PATH'] ?? '').split(delimiter),
		projectDir: named(env['CLAUDE_PROJECT_DIR']),
		pid: process.pid,
		parentPid: process.ppid,
		parentStarted: () => (isLinux ? liveProcesses().startedAt(process.ppid) : undefined),
		isFedByClient,
		spaces: isLinux ? spaces : () => undefined,
		clientPid: pidIn(env['CLAUDE_PID']) ?? process.ppid,
		clientVersion: versionIn(env['AI_AGENT']),
		sessionId: named(env['CLAUDE_CODE_SESSION_ID']),
		calledByModel: named(env['CLAUDECODE']) !== undefined,
		pluginRoot: named(env['CLAUDE_PLUGIN_ROOT']),
		// Every child of every client has CLAUDE_CODE_CHILD_SESSION. Only Bash calls get CLAUDE_CODE_EXECPATH,
		// so a hook that sees it belongs to a client that another client's Bash call started.
		nested: named(env['CLAUDE_CODE_EXECPATH']) !== undefined,
		inheritFrom: named(env['REQ_INHERIT_FROM']),
		inheritBundle: bundleIn(env),
		gatesToldBy: named(env['REQ_RUN_GATES']),
		user: named(env['USER']) ?? 'user',
	};
}

/**
 * Clients give a hook one end of a pair of sockets, a shell gives a pipe or a file
 * (docs/notes/claude-code/hook-inputs.md). Seen on Linux; elsewhere only a file is certain.
 */
function isFedByClient(): boolean {
	try {
		const stdin = fstatSync(0);
		return isLinux ? stdin.isSocket() : !stdin.isFile();
	} catch {
		return true;
	}
}

function spaces(): string | undefined {
	try {
		return ['pid', 'user'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`)).join(' ');
	} catch {
		return undefined;
	}
}

function named(value: string | undefined): string | undefined {
	return value === undefined || value === '' ? undefined : value;
}

function bundleIn(env: NodeJS.ProcessEnv): HostFacts['inheritBundle'] {
	const path = named(env['REQ_INHERIT_BUNDLE']);
	if (path === undefined) return undefined;
	return { path, required: env['REQ_INHERIT_COMPREHENSION'] === 'required' };
}

/** `claude-code_2-1-330_harness` is 2.1.330. */
function versionIn(agent: string | undefined): string | undefined {
	const [, version] = /^claude-code_(\d{1,5}-\d{1,5}-\d{1,5})_/.exec(agent ?? '') ?? [];
	return version?.replaceAll('-', '.');
}

function pidIn(value: string | undefined): number | undefined {
	const pid = Number(value);
	return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** Where an administrator's settings lie (docs/notes/claude-code/installation.md). */
const MANAGED: Readonly<Record<string, string>> = {
	darwin: '/Library/Application Support/ClaudeCode',
	win32: 'C:\\Program Files\\ClaudeCode',
};

/** What the environment of this process says about the client (19, 26). */
export function clientSurroundings(env: NodeJS.ProcessEnv): ClientSurroundings {
	const home = env['HOME'] || homedir();
	const configDir = env['CLAUDE_CONFIG_DIR'] || undefined;
	const running = env['CLAUDE_CODE_EXECPATH'];
	return {
		platform: process.platform,
		clientPrograms: [
			...(running ? [running] : []),
			'claude',
			join(home, '.local/bin/claude'),
			join(home, '.claude/local/claude'),
		],
		clientState: join(configDir ?? home, '.claude.json'),
		managed: MANAGED[process.platform] ?? '/etc/claude-code',
		missingConfigDir: configDir === undefined || isDirectory(configDir) ? undefined : configDir,
		isSimple: (env['CLAUDE_CODE_SIMPLE'] ?? '') !== '' && env['CLAUDE_CODE_SIMPLE'] !== '0',
	};
}
