import { clientArgs } from '../../core/run/client-args.ts';
import {
	NO_PRIOR_SESSION,
	type Outcome,
	outcomeOf,
	RESUMPTION_FAILED,
} from '../../core/run/outcome.ts';
import type { PriorSession } from '../../core/run/prior-session.ts';
import { isUuid } from '../../core/session/session-id.ts';
import type { Task } from '../../core/task/schema.ts';
import { keepTask, storedTasks } from '../commands/task-storing.ts';
import type { DeskPorts } from '../ports.ts';
import { launchSession, type SessionReport } from './launching.ts';
import type { PlannedTask } from './planning.ts';
import { obstacleTo } from './prior-sessions.ts';
import { promptFor } from './prompting.ts';
import type { RunAtWork } from './run-at-work.ts';

/** Works on one task: goes on with its session where it is to and can, else in a fresh one (seed 003, AC-1..4). */
export async function workOn(
	{ task, prior }: PlannedTask,
	at: RunAtWork,
	ports: DeskPorts,
): Promise<void> {
	const { plan, ledger } = at;
	const { continuing, strict } = plan.request;
	const started = ports.now();
	const resumes = continuing === 'resume' && task.status === 'in_progress';
	const begin = { started_at: new Date(started).toISOString(), status: 'running' as const };
	await ledger.update(task.id, { ...begin, base_commit: ports.places.commit(plan.place) ?? null });
	const outcome =
		(await endedMeanwhile(task, at, ports)) ??
		(resumes
			? await resumeOrNot({ task, prior, strict }, at, ports)
			: await attempt({ task, resume: undefined, findings: prior?.findings }, at, ports));
	const ended = ports.now();
	await ledger.update(task.id, {
		status: outcome.status === 'stale' ? 'failed' : outcome.status,
		error: outcome.error ?? null,
		ended_at: new Date(ended).toISOString(),
		duration_s: Math.round((ended - started) / 100) / 10,
	});
}

/** A task may be done, or dropped, while those before it are worked on: then no session starts for it. */
async function endedMeanwhile(
	{ id }: Task,
	{ plan }: RunAtWork,
	ports: DeskPorts,
): Promise<Outcome | undefined> {
	const status = (await storedTasks(plan, ports)).find((task) => task.id === id)?.status;
	if (status === 'open' || status === 'in_progress') return undefined;
	if (status === 'done') return { status: 'success', error: undefined };
	return failed(status === undefined ? 'the task is gone' : `the task was ${status} meanwhile`);
}

interface Resuming {
	readonly task: Task;
	readonly prior: PriorSession | undefined;
	readonly strict: boolean;
}

/** One try to resume; where the session is gone, one fresh start, or with `--strict` none (ST-3, ST-4). */
async function resumeOrNot(
	{ task, prior, strict }: Resuming,
	at: RunAtWork,
	ports: DeskPorts,
): Promise<Outcome> {
	const fresh = { task, resume: undefined, findings: prior?.findings };
	if (prior === undefined) {
		return strict ? failed(NO_PRIOR_SESSION) : attempt(fresh, at, ports);
	}
	const obstacle = await obstacleTo(prior, at.plan.place, ports);
	if (obstacle?.why === 'busy') return failed(obstacle.message);
	const tried =
		obstacle === undefined
			? await attempt({ task, resume: prior, findings: prior.findings }, at, ports)
			: ({ status: 'stale', error: obstacle.message } as const);
	if (tried.status !== 'stale') return tried;
	if (strict) return failed(`${RESUMPTION_FAILED}${tried.error}`);
	const text = `session ${prior.uuid} cannot be resumed (${tried.error}): a fresh one takes its place`;
	at.tell({ kind: 'warning', text });
	return attempt(fresh, at, ports);
}

function failed(error: string): Outcome {
	return { status: 'failed', error };
}

interface Attempt {
	readonly task: Task;
	readonly resume: PriorSession | undefined;
	readonly findings: string | undefined;
}

/** One session for the task, kept in the run file step by step. */
async function attempt(asked: Attempt, at: RunAtWork, ports: DeskPorts): Promise<Outcome> {
	const { task, resume } = asked;
	const { plan, ledger, stops, tell } = at;
	const { options, timeout, inherit } = plan.request;
	const cwd = resume?.cwd ?? plan.place.root;
	const { attempts } = ledger.item(task.id);
	await ledger.update(task.id, {
		...{ cwd, resumed: resume !== undefined, attempts: attempts + 1 },
		...(resume === undefined ? {} : { session_uuid: resume.uuid }),
	});
	await markBegun(task, at, ports);
	if (resume !== undefined) {
		tell({ kind: 'resuming', text: `Resuming session ${resume.uuid}` });
	}
	const report = await launchSession(
		{
			prompt: await promptFor(asked, plan, ports),
			cwd,
			args: clientArgs(options, resume?.uuid),
			env: inherit === undefined || resume !== undefined ? {} : { REQ_INHERIT_FROM: inherit },
			timeout,
			onClient: async (client) => ledger.update(task.id, { client }),
			onSession: async (uuid) => {
				const isNew = isUuid(uuid) && ledger.item(task.id).session_uuid !== uuid;
				if (isNew) await ledger.update(task.id, { session_uuid: uuid });
			},
			onTurn: (turns, tool) => tell({ kind: 'turn', turns, tool }),
		},
		stops,
		ports,
	);
	await ledger.update(task.id, { turns: report.turns, last_findings: report.findings ?? null });
	return outcomeOf(report.end, {
		isDone: await isDone(task, report, { at, ports }),
		wasResumed: resume !== undefined,
	});
}

/** What a run works on is in progress, whatever becomes of the run. */
async function markBegun({ id }: Task, { plan }: RunAtWork, ports: DeskPorts): Promise<void> {
	const scene = { place: plan.place, config: plan.config, problems: [], session: undefined };
	await keepTask(scene, { id, status: 'in_progress' }, ports);
}

async function isDone(
	{ id }: Task,
	{ end }: SessionReport,
	{ at, ports }: { readonly at: RunAtWork; readonly ports: DeskPorts },
): Promise<boolean> {
	if (end.unstarted !== undefined) return false;
	const tasks = await storedTasks(at.plan, ports);
	return tasks.some((task) => task.id === id && task.status === 'done');
}
