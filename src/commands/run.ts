import { refuseTheModel } from '../app/commands/caller.ts';
import { countOf, ttlOf } from '../app/commands/typed-values.ts';
import { planRun, type RunRequest, runTasks } from '../app/runs/task-run.ts';
import { Fault } from '../core/fault/fault.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { type Command, callerAt, command, TABLE_OPTIONS } from './command.ts';
import { layoutOf } from './layout.ts';
import { paint } from './paint.ts';
import { followed } from './run-progress.ts';
import {
	noRunJson,
	planJson,
	planText,
	runAsked,
	runJson,
	runPage,
	runsList,
	runsTable,
	runText,
	unreadableRuns,
} from './runs.ts';

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
			'--fresh': 'tasks in progress first, in new sessions that know what was found',
			'--inherit <session>': 'every new session inherits from this one',
			'--dry-run': 'show what would run, start nothing',
			'--verbose': 'also say which sessions are resumed',
			'--timeout <duration>': { about: 'for each session, such as 90s or 2h', usual: '30m' },
			'--max <number>': 'how many tasks at most',
			'--permission-mode <mode>': "the client's permission mode",
			'--model <model>': "the client's model",
			'--allowed-tools <tools>': 'tools that need no permission',
			'--json': 'for scripts: what became of each task',
		},
		examples: [
			'req run --dry-run',
			'req run t1 t2 --permission-mode acceptEdits',
			'req run --resume --strict --verbose',
			'req run --max 3 -- --max-turns 40',
			'req run list',
		],
		run: async (given, live, { words, more }) => {
			const ports = deskPorts(live);
			const caller = callerAt(ports, undefined);
			const { permissionMode, model, allowedTools, max, inherit, dryRun } = given;
			const request: RunRequest = {
				...{ caller, names: words, ...continuingOf(given), inherit },
				max: max === undefined ? undefined : countOf(max, 'tasks', 'such as --max 3'),
				timeout: ttlOf(given.timeout),
				options: { permissionMode, model, allowedTools, more },
			};
			if (!dryRun) await refuseTheModel(caller, 'req run', ports);
			const plan = await planRun(request, ports);
			const warnings = unreadableRuns(plan.unreadable);
			if (dryRun || plan.tasks.length === 0) {
				const json = () => (dryRun ? planJson(plan) : noRunJson(plan));
				return { text: () => planText(plan), json, warnings };
			}
			return followed((tell) => runTasks(plan, tell, ports), {
				...{ warnings, verbose: given.verbose === true, text: runText, json: runJson },
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
				const { runs, unreadable } = await runsList(caller, deskPorts(ports));
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
				const found = await runAsked(reference, callerAt(ports, undefined), deskPorts(ports));
				return {
					text: () => runPage(found, paint(), layoutOf({ wide }, ports)),
					json: () => found.record,
				};
			},
		}),
	},
};

/** @throws Fault `usage` where the options contradict each other */
function continuingOf(given: {
	readonly resume?: true;
	readonly strict?: true;
	readonly fresh?: true;
}): Pick<RunRequest, 'continuing' | 'strict'> {
	const { resume, strict, fresh } = given;
	if (strict && !resume) throw usage('--strict requires --resume', 'req run --resume --strict');
	if (strict && fresh) throw usage('--strict and --fresh exclude each other', 'req help run');
	if (resume && fresh) throw usage('--resume and --fresh exclude each other', 'req help run');
	const continuing = resume ? 'resume' : fresh ? 'fresh' : 'leave';
	return { continuing, strict: strict === true };
}

function usage(message: string, hint: string): Fault {
	return new Fault('usage', message, { hint });
}
