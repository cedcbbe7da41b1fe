import { refuseTheModel } from '../../app/commands/caller.ts';
import { selectionOf } from '../../app/commands/inherit-source.ts';
import { rememberingScene } from '../../app/commands/memory-of.ts';
import { ttlOf } from '../../app/commands/ttl.ts';
import { type PipelinePlan, planPipeline } from '../../app/runs/pipeline-plan.ts';
import {
	lintPipeline,
	loadPipeline,
	loopOf,
	type PipelineRequest,
} from '../../app/runs/pipeline-source.ts';
import { runPipeline } from '../../app/runs/stage-run.ts';
import { Fault } from '../../core/fault/fault.ts';
import { MAX_ITERATIONS, USUAL_ITERATIONS } from '../../core/pipeline/pipeline.ts';
import { hasSucceeded } from '../../core/run/run-record.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { linesOn } from '../../runtime/terminal.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { runProgress } from '../run-progress.ts';
import { changeLines, lintJson, lintText, pipelineJson, pipelineText } from '../text/pipeline.ts';
import { unreadableRuns } from '../text/runs.ts';

interface Options {
	readonly resume?: true;
	readonly trust?: true;
	readonly inherit?: string;
	readonly select?: string;
	readonly timeout: string;
	readonly json?: true;
}

interface Words {
	/** The pipeline's file; of a loop its prompt, or the file of it. */
	readonly file: string;
	readonly name: string;
	readonly words: readonly string[];
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** `req pipeline lint FILE`: 1 where something is wrong. */
export async function lint(
	file: string,
	options: { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { cwd } = caller(undefined);
	const { root } = ports.places.at(cwd);
	const { problems } = await lintPipeline({ cwd, file, root }, ports);
	const said = options.json ? jsonAnswer(lintJson(problems)) : answer(lintText(file, problems));
	return { ...said, exit: problems.length === 0 ? EXIT.done : EXIT.no };
}

/** `req pipeline run FILE NAME`: 1 where a stage does not end as it should. */
export async function runFile(words: Words, options: Options, desk: Desk): Promise<Answer> {
	noWords(words.words);
	const { ports } = desk;
	const request = requestOf(words, options, desk);
	await refuseTheModel(request.caller, 'req pipeline run', ports);
	const { place, config } = await rememberingScene(request.caller, ports);
	const asked = { cwd: request.caller.cwd, file: words.file, root: place.root };
	const pipeline = await loadPipeline(asked, ports);
	const plan = await planPipeline({ place, config, request, pipeline }, ports);
	return perform(plan, options, desk);
}

/** `req pipeline loop PROMPT-OR-FILE NAME [MAX]` */
export async function loop(words: Words, options: Options, desk: Desk): Promise<Answer> {
	const [max, ...others] = words.words;
	noWords(others);
	const { ports } = desk;
	const request = requestOf(words, options, desk);
	await refuseTheModel(request.caller, 'req pipeline loop', ports);
	const iterations = max === undefined ? USUAL_ITERATIONS : countOf(max);
	const { place, config } = await rememberingScene(request.caller, ports);
	const pipeline = loopOf({ cwd: request.caller.cwd, prompt: words.file, iterations }, ports);
	const plan = await planPipeline({ place, config, request, pipeline }, ports);
	return perform(plan, options, desk);
}

async function perform(
	plan: PipelinePlan,
	options: Options,
	{ ports, paint }: Desk,
): Promise<Answer> {
	const warned = [...unreadableRuns(plan.unreadable), ...changeLines(plan.changes)];
	for (const warning of warned) linesOn().say(`req: ${warning}`);
	const progress = runProgress(linesOn(), { paint, verbose: false });
	const run = await runPipeline(plan, progress.tell, ports).finally(progress.end);
	const said = options.json ? jsonAnswer(pipelineJson(run)) : answer(pipelineText(run));
	return { ...said, exit: hasSucceeded(run) ? EXIT.done : EXIT.no };
}

/** @throws Fault `usage` */
function requestOf(
	{ file, name, more }: Words,
	{ resume, trust, inherit, select, timeout }: Options,
	{ caller }: Desk,
): PipelineRequest {
	if (name === '') {
		throw new Fault('usage', 'the name of its sessions is missing', { hint: 'such as auth-v2' });
	}
	return {
		...{ caller: caller(undefined), file, name, resume: resume === true },
		...{ trust: trust === true, inherit, more },
		select: select === undefined ? undefined : selectionOf(select),
		timeout: ttlOf(timeout),
	};
}

/** @throws Fault `usage` */
function countOf(text: string): number {
	const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
	if (count >= 1 && count <= MAX_ITERATIONS) return count;
	throw new Fault('usage', `"${oneLine(text)}" is no number of iterations`, {
		hint: `1 to ${MAX_ITERATIONS}`,
	});
}

/** @throws Fault `usage` */
function noWords(words: readonly string[]): void {
	if (words.length === 0) return;
	throw new Fault('usage', `${words.map(quoted).join(' ')} is one word too many`, {
		hint: 'what is for the client stands behind --',
	});
}
