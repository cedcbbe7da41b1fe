import { KIND_OF, NAMED_LISTS } from '../../config/selection.ts';
import type { Inherit } from '../../config/settings.ts';
import { Fault } from '../../core/fault/fault.ts';
import {
	askedText,
	contentOf,
	endOf,
	type IterationContext,
	inputsOf,
	iterationKey,
	iterationName,
	iterationsExpected,
	type NextIteration,
	newStageRun,
	nextIteration,
	type Stage,
	withIteration,
} from '../../core/pipeline/pipeline.ts';
import { type ReadStatus, readStatus, type Status } from '../../core/pipeline/read-status.ts';
import { stagePrompt } from '../../core/run/headless-client.ts';
import { iterationOutcome, type Outcome } from '../../core/run/outcome.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { cutAtWord, named, oneLine } from '../../core/text/one-line.ts';
import { parentOf } from '../../core/text/paths.ts';
import { note } from '../../journal/journal.ts';
import type { Bundle } from '../../memory/bundle.ts';
import { readRunBundle } from '../../memory/bundle-files.ts';
import { validationOf } from '../../memory/comprehension.ts';
import { loadInheritance } from '../../memory/inherit.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { readSession } from '../../memory/sessions.ts';
import { say } from '../commands/noter.ts';
import type { AllPorts, Ports } from '../ports.ts';
import {
	type AskedPipeline,
	comprehensionOf,
	inheritOf,
	type PipelinePlan,
} from './pipeline-plan.ts';
import {
	needClient,
	type Progress,
	type RunAtWork,
	type WorkEnd,
	type WorkSource,
	workInSession,
	workThrough,
} from './run.ts';
import { newRun, ownProcess, unwritable } from './run-ledger.ts';

/** Characters of a prompt that tell iterations from each other. */
const MAX_TITLE = 80;

type BegunPipeline = RunRecord & { readonly pipeline: PipelineRun };

/** An iteration of a stage, and what its session is given. */
interface Iteration extends NextIteration {
	/** Of its item, and of its folder. */
	readonly key: string;
	readonly plan: PipelinePlan;
	readonly bundle: StageBundle | undefined;
	/** How the pipeline stood before it. */
	readonly pipeline: PipelineRun;
}

/**
 * Works through the stages of a pipeline, one session per iteration, from where it stands (issue: runs). An iteration
 * that fails ends it; `--resume` tries that one again.
 *
 * @throws Fault `refused` where there is no client to start, or another run is at work on the branch,
 * `unknown_session`, `state_unreadable`, `state_unwritable`
 */
export async function runPipeline(
	plan: PipelinePlan,
	tell: (progress: Progress) => void,
	ports: AllPorts,
): Promise<RunRecord> {
	needClient(ports);
	const folder = ports.pipelineFolders.make();
	const work = async () => workThrough(await stagesOf(plan, folder, ports), tell, ports);
	return work().finally(() => ports.pipelineFolders.remove(folder));
}

/** The iterations of its stages, as a run that is new or goes on in the hands of this process. */
async function stagesOf(plan: PipelinePlan, folder: string, ports: AllPorts): Promise<WorkSource> {
	const { place, config, pipeline: file, before } = plan;
	const { pipeline: kept, ...run } = before ? again(before, ports) : anew(plan, ports);
	const at = { plan, run: run.run_id };
	const { pipeline, warnings } =
		before === undefined
			? await withBundles(file.stages, { ...at, pipeline: kept }, ports)
			: { pipeline: kept, warnings: [] };
	const standing = (now: RunRecord) => now.pipeline ?? pipeline;
	return {
		...{ place, config, begun: { ...run, pipeline }, warnings, endsAtFailure: true },
		next: async (now) => {
			const pipeline = standing(now);
			const next = nextIteration(file, pipeline.stages);
			if (next === undefined) return undefined;
			const key = iterationKey(next.stage.id, next.iteration);
			const bundle = await bundleOf(next.stage, { ...at, pipeline }, ports);
			return {
				...{ id: key, title: cutAtWord(oneLine(next.stage.prompt), MAX_TITLE) },
				...iterationsExpected(file, pipeline.stages),
				perform: (work) => iterate({ ...next, key, plan, bundle, pipeline }, folder, work),
			};
		},
		end: (now) => {
			const pipeline = standing(now);
			const sessions = Object.keys(now.items).map((key) => `${pipeline.name}-${key}`);
			return { pipeline: { ...pipeline, end: endOf(pipeline, sessions) } };
		},
	};
}

