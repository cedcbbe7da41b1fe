import type { Context } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { type HookOutput, outputOf } from '../host/messages.ts';
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
): Promise<HookOutput | undefined> {
	const { locksMs, deadlineMs } = hook.patience ?? { locksMs: 5_000, deadlineMs: 8_000 };
	let event: unknown;
	let isClaimed: boolean | undefined;
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;
	const claim = () => {
		isClaimed ??= context.claim(event, hook.identity);
		return isClaimed;
	};
	const begin = () => {
		if (isOver) throw new Fault('deadline', 'the event is over', { hint: 'req status' });
		if (!claim()) throw new Error('another process answers this event');
	};
	try {
		event = read();
		const writing = { begin, isReadOnly: false, leftMs: Math.min(locksMs, context.writing.leftMs) };
		const session = textIn(event, 'session_id');
		const ports = livePorts({ ...context, session, writing, places: new Map() });
		const late = new Fault('deadline', `no answer within ${deadlineMs} ms`, { hint: 'req status' });
		// Counted from the arrival of the event, so before the work begins.
		const left = deadlineMs - context.elapsedMs();
		if (left <= 0) throw late;
		const deadline = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(late), left);
		});
		const work = async () => hook.answer(checkInput(hook, event), ports);
		const output = outputOf(hook.event, await Promise.race([deadline, work(), crash]));
		return output === undefined || claim() ? output : undefined;
	} catch (error) {
		isOver = true;
		const isReported = await reportFault(error, { context, cwd: textIn(event, 'cwd'), claim });
		// A fault that cannot be stored is shown to the user: never silently.
		const isShown = !isReported && claim();
		return isShown ? outputOf(hook.event, { notice: `req: ${messageOf(error)}` }) : undefined;
	} finally {
		clearTimeout(timer);
	}
}

/** A field that Claude Code leaves empty is a field that it leaves out. */
function checkInput<Input>({ input: shape }: Hook<Input>, event: unknown): Input {
	const input = isRecord(event)
		? Object.fromEntries(members(event).filter(([, value]) => value !== null))
		: event;
	if (shape.fits(input)) return input;
	const key = shape.check(input)?.path.join('.');
	throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
}
