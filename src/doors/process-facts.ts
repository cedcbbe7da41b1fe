import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../context.ts';

/** The user's home directory. */
export function homeOf(env: Env): string {
	return env['HOME'] || homedir();
}

/** Claude Code's config directory (D3). */
export function claudeConfigDir(env: Env): string {
	return env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude');
}

/**
 * The Claude Code that started this server, as hooks/server.sh says: the parent of Node may be a wrapper. Read once at the
 * start: after the end of Claude Code the system names another parent.
 */
export function clientPid(env: Env): number {
	return Number(env['REQ_CLIENT_PID']) || process.ppid;
}
