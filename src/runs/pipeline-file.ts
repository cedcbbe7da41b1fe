import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { meantText } from '../config/closest-word.ts';
import type { Problem } from '../config/config.ts';
import { WrittenInherit } from '../config/settings.ts';
import { checkShape, type Misfit } from '../config/shape.ts';
import { inLineOrder, problemIn, type Source } from '../config/source.ts';
import { readYaml } from '../config/yaml-file.ts';
import { Fault } from '../core/fault/fault.ts';
import { named, quoted } from '../core/text/one-line.ts';
import { parentOf } from '../core/text/paths.ts';
import { counted } from '../core/text/phrases.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { readConfigFile } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';

/** The most iterations of a stage. */
export const MAX_ITERATIONS = 100;
/** Iterations of a stage that ends by itself: the seed's loops have as many. */
export const USUAL_ITERATIONS = 25;

const id = z.string().check(
	z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/i, {
		error: 'must be letters, digits, - and _, at most 32, a letter or digit first',
	}),
);
const path = z
	.string()
	.check(
		z.regex(/^[^-\p{Cc}][^\p{Cc}]{0,499}$/u, { error: 'must be one line that begins with no -' }),
	);

/** A stage as it is in the file. */
const WrittenStage = z.strictObject({
	id,
	prompt: z.optional(z.string().check(z.minLength(1), z.maxLength(32_000))),
	/** Relative to the pipeline's file. */
	prompt_file: z.optional(path),
	iterations: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_ITERATIONS))),
	until: z.optional(z.enum(['plateau'])),
	inputs: z.optional(z.strictObject({ from: z.array(z.string()) })),
	inherit: z.optional(WrittenInherit),
});

/** A pipeline as it is in its file. */
const WrittenPipeline = z.strictObject({
	version: z.literal(1),
	inherit: z.optional(WrittenInherit),
	stages: z.array(WrittenStage).check(z.minLength(1), z.maxLength(50)),
});

/** One stage of a pipeline: a prompt that sessions work on, one after the other. */
export interface Stage {
	readonly id: string;
	readonly prompt: string;
	/** How many at most. */
	readonly iterations: number;
	/** `plateau`: two iterations in a row must have nothing left to do; `stop`: one. */
	readonly until: 'stop' | 'plateau';
	/** Earlier stages whose results its sessions get. */
	readonly inputs: readonly string[];
	/** What its sessions inherit, by the stage, else by the pipeline. */
	readonly inherit: z.output<typeof WrittenInherit> | undefined;
}

/** A pipeline as it was read: its stages, if nothing is wrong. */
export interface ReadPipeline {
	readonly stages: readonly Stage[];
	/** From the top of the file. */
	readonly problems: readonly Problem[];
}

/** Which pipeline is read. `file`: relative to `cwd`. `root`: the repository; prompts come from inside it only. */
type FileAsked = Readonly<Record<'cwd' | 'file' | 'root', string>>;

/**
 * Reads a pipeline and the prompts that it names, with everything that is wrong.
 *
 * @throws Fault `usage` if there is no such file
 */
