import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { meantText } from '../config/closest-word.ts';
import type { Problem } from '../config/config.ts';
import { inLineOrder, problemIn, type Source } from '../config/layer.ts';
import { selectionOf } from '../config/selection.ts';
import { type Inherit, WrittenInherit } from '../config/settings.ts';
import { checkShape, type Misfit } from '../config/shape.ts';
import { readYaml } from '../config/yaml-file.ts';
import { Fault } from '../store/fault.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { readConfigFile } from '../store/read-file.ts';
import { named, quoted } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';

/** The most iterations of a stage. */
export const MAX_ITERATIONS = 100;
/** Iterations of a stage that ends by itself: the seed's loops have as many. */
export const USUAL_ITERATIONS = 25;

const id = z.string().check(
	z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/i, {
		error: 'must be letters, digits, - and _, at most 32, a letter or digit first',
	}),
);
const WrittenStage = z.strictObject({
	id,
	prompt: z.string().check(z.minLength(1), z.maxLength(32_000)),
	iterations: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_ITERATIONS))),
	until: z.optional(z.enum(['plateau'])),
	inputs: z.optional(z.strictObject({ from: z.array(z.string()) })),
	inherit: z.optional(WrittenInherit),
});

const WrittenPipeline = z.strictObject({
	version: z.literal(1),
	inherit: z.optional(WrittenInherit),
	stages: z.array(WrittenStage).check(z.minLength(1), z.maxLength(50)),
});

/** One stage of a pipeline: a prompt that sessions work on, one after the other. */
export interface Stage {
	readonly id: string;
	readonly prompt: string;
	readonly iterations: number;
	/** `plateau`: two iterations in a row must have nothing left to do; `stop`: one. */
	readonly until: 'stop' | 'plateau';
	/** Earlier stages whose results its sessions get. */
	readonly inputs: readonly string[];
	/** What its sessions inherit, by the stage, else by the pipeline. */
	readonly inherit: Inherit | undefined;
}

/** A pipeline as it was read: its stages, if nothing is wrong. */
export interface ReadPipeline {
	readonly stages: readonly Stage[];
	/** From the top of the file. */
	readonly problems: readonly Problem[];
}

/**
 * Reads the file of a pipeline, with everything that is wrong.
 *
 * @param file relative to `cwd`
 * @throws Fault `usage` if there is no such file
 */
export function readPipeline(file: string, cwd: string): ReadPipeline {
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
	const { misfits } = checkShape<unknown>(WrittenPipeline, value ?? {});
	const all = [...misfits, ...misfitsAmong(elements(member(value, 'stages')))];
	const found = [...syntax, ...all.map((misfit) => problemIn(source, misfit))];
	if (found.length > 0) return { stages: [], problems: inLineOrder(found, [source]) };
	const pipeline = WrittenPipeline.parse(value);
	const stages = pipeline.stages.map(({ id, prompt, until, inputs, ...stage }): Stage => {
		const usual = until === undefined ? 1 : USUAL_ITERATIONS;
		const { iterations = usual, inherit = pipeline.inherit } = stage;
		return {
			id,
			prompt,
			iterations,
			until: until ?? 'stop',
			inputs: [...new Set(inputs?.from)],
			inherit: inherit && { ...inherit, select: selectionOf(inherit.select) },
		};
	});
	return { stages, problems: [] };
}

/**
 * The stages of a pipeline without problems.
 *
 * @throws Fault `usage` with the first problem
 */
export function stagesIn(file: string, cwd: string): readonly Stage[] {
	const { stages, problems } = readPipeline(file, cwd);
	const [first, ...others] = problems;
	if (first === undefined) return stages;
	const { line, key, message } = first;
	const where = line === undefined ? '' : `, line ${line}`;
	const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'problem')} more)`;
	const what = `${named(file)}${where}: ${key === '' ? '' : `${named(key)} `}${message}${more}`;
	throw new Fault('usage', what, { hint: `req pipeline lint ${named(file)}` });
}

/** Ids that are not unique, and inputs that no earlier stage gives, as far as the file can be read. */
function misfitsAmong(stages: readonly unknown[]): Misfit[] {
	const ids = stages.map((stage) => textIn(stage, 'id'));
	// Two ids that differ in case only would share a folder on some disks.
	const lower = ids.map((id) => id?.toLowerCase());
	return stages.flatMap((stage, index): Misfit[] => {
		const first = lower.indexOf(lower[index]);
		const message = `is the id of stage ${first + 1} already`;
		const isTaken = lower[index] !== undefined && first !== index;
		const earlier = ids.slice(0, index).flatMap((id) => id ?? []);
		const inputs = elements(member(member(stage, 'inputs'), 'from'));
		const wrong = inputs.flatMap((from, at) => {
			if (typeof from !== 'string' || earlier.includes(from)) return [];
			const unknown = `is not a stage${meantText(from, earlier)}`;
			const why = ids.includes(from) ? 'is no earlier stage' : unknown;
			const path = ['stages', index, 'inputs', 'from', at];
			return [{ path, message: `${quoted(from)} ${why}` }];
		});
		return isTaken ? [{ path: ['stages', index, 'id'], message }, ...wrong] : wrong;
	});
}