function anew(plan: PipelinePlan, ports: Ports): BegunPipeline {
	const { place, request, pipeline } = plan;
	const { caller, file, name, inherit, timeout, more } = request;
	const config = {
		...{ file, inherit: inherit ?? null, timeout_ms: timeout },
		claude_args: more.join(' '),
	};
	const stages = pipeline.stages.map(({ id }) => newStageRun(id));
	const sha256 = ports.sha256(contentOf(pipeline));
	const run = newRun({ place, caller, kind: 'pipeline', config, items: {} }, ports);
	return { ...run, pipeline: { name, sha256, stages, bundles: {}, end: null } };
}

function again({ pid_started: _, ...run }: BegunPipeline, ports: Ports): BegunPipeline {
	return { ...run, ...ownProcess(ports), completed_at: null };
}

/**
 * Works on one iteration of a stage in a session of its own.
 *
 * @throws Fault `state_unwritable`
 */
async function iterate(doing: Iteration, folder: string, at: RunAtWork): Promise<WorkEnd> {
	const { stage, iteration, key, plan, bundle, pipeline } = doing;
	const { place, request } = plan;
	const { ports } = at;
	const name = iterationName(pipeline.name, stage.id, iteration);
	const paths = ports.pipelineFolders.begin(folder, key);
	const context: IterationContext = {
		...{ session: name, iteration, inherited: bundle?.bundle ?? {} },
		...{ inputs: inputsOf(stage, pipeline.stages), paths },
	};
	ports.pipelineFolders.give(context);
	const directory = parentOf(paths.context);
	const facts = { pipeline: request.name, stage, iteration, paths, inherits: bundle !== undefined };
	// What `SessionStart` reads.
	const inherits = bundle && {
		REQ_INHERIT_BUNDLE: bundle.path,
		REQ_INHERIT_COMPREHENSION: comprehensionOf(stage, plan),
	};
	const session = {
		prompt: stagePrompt(facts),
		cwd: place.root,
		options: { ...stage, more: request.more },
		// The rule lets its session leave a status.
		args: ['--add-dir', directory, '--allowed-tools', `Edit(/${directory}/**)`],
		env: { ...inherits },
		timeout: request.timeout,
		resume: undefined,
		onSession: (uuid: string, before: string | null) =>
			nameSession({ uuid, before, name }, plan, ports),
	};
	const end = await workInSession(key, session, at);
	return finish({ ...doing, context }, iterationOutcome(end), at);
}

/** What became of an iteration whose session ended well, by what it said of itself. */
function resultOf({ status, trouble }: ReadStatus): Outcome {
	const { decision, summary } = status;
	const error = summary || (trouble ?? 'it decided that the pipeline cannot go on');
	if (decision === 'error') return { status: 'failed', error };
	if (decision === 'none') return { status: 'no_status', error };
	return { status: 'success', error: undefined };
}

/**
 * Keeps what came of an iteration in its session's memory and beside the run's file. One whose session did not end well
 * is none: `--resume` begins it again.
 */
async function finish(
	doing: Iteration & { readonly context: IterationContext },
	outcome: Outcome,
	{ ledger, tell, ports }: RunAtWork,
): Promise<WorkEnd> {
	const { key, stage, iteration, plan, context, pipeline } = doing;
	const read = readStatus(ports.pipelineFolders.status(context.paths));
	const { status, trouble } = read;
	const { run_id: run } = ledger.run();
	const uuid = ledger.item(key).session_uuid;
	const learnt = uuid === null ? undefined : { uuid, name: context.session, status };
	const record = learnt && (await keepInMemory(learnt, plan, ports));
	const saysNothing = status.decision === 'none';
	const kept = ports.pipelineFolders.keep(
		{ place: plan.place, run, key },
		{
			...{ context, status: saysNothing ? undefined : status },
			validation: record && validationOf(record),
		},
	);
	const worked = outcome.status === 'success';
	for (const text of [worked && !saysNothing ? trouble : undefined, kept.trouble]) {
		if (text !== undefined) tell({ kind: 'warning', text: `${key}: ${text}` });
	}
	if (!worked) return outcome;
	const said = { ...status, trouble: trouble ?? null, output: kept.output ?? null };
	const done = withIteration(pipeline, stage, { iteration, item: key, ...said });
	return { ...resultOf(read), pipeline: done };
}

interface Learnt {
	/** Full id of the session of an iteration. */
	readonly uuid: string;
	readonly name: string;
	readonly status: Status;
}

/** What the session learnt, as `req learn` would keep it; each text once. */
async function keepInMemory({ uuid, name, status }: Learnt, plan: PipelinePlan, ports: AllPorts) {
	const { place } = plan;
	const session = parseSessionId(uuid, ports.sha256);
	if (session === undefined) return undefined;
	await nameSession({ uuid, before: null, name }, plan, ports);
	const record = readSession(place, session, ports);
	if (record === undefined) return undefined;
	const noter = { place, config: plan.config, caller: plan.request.caller, session, record };
	for (const list of NAMED_LISTS)
		for (const text of status[list]) {
			const saying = { kind: KIND_OF[list], text, source: 'import' } as const;
			await say(saying, noter, ports, { mayLeaveOut: true });
		}
	return record;
}

