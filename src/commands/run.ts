import { ttlOf } from '../config/duration.ts';
import type { CommandContext } from '../context.ts';
import { onlyTheUser } from '../events/caller.ts';
import { homeOfCaller } from '../events/session-memory.ts';
import { branchLabel, onBranchText } from '../git/place.ts';
import type { Reporter } from '../runs/loop.ts';
import { NO_PRIOR_SESSION, RESUMPTION_FAILED } from '../runs/outcome.ts';
import { isActive, type RunRecord, readRuns } from '../runs/run-file.ts';
import { hasSucceeded } from '../runs/stages.ts';
import { type PlannedTask, planTasks, type TaskPlan, taskSource } from '../runs/tasks.ts';
import { Fault } from '../store/fault.ts';
import { dated, minute } from '../text/local-time.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import type { Paint } from '../text/paint.ts';
import { type Command, callerAt, command, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';
import {
	AFTER_DASHES,
	itemsText,
	performRun,
	runJson,
	STARTS,
	stageLines,
	unreadableRuns,
} from './runs.ts';
import { paintOn } from './terminal.ts';

/** `req run`: works through tasks; `list` and `show` show runs. */
export const run: Command = {
	...command({
		about: 'work through tasks in headless sessions',
		details:
			'One headless session of `claude` for each task of this branch, oldest first: those that are named, else those of `req task add` that wait. A task counts as done when its session marks it with `req task done`. Exits with 1 if one is not.',
		advice: AFTER_DASHES,
		usage: '[options] [tasks...] [-- claude-args...] | list | show',
		words: { '[tasks...]': 'ids, or numbers in `req task list`' },
		options: {
			'-r, --resume':
				'prioritize tasks in progress AND attempt to resume their prior sessions; if one cannot be resumed, a fresh one takes its place',
			'--strict': 'with --resume: fail tasks that have no prior session to resume',
			'--dry-run': 'show what would run, start nothing',
			'--verbose': 'also say which sessions are resumed',
			...STARTS,
		},
		examples: [
			'req run --dry-run',
			'req run t1 t2 -- --permission-mode acceptEdits',
			'req run --resume --strict --verbose',
			'req run list',
		],
		run: async (given, context, { words: names, more }) => {
			const { resume = false, strict = false, verbose = false, inherit, dryRun = false } = given;
			if (strict && !resume) {
				throw new Fault('usage', '--strict requires --resume', {
					hint: 'req run --resume --strict',
				});
			}
			const caller = callerAt(context, undefined);
			if (!dryRun) onlyTheUser(caller, 'req run');
			const timeout = ttlOf(given.timeout);
			const options = { caller, names, resume, strict, verbose, inherit, timeout, more };
			const plan = await planTasks(options, context);
			if (dryRun || plan.tasks.length === 0) {
				return {
					text: () => planText(plan),
					json: () => (dryRun ? planJson(plan) : { ...NO_RUN, branch: plan.place.branch }),
					warnings: unreadableRuns(plan.unreadable),
				};
			}
			const source = (report: Reporter) => {
				unreadableRuns(plan.unreadable).forEach(report.warn);
				return taskSource(plan, context);
			};
			return performRun(source, { text: runText, json: runJson }, context);
		},
	}),
	commands: {
		list: command({
			about: 'list the runs of this repository, newest first',
			options: TABLE_OPTIONS,
			examples: ['req run list', 'req run list --json'],
			run: async ({ wide }, context) => {
				const { runs, unreadable } = await runsHere(context);
				return {
					text: () => runsTable(runs, layoutOf({ wide }, context), context),
					json: () => runs.map(runJson),
					warnings: unreadableRuns(unreadable),
				};
			},
		}),
		show: command({
			about: 'show what one run did with each task',
			words: { '[run]': 'id, the start of it, or its last 8 digits; default: the newest' },
			options: { ...TABLE_OPTIONS, '--json': 'for scripts: the run file' },
			examples: ['req run show', 'req run show 1a2b3c4d --json'],
			run: async ({ run: reference, wide }, context) => {
				const { runs } = await runsHere(context);
				const found = runNamed(reference, runs);
				const paint = paintOn(context);
				const text = () => runPage(found, paint, layoutOf({ wide }, context), context);
				return { text, json: () => found };
			},
		}),
	},
};

/** The runs of this repository, of every branch, newest first. */
async function runsHere(context: CommandContext) {
	return readRuns(homeOfCaller(callerAt(context, undefined), context));
}

/** Fewer characters mean too many runs. */
const SHORTEST = 4;

/** @throws Fault `unknown_name` */
function runNamed(reference: string | undefined, runs: readonly RunRecord[]): RunRecord {
	const wanted = (reference ?? '').trim().toLowerCase();
	const found = runs.filter(({ run_id: id }, index) => {
		if (reference === undefined) return index === 0;
		const isMeant = id.toLowerCase().startsWith(wanted) || id.endsWith(`_${wanted}`);
		return wanted.length >= SHORTEST && isMeant;
	});
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const which = reference === undefined ? 'yet' : named(reference);
	const what =
		only === undefined ? `there is no run ${which}` : `${which} means ${found.length} runs`;
	throw new Fault('unknown_name', what, { hint: 'req run list' });
}

function runsTable(runs: readonly RunRecord[], layout: Layout, context: CommandContext): string {
	if (runs.length === 0) return 'no run is kept here';
	const isDone = ({ status }: { readonly status: string }) => status === 'success';
	const cells: Cells<RunRecord> = {
		RUN: ({ run_id: id }) => oneLine(id),
		STARTED: ({ started_at: at }) => layout.when(at),
		ENDED: (one) => {
			if (one.completed_at !== null) return layout.when(one.completed_at);
			return isActive(one, context) ? 'active' : 'killed';
		},
		BRANCH: ({ branch }) => branchLabel(branch),
		ITEMS: ({ items }) => `${Object.values(items).length}`,
		DONE: ({ items }) => `${Object.values(items).filter(isDone).length}`,
		PIPELINE: ({ pipeline }) => oneLine(pipeline?.name ?? '-'),
	};
	return table(runs, cells, layout);
}

/** One run with what became of each item, and the last words of the sessions of those that are not done. */
function runPage(
	shown: RunRecord,
	{ bold }: Paint,
	{ now, width }: Layout,
	context: CommandContext,
): string {
	const { run_id, branch, repo_path, pipeline, items, started_at, completed_at } = shown;
	const name = pipeline === undefined ? '' : `, pipeline ${named(pipeline.name)}`;
	const isKilled = completed_at === null && !isActive(shown, context);
	const started = dated(started_at, now);
	const open = isKilled ? `${started}, killed` : `active since ${started}`;
	const when = completed_at === null ? open : `${started} to ${minute(completed_at)}`;
	const said = Object.entries(items).flatMap(([key, { status, last_findings: words }]) =>
		words == null || status === 'success' ? [] : [`${oneLine(key)} said last: ${quoted(words)}`],
	);
	return [
		bold(`run ${oneLine(run_id)}${name}`),
		`${onBranchText(branch)} in ${oneLine(repo_path)}, ${when}`,
		'',
		...itemsText(shown, { isKilled, width }),
		...said,
		...stageLines(shown),
	].join('\n');
}

const GOES_ON = '`req run --resume` goes on';

/** What became of a run, and how what is not done goes on. */
function runText(done: RunRecord): string {
	const lacksSession = Object.values(done.items).some(
		({ error }) => error === NO_PRIOR_SESSION || error?.startsWith(RESUMPTION_FAILED),
	);
	const fresh = '`req run --resume` without --strict goes on in new sessions';
	const next = lacksSession ? fresh : GOES_ON;
	return [...itemsText(done), ...(hasSucceeded(done) ? [] : [next])].join('\n');
}

/** What a run would do (`--dry-run`), and what it leaves alone. */
function planText({ tasks, options, left }: TaskPlan): string {
	const begun = left === 1 ? '1 task is' : `${left} tasks are`;
	const alone = left === 0 ? [] : [`${begun} in progress: ${GOES_ON}`];
	const none =
		left === 0 ? 'no task waits here: `req task add` makes one' : 'no open task waits here';
	const how = ({ goesOn, prior }: PlannedTask) => {
		if (prior !== undefined) return `resumes session ${prior.session_uuid}`;
		return goesOn && options.strict ? 'fails, there is no session to resume' : 'a new session';
	};
	const lines = tasks.map((planned, index) => {
		const { id, title } = planned.task;
		return `${index + 1}. ${oneLine(id)} ${quoted(title)}: ${how(planned)}`;
	});
	return [...(tasks.length === 0 ? [none] : lines), ...alone].join('\n');
}

function planJson({ tasks }: TaskPlan) {
	return tasks.map(({ task: { id, title, status }, prior }) => {
		return { id, title, status, resumes: prior?.session_uuid ?? null };
	});
}

/** A run that had nothing to begin, in the shape of one that had. */
const NO_RUN = { run_id: null, started_at: null, completed_at: null, kind: 'run', items: {} };
