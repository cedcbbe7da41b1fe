import * as z from 'zod/mini';
import { DURATION, parseDuration } from './duration.ts';
import { isGlob, MAX_GLOB_LENGTH } from './glob.ts';
import { SKILL_NAME } from './skill-name.ts';

const MAX_ENTRIES = 50;
const MAX_LINES_CHANGED = 1_000_000;

/** One line of text: what a config says is shown to users and to the model (behaviour 52). */
const line = (longest: number) =>
	z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^[^\p{Cc}\u2028\u2029]+$/u));
const listOf = <Item extends z.ZodMiniType>(item: Item) =>
	z.array(item).check(z.maxLength(MAX_ENTRIES));

const Glob = line(MAX_GLOB_LENGTH).check(z.refine(isGlob, 'must be a glob without a leading !'));
const Command = line(500);
const Skill = z.string().check(z.regex(SKILL_NAME));
const Duration = z.string().check(
	z.regex(DURATION),
	z.refine((text) => parseDuration(text) !== undefined, 'must be longer than nothing'),
);
const Lines = z.int().check(z.gte(1), z.lte(MAX_LINES_CHANGED));

const WrittenTrigger = z.union(
	[
		z.literal('edit'),
		z.strictObject({ edit: Glob.check(z.describe('Only these paths, from the project root.')) }),
		z.strictObject({ command: Command.check(z.describe('A command, by its first words.')) }),
		z.strictObject({ tool: line(500).check(z.describe('RE2 syntax, the whole tool name.')) }),
	],
	{ error: 'must be edit, { edit: GLOB }, { command: WORDS } or { tool: PATTERN }' },
);
export type WrittenTrigger = z.output<typeof WrittenTrigger>;

const Triggers = listOf(WrittenTrigger);
const Skills = listOf(Skill);

/** An optional key with what an editor shows for it. Defaults are filled in after the merge. */
const key = <Value extends z.ZodMiniType>(value: Value, description: string) =>
	z.optional(value.check(z.describe(description)));

/** One entry of `requirements`, as written. Every key may be absent: files complete each other. */
export const WrittenRequirement = z.strictObject({
	enabled: key(z.boolean(), 'false switches the requirement off. Default: true.'),
	type: key(
		z.enum(['standard', 'guard', 'dynamic']),
		'standard: satisfied by a skill, a command, a plan or the user. guard: protects branches. dynamic: measures. Default: standard.',
	),
	scope: key(
		z.enum(['session', 'branch', 'single_use', 'permanent']),
		'How long a satisfaction counts. single_use: until what it blocks has run. Default: session.',
	),
	triggers: key(Triggers, 'What arms it. Default: [edit]; for a guard edit and git commit.'),
	blocks: key(Triggers, 'What is refused until it is satisfied. Default: the triggers.'),
	enforce: key(
		z.enum(['deny', 'stop', 'warn']),
		'deny: refuse what it blocks, and check at Stop. stop: check at Stop only. warn: say so, never block. Default: deny.',
	),
	skills: key(Skills, 'Skills that satisfy it, with or without plugin prefix and slash.'),
	auto_resolve_skill: key(z.union([Skill, Skills]), 'Another name for skills.'),
	satisfy_on: key(
		z.enum(['load', 'done']),
		'load: invoking the skill satisfies. done: completing it does. Default: load.',
	),
	plan: key(z.boolean(), 'true: an approved plan (ExitPlanMode) satisfies it. Default: false.'),
	manual: key(
		z.enum(['anyone', 'user', 'never']),
		'Who may satisfy it by hand. Default: user where skills, commands or a plan can, else anyone.',
	),
	carry: key(
		listOf(z.enum(['clear', 'fork'])),
		'What keeps a satisfaction: /clear, or a fork of the session. Default: [].',
	),
	ttl: key(Duration, 'How long a satisfaction lasts, such as 8h, 30m, 7d. Default: no end.'),
	commands: key(listOf(Command), 'Commands whose success satisfies it.'),
	stale_after: key(Triggers, 'What makes a satisfaction stale. Default: nothing.'),
	locked: key(z.boolean(), 'true: later files may not loosen it. Default: false.'),
	message: key(line(500), 'What to say when it is not satisfied.'),
	guard: key(z.literal('protected_branch'), 'What a guard protects.'),
	branches: key(
		listOf(Glob).check(z.minLength(1)),
		'Globs of the branches a guard protects. Default: [main, master].',
	),
	measure: key(z.literal('branch_size'), 'What a dynamic requirement measures.'),
	warn: key(Lines, 'Changed lines above which it warns.'),
	block: key(Lines, 'Changed lines above which it blocks.'),
});
export type WrittenRequirement = z.output<typeof WrittenRequirement>;
