import type { Env } from '../core/context.ts';

/**
 * The Claude Code that started this server, as hooks/server.sh says: the parent of Node may be a wrapper. Read once at the
 * start: after the end of Claude Code the system names another parent.
 */
export function clientPid(env: Env): number {
	return Number(env['REQ_CLIENT_PID']) || process.ppid;
}
