import type { Problem } from '../../core/config/config.ts';
import { inLineOrder, problemIn } from '../../core/config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Pipeline, Stage } from '../../core/pipeline/pipeline.ts';
import { readPipeline } from '../../core/pipeline/read-pipeline.ts';
import { counted } from '../../core/text/counted.ts';
import { named } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';

/** A pipeline that can be worked through. */
export interface ReadyPipeline extends Pipeline {
	/** Texts of the prompts, by stage. */
	readonly prompts: ReadonlyMap<string, string>;
}

/** A pipeline's file and what is wrong with it. */
export interface Linted {
	readonly problems: readonly Problem[];
	/** There only where nothing is wrong. */
	readonly pipeline: ReadyPipeline | undefined;
}

/** A file, and who names it. */
export interface FileAsked {
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
export async function lintPipeline(asked: FileAsked, ports: DeskPorts): Promise<Linted> {
	const { cwd, file, root } = asked;
	const found = await ports.pipelineFiles.read(cwd, file);
	if (found.kind === 'refused') throw unread(file, found.why);
	const { source, problems: syntax } = found;
	if (source.value === undefined) return { problems: orEmpty(syntax, source), pipeline: undefined };
	const { pipeline, files, problems } = readPipeline(source);
	const beside = ports.pipelineFiles.directoryOf(cwd, file);
	const texts = new Map<string, string>();
	const missing: Problem[] = [];
	for (const { file: prompt, path } of files) {
		const read = promptIn(prompt, { beside, root }, ports);
		if (read.kind === 'text') texts.set(prompt, read.text);
		else missing.push(problemIn(source, { path, message: `${named(prompt)} ${read.why}` }));
	}
	const all = inLineOrder([...syntax, ...problems, ...missing], [source]);
	const isReady = pipeline !== undefined && all.length === 0;
	const prompts = new Map(pipeline?.stages.map((stage) => [stage.id, promptOf(stage, texts)]));
	return { problems: all, pipeline: isReady ? { ...pipeline, prompts } : undefined };
}

/**
 * The same where it is going to be worked through.
 *
 * @throws Fault `usage` with the first problem
 */
export async function loadPipeline(asked: FileAsked, ports: DeskPorts): Promise<ReadyPipeline> {
	const { pipeline, problems } = await lintPipeline(asked, ports);
	if (pipeline !== undefined) return pipeline;
	const [first] = problems;
	const where = first?.line === undefined ? '' : `, line ${first.line}`;
	const what = `${named(asked.file)}${where}: ${first?.key ?? ''} ${first?.message ?? ''}`;
	const more = problems.length > 1 ? ` (and ${counted(problems.length - 1, 'problem')} more)` : '';
	throw new Fault('usage', `${what}${more}`, { hint: `req pipeline lint ${named(asked.file)}` });
}

function promptOf({ prompt }: Stage, texts: ReadonlyMap<string, string>): string {
	return prompt.kind === 'text' ? prompt.text : (texts.get(prompt.file) ?? '');
}

function promptIn(
	file: string,
	{ beside, root }: { readonly beside: string; readonly root: string },
	{ pipelineFiles }: DeskPorts,
): ReturnType<DeskPorts['pipelineFiles']['text']> {
	const read = pipelineFiles.text(beside, file, root);
	const isEmpty = read.kind === 'text' && read.text.trim() === '';
	return isEmpty ? { kind: 'refused', why: 'is empty', isAbsent: false } : read;
}

function orEmpty(problems: readonly Problem[], { file }: { readonly file: string }) {
	if (problems.length > 0) return problems;
	return [{ file, key: '', line: undefined, message: 'holds nothing' }];
}

function unread(file: string, why: string): Fault {
	return new Fault('usage', `${named(file)} ${why}`, { hint: 'name the YAML file of a pipeline' });
}
