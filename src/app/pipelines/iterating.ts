import { type Context, inputsOf } from '../../core/pipeline/context.ts';
import { iterationKey, iterationName } from '../../core/pipeline/iteration-name.ts';
import { iterationsExpected, type NextIteration } from '../../core/pipeline/progress.ts';
import { sessionOutcome } from '../../core/pipeline/session-outcome.ts';
import { waitingItem } from '../../core/run/run-record.ts';
import type { RunClient } from '../../core/run/schema.ts';
import { isUuid } from '../../core/session/session-id.ts';
import { cut, oneLine } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import { launchSession } from '../runs/launching.ts';
import { finishIteration } from './finishing.ts';
import type { Iteration, StageBundle } from './iteration.ts';
import { launchOf } from './iteration-launch.ts';
import { nameSessionOf } from './naming.ts';
import { type PipelineAtWork, pipelineOf } from './pipeline-at-work.ts';
import { keptBundle } from './pipeline-inheritance.ts';

/** Characters of a prompt that tell iterations from each other. */
const MAX_TITLE = 80;

/**
 * Works on one iteration of a stage in a session of its own, kept in the run file step by step.
 *
 * @returns the key of its item
 * @throws Fault `state_unwritable`, `state_unreadable` where what it inherits is gone
 */
export async function iterate(
	next: NextIteration,
	at: PipelineAtWork,
	ports: DeskPorts,
): Promise<string> {
	const { plan, ledger, stops, tell } = at;
	const { stage, iteration } = next;
	const key = iterationKey(stage.id, iteration);
	const prompt = plan.pipeline.prompts.get(stage.id) ?? '';
	const { redact } = await import('../../core/redact/redact.ts');
	const title = cut(oneLine(redact(prompt)), MAX_TITLE);
	const doing: Iteration = { ...next, key, title, prompt, started: ports.now() };
	const bundle = await stageBundle(doing, at, ports);
	await begin(doing, at, ports);
	const work = { id: key, title };
	const { stages } = pipelineOf(ledger);
	tell({ kind: 'begun', work, ...iterationsExpected(plan.pipeline, stages) });
	const context = contextOf(doing, bundle, { at, ports });
	ports.pipelineFolders.give(context);
	const launch = await launchOf({ ...doing, context, bundle }, plan, ports);
	const onSession = (uuid: string) => sessionKnown(uuid, doing, { at, ports });
	const onTurn = (turns: number, tool: string | undefined) => tell({ kind: 'turn', turns, tool });
	const onClient = (client: RunClient) => ledger.update(key, { client });
	const telling = { onClient, onSession, onTurn };
	const report = await launchSession({ ...launch, ...telling }, stops, ports);
	await ledger.update(key, { turns: report.turns, last_findings: report.findings ?? null });
	await finishIteration({ ...doing, context }, sessionOutcome(report.end), { at, ports });
	tell({ kind: 'ended', item: ledger.item(key) });
	return key;
}

async function begin(
	{ key, title, started }: Iteration,
	{ plan, ledger }: PipelineAtWork,
	ports: DeskPorts,
): Promise<void> {
	const { root } = plan.place;
	const { items } = ledger.run();
	// One that a run which was killed had begun is begun again.
	const before = Object.hasOwn(items, key) ? items[key] : undefined;
	const item = before ?? waitingItem({ title }, root);
	const begun = {
		...{ ...item, status: 'running' as const, attempts: item.attempts + 1, error: null },
		...{ started_at: new Date(started).toISOString(), ended_at: null, cwd: root },
		base_commit: ports.places.commit(plan.place) ?? null,
	};
	await ledger.record({ items: { ...items, [key]: begun } });
}

/** The one that was written at the start (PIPE-3). */
async function stageBundle(
	{ stage }: Iteration,
	{ plan, ledger }: PipelineAtWork,
	ports: DeskPorts,
): Promise<StageBundle | undefined> {
	const { stages, bundles } = pipelineOf(ledger);
	const name = stages.find(({ id }) => id === stage.id)?.bundle ?? undefined;
	const isKept = name !== undefined && Object.hasOwn(bundles, name);
	const kept = isKept ? bundles[name] : undefined;
	if (kept === undefined) return undefined;
	const at = { run: ledger.run().run_id, file: kept.file };
	const path = ports.pipelineFolders.bundlePath(plan.place, at);
	return { path, bundle: await keptBundle(path, kept, ports) };
}

interface Working {
	readonly at: PipelineAtWork;
	readonly ports: DeskPorts;
}

function contextOf(
	{ stage, iteration, key }: Iteration,
	bundle: StageBundle | undefined,
	{ at, ports }: Working,
): Context {
	const { name, stages } = pipelineOf(at.ledger);
	return {
		session: iterationName(name, stage.id, iteration),
		iteration,
		inherited: bundle?.bundle ?? {},
		inputs: inputsOf(stage, stages),
		paths: ports.pipelineFolders.begin(at.folder, key),
	};
}

/** Its id is kept at once, so that a run that is killed knows whom it began. */
async function sessionKnown(
	uuid: string,
	{ key, stage, iteration }: Iteration,
	{ at, ports }: Working,
): Promise<void> {
	if (!isUuid(uuid)) return;
	const { plan, ledger } = at;
	const before = ledger.item(key).session_uuid;
	await ledger.update(key, { session_uuid: uuid });
	const name = iterationName(pipelineOf(ledger).name, stage.id, iteration);
	await nameSessionOf({ uuid, before, name, at: plan }, ports);
}
