import { Fault } from '../../core/fault/fault.ts';
import { storedSelection } from '../../core/inherit/selection.ts';
import { grantsOf, namesOf, type Stage } from '../../core/pipeline/pipeline.ts';
import { changesSince, goingOn, type StageChange } from '../../core/pipeline/resumption.ts';
import { branchText } from '../../core/place/branch-text.ts';
import { inOrder } from '../../core/run/run-record.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import { isSameName, parseSessionName } from '../../core/session/session-name.ts';
import { counted } from '../../core/text/counted.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { DeskPorts } from '../ports.ts';
import type { RunListing } from '../run-ports.ts';
import type { AskedPipeline } from './pipeline-source.ts';
import { askedBy } from './stage-inheritance.ts';

/** What a pipeline is going to do. */
export interface PipelinePlan extends AskedPipeline {
	/** The run that goes on, with what it has done; `undefined`: a new one. */
	readonly before: (RunRecord & { readonly pipeline: PipelineRun }) | undefined;
	/** What the file says otherwise than when that run began. */
	readonly changes: readonly StageChange[];
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}

/**
 * Finds out whether a pipeline can begin, or where it goes on. Writes nothing.
 *
 * @throws Fault `usage` for a name that is none, or `--resume` without a run of it on this branch; `refused` where a
 * session has a name already that one of the pipeline's would have
 */
export async function planPipeline(asked: AskedPipeline, ports: DeskPorts): Promise<PipelinePlan> {
	const { place, request, pipeline } = asked;
	const { name, resume, trust } = request;
	if (!trust) noGrants(pipeline.stages);
	const { redact } = await import('../../core/redact/redact.ts');
	const clean = redact(name);
	// Names are shown and kept everywhere.
	if (clean !== name) throw noName(clean, 'it holds a secret');
	const names = sessionNames(name, pipeline.stages);
	const { runs, unreadable } = await ports.runs.list(place);
	const newest = inOrder(runs).find(
		({ record }) => record.pipeline !== undefined && isSameName(record.pipeline.name, name),
	)?.record;
	const going = resume ? goOn(newest, asked, ports) : { ...asked, before: undefined, changes: [] };
	await noClash(names, { place, before: going.before }, ports);
	return { unreadable, ...going };
}

/** @throws Fault `refused`: nobody watches these sessions, and a file of a repository may be anybody's */
function noGrants(stages: readonly Stage[]): void {
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
		if (read.kind === 'refused') throw noName(one, read.why);
		if (read.name !== one) throw noName(one, 'it has blanks around it');
	}
	return names;
}

function noName(name: string, why: string): Fault {
	return new Fault('usage', `${quoted(name)} is no name for a session: ${why}`, {
		hint: 'such as auth-v2',
	});
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

/**
 * Where a pipeline goes on, by the file as it is now and the command line as it was at the start.
 *
 * @throws Fault `usage` where there is nothing to go on with on this branch
 */
function goOn(
	newest: RunRecord | undefined,
	asked: AskedPipeline,
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
	// What the command line named at the start counts for stages that are new, too.
	const { inherit: from, select: kept } = newest.config;
	const request = {
		...asked.request,
		inherit: typeof from === 'string' ? from : undefined,
		select: typeof kept === 'string' ? storedSelection(kept) : undefined,
	};
	const settled = { ...asked, request };
	const now = asked.pipeline.stages.map((stage) => ({
		...{ stage, prompt: ports.sha256(stage.prompt), asked: askedBy(stage, settled) },
	}));
	const { pipeline } = newest;
	const before = { ...newest, pipeline: goingOn(pipeline, now) };
	return { ...settled, before, changes: changesSince(pipeline, now) };
}
