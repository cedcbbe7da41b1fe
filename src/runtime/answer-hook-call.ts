import { AsyncLocalStorage } from 'node:async_hooks';
import { claimEvent } from '../adapters/claims.ts';
import { isLive } from '../adapters/server-marker.ts';
import type { Context } from '../core/context.ts';
import { handle } from '../events/handle.ts';
import { eventOf } from '../host/hook-tool.ts';
import { unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { claudeConfigDir } from './claude-config-dir.ts';
import { clientPid } from './client-pid.ts';
import { processContext } from './context.ts';
import { keepStatusLine } from './keep-status-line.ts';
import { messageOf } from './report-fault.ts';

/** Fails the event that is being answered, if an error that was not caught belongs to one. */
const failing = new AsyncLocalStorage<(error: unknown) => void>();

const base = processContext();
const client = clientPid(process.env);
const configDir = claudeConfigDir(process.env);

for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
	process.on(name, (error: unknown) => {
		const fail = failing.getStore() ?? ((lost) => base.debug(messageOf(lost)));
		fail(error);
	});
}

/**
 * Answers an event that an `mcp_tool` hook sends. Never throws.
 *
 * @param given the arguments of the call
 * @param received when the call arrived, in milliseconds of `performance.now()`
 * @returns what a hook process would print
 */
export async function answerHookCall(given: unknown, received: number): Promise<string> {
	const event = eventOf(given, (text) => unlessError(() => JSON.parse(text)));
	let fail: (error: unknown) => void = () => undefined;
	const crash = new Promise<never>((_, reject) => {
		fail = reject;
	});
	// An error after the answer would otherwise count as unhandled.
	crash.catch(() => undefined);
	const context = contextOf(event, received);
	const answer = await failing.run(fail, () => handle(event, context, crash));
	keepStatusLine(event, context);
	return answer === undefined ? '' : JSON.stringify(answer);
}

/**
 * The environment is that of the server's start: the session may be another one by now (`/clear`). If no claim can be stored,
 * the hook process answers, unless the marker keeps it from starting.
 */
function contextOf(event: unknown, received: number): Context {
	const env = {
		...base.env,
		CLAUDE_CODE_SESSION_ID: textIn(event, 'session_id'),
		CLAUDE_PID: String(client),
	};
	return {
		...base,
		env,
		parentPid: client,
		elapsedMs: () => performance.now() - received,
		claim: (given) =>
			claimEvent(configDir, given, Date.now()) ?? isLive(configDir, base.hostname, client),
	};
}
