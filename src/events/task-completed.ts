import type { Context } from '../context.ts';
import { logTrace, refusalText, traceLines } from '../gate/gate-text.ts';
import { namesIn } from '../gate/status.ts';
import { blocksTasks, evaluate } from '../gate/verdict.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import { TASK_DONE_TOOL } from '../host/tools.ts';
import { note, promptOf } from '../journal/journal.ts';
import * as z from '../store/shape.ts';
import { readArmedWork } from './armed-work.ts';
import type { Hook } from './hook.ts';
import { projectsWorkedIn, sessionOf } from './projects.ts';

/** The completion of a task in Claude's own list. The event has no tool use id. */
const TaskCompletedInput = z.looseObject(common);
type TaskCompletedInput = z.output<typeof TaskCompletedInput>;

export const hook: Hook<TaskCompletedInput> = {
	event: 'TaskCompleted',
	about: 'Keeps a task open while a requirement that blocks its completion is armed and unmet.',
	input: TaskCompletedInput,
	answer: taskCompleted,
};

/**
 * Keeps a task open while a requirement with `blocks: [task_completed]` is armed and unmet: Claude Code shows the model the
 * reason as the result of its call. Nothing is blocked if nothing could be satisfied (D7).
 */
async function taskCompleted(input: TaskCompletedInput, context: Context): Promise<HookAnswer> {
	const session = sessionOf(input);
	const texts: string[] = [];
	for (const project of await projectsWorkedIn(session, input.cwd, context)) {
		const { enabled, requirements } = project.config;
		if (!enabled || !requirements.some(blocksTasks)) continue;
		const event = { input, session, context };
		const { place, lines, state, obstacle, statuses } = await readArmedWork(project, event);
		const { branch } = place;
		const facts = { branch, lines, obstacle, isPaused: state?.paused !== undefined };
		const { decision, unmet, trace } = evaluate(statuses, { occasion: 'task', ...facts });
		logTrace(trace, context);
		if (decision !== 'deny') continue;
		const names = namesIn(unmet);
		const why = { root: place.root, trace: traceLines(trace, context.now()) };
		const refuse = { e: 'refuse' as const, branch, names, tool: TASK_DONE_TOOL, ...why };
		await note(place, session, { entries: [{ ...refuse, ...promptOf(input) }], context });
		texts.push(refusalText(unmet, { branch, what: 'task', now: context.now() }));
	}
	return texts.length === 0 ? undefined : { decision: 'block', text: texts.join('\n\n') };
}
