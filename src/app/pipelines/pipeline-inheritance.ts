import type { Inherit } from '../../core/config/continuity.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import { askedText } from '../../core/pipeline/going-on.ts';
import type { Stage } from '../../core/pipeline/pipeline.ts';
import type { PipelineRun, RunBundle } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { refusal } from '../commands/inherit-source.ts';
import { sessionNamed } from '../commands/session-choice.ts';
import { loadInheritance } from '../continuity/inherit.ts';
import type { DeskPorts } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

/** What stages of a pipeline inherit. */
export interface PipelineInheritance {
	/** Those that are not kept yet, by the name under which stages know them. */
	readonly bundles: ReadonlyMap<string, { readonly asked: string; readonly bundle: Bundle }>;
	/** By stage. */
	readonly ofStage: ReadonlyMap<string, string>;
	readonly warnings: readonly string[];
}

type Planned = Pick<PipelinePlan, 'place' | 'config' | 'request' | 'pipeline'>;

/**
 * Loads what stages inherit, once for all who inherit the same, now or since the run began (PIPE-1, PIPE-3). Writes
 * nothing.
 *
 * @throws Fault `unknown_session`, `state_unreadable`
 */
export async function loadBundles(
	stages: readonly Stage[],
	{ plan, pipeline }: { readonly plan: Planned; readonly pipeline: PipelineRun },
	ports: DeskPorts,
): Promise<PipelineInheritance> {
	const kept = Object.entries(pipeline.bundles);
	const names = new Map(kept.map(([name, { asked }]) => [asked, name]));
	const bundles = new Map<string, { asked: string; bundle: Bundle }>();
	const ofStage = new Map<string, string>();
	const warnings: string[] = [];
	for (const stage of stages) {
		const inherit = inheritOf(stage, plan);
		if (inherit === undefined) continue;
		const asked = askedText(inherit);
		const name = names.get(asked) ?? `inherited-${kept.length + bundles.size + 1}`;
		if (!names.has(asked)) {
			const loaded = await loadOne(inherit, plan, ports);
			bundles.set(name, { asked, bundle: loaded.bundle });
			warnings.push(...loaded.warnings);
		}
		names.set(asked, name);
		ofStage.set(stage.id, name);
	}
	return { bundles, ofStage, warnings };
}

/** What a stage asks to inherit, as `RunBundle` keeps it; `undefined`: nothing. */
export function askedOf(
	stage: Stage,
	plan: Pick<PipelinePlan, 'config' | 'request' | 'pipeline'>,
): string | undefined {
	const inherit = inheritOf(stage, plan);
	return inherit && askedText(inherit);
}

/** What a stage inherits: by the command line, else by itself, else by the pipeline (D24). */
function inheritOf(
	stage: Stage,
	{ request, pipeline, config }: Omit<Planned, 'place'>,
): Inherit | undefined {
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