export function readPipeline({ cwd, file, root }: FileAsked): ReadPipeline {
	const path = resolve(cwd, file);
	const text = readConfigFile(path, undefined);
	if (text.kind === 'refused') {
		const hint = 'name the YAML file of a pipeline';
		throw new Fault('usage', `${named(file)} ${text.why}`, { hint });
	}
	const { value, problems, lineOf } = readYaml(text.text);
	const source: Source = { layer: 'project', file: path, value, lineOf };
	const syntax = problems.map((problem) => ({ ...problem, file: path }));
	if (value === undefined && syntax.length > 0) return { stages: [], problems: syntax };
	const written = elements(member(value, 'stages'));
	const prompts = written.map((stage) => readPrompt(stage, parentOf(path), root));
	const misfits = written.flatMap((_, index) => {
		const own = [...(prompts[index]?.misfits ?? []), ...misfitsAmong(written, index)];
		return own.map((one) => ({ ...one, path: ['stages', index, ...one.path] }));
	});
	const all = [...checkShape<unknown>(WrittenPipeline, value ?? {}).misfits, ...misfits];
	const found = [...syntax, ...all.map((misfit) => problemIn(source, misfit))];
	if (found.length > 0) return { stages: [], problems: inLineOrder(found, [source]) };
	const pipeline = WrittenPipeline.parse(value);
	const stages = pipeline.stages.map(({ id, until, inputs, ...stage }, index): Stage => {
		const usual = until === undefined ? 1 : USUAL_ITERATIONS;
		const { iterations = usual, inherit = pipeline.inherit } = stage;
		return {
			id,
			prompt: prompts[index]?.prompt ?? '',
			iterations,
			until: until ?? 'stop',
			inputs: [...new Set(inputs?.from)],
			inherit,
		};
	});
	return { stages, problems: [] };
}

/**
 * The stages of a pipeline without problems.
 *
 * @throws Fault `usage` with the first problem
 */
export function stagesIn(asked: FileAsked): readonly Stage[] {
	const { stages, problems } = readPipeline(asked);
	const [first, ...others] = problems;
	if (first === undefined) return stages;
	const { line, key, message } = first;
	const where = line === undefined ? '' : `, line ${line}`;
	const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'problem')} more)`;
	const what = `${named(asked.file)}${where}: ${key === '' ? '' : `${named(key)} `}${message}${more}`;
	throw new Fault('usage', what, { hint: `req pipeline lint ${named(asked.file)}` });
}

/** The prompt of a stage, from the stage itself or from a file. */
function readPrompt(
	stage: unknown,
	directory: string,
	root: string,
): { readonly prompt: string; readonly misfits: readonly Misfit[] } {
	const wrong = (message: string, path = ['prompt_file']) => {
		return { prompt: '', misfits: [{ path, message }] };
	};
	const [prompt, file] = [textIn(stage, 'prompt'), textIn(stage, 'prompt_file')];
	if (file !== undefined && prompt !== undefined) return wrong('cannot be combined with prompt');
	if (file === undefined) {
		const isMissing = isRecord(stage) && !['prompt', 'prompt_file'].some((key) => key in stage);
		if (isMissing) return wrong('needs prompt or prompt_file', []);
		return { prompt: prompt ?? '', misfits: [] };
	}
	if (!path.safeParse(file).success) return { prompt: '', misfits: [] };
	const read = readConfigFile(resolve(directory, file), root);
	if (read.kind === 'refused') return wrong(`${named(file)} ${read.why}`);
	if (read.text.trim() === '') return wrong(`${named(file)} is empty`);
	return { prompt: read.text, misfits: [] };
}

/** What is wrong with the id and the inputs of a stage: ids are unique, and only earlier stages have results. */
function misfitsAmong(stages: readonly unknown[], index: number): Misfit[] {
	const ids = stages.map((stage) => textIn(stage, 'id'));
	// Two ids that differ in case only would share a folder on some disks.
	const first = ids.findIndex((id) => id?.toLowerCase() === ids[index]?.toLowerCase());
	const isTaken = ids[index] !== undefined && first !== index;
	const repeated = { path: ['id'], message: `is the id of stage ${first + 1} already` };
	const earlier = ids.slice(0, index).flatMap((id) => id ?? []);
	const inputs = elements(member(member(stages[index], 'inputs'), 'from'));
	const unknown = inputs.flatMap((from, at) => {
		if (typeof from !== 'string' || earlier.includes(from)) return [];
		const message = ids.includes(from)
			? `${quoted(from)} is no earlier stage`
			: `${quoted(from)} is not a stage${meantText(from, earlier)}`;
		return [{ path: ['inputs', 'from', at], message }];
	});
	return isTaken ? [repeated, ...unknown] : unknown;
}
