import { KIND_OF, NAMED_LISTS } from '../../core/inherit/selection.ts';
import type { PipelineEnd, RunRecord, StageRun } from '../../core/run/schema.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';

/** How the stages of a pipeline stand; nothing of another run. */
export function pipelineLines({ pipeline }: RunRecord): string[] {
	if (pipeline === undefined) return [];
	const { stages, bundles, end } = pipeline;
	const sources = new Set(Object.values(bundles).map(({ from_session }) => named(from_session)));
	const inherits = sources.size === 0 ? [] : [`inherits from ${[...sources].join(', ')}`];
	return [
		'',
		...stages.map(stageLine),
		...(stages.some(({ ended }) => ended === 'no_status') ? [WHAT_TO_WRITE] : []),
		...inherits,
		...(end === null ? [] : [endLine(end)]),
	];
}

function stageLine({ id, ended, iterations }: StageRun): string {
	const how = ended === null ? 'not over' : HOW[ended];
	return `stage ${oneLine(id)}: ${counted(iterations.length, 'iteration')}, ${how}`;
}

const HOW: Readonly<Record<NonNullable<StageRun['ended']>, string>> = {
	iterations: 'as many as there may be',
	stop: 'nothing was left to do',
	plateau: 'two in a row had nothing left to do',
	error: 'it could not go on',
	no_status: 'no status at its end',
	gone: 'not in the file any more',
};

const WHAT_TO_WRITE =
	'a session has to end by writing the status.json that its prompt names, such as {"decision": "stop", "summary": "what was done"}; "continue" asks for another iteration, "error" ends the pipeline';

function endLine(end: PipelineEnd): string {
	const counts = NAMED_LISTS.map((list) => counted(end[list].length, KIND_OF[list]));
	return `together: ${counts.join(', ')}`;
}
