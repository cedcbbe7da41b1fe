import { Fault } from '../../core/fault/fault.ts';
import { grantsOf } from '../../core/pipeline/grants.ts';
import { namesOf } from '../../core/pipeline/iteration-name.ts';
import type { Stage } from '../../core/pipeline/pipeline.ts';
import { inOrder } from '../../core/run/run-order.ts';
import { isSameName, parseSessionName } from '../../core/session/session-name.ts';
import { counted } from '../../core/text/counted.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { DeskPorts } from '../ports.ts';
import { goOn } from './going-on.ts';
import type { PipelinePlan, PipelineRequest } from './pipeline-plan.ts';

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
	await noSecret(request.name);
	const names = sessionNames(request.name, pipeline.stages);
	const { runs, unreadable } = await ports.runs.list(place);
	const newest = inOrder(runs).find(
		({ record }) => record.pipeline !== undefined && isSameName(record.pipeline.name, request.name),
	)?.record;
	const asked = { place, config, request, pipeline };
	const going = request.resume ? goOn(newest, asked, ports) : { ...asked, ...ANEW };
	await noClash(names, { place, before: going.before }, ports);
	return { unreadable, ...going };
}

const ANEW = { before: undefined, changes: [] } as const;

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

/** @throws Fault `usage`: names are shown and kept everywhere */
async function noSecret(name: string): Promise<void> {
	const { redact } = await import('../../core/redact/redact.ts');
	const clean = redact(name);
	if (clean === name) return;
	throw new Fault('usage', `${quoted(clean)} is no name for a session: it holds a secret`, {
		hint: 'such as auth-v2',
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
				hint: 'such as auth-v2',
			});
		}
	}
	return names;
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
