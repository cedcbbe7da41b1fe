import * as z from 'zod/mini';
import { WrittenInherit } from '../config/written-continuity.ts';

/** As long as a stage may be at most: the seed's loops have 25 iterations. */
export const MAX_ITERATIONS = 100;

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
export const WrittenStage = z.strictObject({
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
export type WrittenStage = z.output<typeof WrittenStage>;

/** A pipeline's file without its stages, which are checked one by one. */
export const WrittenPipeline = z.strictObject({
	version: z.literal(1),
	inherit: z.optional(WrittenInherit),
	stages: z.array(z.unknown()).check(z.minLength(1), z.maxLength(50)),
});
