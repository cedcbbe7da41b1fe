import type { Context, Env } from '../context.ts';

/** The environment variables that Claude Code sets, and those that its caller sets. */
export interface Environment {
	/** `CLAUDE_PROJECT_DIR`: where the session started. */
	readonly projectDir: string | undefined;
	/** The client's process: `CLAUDE_PID`, else the parent. */
	readonly clientPid: number;
	/** `CLAUDE_CODE_SESSION_ID`. */
	readonly sessionId: string | undefined;
	/** True inside a model's tool call: `CLAUDECODE` is set. */
	readonly calledByModel: boolean;
	/** `CLAUDE_PLUGIN_ROOT`: the folder this plugin runs from; `undefined` outside its hooks. */
	readonly pluginRoot: string | undefined;
	/** The client was started by another client's Bash call (D11, docs/adr/0003). */
	readonly nested: boolean;
	/** `REQ_INHERIT_FROM`: the session a new one inherits from, as a reference. */
	readonly inheritFrom: string | undefined;
	/** `REQ_INHERIT_BUNDLE`: what a session of a pipeline inherits, and whether it must say what it understood of it. */
	readonly inheritBundle: { readonly path: string; readonly required: boolean } | undefined;
	/** Who sits at this machine, for the record. */
	readonly user: string;
}

/** Reads the environment of an event or a command (7, 19). */
export function environmentOf({ env, parentPid }: Pick<Context, 'env' | 'parentPid'>): Environment {
	return {
		projectDir: named(env['CLAUDE_PROJECT_DIR']),
		clientPid: pidIn(env['CLAUDE_PID']) ?? parentPid,
		sessionId: named(env['CLAUDE_CODE_SESSION_ID']),
		calledByModel: named(env['CLAUDECODE']) !== undefined,
		pluginRoot: named(env['CLAUDE_PLUGIN_ROOT']),
		// Every child of every client has CLAUDE_CODE_CHILD_SESSION. Only Bash calls get CLAUDE_CODE_EXECPATH,
		// so a hook that sees it belongs to a client that another client's Bash call started.
		nested: named(env['CLAUDE_CODE_EXECPATH']) !== undefined,
		inheritFrom: named(env['REQ_INHERIT_FROM']),
		inheritBundle: bundleIn(env),
		user: named(env['USER']) ?? 'user',
	};
}

/** Writes to standard error how sources were chosen, if `REQ_SESSION_DEBUG=1`. */
export function trace({ env, debug }: Pick<Context, 'env' | 'debug'>, line: string): void {
	if (env['REQ_SESSION_DEBUG'] === '1') debug(line);
}

function named(value: string | undefined): string | undefined {
	return value === undefined || value === '' ? undefined : value;
}

function bundleIn(env: Env): Environment['inheritBundle'] {
	const path = named(env['REQ_INHERIT_BUNDLE']);
	if (path === undefined) return undefined;
	return { path, required: env['REQ_INHERIT_COMPREHENSION'] === 'required' };
}

function pidIn(value: string | undefined): number | undefined {
	const pid = Number(value);
	return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}
