import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClientSurroundings } from '../app/doctor-ports.ts';

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

function isDirectory(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
