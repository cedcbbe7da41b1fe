import { Fault } from '../../core/fault/fault.ts';
import { storedSelection } from '../../core/inherit/selection.ts';
import { changesSince, goingOn } from '../../core/pipeline/going-on.ts';
import { branchText } from '../../core/place/branch-text.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import { promptHash } from './beginning-stages.ts';
import { askedOf } from './pipeline-inheritance.ts';
import type { PipelinePlan, PipelineRequest } from './pipeline-plan.ts';

type Asked = Pick<PipelinePlan, 'place' | 'config' | 'request' | 'pipeline'>;

/**
 * Where a pipeline goes on, by the file as it is now and the command line as it was at the start.
 *
 * @throws Fault `usage` where there is nothing to go on with on this branch
 */
export function goOn(
	newest: RunRecord | undefined,
	asked: Asked,
	ports: DeskPorts,
): Omit<PipelinePlan, 'unreadable'> {
	const { name, inherit, select } = asked.request;
	if (inherit !== undefined || select !== undefined) {
		throw new Fault('usage', 'what a pipeline inherits is settled at its start', {
			hint: 'leave --inherit and --select out, or start it anew under another name',
		});
	}
	if (newest?.pipeline === undefined) {
		throw new Fault('usage', `there is no run of a pipeline called ${named(name)}`, {
			hint: 'leave --resume out; `req run list` shows what there is',
		});
	}
	if (newest.branch !== asked.place.branch) {
		throw new Fault('usage', `the run of ${named(name)} is of ${branchText(newest.branch)}`, {
			hint: 'check that out first',
		});
	}
	const settled = { ...asked, request: asAtStart(asked.request, newest) };
	const now = settled.pipeline.stages.map((stage) => ({
		...{ stage, prompt: promptHash(stage, settled.pipeline, ports) },
		asked: askedOf(stage, settled),
	}));
	const { pipeline } = newest;
	const before = { ...newest, pipeline: goingOn(pipeline, now) };
	return { ...settled, before, changes: changesSince(pipeline, now) };
}

/** What the command line named at the start counts for stages that are new, too (PIPE-1). */
function asAtStart(request: PipelineRequest, { config }: RunRecord): PipelineRequest {
	const { inherit, select } = config;
	return {
		...request,
		inherit: typeof inherit === 'string' ? inherit : undefined,
		select: typeof select === 'string' ? storedSelection(select) : undefined,
	};
}