interface Naming {
	/** Full id of the session of an iteration. */
	readonly uuid: string;
	/** That of the session which had begun the same iteration: it gives the name away. */
	readonly before: string | null;
	readonly name: string;
}

/**
 * Gives the session of an iteration its name, which no other one keeps (D15). Where its start has not reached the hooks
 * yet there is nobody to name: the end of the iteration tries again.
 */
async function nameSession(
	{ uuid, before, name }: Naming,
	plan: PipelinePlan,
	ports: Ports,
): Promise<void> {
	const { place } = plan;
	const rename = async (session: Session | undefined, from: string, to: string) => {
		const record = readSession(place, session, ports);
		if (session === undefined || (record?.name ?? '') !== from) return;
		await note(place, session, { entries: [{ e: 'name', name: to }], ports });
	};
	const earlier = before === null || before === uuid ? undefined : before;
	await rename(parseSessionId(earlier, ports.sha256), name, '');
	await rename(parseSessionId(uuid, ports.sha256), '', name);
}

/** A run whose stages begin. */
interface Beginning {
	readonly plan: AskedPipeline;
	readonly run: string;
	readonly pipeline: PipelineRun;
}

/**
 * Gives the stages what they inherit: loaded once for all that ask for the same, and on the disk before the run's file
 * says so. If one cannot be loaded, none is kept.
 *
 * @throws Fault `unknown_session`, `state_unreadable`, `state_unwritable`
 */
async function withBundles(
	stages: readonly Stage[],
	{ plan, run, pipeline }: Beginning,
	ports: AllPorts,
): Promise<{ readonly pipeline: PipelineRun; readonly warnings: readonly string[] }> {
	const bundles: PipelineRun['bundles'] = {};
	const names = new Map<string, string>();
	const ofStage = new Map<string, string>();
	const loaded: (Loaded & { readonly name: string })[] = [];
	for (const stage of stages) {
		const inherit = inheritOf(stage, plan);
		if (inherit === undefined) continue;
		const asked = askedText(inherit);
		const name = names.get(asked) ?? `inherited-${loaded.length + 1}`;
		if (!names.has(asked)) loaded.push({ name, ...(await loadOne(inherit, plan, ports)) });
		names.set(asked, name);
		ofStage.set(stage.id, name);
	}
	for (const { name, bundle } of loaded) {
		const file = `${name}.json`;
		const isKept = ports.pipelineFolders.keepBundle(plan.place, { run, file }, bundle);
		if (!isKept) throw unwritable(plan.place);
		const { sha256, from_session, lineage } = bundle;
		bundles[name] = { file, sha256, from_session, lineage: [...lineage] };
	}
	const begun = pipeline.stages.map((one) => ({
		...one,
		bundle: ofStage.get(one.id) ?? one.bundle,
	}));
	const warnings = loaded.flatMap((one) => one.warnings);
	return { pipeline: { ...pipeline, stages: begun, bundles }, warnings };
}

interface Loaded {
	readonly bundle: Bundle;
	readonly warnings: readonly string[];
}

async function loadOne(
	{ from, select }: Inherit,
	{ place, config }: AskedPipeline,
	ports: AllPorts,
): Promise<Loaded> {
	const source = sessionNamed(from, place, ports);
	const asked = { place, config, session: undefined, source, select, maxAge: undefined };
	const loaded = loadInheritance({ ...asked, door: 'command' }, ports);
	const { bundle, isRunning, warnings } = loaded;
	const running = `session ${named(bundle.from_session)} is at work still: what it knows is not complete`;
	return { bundle, warnings: isRunning ? [running, ...warnings] : warnings };
}

/** What the sessions of a stage inherit, and where that lies. */
interface StageBundle {
	readonly path: string;
	readonly bundle: Bundle;
}

/**
 * The bundle of a stage as it was written at the start: it is never made again.
 *
 * @throws Fault `state_unreadable` where it is gone, or another one
 */
async function bundleOf(
	stage: Stage,
	{ plan: { place }, run, pipeline: { stages, bundles } }: Beginning,
	{ pipelineFolders }: AllPorts,
): Promise<StageBundle | undefined> {
	const name = stages.find(({ id }) => id === stage.id)?.bundle ?? '';
	const kept = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
	if (kept === undefined) return undefined;
	const path = pipelineFolders.bundlePath(place, { run, file: kept.file });
	const bundle = readRunBundle(place, path);
	if (bundle?.sha256 === kept.sha256) return { path, bundle };
	const what = `what the pipeline inherited is not in ${named(path)} any more`;
	throw new Fault('state_unreadable', what, {
		hint: 'start the pipeline anew under another name',
	});
}
