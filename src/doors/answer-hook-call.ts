import { AsyncLocalStorage } from 'node:async_hooks';
import { handle, hookFor } from '../events/handle.ts';
import { messageOf } from '../events/report-fault.ts';
import { eventOf, NO_ANSWER } from '../host/hook-tool.ts';
import { isLive } from '../host/server-marker.ts';
import { claimEvent } from '../state/claims.ts';
import { textIn } from '../store/foreign-json.ts';
import { keepStatusLine } from './keep-status-line.ts';
import { processContext } from './process-context.ts';
import { clientPid } from './process-facts.ts';

/** Fails the event that is being answered, if an error that was not caught belongs to one. */
const failing = new AsyncLocalStorage<(error: unknown) => void>();

const base = processContext();
const client = clientPid(process.env);

for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
	process.on(name, (error: unknown) => {
		const fail = failing.getStore() ?? ((lost) => base.debug(messageOf(lost)));
		fail(error);
	});
}

/**
 * Answers an event that an `mcp_tool` hook sends. Never throws. If no claim can be stored, the hook process answers, unless
 * the marker keeps it from starting.
 *
 * @param given the arguments of the call
 * @param received when the call arrived, in milliseconds of `performance.now()`
 * @returns the text of the tool's result
 */
export async function answerHookCall(given: unknown, received: number): Promise<string> {
	const event = eventOf(given, hookFor(given)?.input.shape ?? {});
	let fail: (error: unknown) => void = () => undefined;
	const crash = new Promise<never>((_, reject) => {
		fail = reject;
	});
	// An error after the answer would otherwise count as unhandled.
	crash.catch(() => undefined);
	const { configDir, hostname } = base;
	// The environment is that of the server's start: the session may be another one by now (`/clear`).
	const session = textIn(event, 'session_id');
	const context = {
		...base,
		env: { ...base.env, CLAUDE_CODE_SESSION_ID: session, CLAUDE_PID: String(client) },
		parentPid: client,
		elapsedMs: () => performance.now() - received,
		claim: (json: unknown, identity: readonly string[] | undefined) =>
			claimEvent(configDir, { event: json, identity }, Date.now()) ?? isLive(configDir, hostname, client),
	};
	const answer = await failing.run(fail, () => handle(event, context, crash));
	keepStatusLine(event, context);
	return answer === undefined ? NO_ANSWER : JSON.stringify(answer);
}
