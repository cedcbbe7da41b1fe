import type { Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { type HookAnswer, notify } from '../host/hook-messages.ts';
import { livePorts } from '../runtime/live-ports.ts';
import { messageOf, reportFault } from '../runtime/report-fault.ts';
import { textIn } from '../store/foreign-json.ts';
import type { Shape } from '../store/shape.ts';
import type { Hook, Patience } from './hook.ts';

const USUAL: Patience = { locksMs: 5_000, deadlineMs: 8_000 };

/**
 * Answers one event. This is the fail-open boundary: whatever goes wrong inside is stored as a fault and nothing is
 * answered, so that Claude Code carries on (D35). Never throws. An event that another process claimed is not answered.
 *
 * @param read returns the event, parsed; throws a Fault if it cannot be
 * @param crash rejects with an uncaught exception or unhandled rejection
 */
export async function answerEvent<Input>(
	hook: Hook<Input>,
	read: () => unknown,
	context: Context,
	crash?: Promise<never>,
): Promise<HookAnswer> {
	try {
		return await answerOrReport(hook, read, context, crash);
	} catch (error) {
		const message = messageOf(error);
		context.debug(message);
		return notify(`req: ${message}`);
	}
}

async function answerOrReport<Input>(
	hook: Hook<Input>,
	read: () => unknown,
	context: Context,
	crash: Promise<never> | undefined,
): Promise<HookAnswer> {
	const { locksMs, deadlineMs } = hook.patience ?? USUAL;
	let isOver = false;
	let json: unknown;
	let isClaimed: boolean | undefined;
	const claim = () => {
		isClaimed ??= context.claim(json);
		return isClaimed;
	};
	const begin = () => {
		if (isOver) throw new Fault('deadline', 'the event is over', { hint: 'req status' });
		if (!claim()) throw new Error('another process answers this event');
	};
	const writing = { begin, isReadOnly: false, leftMs: Math.min(locksMs, context.writing.leftMs) };
	const live = livePorts({ ...context, writing });
	const work = async () => {
		const input = checkInput(hook.input, json);
		const session = textIn(json, 'session_id');
		const ports = { ...live, context: { ...live.context, session } };
		return await answerOf(hook, input, ports);
	};
	const late = new Fault('deadline', `no answer within ${deadlineMs} ms`, { hint: 'req status' });
	let timer: NodeJS.Timeout | undefined;
	try {
		json = read();
		// Counted from the arrival of the event, so before the work begins.
		const left = deadlineMs - context.elapsedMs();
		if (left <= 0) throw late;
		const deadline = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(late), left);
		});
		const ends = [deadline, work()];
		const answer = await Promise.race(crash === undefined ? ends : [...ends, crash]);
		return answer === undefined || claim() ? answer : undefined;
	} catch (error) {
		isOver = true;
		const cwd = cwdOf(json) ?? workingDirectory(context);
		const isSettled = await reportFault(error, { cwd, ports: livePorts(context), claim });
		// If the fault cannot be stored, the answer shows it to the user: never silently.
		return isSettled || !claim() ? undefined : notify(`req: ${messageOf(error)}`);
	} finally {
		clearTimeout(timer);
	}
}

/** The answer of the hook; a fault becomes the answer if the user waits for one. */
async function answerOf<Input>(
	{ answer, answerToFault }: Hook<Input>,
	input: Input,
	ports: Ports,
): Promise<HookAnswer> {
	try {
		return await answer(input, ports);
	} catch (error) {
		const faultAnswer =
			error instanceof Fault ? await answerToFault?.(input, error, ports) : undefined;
		if (faultAnswer === undefined) throw error;
		return faultAnswer;
	}
}

/** For an event without a cwd. `/` if the working directory was deleted: no project is configured there. */
function workingDirectory(context: Context): string {
	try {
		return context.cwd();
	} catch {
		return '/';
	}
}

function checkInput<Input>(shape: Shape<Input>, json: unknown): Input {
	const input = withoutNulls(json);
	if (shape.fits(input)) return input;
	const key = shape.check(input)?.path.join('.');
	throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
}

/** A field the host leaves empty is a field it leaves out. */
function withoutNulls(json: unknown): unknown {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
	return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

function cwdOf(json: unknown): string | undefined {
	const cwd = (json as { cwd?: unknown } | null)?.cwd;
	return typeof cwd === 'string' && cwd.startsWith('/') && !cwd.includes('\0') ? cwd : undefined;
}
