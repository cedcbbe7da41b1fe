import { standingLines } from '../../core/inject/status-text.ts';
import type { PriorSession } from '../../core/run/prior-session.ts';
import { taskPrompt } from '../../core/run/task-prompt.ts';
import type { Task } from '../../core/task/schema.ts';
import { standingsOf } from '../judging.ts';
import type { DeskPorts } from '../ports.ts';
import { readState } from '../state-reading.ts';
import type { RunPlan } from './planning.ts';

/** The prompt of a session for a task, with the requirements as they stand for it. */
export async function promptFor(
	asked: {
		readonly task: Task;
		readonly resume: PriorSession | undefined;
		readonly findings: string | undefined;
	},
	{ place, config }: RunPlan,
	ports: DeskPorts,
): Promise<string> {
	return taskPrompt({
		task: asked.task,
		gates: await gateLines({ place, config }, ports),
		findings: asked.findings,
		isResumed: asked.resume !== undefined,
	});
}

/** The requirements of a branch as they stand for a session that is not there yet; none where no gate is on. */
export async function gateLines(
	{ place, config }: Pick<RunPlan, 'place' | 'config'>,
	ports: DeskPorts,
): Promise<readonly string[]> {
	const { state } = await readState(place, ports);
	const { requirements } = config;
	const standings = standingsOf(state, { place, session: undefined, requirements }, ports.now());
	const isOn = config.enabled && requirements.length > 0 && state?.paused === undefined;
	return isOn ? standingLines(place.branch, standings) : [];
}
