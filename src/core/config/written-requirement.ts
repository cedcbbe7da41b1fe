import * as z from 'zod/mini';
import type { KeyForms } from '../requirement-type/requirement-type.ts';
import { keysOfTypes, typeConfigs } from '../requirement-type/type-table.ts';
import { DURATION, parseDuration } from './duration.ts';
import { MAX_MESSAGE } from './fold-message.ts';
import { isGlob, MAX_GLOB_LENGTH } from './glob.ts';
import { SKILL_NAME } from './skill-name.ts';

/** Entries of one list. */
export const MAX_ENTRIES = 50;
/** Characters of a command or a tool pattern. */
export const MAX_PATTERN = 500;
const MAX_LINES_CHANGED = 1_000_000;

/** Text that matches a pattern; whatever else stands there, `form` says once what belongs there. */
const text = (pattern: RegExp, form: string) =>
	z.string(form).check(z.regex(pattern, { error: form, abort: true }));
/** One line: what a config says is shown to users and to the model (behaviour 52). */
const line = (longest: number, what: string) => {
	const form = `must be ${what}: one line, at most ${longest} characters`;
	return text(/^[^\p{Cc}\u2028\u2029]+$/u, form).check(z.maxLength(longest, form));
};
/** A list, or its only item by itself. */
const listOf = <Item extends z.ZodMiniType>(item: Item, least: 0 | 1) => {
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
const Command = line(MAX_PATTERN, COMMAND_FORM);
const ProvingCommand = z.union(
	[
		Command,
		z.strictObject({
			run: Command.check(z.describe('The first words of a command, in any usual spelling.')),
			partial: z.optional(
				z.boolean().check(z.describe('true: a run of one file or package counts too.')),
			),
		}),
	],
	{ error: `must be ${COMMAND_FORM}, or { run: COMMAND, partial: true }` },
);
export type WrittenCommand = z.output<typeof ProvingCommand>;
const ToolPattern = line(MAX_PATTERN, 'a pattern such as mcp__fs__.*');
const Skill = text(SKILL_NAME, 'must be the name of a skill, such as arch-review');
const DURATION_FORM = 'must be a duration such as 30m, 8h, 7d';
const Duration = text(DURATION, DURATION_FORM).check(
	z.refine((written) => parseDuration(written) !== undefined, 'must be longer than nothing'),
);
const LINES_FORM = `must be a number of lines, from 1 to ${MAX_LINES_CHANGED}`;
const Lines = z.int(LINES_FORM).check(z.gte(1, LINES_FORM), z.lte(MAX_LINES_CHANGED, LINES_FORM));
/** Folded to one line before it is checked (`fold-message.ts`); an editor sees it as written. */
const MESSAGE_FORM = `must be text of at most ${MAX_MESSAGE} characters, without control characters`;
const Message = text(/^(?:[\t\n\r]|[^\p{Cc}\u2028\u2029])+$/u, MESSAGE_FORM).check(
	z.maxLength(MAX_MESSAGE, MESSAGE_FORM),
);

const WrittenTrigger = z.union(
	[
		z.literal('edit'),
		z.strictObject({
			edit: Glob.check(z.describe('Only these paths, relative to the project root.')),
		}),
		z.strictObject({ command: Command.check(z.describe('The first words of a command.')) }),
		z.strictObject({
			tool: ToolPattern.check(z.describe('The whole name of a tool, in RE2 syntax.')),
		}),
	],
	{ error: 'must be edit, { edit: GLOB }, { command: WORDS } or { tool: PATTERN }' },
);
export type WrittenTrigger = z.output<typeof WrittenTrigger>;

/** What becomes of a call that nobody could check. */
export const OnFailure = z.enum(['allow', 'block']);
export const ON_FAILURE_WORDS =
	'What becomes of a call whose check fails, is late or is taken away. allow: it runs, and you are told. block: it is refused.';

const Triggers = listOf(WrittenTrigger, 0);
const Skills = listOf(Skill, 0);

/** An optional key with what an editor shows for it. Defaults are filled in after the merge. */
const key = <Value extends z.ZodMiniType>(value: Value, description: string) =>
	z.optional(value.check(z.describe(description)));

/** What keys of single types are made of. */
export const KEY_FORMS: KeyForms = {
	key,
	only: (word) => z.literal(word),
	globs: listOf(Glob, 1),
	lines: Lines,
};

/** One entry of `requirements`, as written. Every key may be absent: files complete each other. */
export const WrittenRequirement = z.strictObject({
	enabled: key(z.boolean(), 'false switches the requirement off. Default: true.'),
	type: key(
		z.enum(typeConfigs().map(([name]) => name)),
		`${typeConfigs()
			.map(([name, { about }]) => `${name}: ${about}.`)
			.join(' ')} Default: standard.`,
	),
	scope: key(
		z.enum(['session', 'branch', 'single_use', 'permanent']),
		'How long a satisfaction counts. single_use: until a call that it blocks has succeeded. Default: session.',
	),
	triggers: key(
		Triggers,
		'The calls that arm it. Default: [edit]; for a guard, edit and git commit.',
	),
	blocks: key(Triggers, 'The calls that are refused until it is satisfied. Default: the triggers.'),
	enforce: key(
		z.enum(['deny', 'stop', 'warn']),
		'deny: refuse the calls it blocks, and check at Stop. stop: check at Stop only. warn: warn, but never block. Default: deny.',
	),
	hold_stop: key(
		z.boolean(),
		'false: a turn may end while it is unmet; only the calls it blocks wait. With enforce: warn a turn is never held. Default: true.',
	),
	on_failure: key(
		OnFailure,
		`${ON_FAILURE_WORDS} Default: allow; on_failure of the file counts where this is absent.`,
	),
	skills: key(
		Skills,
		'Skills that satisfy it, with or without plugin prefix and slash. Default: the built-in ones for its name.',
	),
	auto_resolve_skill: key(Skills, 'Another name for skills.'),
	satisfy_on: key(
		z.enum(['load', 'done', 'evidence']),
		'When a skill satisfies it. load: when invoked. done: at req done, or the end of its turn. evidence: only at req done SKILL --evidence TEXT. Default: load.',
	),
	plan: key(z.boolean(), 'true: an approved plan (ExitPlanMode) satisfies it. Default: false.'),
	manual: key(
		z.enum(['anyone', 'user', 'never']),
		'Who may satisfy it by hand. Default: user if skills, commands or a plan can satisfy it, else anyone.',
	),
	carry: key(
		listOf(z.enum(['clear', 'fork']), 0),
		'What a satisfaction survives: /clear, or a fork of the session. Default: [].',
	),
	ttl: key(Duration, 'How long a satisfaction lasts, such as 8h, 30m, 7d. Default: none.'),
	commands: key(
		listOf(ProvingCommand, 0),
		'Commands whose success satisfies it. { run: npm test, partial: true }: running a part of the tests is enough. Default: [].',
	),
	stale_after: key(Triggers, 'The calls that make a satisfaction stale. Default: [].'),
	locked: key(z.boolean(), 'true: later files may not loosen it. Default: false.'),
	message: key(Message, 'The text shown while it is not satisfied, as one line. Default: none.'),
	...keysOfTypes(KEY_FORMS),
});
export type WrittenRequirement = z.output<typeof WrittenRequirement>;
