import type { Config, Problem } from '../../core/config/config.ts';
import { inLineOrder, problemIn } from '../../core/config/layer.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Selection } from '../../core/inherit/selection.ts';
import { loopPipeline, type Pipeline } from '../../core/pipeline/pipeline.ts';
import { readPipeline } from '../../core/pipeline/read-pipeline.ts';
import type { Place } from '../../core/place/place.ts';
import { counted } from '../../core/text/counted.ts';
import { named } from '../../core/text/one-line.ts';
import type { Caller } from '../commands/caller.ts';
import type { DeskPorts } from '../ports.ts';

/** What `req pipeline run` or `req pipeline loop` was asked. */
export interface PipelineRequest {
	readonly caller: Caller;
	/** As somebody named it; of a loop its prompt. */
	readonly file: string;
	/** What its sessions are called after. */
	readonly name: string;
	readonly resume: boolean;
	/** Somebody read the file: the permissions in it count. */
	readonly trust: boolean;
	/** A session reference; `undefined`: what the file says. */
	readonly inherit: string | undefined;
	readonly select: Selection | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** What it is asked of, and where. */
export interface AskedPipeline {
	readonly place: Place;
	readonly config: Config;
	readonly request: PipelineRequest;
	readonly pipeline: Pipeline;
}

/** A pipeline's file and what is wrong with it. */
interface Linted {
	readonly problems: readonly Problem[];
	/** There only where nothing is wrong; every stage has the text of its prompt. */
	readonly pipeline: Pipeline | undefined;
}

/** A file, and who names it. */
interface FileAsked {
	readonly cwd: string;
	readonly file: string;
	/** Root of the repository: prompts come from inside it only. */
	readonly root: string;
}

/**
 * Reads a pipeline and the prompts it names: everything that is wrong, each with line and key.
 *
 * @throws Fault `usage` where there is no such file
 */
export async function lintPipeline(
	{ cwd, file, root }: FileAsked,
	{ pipelineFiles }: DeskPorts,
): Promise<Linted> {
	const found = await pipelineFiles.read(cwd, file);
	if (found.kind === 'refused') {
		throw new Fault('usage', `${named(file)} ${found.why}`, {
			hint: 'name the YAML file of a pipeline',
		});
	}
	const { source, problems: syntax } = found;
	if (source.value === undefined) {
		const empty = { file: source.file, key: '', line: undefined, message: 'holds nothing' };
		return { problems: syntax.length > 0 ? syntax : [empty], pipeline: undefined };
	}
	const { pipeline, files, problems } = readPipeline(source);
	const beside = pipelineFiles.directoryOf(cwd, file);
	const texts = new Map<string | undefined, string>();
	const missing: Problem[] = [];
	for (const { file: prompt, path } of files) {
		const read = pipelineFiles.text(beside, prompt, root);
		const isEmpty = read.kind === 'text' && read.text.trim() === '';
		if (read.kind === 'text' && !isEmpty) texts.set(prompt, read.text);
		const why = read.kind === 'text' ? 'is empty' : read.why;
		if (!texts.has(prompt)) {
			missing.push(problemIn(source, { path, message: `${named(prompt)} ${why}` }));
		}
	}
	const all = inLineOrder([...syntax, ...problems, ...missing], [source]);
	if (pipeline === undefined || all.length > 0) return { problems: all, pipeline: undefined };
	const stages = pipeline.stages.map((stage) => ({
		...stage,
		prompt: texts.get(stage.promptFile) ?? stage.prompt,
	}));
	return { problems: all, pipeline: { ...pipeline, stages } };
}

/**
 * The same where it is going to be worked through.
 *
 * @throws Fault `usage` with the first problem
 */
export async function loadPipeline(asked: FileAsked, ports: DeskPorts): Promise<Pipeline> {
	const { pipeline, problems } = await lintPipeline(asked, ports);
	if (pipeline !== undefined) return pipeline;
	const [first] = problems;
	const where = first?.line === undefined ? '' : `, line ${first.line}`;
	const what = `${named(asked.file)}${where}: ${first?.key ?? ''} ${first?.message ?? ''}`;
	const more = problems.length > 1 ? ` (and ${counted(problems.length - 1, 'problem')} more)` : '';
	throw new Fault('usage', `${what}${more}`, { hint: `req pipeline lint ${named(asked.file)}` });
}

/** What is clearly the path of a text file, so that a missing one is not taken for a prompt. */
const LIKE_A_FILE = /^\S+\.(?:md|markdown|txt|prompt)$/i;

/**
 * The pipeline of `req pipeline loop`: a prompt, or the file that holds it, again and again.
 *
 * @throws Fault `usage` where there is nothing to work on
 */
export function loopOf(
	asked: { readonly cwd: string; readonly prompt: string; readonly iterations: number },
	ports: DeskPorts,
): Pipeline {
	const { cwd, prompt, iterations } = asked;
	const text = textOf(prompt, cwd, ports).trim();
	if (text !== '') return loopPipeline(text, iterations);
	throw new Fault('usage', 'the prompt is empty', { hint: 'say what a session is to do' });
}

/** @throws Fault `usage` where a file is meant that cannot be read */
function textOf(prompt: string, cwd: string, ports: DeskPorts): string {
	// A prompt is longer than a path, and has lines.
	if (prompt.includes('\n') || prompt.length > 1_000) return prompt;
	const read = ports.pipelineFiles.text(cwd, prompt, undefined);
	if (read.kind === 'text') return read.text;
	if (read.isAbsent && !LIKE_A_FILE.test(prompt)) return prompt;
	throw new Fault('usage', `${named(prompt)} ${read.why}`, {
		hint: 'name a file that is there, or write a prompt of some words in quotation marks',
	});
}
