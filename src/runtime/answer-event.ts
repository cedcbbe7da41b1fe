import type { Hook, Patience } from '../app/hooks/hook.ts';
import { withLastConfig } from '../app/last-config.ts';
import type { Ports } from '../app/ports.ts';
import { refillWork } from '../core/config/glob.ts';
import type { Context } from '../core/context.ts';
import type { Shape } from '../core/document/shape.ts';
import { Fault } from '../core/fault/fault.ts';
import { type HookAnswer, notify } from '../core/protocol/hook-messages.ts';
import { livePorts } from './live-ports.ts';

const USUAL: Patience = { lockWaitMs: 500, deadlineMs: 8_000 };

/**
 * Answers one event. This is the fail-open boundary: whatever goes wrong inside becomes a fault line and nothing is
 * answered, so that Claude Code carries on (D35). Never throws.
 *
 * @param read the event, parsed; throws a Fault if it cannot be
 * @param crash rejects with what went wrong in the process and nobody caught
 */
export async function answerEvent<Input>(
	hook: Hook<Input>,
	read: () => unknown,
	context: Context,
	crash?: Promise<never>,
): Promise<HookAnswer> {
	const { lockWaitMs, deadlineMs } = hook.patience ?? USUAL;
	const ports = livePorts(context, lockWaitMs);
	const end = new AbortController();
	let cwd: string | undefined;
	const work = async () => {
		refillWork();
		const json = read();
		cwd = cwdOf(json);
		const input = checkInput(hook.input, json);
		return await answerOf(hook, input, withLastConfig(sessionIn(json), ports));
	};
	try {
		const ends = [work(), late(deadlineMs, end.signal)];
		return await Promise.race(crash === undefined ? ends : [...ends, crash]);
	} catch (error) {
		return await failed(error, cwd, ports);
	} finally {
		end.abort();
	}
}

/** A fault of an event that somebody waits for becomes its answer. */
async function answerOf<Input>(
	{ answer, answerToFault }: Hook<Input>,
	input: Input,
	ports: Ports,
): Promise<HookAnswer> {
	try {
		return await answer(input, ports);
	} catch (error) {
		const told = error instanceof Fault ? await answerToFault?.(input, error, ports) : undefined;
		if (told === undefined) throw error;
		return told;
	}
}

function late(ms: number, end: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const timer = setTimeout(() => {
			reject(new Fault('deadline', `no answer within ${ms} ms`, { hint: 'req status' }));
		}, ms);
		end.addEventListener('abort', () => clearTimeout(timer));
	});
}

/** If nothing can be written down, the user is told at once: never silently. */
async function failed(error: unknown, cwd: string | undefined, ports: Ports): Promise<HookAnswer> {
	const { messageOf, reportFault } = await import('./report-fault.ts');
	const isKept = await reportFault(error, { cwd: cwd ?? workingDirectory(ports), ports });
	return isKept ? undefined : notify(`req: ${messageOf(error)}`);
}

/** Of the event that names none; where there is none either, the root: nothing is configured there. */
function workingDirectory({ context }: Ports): string {
	try {
		return context.cwd();
	} catch {
		return '/';
	}
}

function checkInput<Input>(shape: Shape<Input>, json: unknown): Input {
	const parsed = shape.safeParse(withoutNulls(json));
	if (parsed.success) return parsed.data;
	const key = parsed.issue.path.join('.');
	throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
}

/** A field the host leaves empty is a field it leaves out. */
function withoutNulls(json: unknown): unknown {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
	return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

function sessionIn(json: unknown): unknown {
	return (json as { session_id?: unknown } | null)?.session_id;
}

function cwdOf(json: unknown): string | undefined {
	const cwd = (json as { cwd?: unknown } | null)?.cwd;
	return typeof cwd === 'string' && cwd.startsWith('/') && !cwd.includes('\0') ? cwd : undefined;
}
