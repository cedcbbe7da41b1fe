import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Selection } from '../../core/inherit/selection.ts';
import { grantsOf } from '../../core/pipeline/grants.ts';
import { namesOf } from '../../core/pipeline/iteration-name.ts';
import type { Stage } from '../../core/pipeline/pipeline.ts';
import { goingOn } from '../../core/pipeline/progress.ts';
import type { Place } from '../../core/place/place.ts';
import { inOrder } from '../../core/run/run-order.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import { isSameName, parseSessionName } from '../../core/session/session-name.ts';
import { counted } from '../../core/text/counted.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import type { Caller } from '../commands/caller.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { DeskPorts } from '../ports.ts';
import type { RunListing } from '../run-ports.ts';
import type { ReadyPipeline } from './loading.ts';

/** What `req pipeline run` or `req loop` was asked. */
export interface PipelineRequest {
	readonly caller: Caller;
	/** As somebody named it; of a loop its prompt. */
	readonly file: string;
	/** What its sessions are called after. */
	readonly name: string;
	readonly resume: boolean;
	/** Somebody read the file: the permissions in it count. */
	readonly trust: boolean;
	/** A session reference; `undefined`: what the file says. */
	readonly inherit: string | undefined;
	readonly select: Selection | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** What a pipeline is going to do. */
export interface PipelinePlan {
	readonly place: Place;
	readonly config: Config;
	readonly request: PipelineRequest;
	readonly pipeline: ReadyPipeline;
	/** The run that goes on, with what it has done; `undefined`: a new one. */
	readonly before: (RunRecord & { readonly pipeline: PipelineRun }) | undefined;
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}

/**
 * Finds out whether a pipeline can begin, or where it goes on. Writes nothing.
 *
 * @throws Fault `usage` for a name that is none, or `--resume` without a run of it on this branch; `refused` where a session has a
 * name already that one of the pipeline's would have
 */
export async function planPipeline(
	request: PipelineRequest,
	{ place, config, pipeline }: Pick<PipelinePlan, 'place' | 'config' | 'pipeline'>,
	ports: DeskPorts,
): Promise<PipelinePlan> {
	if (!request.trust) noGrants(pipeline);
	const names = sessionNames(request.name, pipeline.stages);
	const { runs, unreadable } = await ports.runs.list(place);
	const newest = inOrder(runs).find(
		({ record }) => record.pipeline !== undefined && isSameName(record.pipeline.name, request.name),
	)?.record;
	const before = request.resume ? goesOn(newest, { place, request, pipeline }) : undefined;
	await noClash(names, { place, before }, ports);
	return { place, config, request, pipeline, before, unreadable };
}

/** @throws Fault `refused`: nobody watches these sessions, and a file of a repository may be anybody's */
function noGrants({ stages }: PipelinePlan['pipeline']): void {
	const [first, ...more] = grantsOf(stages);
	if (first === undefined) return;
	const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'permission')} more)`;
	const what = `stage ${named(first.stage)} has ${quoted(first.text)}${others}`;
	throw new Fault('refused', `the file gives its sessions permissions: ${what}`, {
		hint: 'read the file, then give --trust; or give permissions yourself, behind --',
	});
}

/** @throws Fault `usage` */
function sessionNames(name: string, stages: readonly Stage[]): readonly string[] {
	const names = namesOf(name, stages);
	// The longest one, and the name alone, which must be a name without what follows it, too.
	for (const one of [name, names.toSorted((a, b) => b.length - a.length)[0] ?? name]) {
		const read = parseSessionName(one);
		if (read.kind === 'refused' || read.name !== one) {
			const why = read.kind === 'refused' ? read.why : 'it has blanks around it';
			throw new Fault('usage', `${quoted(one)} is no name for a session: ${why}`, {
				hint: 'such as `req pipeline run refine.yaml auth-v2`',
			});
		}
	}
	return names;
}

/** @throws Fault `usage` where there is nothing to go on with */
function goesOn(
	newest: RunRecord | undefined,
	{ place, request, pipeline }: Pick<PipelinePlan, 'place' | 'request' | 'pipeline'>,
): PipelinePlan['before'] {
	const { name, inherit, select } = request;
	if (inherit !== undefined || select !== undefined) {
		throw new Fault('usage', 'what a pipeline inherits is settled at its start', {
			hint: 'leave --inherit and --select out, or start it anew under another name',
		});
	}
	if (newest?.pipeline === undefined) {
		throw new Fault('usage', `there is no run of a pipeline called ${named(name)}`, {
			hint: 'leave --resume out; `req runs list` shows what there is',
		});
	}
	if (newest.branch !== place.branch) {
		throw new Fault('usage', `the run of ${named(name)} is of branch ${named(newest.branch)}`, {
			hint: 'git switch to that branch first',
		});
	}
	return { ...newest, pipeline: goingOn(newest.pipeline, pipeline.stages) };
}

/** @throws Fault `refused`: names are unique in a repository (D15) */
async function noClash(
	names: readonly string[],
	{ place, before }: Pick<PipelinePlan, 'place' | 'before'>,
	ports: DeskPorts,
): Promise<void> {
	const wanted = new Set(names.map((name) => name.toLowerCase()));
	const own = new Set(Object.values(before?.items ?? {}).map((item) => item.session_uuid));
	const taken = (await everyRecord(place, ports)).find(
		({ uuid, name }) => name !== undefined && wanted.has(name.toLowerCase()) && !own.has(uuid),
	);
	if (taken === undefined) return;
	const { key, name = '' } = taken;
	throw new Fault('refused', `session ${named(key)} is called ${named(name)} already`, {
		hint: 'give the pipeline another name; --resume goes on with the newest run of this one',
	});
}
