import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../core/context.ts';

/** The user's home directory. */
export function homeOf(env: Env): string {
	return env['HOME'] || homedir();
}

/** Claude Code's config directory (D3). */
export function claudeConfigDir(env: Env): string {
	return env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude');
}
