import type { Caller } from '../app/commands/caller.ts';
import { homeOfCaller } from '../app/commands/memory-of.ts';
import { dated, durationText, minute } from '../app/local-time.ts';
import type { DeskPorts } from '../app/ports.ts';
import type { RunListing } from '../app/run-ports.ts';
import { isAtWork } from '../app/runs/run-ledger.ts';
import type { PlannedTask, RunPlan } from '../app/runs/task-run.ts';
import { Fault } from '../core/fault/fault.ts';
import { KIND_OF, NAMED_LISTS } from '../core/inherit/selection.ts';
import { branchLabel, onBranchText } from '../core/place/place.ts';
import { hasNoSession } from '../core/run/outcome.ts';
import { hasSucceeded, inOrder } from '../core/run/run-record.ts';
import type { FoundRun, PipelineEnd, RunItem, RunRecord, StageRun } from '../core/run/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { type Cells, type Layout, table } from './layout.ts';
import type { Paint } from './paint.ts';

/** What an item is. */
const ITEM = { run: 'TASK', pipeline: 'ITERATION' } as const;

/** Runs as a table, newest first. */
export function runsTable(runs: readonly ListedRun[], layout: Layout): string {
	if (runs.length === 0) return 'no run is kept here';
	const { when } = layout;
	const isDone = ({ status }: RunItem) => status === 'success';
	const cells: Cells<ListedRun> = {
		RUN: ({ record }) => oneLine(record.run_id),
		STARTED: ({ record }) => when(record.started_at),
		ENDED: ({ record, isAtWork: goesOn }) => {
			if (record.completed_at !== null) return when(record.completed_at);
			return goesOn ? 'at work' : 'killed';
		},
		BRANCH: ({ record }) => branchLabel(record.branch),
		ITEMS: ({ record }) => `${Object.values(record.items).length}`,
		DONE: ({ record }) => `${Object.values(record.items).filter(isDone).length}`,
		PIPELINE: ({ record }) => oneLine(record.pipeline?.name ?? '-'),
	};
	return table(runs, cells, layout);
}

/** The fixed keys of `req run list --json` (interface). */
export function runJson({ run_id, kind, branch, started_at, completed_at, items }: RunRecord) {
	return {
		...{ run_id, started_at, completed_at, kind, branch },
		items: Object.fromEntries(Object.entries(items).map(([key, item]) => [key, itemJson(item)])),
	};
}

function itemJson({ status, session_uuid, resumed, error, title, turns, duration_s }: RunItem) {
	return { status, session_uuid, resumed, error, title, turns, duration_s };
}

/** One run with what became of each item, and what those said last who have not done theirs. */
export function runPage(run: ListedRun, { bold }: Paint, layout: Layout): string {
	const { record, isAtWork } = run;
	const { run_id, branch, repo_path, pipeline, items } = record;
	const name = pipeline === undefined ? '' : `, pipeline ${named(pipeline.name)}`;
	const isKilled = record.completed_at === null && !isAtWork;
	return [
		bold(`run ${oneLine(run_id)}${name}`),
		`${onBranchText(branch)} in ${oneLine(repo_path)}, ${whenText(run, layout)}`,
		'',
		...itemsTable(record, { isKilled, width: layout.width }),
		...Object.entries(items).flatMap(([key, { status, last_findings: said }]) =>
			said === null || status === 'success' ? [] : [`${oneLine(key)} said last: ${quoted(said)}`],
		),
		...pipelineLines(record),
	].join('\n');
}

function whenText({ record, isAtWork }: ListedRun, { now }: Layout): string {
	const started = dated(record.started_at, now);
	if (record.completed_at !== null) return `${started} to ${minute(record.completed_at)}`;
	return isAtWork ? `at work since ${started}` : `${started}, killed`;
}

/**
 * What became of each item, and why where it is not done.
 *
 * @param more `isKilled`: of a run that was killed no session is running, whatever its file says
 */
export function itemsTable(
	{ kind, items }: Pick<RunRecord, 'kind' | 'items'>,
	{
		isKilled = false,
		width = Infinity,
	}: { readonly isKilled?: boolean; readonly width?: number } = {},
): string[] {
	const all = Object.entries(items);
	const cells: Cells<readonly [string, RunItem]> = {
		[ITEM[kind]]: ([key]) => oneLine(key),
		STATUS: ([, item]) => statusText(item, isKilled),
		TIME: ([, { duration_s: took }]) =>
			took === null ? '-' : durationText(Math.round(took) * 1_000) || '0s',
		TURNS: ([, { turns }]) => `${turns ?? '-'}`,
		SESSION: ([, { session_uuid: id }]) => (id === null ? '-' : oneLine(id).slice(0, 8)),
		TITLE: ([, { title }]) => oneLine(title),
	};
	const errors = all.flatMap(([key, { error }]) =>
		error === null ? [] : [`${oneLine(key)}: ${oneLine(error)}`],
	);
	return [table(all, cells, { width }), ...errors];
}

