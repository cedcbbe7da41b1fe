import * as z from 'zod/mini';
import { meantText } from '../../config/closest-word.ts';
import type { Problem } from '../../config/config.ts';
import { selectionOf } from '../../config/selection.ts';
import { type Inherit, WrittenInherit } from '../../config/settings.ts';
import { checkShape, type KeyPath, type Misfit } from '../../config/shape.ts';
import { inLineOrder, problemIn, type Source } from '../../config/source.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import { isRecord } from '../../store/shape.ts';
import { quoted } from '../text/one-line.ts';
import { MAX_ITERATIONS, type Pipeline, type Stage, USUAL_ITERATIONS } from './pipeline.ts';

const word = z
	.string()
	.check(
		z.regex(/^[^-\p{Cc}][^\p{Cc}]{0,499}$/u, { error: 'must be one line that begins with no -' }),
	);
const id = z.string().check(
	z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/i, {
		error: 'must be letters, digits, - and _, at most 32, a letter or digit first',
	}),
);
const filled = z.string().check(z.minLength(1), z.maxLength(32_000));
const comprehension = z.optional(z.enum(['required', 'optional']));

/** A stage of a pipeline as it stands in the file. */
const WrittenStage = z.strictObject({
	id,
	prompt: z.optional(filled),
	/** Relative to the pipeline's own file. */
	prompt_file: z.optional(word),
	iterations: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_ITERATIONS))),
	until: z.optional(z.enum(['plateau'])),
	inputs: z.optional(z.strictObject({ from: z.array(z.string()) })),
	inherit: z.optional(WrittenInherit),
	comprehension,
	permission_mode: z.optional(word),
	model: z.optional(word),
	allowed_tools: z.optional(
		z.union([word, z.array(word)], { error: 'must be text, or a list of texts' }),
	),
});
type WrittenStage = z.output<typeof WrittenStage>;

/** A pipeline's file without its stages, which are checked one by one. */
const WrittenPipeline = z.strictObject({
	version: z.literal(1),
	inherit: z.optional(WrittenInherit),
	stages: z.array(z.unknown()).check(z.minLength(1), z.maxLength(50)),
});

/** A pipeline as it was read. `pipeline` is there only where nothing is wrong. */
interface ReadPipeline {
	readonly pipeline: Pipeline | undefined;
	/** Files that hold prompts, and where they are named. */
	readonly files: readonly { readonly file: string; readonly path: KeyPath }[];
	/** From the top of the file. */
	readonly problems: readonly Problem[];
}

/** Reads a pipeline's file: everything that is wrong in it, each with its line and key (issue: runs). */
export function readPipeline(source: Source): ReadPipeline {
	// They are looked at whatever else is wrong.
	const all = elements(member(source.value, 'stages'));
	const stages = all.map((stage) => checkShape(WrittenStage, stage));
	const ids = all.map((stage) => textIn(stage, 'id'));
	const misfits: Misfit[] = [
		...checkShape(WrittenPipeline, source.value).misfits,
		...stages.flatMap(({ misfits: wrong }, index) =>
			[...wrong, ...stageMisfits(all[index], { index, ids })].map((one) => ({
				...one,
				path: ['stages', index, ...one.path],
			})),
		),
	];
	const problems = inLineOrder(
		misfits.map((misfit) => problemIn(source, misfit)),
		[source],
	);
	const files = all.flatMap((stage, index) => {
		const path = ['stages', index, 'prompt_file'];
		const file = textIn(stage, 'prompt_file');
		const isMisfit = stages[index]?.misfits.some((one) => one.path[0] === 'prompt_file');
		return file === undefined || isMisfit ? [] : [{ file, path }];
	});
	if (problems.length > 0) return { pipeline: undefined, files, problems };
	const inherit = inheritOf(WrittenPipeline.parse(source.value).inherit);
	const written = all.map((stage) => WrittenStage.parse(stage));
	return { pipeline: { inherit, stages: written.map(stageOf) }, files, problems };
}

interface Among {
	readonly index: number;
	/** Of all stages; `undefined` where one has none. */
	readonly ids: readonly (string | undefined)[];
}

/** What is wrong with a stage beyond its shape, as far as it can be read: one mistake must not hide another. */
function stageMisfits(stage: unknown, among: Among): Misfit[] {
	if (!isRecord(stage)) return [];
	const inputs = elements(member(member(stage, 'inputs'), 'from'));
	return [
		...idMisfits(among),
		...promptMisfits(stage),
		...inputs.flatMap((from, at) => {
			const message = typeof from === 'string' ? inputMisfit(from, among) : undefined;
			return message === undefined ? [] : [{ path: ['inputs', 'from', at], message }];
		}),
	];
}

function idMisfits({ index, ids }: Among): Misfit[] {
	// Two names that differ in case only would share a folder on some disks.
	const lower = ids.map((id) => id?.toLowerCase());
	const first = lower.indexOf(lower[index]);
	if (lower[index] === undefined || first === index) return [];
	return [{ path: ['id'], message: `is the id of stage ${first + 1} already` }];
}

function promptMisfits(stage: object): Misfit[] {
	const hasText = member(stage, 'prompt') !== undefined;
	const hasFile = member(stage, 'prompt_file') !== undefined;
	if (!hasText && !hasFile) return [{ path: [], message: 'needs prompt or prompt_file' }];
	if (!hasText || !hasFile) return [];
	return [{ path: ['prompt_file'], message: 'cannot stand beside prompt' }];
}

/** Only what came before can be handed on. */
function inputMisfit(from: string, { index, ids }: Among): string | undefined {
	const at = ids.indexOf(from);
	if (at !== -1 && at < index) return undefined;
	if (at === index) return 'is this stage itself';
	if (at !== -1) return `${quoted(from)} is a later stage`;
	const earlier = ids.slice(0, index).flatMap((id) => id ?? []);
	return `${quoted(from)} is not a stage${meantText(from, earlier)}`;
}

function stageOf(written: WrittenStage): Stage {
	const { id, iterations, until, inputs, inherit, comprehension, allowed_tools: tools } = written;
	return {
		...{ id, prompt: written.prompt ?? '', promptFile: written.prompt_file, comprehension },
		iterations: iterations ?? (until === undefined ? 1 : USUAL_ITERATIONS),
		until: until ?? 'stop',
		inputs: [...new Set(inputs?.from)],
		inherit: inheritOf(inherit),
		permissionMode: written.permission_mode,
		model: written.model,
		allowedTools: typeof tools === 'object' ? tools.join(',') : tools,
	};
}

function inheritOf(written: WrittenStage['inherit']): Inherit | undefined {
	return written && { ...written, select: selectionOf(written.select) };
}
