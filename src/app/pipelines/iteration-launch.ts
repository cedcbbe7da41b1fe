import type { Context } from '../../core/pipeline/context.ts';
import { stagePrompt } from '../../core/pipeline/stage-prompt.ts';
import { clientArgs } from '../../core/run/client-args.ts';
import type { DeskPorts } from '../ports.ts';
import type { SessionLaunch } from '../runs/launching.ts';
import { gateLines } from '../runs/prompting.ts';
import type { Iteration, StageBundle } from './iteration.ts';
import { comprehensionOf } from './pipeline-inheritance.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

interface Prepared extends Iteration {
	readonly context: Context;
	readonly bundle: StageBundle | undefined;
}

/** How the session of an iteration is started: what it may look into, what it inherits, what it is asked. */
export async function launchOf(
	{ stage, iteration, prompt, context, bundle }: Prepared,
	plan: PipelinePlan,
	ports: DeskPorts,
): Promise<Omit<SessionLaunch, 'onClient' | 'onSession' | 'onTurn'>> {
	const { place, config, request } = plan;
	const { paths } = context;
	const directory = ports.pipelineFolders.directoryOf(paths);
	const { permissionMode, model, allowedTools } = stage;
	const options = { permissionMode, model, allowedTools, more: request.more };
	const facts = {
		...{ pipeline: request.name, stage: stage.id, iteration, iterations: stage.iterations },
		...{ prompt, paths, inherits: bundle !== undefined, inputs: stage.inputs },
	};
	return {
		prompt: stagePrompt({ ...facts, gates: await gateLines({ place, config }, ports) }),
		cwd: place.root,
		// In front: the option takes all words up to the next option.
		args: [
			...['--add-dir', directory, '--allowed-tools', editsIn(directory)],
			...clientArgs(options, undefined),
		],
		env: bundle === undefined ? {} : inheritEnv(bundle, comprehensionOf(stage, plan)),
		timeout: request.timeout,
	};
}

/** The client's rule for the edit tools below a directory: without it no session could leave its status. */
function editsIn(directory: string): string {
	return `Edit(/${directory}/**)`;
}

/** What `SessionStart` reads (PIPE-1). */
function inheritEnv({ path }: StageBundle, comprehension: string) {
	return { REQ_INHERIT_BUNDLE: path, REQ_INHERIT_COMPREHENSION: comprehension };
}
