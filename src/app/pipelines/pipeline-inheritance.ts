import type { Inherit } from '../../core/config/continuity.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import { selectionText } from '../../core/inherit/selection.ts';
import type { Stage } from '../../core/pipeline/pipeline.ts';
import type { RunBundle } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { refusal } from '../commands/inherit-source.ts';
import { sessionNamed } from '../commands/session-choice.ts';
import { loadInheritance } from '../continuity/inheriting.ts';
import type { DeskPorts } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { PipelinePlan } from './planning-pipeline.ts';

/** What the stages of a pipeline inherit. */
export interface PipelineInheritance {
	/** By the name under which stages know them. */
	readonly bundles: ReadonlyMap<string, Bundle>;
	/** By stage. */
	readonly ofStage: ReadonlyMap<string, string>;
	readonly warnings: readonly string[];
}

type Planned = Pick<PipelinePlan, 'place' | 'config' | 'request' | 'pipeline'>;

/**
 * Loads what the stages inherit, once for all who inherit the same (PIPE-1, PIPE-3). Writes nothing.
 *
 * @throws Fault `unknown_session`, `state_unreadable`
 */
export async function loadBundles(plan: Planned, ports: DeskPorts): Promise<PipelineInheritance> {
	const names = new Map<string, string>();
	const bundles = new Map<string, Bundle>();
	const ofStage = new Map<string, string>();
	const warnings: string[] = [];
	for (const stage of plan.pipeline.stages) {
		const asked = inheritOf(stage, plan);
		if (asked === undefined) continue;
		const same = `${asked.from}\n${selectionText(asked.select)}`;
		const name = names.get(same) ?? `inherited-${names.size + 1}`;
		if (!names.has(same)) {
			const loaded = await loadOne(asked, plan, ports);
			bundles.set(name, loaded.bundle);
			warnings.push(...loaded.warnings);
		}
		names.set(same, name);
		ofStage.set(stage.id, name);
	}
	return { bundles, ofStage, warnings };
}

/** What a stage inherits: by the command line, else by itself, else by the pipeline (D24). */
function inheritOf(stage: Stage, { request, pipeline, config }: Planned): Inherit | undefined {
	const written = stage.inherit ?? pipeline.inherit;
	const from = request.inherit ?? written?.from;
	if (from === undefined) return undefined;
	const select = request.select ?? written?.select ?? config.inherit?.select ?? 'all';
	return { from, select, comprehension: comprehensionOf(stage, { pipeline, config }) };
}

/** Whether the sessions of a stage must say what they understood (P3-1). */
export function comprehensionOf(
	{ comprehension, inherit }: Stage,
	{ pipeline, config }: Pick<PipelinePlan, 'pipeline' | 'config'>,
): Inherit['comprehension'] {
	const written = inherit ?? pipeline.inherit;
	return comprehension ?? written?.comprehension ?? config.inherit?.comprehension ?? 'optional';
}

async function loadOne({ from, select }: Inherit, { place, config }: Planned, ports: DeskPorts) {
	const registry = await readRegistry(place, ports);
	const source = await sessionNamed(from, { place, registry }, ports);
	const asked = { place, config, session: undefined, source, select, maxAge: undefined };
	const loading = await loadInheritance({ ...asked, door: 'command' }, ports);
	if (loading.kind === 'refused') throw await refusal(loading, { place, source }, ports);
	const { bundle, isRunning, warnings } = loading;
	const running = `session ${named(bundle.from_session)} is at work still: what it knows is not complete`;
	return { bundle, warnings: isRunning ? [running, ...warnings] : warnings };
}

/**
 * The bundle of a run as it was written at its start: it is never made again (PIPE-3).
 *
 * @throws Fault `state_unreadable` where it is gone, or another one
 */
export async function keptBundle(
	path: string,
	{ sha256 }: RunBundle,
	ports: DeskPorts,
): Promise<Bundle> {
	const bundle = await ports.pipelineFolders.readBundle(path);
	if (bundle?.sha256 === sha256) return bundle;
	throw new Fault(
		'state_unreadable',
		`what the pipeline inherited is not in ${named(path)} any more`,
		{
			hint: 'start the pipeline anew under another name',
		},
	);
}
