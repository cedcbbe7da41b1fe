import { ttlOf } from '../config/duration.ts';
import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import type { CommandContext } from '../context.ts';
import { onlyTheUser } from '../events/caller.ts';
import { homeOfCaller } from '../events/session-memory.ts';
import { branchLabel, onBranchText } from '../git/place.ts';
import { type Reporter, type Source, type Work, workThrough } from '../runs/loop.ts';
import { isActive, type RunItem, type RunRecord, readRuns, unreadableRuns } from '../runs/run-file.ts';
import { hasSucceeded, learnedIn, resultsOf, type StageEnd, stageEnd } from '../runs/stages.ts';
import { type PlannedTask, planTasks, type TaskPlan, taskSource } from '../runs/tasks.ts';
import { Fault } from '../store/fault.ts';
import { dated, durationText, minute } from '../text/local-time.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import type { Paint } from '../text/paint.ts';
import { counted } from '../text/phrases.ts';
import { type Answer, type Command, callerAt, command, EXIT, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';
import { paintOn } from './terminal.ts';

/** The advice of commands that pass words on to `claude`. */
export const AFTER_DASHES = 'options of `claude` go after `--`';

/** The options of everything that starts sessions. */
export const STARTS = {
	'--inherit <session>': { about: 'every new session inherits from this one', isSingle: true },
	'--timeout <duration>': { about: 'for each session, such as 90s or 2h', usual: '30m' },
	'--json': 'for scripts: what became of each session',
} as const;

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
					warnings: plan.warnings,
				};
			}
			const source = taskSource(plan, context);
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
			words: { '[run]': 'id, or its last 8 digits; default: the newest' },
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

/** @throws Fault `unknown_name` */
function runNamed(reference: string | undefined, runs: readonly RunRecord[]): RunRecord {
	const isMeant = ({ run_id: id }: RunRecord) => id === reference || id.endsWith(`_${reference}`);
	const found = reference === undefined ? runs[0] : runs.find(isMeant);
	if (found !== undefined) return found;
	const which = reference === undefined ? 'yet' : named(reference);
	throw new Fault('unknown_name', `there is no run ${which}`, { hint: 'req run list' });
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
function runPage(shown: RunRecord, { bold }: Paint, { now, width }: Layout, context: CommandContext): string {
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

function runText(done: RunRecord): string {
	return [...itemsText(done), ...(hasSucceeded(done) ? [] : [GOES_ON])].join('\n');
}

/** What a run would do (`--dry-run`), and what it leaves alone. */
function planText({ tasks, options, left }: TaskPlan): string {
	const begun = left === 1 ? '1 task is' : `${left} tasks are`;
	const alone = left === 0 ? [] : [`${begun} in progress: ${GOES_ON}`];
	const none = left === 0 ? 'no task waits here: `req task add` makes one' : 'no open task waits here';
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

/** The keys of `req run list --json`, which scripts rely on. */
export function runJson({ run_id, kind, branch, started_at, completed_at, items }: RunRecord) {
	const shown = Object.entries(items).map(([key, item]) => {
		const { status, session_uuid = null, resumed, error = null, title } = item;
		const { turns = null, duration_s = null } = item;
		return [key, { status, session_uuid, resumed, error, title, turns, duration_s }];
	});
	return { run_id, started_at, completed_at, kind, branch, items: Object.fromEntries(shown) };
}

/**
 * What became of each item and each stage, and why if it is not done.
 *
 * @param isKilled of a run that was killed no session is running, whatever its file says
 */
export function itemsText(run: RunRecord, { isKilled = false, width = Infinity } = {}): string[] {
	const cells: Cells<readonly [string, RunItem]> = {
		[run.kind === 'run' ? 'TASK' : 'ITERATION']: ([key]) => oneLine(key),
		STATUS: ([, { status, resumed }]) => {
			const shown = isKilled && status === 'running' ? 'killed' : status;
			return resumed ? `${shown}, resumed` : shown;
		},
		TIME: ([, { duration_s: took }]) => (took == null ? '-' : timeText(took * 1_000)),
		TURNS: ([, { turns }]) => `${turns ?? '-'}`,
		SESSION: ([, { session_uuid: id }]) => oneLine(id ?? '-').slice(0, 8),
		TITLE: ([, { title }]) => oneLine(title),
	};
	const all = Object.entries(run.items);
	const errors = all.flatMap(([key, { error }]) => (error == null ? [] : [`${oneLine(key)}: ${oneLine(error)}`]));
	return [table(all, cells, { width }), ...errors];
}

/** How the stages of a pipeline ended, and what they learned; nothing of another run. */
export function stageLines(run: RunRecord): string[] {
	if (run.pipeline === undefined) return [];
	const stages = run.pipeline.stages.map((stage) => ({
		id: oneLine(stage.id),
		end: stageEnd(stage, run),
		count: resultsOf(run, stage.id).length,
		from: stage.bundle?.from_session,
	}));
	const lines = stages.map(({ id, end, count }) => {
		const how = end === undefined ? 'not over' : HOW[end];
		return `stage ${id}: ${count === 0 ? 'not started' : `${counted(count, 'iteration')}, ${how}`}`;
	});
	const sources = new Set(stages.flatMap(({ from }) => (from === undefined ? [] : [named(from)])));
	const learned = learnedIn(run);
	const counts = NAMED_LISTS.map((list) => counted(learned[list].length, KIND_OF[list]));
	return [
		'',
		...lines,
		...(stages.some(({ end }) => end === 'no_status') ? [WHAT_TO_WRITE] : []),
		...(sources.size === 0 ? [] : [`inherits from ${[...sources].join(', ')}`]),
		...(run.completed_at === null ? [] : [`together: ${counts.join(', ')}`]),
	];
}

const HOW: Readonly<Record<StageEnd, string>> = {
	iterations: 'iteration limit reached',
	stop: 'done',
	plateau: 'done twice in a row',
	error: 'ended with an error',
	no_status: 'no status at its end',
};

const WHAT_TO_WRITE =
	'a session has to end by writing the status.json that its prompt names, such as {"decision": "stop", "summary": "what was done"}; "continue" asks for another iteration, "error" ends the pipeline';

/** Works through a source, shows how that goes, and answers with what became of it. */
export async function performRun(
	source: Source,
	answer: Readonly<{ text: (run: RunRecord) => string; json: (run: RunRecord) => object }>,
	context: CommandContext,
): Promise<Answer> {
	const run = await workThrough(source, reporterOn(context), context);
	const exit = hasSucceeded(run) ? EXIT.done : EXIT.no;
	return { text: () => answer.text(run), json: () => answer.json(run), exit };
}

/** Shows on stderr how a run goes: a line when an item begins, and one when it ends. */
function reporterOn(context: CommandContext): Reporter {
	const { red, green, yellow } = paintOn(context);
	const say = (line: string) => void context.stderr.write(`${line}\n`);
	const head = ({ key, title, number, of }: Work) => `${number}/${of} ${oneLine(key)} ${quoted(title)}`;
	return {
		begin: (work) => say(head(work)),
		end: (work, { status, error, turns, duration_s }) => {
			const took = `${timeText(1_000 * (duration_s ?? 0))}, ${counted(turns ?? 0, 'turn')}`;
			const shown = (status === 'success' ? green : red)(status);
			say(`${head(work)}  ${took}  ${shown}${error == null ? '' : `: ${oneLine(error)}`}`);
		},
		say,
		warn: (line) => say(yellow(`req: ${oneLine(line)}`)),
	};
}

function timeText(milliseconds: number): string {
	return durationText(Math.round(milliseconds / 1_000) * 1_000) || '0s';
}
