import * as z from 'zod/mini';
import type { KeyForms } from '../gate/requirement-types.ts';
import { readTrigger, TRIGGERS, type WrittenTrigger } from '../gate/triggers.ts';
import { GATED_TOOLS, MCP_PREFIX, TOOL_GLOB } from '../host/tools.ts';
import type { ProvingCommand } from '../shell/proof.ts';
import { alternatives, isGlob, MAX_GLOB_LENGTH } from '../text/glob.ts';
import { DURATION, parseDuration } from './duration.ts';
import { key } from './key.ts';
import { bareSkillName, SKILL_NAME } from './skill-name.ts';

/** Characters of a requirement's message: one or two sentences. */
export const MAX_MESSAGE = 500;
/** Entries of one list. */
export const MAX_ENTRIES = 50;
/** Characters of a command. */
export const MAX_COMMAND = 500;
const MAX_LINES_CHANGED = 1_000_000;

/** Text that matches a pattern; for any other value the problem is `form`, once. */
const text = (pattern: RegExp, form: string) => z.string(form).check(z.regex(pattern, { error: form, abort: true }));
/** One line: what a config says is shown to users and to the model. */
const line = (longest: number, what: string) => {
	const form = `must be ${what}: one line, at most ${longest} characters`;
	return text(/^[^\p{Cc}\u2028\u2029]+$/u, form).check(z.maxLength(longest, form));
};

/** A list, or its only item by itself. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, least = 0) => {
	const list = z
		.array(item)
		.check(
			z.minLength(least, `must have at least ${least} entry`),
			z.maxLength(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`),
		);
	return z.pipe(
		z.union([item, list]),
		z.transform((written): z.output<Item>[] => (Array.isArray(written) ? written : [written])),
	);
};

const GLOB_FORM = 'a glob such as src/**, without a leading !';
const Glob = line(MAX_GLOB_LENGTH, GLOB_FORM).check(z.refine(isGlob, `must be ${GLOB_FORM}`));
const COMMAND_FORM = 'a command such as npm test';
const Command = line(MAX_COMMAND, COMMAND_FORM);
const PATTERNS = {
	glob: Glob,
	command: Command,
	tool: line(MAX_GLOB_LENGTH, `a glob such as ${TOOL_GLOB}`).check(({ value, issues }) => {
		const message = toolFault(value);
		if (message !== undefined) issues.push({ code: 'custom', input: value, message });
	}),
};

export const Proof = z.pipe(
	z.union(
		[
			Command,
			z.strictObject({
				run: Command.check(z.describe('The first words of a command, in any usual spelling.')),
				partial: z._default(z.boolean(), false).check(z.describe('true: a run of one file or package counts too.')),
			}),
		],
		{ error: `must be ${COMMAND_FORM}, or { run: COMMAND, partial: true }` },
	),
	z.transform((written): ProvingCommand => (typeof written === 'string' ? { run: written, partial: false } : written)),
);

export const Skill = z.pipe(
	text(SKILL_NAME, 'must be the name of a skill, such as arch-review'),
	z.transform(bareSkillName),
);

export const Duration = z.pipe(
	text(DURATION, 'must be a duration such as 30m, 8h, 7d').check(
		z.refine((written) => parseDuration(written) !== undefined, 'must be longer than 0s'),
	),
	z.transform((written) => parseDuration(written) ?? 0),
);

const LINES_FORM = `must be a number of lines, from 1 to ${MAX_LINES_CHANGED}`;
const Lines = z.int(LINES_FORM).check(z.gte(1, LINES_FORM), z.lte(MAX_LINES_CHANGED, LINES_FORM));

/** It is folded to one line before it is checked; an editor sees it as written. */
const MESSAGE_FORM = `must be text of at most ${MAX_MESSAGE} characters, without control characters`;
export const Message = text(/^(?:[\t\n\r]|[^\p{Cc}\u2028\u2029])+$/u, MESSAGE_FORM).check(
	z.maxLength(MAX_MESSAGE, MESSAGE_FORM),
);

function triggersOf(kinds: typeof TRIGGERS) {
	const names: string[] = [];
	const forms: Record<string, z.ZodMiniType> = {};
	const words: string[] = [];
	for (const [name, { alone, pattern }] of kinds) {
		if (alone !== undefined) {
			names.push(name);
			words.push(name);
		}
		if (pattern === undefined) continue;
		forms[name] = z.optional(PATTERNS[pattern.form].check(z.describe(pattern.about)));
		words.push(`{ ${name}: ${pattern.word} }`);
	}
	const error = `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
	const isOne = z.refine<object>((written) => Object.keys(written).length === 1, {
		error,
		when: ({ issues }) => issues.length === 0,
	});
	const bounds = z.meta({ minProperties: 1, maxProperties: 1 });
	const withPattern = z.strictObject(forms).check(isOne, bounds);
	const form = z.union([z.enum(names), withPattern], { error }) as z.ZodMiniType<WrittenTrigger>;
	return listOf(z.pipe(form, z.transform(readTrigger)));
}

export const Triggers = triggersOf(TRIGGERS.filter(([, { isOfBlocksOnly }]) => !isOfBlocksOnly));
export const Blocks = triggersOf(TRIGGERS);

/** What keys of single types of requirement are made of. */
export const KEY_FORMS: KeyForms = {
	key,
	only: (word) => z.literal(word),
	globs: listOf(Glob, 1),
	lines: Lines,
};

const REGULAR_EXPRESSION = /\.\*|[|(^$]/;

/** What is wrong with a glob for names of tools; `undefined` if it can match a gated tool. */
export function toolFault(pattern: string): string | undefined {
	if (REGULAR_EXPRESSION.test(pattern)) {
		const advice = globFor(pattern) ?? `a glob such as ${TOOL_GLOB}`;
		return `is a regular expression; write ${advice}`;
	}
	const starts = alternatives(pattern);
	if (starts === undefined || !isGlob(pattern)) return `must be a glob such as ${TOOL_GLOB}`;
	if (starts.some(canBeGated)) return undefined;
	return `matches no gated tool: ${GATED_TOOLS.join(', ')}, ${MCP_PREFIX}*`;
}

/** Whether a pattern without braces could match a gated tool, by its literal start. */
function canBeGated(pattern: string): boolean {
	const prefix = /^[\w-]*/.exec(pattern)?.[0] ?? '';
	if (prefix.startsWith(MCP_PREFIX)) return true;
	if (prefix === pattern) return GATED_TOOLS.includes(pattern);
	return [...GATED_TOOLS, MCP_PREFIX].some((name) => name.startsWith(prefix));
}

/** The glob that matches the same tools as a simple regular expression; `undefined` for any other. */
function globFor(pattern: string): string | undefined {
	const named = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('.*', '*');
	const chosen = named.replaceAll('(?:', '{').replaceAll('(', '{').replaceAll(')', '}');
	const isChoice = /^[^{}]*\|[^{}]*$/.test(chosen);
	const glob = (isChoice ? `{${chosen}}` : chosen).replaceAll('|', ',');
	const isSimple = /^[\w*-]*(?:\{[\w*,-]*\}[\w*-]*)*$/.test(glob);
	return isSimple && isGlob(glob) ? glob : undefined;
}
