import type { Inherit } from '../../core/config/continuity.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import type { Stage } from '../../core/pipeline/pipeline.ts';
import { askedText } from '../../core/pipeline/progress.ts';
import type { PipelineRun } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { refusal } from '../commands/inherit-source.ts';
import { sessionNamed } from '../commands/session-choice.ts';
import { loadInheritance } from '../continuity/inherit.ts';
import type { DeskPorts } from '../ports.ts';
import { type AskedPipeline, inheritOf } from './pipeline-plan.ts';
import { unwritable } from './run-ledger.ts';

/** A run whose stages begin. */
interface Beginning {
	readonly plan: AskedPipeline;
	readonly run: string;
	readonly pipeline: PipelineRun;
}

/**
 * Gives stages that nobody has worked on what they inherit: loaded once for all who ask for the same, now or since the
 * run began, and on the disk before the run's file says so. Where one cannot be loaded, none is kept.
 *
 * @throws Fault `unknown_session`, `state_unreadable`, `state_unwritable`
 */
export async function withBundles(
	stages: readonly Stage[],
	{ plan, run, pipeline }: Beginning,
	ports: DeskPorts,
): Promise<{ readonly pipeline: PipelineRun; readonly warnings: readonly string[] }> {
	const bundles = { ...pipeline.bundles };
	const names = new Map(Object.entries(bundles).map(([name, { asked }]) => [asked, name]));
	const ofStage = new Map<string, string>();
	const loaded: (Loaded & { readonly name: string; readonly asked: string })[] = [];
	for (const stage of stages) {
		const inherit = inheritOf(stage, plan);
		if (inherit === undefined) continue;
		const asked = askedText(inherit);
		const number = Object.keys(bundles).length + loaded.length + 1;
		const name = names.get(asked) ?? `inherited-${number}`;
		if (!names.has(asked)) loaded.push({ name, asked, ...(await loadOne(inherit, plan, ports)) });
		names.set(asked, name);
		ofStage.set(stage.id, name);
	}
	for (const { name, asked, bundle } of loaded) {
		const file = `${name}.json`;
		const isKept = ports.pipelineFolders.keepBundle(plan.place, { run, file }, bundle);
		if (!isKept) throw unwritable(plan.place);
		const { sha256, from_session, lineage } = bundle;
		bundles[name] = { file, sha256, asked, from_session, lineage: [...lineage] };
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
	ports: DeskPorts,
): Promise<Loaded> {
	const source = await sessionNamed(from, place, ports);
	const asked = { place, config, session: undefined, source, select, maxAge: undefined };
	const loading = await loadInheritance({ ...asked, door: 'command' }, ports);
	if (loading.kind === 'refused') throw await refusal(loading, { place, source }, ports);
	const { bundle, isRunning, warnings } = loading;
	const running = `session ${named(bundle.from_session)} is at work still: what it knows is not complete`;
	return { bundle, warnings: isRunning ? [running, ...warnings] : warnings };
}

/** What the sessions of a stage inherit, and where that lies. */
export interface StageBundle {
	readonly path: string;
	readonly bundle: Bundle;
}

/**
 * The bundle of a stage as it was written at the start: it is never made again.
 *
 * @throws Fault `state_unreadable` where it is gone, or another one
 */
export async function bundleOf(
	stage: Stage,
	{ plan: { place }, run, pipeline: { stages, bundles } }: Beginning,
	{ pipelineFolders, bundles: written }: DeskPorts,
): Promise<StageBundle | undefined> {
	const name = stages.find(({ id }) => id === stage.id)?.bundle ?? '';
	const kept = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
	if (kept === undefined) return undefined;
	const path = pipelineFolders.bundlePath(place, { run, file: kept.file });
	const bundle = await written.given(place, path);
	if (bundle?.sha256 === kept.sha256) return { path, bundle };
	const what = `what the pipeline inherited is not in ${named(path)} any more`;
	throw new Fault('state_unreadable', what, {
		hint: 'start the pipeline anew under another name',
	});
}
