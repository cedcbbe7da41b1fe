import { refuseTheModel } from '../../app/commands/caller.ts';
import { ttlOf } from '../../app/commands/ttl.ts';
import { planRun, type RunRequest } from '../../app/runs/task-plan.ts';
import { runTasks } from '../../app/runs/task-run.ts';
import { Fault } from '../../core/fault/fault.ts';
import { hasSucceeded } from '../../core/run/run-record.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { linesOn } from '../../runtime/terminal.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { runProgress } from '../run-progress.ts';
import { noRunJson, planJson, planText, runJson, runText, unreadableRuns } from '../text/runs.ts';

interface Options {
	readonly resume?: true;
	readonly strict?: true;
	readonly fresh?: true;
	readonly inherit?: string;
	readonly dryRun?: true;
	readonly verbose?: true;
	readonly timeout: string;
	readonly max?: string;
	readonly permissionMode?: string;
	readonly model?: string;
	readonly allowedTools?: string;
	readonly json?: true;
}

/** References to tasks, and what goes to the client untouched. */
interface Words {
	readonly tasks: readonly string[];
	readonly more: readonly string[];
}

/** `req run [TASK…]`: 1 where a task is not done. */
export async function run(
	words: Words,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const request = requestOf(words, options, caller(undefined));
	if (options.dryRun !== true) {
		await refuseTheModel(request.caller, 'req run', ports);
	}
	const plan = await planRun(request, ports);
	const warnings = unreadableRuns(plan.unreadable);
	if (options.dryRun || plan.tasks.length === 0) {
		const json = options.dryRun ? planJson(plan) : noRunJson(plan);
		const said = options.json ? jsonAnswer(json) : answer(planText(plan));
		return { ...said, warnings };
	}
	for (const warning of warnings) linesOn().say(`req: ${warning}`);
	const progress = runProgress(linesOn(), { paint, verbose: options.verbose === true });
	const done = await runTasks(plan, progress.tell, ports).finally(progress.end);
	const said = options.json ? jsonAnswer(runJson(done)) : answer(runText(done));
	return { ...said, exit: hasSucceeded(done) ? EXIT.done : EXIT.no };
}

/** @throws Fault `usage` */
function requestOf(
	{ tasks: names, more }: Words,
	options: Options,
	caller: RunRequest['caller'],
): RunRequest {
	const { inherit, max, permissionMode, model, allowedTools } = options;
	return {
		...{ caller, names, ...continuingOf(options) },
		max: max === undefined ? undefined : countOf(max),
		timeout: ttlOf(options.timeout),
		inherit,
		options: { permissionMode, model, allowedTools, more },
	};
}

/** @throws Fault `usage` where the options contradict each other (AC-6) */
function continuingOf({
	resume,
	strict,
	fresh,
}: Options): Pick<RunRequest, 'continuing' | 'strict'> {
	if (strict && !resume) throw usage('--strict requires --resume', 'req run --resume --strict');
	if (strict && fresh) throw usage('--strict and --fresh exclude each other', 'req help run');
	if (resume && fresh) throw usage('--resume and --fresh exclude each other', 'req help run');
	const continuing = resume ? 'resume' : fresh ? 'fresh' : 'leave';
	return { continuing, strict: strict === true };
}

/** @throws Fault `usage` */
function countOf(text: string): number {
	if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
	throw usage(`"${oneLine(text)}" is no number of tasks`, 'such as --max 3');
}

function usage(message: string, hint: string): Fault {
	return new Fault('usage', message, { hint });
}
