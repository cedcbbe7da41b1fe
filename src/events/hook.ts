import type { Context } from '../context.ts';
import { type HookAnswer, type HookOutput, outputOf } from '../host/messages.ts';
import { withSteadyClock } from '../store/clock.ts';
import { Fault } from '../store/fault.ts';
import { members, textIn } from '../store/foreign-json.ts';
import { type Fields, isRecord, type Shape } from '../store/shape.ts';
import { messageOf, reportFault } from './report-fault.ts';

/**
 * One event of Claude Code that req answers: all that is known of it. A file of this folder that exports `hook` is all it
 * takes: `npm run schema` lists it in all-hooks.ts, and makes hooks.json, the documentation and what tests play of the list.
 */
export interface Hook<Input> {
	readonly event: string;
	/** What the hook does then, as one sentence for `docs/troubleshooting.md`. */
	readonly about: string;
	/** The shape of its hook input. The server is sent these fields and no others. */
	readonly input: Shape<Input> & { readonly shape: Fields };
	answer(input: Input, context: Context): Promise<HookAnswer>;
	/**
	 * Fields that tell an event from every other one of its session and name, an id first. With them the server answers it, and
	 * the hook process only if there is no server. Without them the hook process always does.
	 */
	readonly identity?: readonly string[];
	/** Default: once, for every event of this name. */
	readonly runs?: readonly Run[];
	/** Seconds that Claude Code waits. Default: 10. */
	readonly timeout?: number;
	/**
	 * Milliseconds. `locksMs`: for all locks of the event together (D8). `deadlineMs`: for the event; past it, Claude Code gets
	 * no answer and continues. Default: 5,000 and 8,000.
	 */
	readonly patience?: { readonly locksMs: number; readonly deadlineMs: number };
}

/** When Claude Code calls the hook. */
export interface Run {
	/** Names of tools, a pattern each; `undefined`: every event. */
	readonly tools?: readonly string[];
	/** Claude Code does not wait for the hook process, which therefore answers nothing. It does wait for the server. */
	readonly async?: true;
	/** Not worth a process: without a server it is not answered. */
	readonly onlyServer?: true;
}

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
	given: Context,
	crash: Promise<never> = new Promise(() => undefined),
): Promise<HookOutput | undefined> {
	const { locksMs, deadlineMs } = hook.patience ?? { locksMs: 5_000, deadlineMs: 8_000 };
	let event: unknown;
	let isClaimed: boolean | undefined;
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;
	const claim = () => {
		isClaimed ??= given.claim(event, hook.identity);
		return isClaimed;
	};
	const begin = () => {
		if (isOver) throw new Fault('deadline', 'the event is over', { hint: 'req status' });
		if (!claim()) throw new Error('another process answers this event');
	};
	try {
		event = read();
		const writing = { begin, isReadOnly: false, leftMs: Math.min(locksMs, given.writing.leftMs) };
		const session = textIn(event, 'session_id');
		const memory = { places: new Map(), hiddenConfigs: new Map() };
		const context = withSteadyClock({ ...given, ...memory, session, writing });
		const late = new Fault('deadline', `no answer within ${deadlineMs} ms`, { hint: 'req status' });
		// Counted from the arrival of the event, so before the work begins.
		const left = deadlineMs - context.elapsedMs();
		if (left <= 0) throw late;
		const deadline = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(late), left);
		});
		// A field that Claude Code leaves empty is a field that it leaves out.
		const input = isRecord(event) ? Object.fromEntries(members(event).filter(([, value]) => value !== null)) : event;
		const { input: shape } = hook;
		const work = async () => {
			if (shape.fits(input)) return hook.answer(input, context);
			const key = shape.check(input)?.path.join('.');
			throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
		};
		const output = outputOf(hook.event, await Promise.race([deadline, work(), crash]));
		return output === undefined || claim() ? output : undefined;
	} catch (error) {
		isOver = true;
		const isReported = await reportFault(error, {
			context: given,
			cwd: textIn(event, 'cwd'),
			claim,
		});
		// A fault that cannot be stored is shown to the user: never silently.
		const isShown = !isReported && claim();
		return isShown ? outputOf(hook.event, { notice: `req: ${messageOf(error)}` }) : undefined;
	} finally {
		clearTimeout(timer);
	}
}
