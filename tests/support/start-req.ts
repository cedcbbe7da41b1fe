import { type HookProcess, startNode } from './hook-process.ts';
import { builtReq } from './run-hook.ts';
import type { ReqWorld } from './run-req.ts';

/** The user starts `req` in a terminal and does not wait for it. */
export function startReq({ repo, env }: ReqWorld, ...args: readonly string[]): HookProcess {
	return startNode([builtReq, ...args], { cwd: repo, env, stdin: '' });
}
