import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { taskText } from '../gate/gate-text.ts';
import { namesIn } from '../gate/status.ts';
import { blocksTasks, holdsTask } from '../gate/verdict.ts';
import { block, common, type HookAnswer } from '../host/hook-messages.ts';
import * as z from '../store/shape.ts';
import { readArmedWork, shownStatuses, stateNow } from './armed-work.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, sessionOf } from './projects.ts';
import { projectsWorkedIn, type WorkedProject } from './worked-projects.ts';

/** The completion of a task in Claude's own list. The event has no tool use id. */
const TaskCompletedInput = z.looseObject(common);
type TaskCompletedInput = z.output<typeof TaskCompletedInput>;
type Event = HookEvent<TaskCompletedInput>;

export const hook: Hook<TaskCompletedInput> = {
	event: 'TaskCompleted',
	about: 'Keeps a task open while a requirement that blocks its completion is armed and unmet.',
	input: TaskCompletedInput,
	answer: taskCompleted,
};

/**
 * Keeps a task open while a requirement with `blocks: [task_completed]` is armed and unmet. Claude Code shows the model the
 * reason as the result of its call.
 */
async function taskCompleted(input: TaskCompletedInput, ports: Ports): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input, ports), ports };
	const projects = await projectsWorkedIn(event.session, input.cwd, ports);
	const texts: string[] = [];
	for (const project of projects) {
		const { enabled, requirements } = project.config;
		if (enabled && requirements.some(blocksTasks))
			texts.push(...(await refusalsIn(project, event)));
	}
	return texts.length === 0 ? undefined : block(texts.join('\n\n'));
}

/** Why the task stays open for one project. Nothing is blocked if nothing could be satisfied (D7). */
async function refusalsIn(project: WorkedProject, event: Event): Promise<string[]> {
	const { input, session, ports } = event;
	const { place } = project;
	const worked = await readArmedWork(project, event);
	const now = ports.now();
	const unmet = shownStatuses(stateNow(worked, now), worked, { session, now }).filter(holdsTask);
	if (unmet.length === 0 || worked.obstacle !== undefined) return [];
	const refuse = { e: 'refuse' as const, branch: place.branch, names: namesIn(unmet) };
	const entry = { ...refuse, tool: 'TaskUpdate', ...promptOf(input) };
	await note(place, session, { entries: [entry], ports });
	return [taskText(unmet, place.branch)];
}
