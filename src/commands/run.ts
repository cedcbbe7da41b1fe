import { type Caller, onlyTheUser } from '../app/commands/caller.ts';
import { homeOfCaller } from '../app/commands/memory-of.ts';
import { ttlOf } from '../app/commands/typed-values.ts';
import { dated, minute } from '../app/local-time.ts';
import type { AllPorts } from '../app/ports.ts';
import { isAtWork } from '../app/runs/run-ledger.ts';
import {
	type PlannedTask,
	planRun,
	type RunPlan,
	type RunRequest,
	runTasks,
} from '../app/runs/task-run.ts';
import { Fault } from '../core/fault/fault.ts';
import { hasNoSession } from '../core/run/outcome.ts';
import { hasSucceeded, inOrder } from '../core/run/run-record.ts';
import type { FoundRun, RunItem, RunRecord } from '../core/run/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { branchLabel, onBranchText } from '../git/place.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { type Command, callerAt, command, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';
import { paintOn } from './paint.ts';
import { followed, itemsTable, pipelineLines, runJson, unreadableRuns } from './runs.ts';

/** `req run`: works through tasks; `list` and `show` tell of runs. */
export const run: Command = {
	...command({
		about:
			'Works through tasks of this branch, one headless session of `claude` each, oldest first: those that are named, else those of `req task add` that wait. A task counts as done when its session marks it with `req task done`. Exits with 1 where one is not.',
		usage: '[options] [tasks...] [-- claude-args...] | list | show',
		words: { '[tasks...]': 'ids, or numbers in `req task list`' },
		options: {
			'-r, --resume':
				'prioritize tasks in progress AND attempt to resume their prior sessions; where one cannot be resumed, a fresh one takes its place',
			'--strict': 'with --resume: fail tasks that have no prior session to resume',
			'--inherit <session>': { about: 'every new session inherits from this one', isSingle: true },
			'--dry-run': 'show what would run, start nothing',
			'--verbose': 'also say which sessions are resumed',
			'--timeout <duration>': { about: 'for each session, such as 90s or 2h', usual: '30m' },
			'--json': 'for scripts: what became of each task',
		},
		examples: [
			'req run --dry-run',
			'req run t1 t2 -- --permission-mode acceptEdits',
			'req run --resume --strict --verbose',
			'req run list',
		],
		run: async (given, live, { words, more }) => {
			const ports = allPorts(live);
			const caller = callerAt(ports, undefined);
			const { inherit, dryRun } = given;
			const request: RunRequest = {
				...{ caller, names: words, ...resumingOf(given), inherit, more },
				timeout: ttlOf(given.timeout),
			};
			if (!dryRun) onlyTheUser(caller, 'req run');
			const plan = await planRun(request, ports);
			const warnings = unreadableRuns(plan.unreadable);
			if (dryRun || plan.tasks.length === 0) {
				const json = () => (dryRun ? planJson(plan) : noRunJson(plan));
				return { text: () => planText(plan), json, warnings };
			}
			return followed((tell) => runTasks(plan, tell, ports), {
				context: ports.context,
				warnings,
				verbose: given.verbose === true,
				text: runText,
				json: runJson,
			});
		},
	}),
	commands: {
		/** Files that hold no run are named on stderr. */
		list: command({
			about: 'Lists the runs of this repository, newest first.',
			options: TABLE_OPTIONS,
			examples: ['req run list', 'req run list --json'],
			run: async ({ wide }, ports) => {
				const caller = callerAt(ports, undefined);
				const { runs, unreadable } = await runsList(caller, allPorts(ports));
				return {
					text: () => runsTable(runs, layoutOf({ wide }, ports)),
					json: () => runs.map(({ record }) => runJson(record)),
					warnings: unreadableRuns(unreadable),
				};
			},
		}),
		show: command({
			about: 'Shows what one run did with each task.',
			words: { '[run]': 'id, the start of it, or its last 8 digits; default: the newest' },
			options: { ...TABLE_OPTIONS, '--json': 'for scripts: the run file' },
			examples: ['req run show', 'req run show 1a2b3c4d --json'],
			run: async ({ run: reference, wide }, ports) => {
				const found = await runAsked(reference, callerAt(ports, undefined), allPorts(ports));
				return {
					text: () => runPage(found, paintOn(ports.context), layoutOf({ wide }, ports)),
					json: () => found.record,
				};
			},
		}),
	},
};

/** @throws Fault `usage` if the options contradict each other */
function resumingOf(given: {
	readonly resume?: true;
	readonly strict?: true;
}): Pick<RunRequest, 'resume' | 'strict'> {
	const { resume = false, strict = false } = given;
	if (!strict || resume) return { resume, strict };
	throw new Fault('usage', '--strict requires --resume', { hint: 'req run --resume --strict' });
}

/** Runs as a table, newest first. */
function runsTable(runs: readonly ListedRun[], layout: Layout): string {
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

/** One run with what became of each item, and what those said last who have not done theirs. */
function runPage(run: ListedRun, { bold }: Paint, layout: Layout): string {
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

/** What became of a run, and how what is not done goes on. */
function runText(run: RunRecord): string {
	const { items, config } = run;
	const all = Object.values(items);
	const isLost = config['strict'] === true && all.some(hasNoSession);
	const fresh = '`req run --resume` without --strict goes on in new sessions';
	const next = hasSucceeded(run) ? [] : [isLost ? fresh : GOES_ON];
	return [...itemsTable(run), ...next].join('\n');
}

const GOES_ON = '`req run --resume` goes on';

/** What a run would do (`--dry-run`), and what it leaves alone. */
function planText({ tasks, request, left }: RunPlan): string {
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

function howText({ task, prior }: PlannedTask, { resume, strict }: RunPlan['request']): string {
	const isLost = prior === undefined && resume && task.status === 'in_progress';
	if (strict && isLost) return 'fails, there is no session to resume';
	return prior === undefined ? 'a new session' : `resumes session ${prior.uuid}`;
}

/** The same for scripts. */
function planJson({ tasks, request }: RunPlan) {
	return tasks.map(({ task, prior }) => ({
		...{ id: task.id, title: task.title, status: task.status },
		resumes: request.resume ? (prior?.uuid ?? null) : null,
	}));
}

/** A run that had nothing to begin, in the shape of one that had. */
function noRunJson({ place: { branch } }: RunPlan) {
	const run = { run_id: null, started_at: null, completed_at: null, kind: 'run' };
	return { ...run, branch, items: {} };
}

/** A run as lists show it. */
interface ListedRun extends FoundRun {
	/** Its process is there still; a run without an end whose process is gone was killed. */
	readonly isAtWork: boolean;
}

/** The runs of this repository, of every branch, newest first. */
async function runsList(caller: Caller, ports: AllPorts) {
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
async function runAsked(
	reference: string | undefined,
	caller: Caller,
	ports: AllPorts,
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
