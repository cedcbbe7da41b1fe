import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { type HookAnswer, notify } from '../host/hook-messages.ts';
import { livePorts } from '../runtime/live-ports.ts';
import { messageOf, reportFault } from '../runtime/report-fault.ts';
import { members, textIn } from '../store/foreign-json.ts';
import { isRecord } from '../store/shape.ts';
import type { Hook } from './hook.ts';

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
	crash: Promise<never> = new Promise(() => undefined),
): Promise<HookAnswer> {
	const { locksMs, deadlineMs } = hook.patience ?? { locksMs: 5_000, deadlineMs: 8_000 };
	let json: unknown;
	let isClaimed: boolean | undefined;
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;
	const claim = () => {
		isClaimed ??= context.claim(json, hook.identity);
		return isClaimed;
	};
	const begin = () => {
		if (isOver) throw new Fault('deadline', 'the event is over', { hint: 'req status' });
		if (!claim()) throw new Error('another process answers this event');
	};
	try {
		json = read();
		const writing = { begin, isReadOnly: false, leftMs: Math.min(locksMs, context.writing.leftMs) };
		const session = textIn(json, 'session_id');
		const ports = livePorts({ ...context, session, writing });
		const late = new Fault('deadline', `no answer within ${deadlineMs} ms`, { hint: 'req status' });
		// Counted from the arrival of the event, so before the work begins.
		const left = deadlineMs - context.elapsedMs();
		if (left <= 0) throw late;
		const deadline = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(late), left);
		});
		const work = async () => hook.answer(checkInput(hook, json), ports);
		const answer = await Promise.race([deadline, work(), crash]);
		return answer === undefined || claim() ? answer : undefined;
	} catch (error) {
		isOver = true;
		return await tellFault(error, { json, context, claim });
	} finally {
		clearTimeout(timer);
	}
}

interface Failed {
	readonly json: unknown;
	readonly context: Context;
	readonly claim: () => boolean;
}

/** A fault that cannot be stored becomes the answer, which shows it to the user: never silently. */
async function tellFault(error: unknown, { json, context, claim }: Failed): Promise<HookAnswer> {
	const told = notify(`req: ${messageOf(error)}`);
	try {
		const cwd = textIn(json, 'cwd') ?? '';
		const isPath = cwd.startsWith('/') && !cwd.includes('\0');
		const where = { cwd: isPath ? cwd : workingDirectory(context), ports: livePorts(context) };
		const isSettled = await reportFault(error, { ...where, claim });
		return isSettled || !claim() ? undefined : told;
	} catch (second) {
		context.debug(messageOf(second));
		return told;
	}
}

/** `/` if the working directory was deleted: no project is configured there. */
function workingDirectory(context: Context): string {
	try {
		return context.cwd();
	} catch {
		return '/';
	}
}

/** A field that Claude Code leaves empty is a field that it leaves out. */
function checkInput<Input>({ input: shape }: Hook<Input>, json: unknown): Input {
	const input = isRecord(json)
		? Object.fromEntries(members(json).filter(([, value]) => value !== null))
		: json;
	if (shape.fits(input)) return input;
	const key = shape.check(input)?.path.join('.');
	throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
}