function statusText({ status, resumed }: RunItem, isKilled: boolean): string {
	const shown = isKilled && status === 'running' ? 'killed' : status;
	return resumed ? `${shown}, resumed` : shown;
}

/** What became of a run, and how what is not done goes on. */
export function runText(run: RunRecord): string {
	const { items, config } = run;
	const all = Object.values(items);
	const isLost = config['strict'] === true && all.some(hasNoSession);
	const fresh = '`req run --fresh` goes on in new sessions';
	const next = hasSucceeded(run) ? [] : [isLost ? fresh : GOES_ON];
	return [...itemsTable(run), ...next].join('\n');
}

const GOES_ON = '`req run --resume` goes on';

/** What a run would do (`--dry-run`), and what it leaves alone. */
export function planText({ tasks, request, left }: RunPlan): string {
	const begun = left === 1 ? '1 task is' : `${left} tasks are`;
	const alone = left === 0 ? [] : [`${begun} in progress: ${GOES_ON}`];
	const none =
		left === 0 ? 'no task waits here: `req task add` makes one' : 'no open task waits here';
	const lines = tasks.map(({ task, prior }, index) => {
		const how = howText({ task, prior }, request);
		return `${index + 1}. ${oneLine(task.id)} ${quoted(task.title)}: ${how}`;
	});
	return [...(tasks.length === 0 ? [none] : lines), ...alone].join('\n');
}

function howText({ task, prior }: PlannedTask, { continuing, strict }: RunPlan['request']): string {
	const isLost = prior === undefined && continuing === 'resume' && task.status === 'in_progress';
	if (strict && isLost) return 'fails, there is no session to resume';
	if (prior === undefined) return 'a new session';
	if (continuing === 'resume') return `resumes session ${prior.uuid}`;
	return `a new session that knows what session ${prior.uuid} found`;
}

/** The same for scripts. */
export function planJson({ tasks, request }: RunPlan) {
	return tasks.map(({ task, prior }) => ({
		...{ id: task.id, title: task.title, status: task.status },
		resumes: request.continuing === 'resume' ? (prior?.uuid ?? null) : null,
	}));
}

/** A run that had nothing to begin, in the shape of one that had. */
export function noRunJson({ place: { branch } }: RunPlan) {
	const run = { run_id: null, started_at: null, completed_at: null, kind: 'run' };
	return { ...run, branch, items: {} };
}

/** Files among the runs that hold none: they are passed over. */
export function unreadableRuns(unreadable: RunListing['unreadable']): string[] {
	if (unreadable.length === 0) return [];
	const names = unreadable.slice(0, 5).map(({ file, why }) => `${oneLine(file)} (${oneLine(why)})`);
	return [`${counted(unreadable.length, 'run file')} passed over: ${names.join(', ')}`];
}

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
		...(end === null ? [] : [`together: ${countsOf(end)}`]),
	];
}

function stageLine({ id, ended, iterations }: StageRun): string {
	if (ended === null && iterations.length === 0) return `stage ${oneLine(id)}: not started`;
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

function countsOf(end: PipelineEnd): string {
	return NAMED_LISTS.map((list) => counted(end[list].length, KIND_OF[list])).join(', ');
}

/** A run as lists show it. */
interface ListedRun extends FoundRun {
	/** Its process is there still; a run without an end whose process is gone was killed. */
	readonly isAtWork: boolean;
}

/** The runs of this repository, of every branch, newest first. */
export async function runsList(caller: Caller, ports: DeskPorts) {
	const place = await homeOfCaller(caller, ports);
	const { runs, unreadable } = await ports.runs.list(place);
	const listed = inOrder(runs).map((run) => ({ ...run, isAtWork: isAtWork(run.record, ports) }));
	return { runs: listed, unreadable };
}

/** Fewer characters mean too many runs. */
const SHORTEST = 4;

/**
 * The run that a reference means: its id, the start of it, or its last 8 digits; without one the newest.
 *
 * @throws Fault `unknown_name`
 */
export async function runAsked(
	reference: string | undefined,
	caller: Caller,
	ports: DeskPorts,
): Promise<ListedRun> {
	const { runs } = await runsList(caller, ports);
	const [newest] = runs;
	if (reference === undefined && newest !== undefined) return newest;
	const wanted = (reference ?? '').trim().toLowerCase();
	const isMeant = (id: string) =>
		wanted.length >= SHORTEST && (id.startsWith(wanted) || id.endsWith(`_${wanted}`));
	const found = runs.filter(({ record }) => isMeant(record.run_id.toLowerCase()));
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const none = `there is no run ${reference === undefined ? 'yet' : named(reference)}`;
	const many = `${named(reference ?? '')} means ${found.length} runs`;
	throw new Fault('unknown_name', found.length === 0 ? none : many, { hint: 'req run list' });
}
