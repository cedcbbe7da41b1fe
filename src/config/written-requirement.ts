import * as z from 'zod/mini';
import { EDIT_TOOLS, MCP_PREFIX, SHELL_TOOLS } from '../core/protocol/gated-tools.ts';
import {
	type KeyForms,
	keysOfTypes,
	TYPE_CONFIGS,
	typeConfigs,
} from '../core/requirement-type/type-table.ts';
import { isRecord } from '../store/shape.ts';
import type { RequirementName, Trigger } from './config.ts';
import { DURATION, parseDuration } from './duration.ts';
import { alternatives, isGlob, MAX_GLOB_LENGTH } from './glob.ts';
import type { Misfit, Shaped } from './shape.ts';
import { SKILL_NAME } from './skill-name.ts';

/** Shape of a requirement's name; it becomes a key of stored documents and a word in messages. */
export const REQUIREMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Names that mean something to JavaScript objects; the third, `__proto__`, fails the shape. */
const INHERITED = new Set(['constructor', 'prototype']);

/** Reads a requirement's name; `undefined` where it could not be a key everywhere. Case is kept. */
export function parseRequirementName(raw: unknown): RequirementName | undefined {
	if (typeof raw !== 'string' || INHERITED.has(raw)) return undefined;
	return REQUIREMENT_NAME.test(raw) ? (raw as RequirementName) : undefined;
}

/** Characters of a requirement's message; what it is shown in has room for one sentence or two. */
export const MAX_MESSAGE = 500;

/** Entries of one list. */
export const MAX_ENTRIES = 50;
/** Characters of a command. */
export const MAX_PATTERN = 500;
const MAX_LINES_CHANGED = 1_000_000;

/** Text that matches a pattern; whatever else stands there, `form` says once what belongs there. */
const text = (pattern: RegExp, form: string) =>
	z.string(form).check(z.regex(pattern, { error: form, abort: true }));
/** One line: what a config says is shown to users and to the model. */
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
const ToolPattern = line(MAX_GLOB_LENGTH, 'a glob such as mcp__fs__write*');
const Skill = text(SKILL_NAME, 'must be the name of a skill, such as arch-review');
const DURATION_FORM = 'must be a duration such as 30m, 8h, 7d';
const Duration = text(DURATION, DURATION_FORM).check(
	z.refine((written) => parseDuration(written) !== undefined, 'must be longer than nothing'),
);
const LINES_FORM = `must be a number of lines, from 1 to ${MAX_LINES_CHANGED}`;
const Lines = z.int(LINES_FORM).check(z.gte(1, LINES_FORM), z.lte(MAX_LINES_CHANGED, LINES_FORM));
/** Folded to one line before it is checked (`foldMessage`); an editor sees it as written. */
const MESSAGE_FORM = `must be text of at most ${MAX_MESSAGE} characters, without control characters`;
const Message = text(/^(?:[\t\n\r]|[^\p{Cc}\u2028\u2029])+$/u, MESSAGE_FORM).check(
	z.maxLength(MAX_MESSAGE, MESSAGE_FORM),
);

const WRITTEN_CALLS = [
	z.literal('edit'),
	z.strictObject({
		edit: Glob.check(z.describe('Only these paths, relative to the project root.')),
	}),
	z.strictObject({ command: Command.check(z.describe('The first words of a command.')) }),
	z.strictObject({
		tool: ToolPattern.check(z.describe('A glob for the whole name of a tool.')),
	}),
] as const;
const WrittenTrigger = z.union(WRITTEN_CALLS, {
	error: 'must be edit, { edit: GLOB }, { command: WORDS } or { tool: GLOB }',
});
const WrittenBlock = z.union([...WRITTEN_CALLS, z.literal('task_completed')], {
	error: 'must be edit, { edit: GLOB }, { command: WORDS }, { tool: GLOB } or task_completed',
});

const Triggers = listOf(WrittenTrigger, 0);
const Blocks = listOf(WrittenBlock, 0);
const Skills = listOf(Skill, 0);

/** What stands for a key that no file has. Filled in after the merge. */
export const DEFAULTS = {
	enabled: true,
	type: 'standard',
	scope: 'session',
	enforce: 'deny',
	hold_stop: true,
	satisfy_on: 'load',
	plan: false,
	carry: [],
	commands: [],
	stale_after: [],
	locked: false,
} as const;

/** An optional key with what an editor shows for it. */
export const key = <Value extends z.ZodMiniType>(value: Value, description: string) =>
	z.optional(value.check(z.describe(description)));

/** The same of a key with a default. */
const keyWith = <Value extends z.ZodMiniType>(
	name: keyof typeof DEFAULTS,
	value: Value,
	description: string,
) => {
	const byDefault: unknown = DEFAULTS[name];
	const text = Array.isArray(byDefault) ? `[${byDefault.join(', ')}]` : String(byDefault);
	return key(value, `${description} Default: ${text}.`);
};

/** What keys of single types are made of. */
export const KEY_FORMS: KeyForms = {
	key,
	only: (word) => z.literal(word),
	globs: listOf(Glob, 1),
	lines: Lines,
};

/** What arms each type: `[edit]; with type: guard, edit and git commit`. */
function usualTriggers(): string {
	const word = (one: Trigger) => {
		if (one.on === 'command') return one.command;
		if (one.on === 'tool') return one.pattern;
		return one.on === 'edit' ? (one.glob ?? 'edit') : one.on;
	};
	const words = (triggers: readonly Trigger[]) => triggers.map(word).join(' and ');
	const usual = words(TYPE_CONFIGS.standard.triggers);
	const others = typeConfigs()
		.map(([name, { triggers }]) => ({ name, armed: words(triggers) }))
		.filter(({ armed }) => armed !== usual)
		.map(({ name, armed }) => `with type: ${name}, ${armed}`);
	return [`[${usual}]`, ...others].join('; ');
}

/** One entry of `requirements`, as written. Every key may be absent: files complete each other. */
export const WrittenRequirement = z.strictObject({
	enabled: keyWith('enabled', z.boolean(), 'false switches the requirement off.'),
	type: keyWith(
		'type',
		z.enum(typeConfigs().map(([name]) => name)),
		typeConfigs()
			.map(([name, { about }]) => `${name}: ${about}.`)
			.join(' '),
	),
	scope: keyWith(
		'scope',
		z.enum(['session', 'branch', 'single_use', 'permanent']),
		'How long a satisfaction counts. single_use: until a call that it blocks has succeeded.',
	),
	triggers: key(Triggers, `The calls that arm it. Default: ${usualTriggers()}.`),
	blocks: key(
		Blocks,
		'The calls that are refused until it is satisfied. task_completed: the completion of a task, once it is armed. Default: the triggers.',
	),
	enforce: keyWith(
		'enforce',
		z.enum(['deny', 'stop', 'warn']),
		'deny: refuse the calls it blocks, and check at Stop. stop: check at Stop only. warn: warn, but never block.',
	),
	hold_stop: keyWith(
		'hold_stop',
		z.boolean(),
		'false: a turn may end while it is unmet; only the calls it blocks wait. With enforce: warn a turn is never held.',
	),
	skills: key(
		Skills,
		'Skills that satisfy it, with or without plugin prefix and slash. Default: the built-in ones for its name.',
	),
	auto_resolve_skill: key(Skills, 'Another name for skills.'),
	satisfy_on: keyWith(
		'satisfy_on',
		z.enum(['load', 'done', 'evidence']),
		'When a skill satisfies it. load: when invoked. done: at req done, or the end of its turn. evidence: only at req done SKILL --evidence TEXT.',
	),
	plan: keyWith('plan', z.boolean(), 'true: an approved plan (ExitPlanMode) satisfies it.'),
	manual: key(
		z.enum(['anyone', 'user', 'never']),
		'Who may satisfy it by hand. Default: user if skills, commands or a plan can satisfy it, else anyone.',
	),
	carry: keyWith(
		'carry',
		listOf(z.enum(['clear', 'fork']), 0),
		'What a satisfaction survives: /clear, or a fork of the session.',
	),
	ttl: key(Duration, 'How long a satisfaction lasts, such as 8h, 30m, 7d. Default: none.'),
	commands: keyWith(
		'commands',
		listOf(ProvingCommand, 0),
		'Commands whose success satisfies it. { run: npm test, partial: true }: running a part of the tests is enough.',
	),
	stale_after: keyWith('stale_after', Triggers, 'The calls that make a satisfaction stale.'),
	locked: keyWith('locked', z.boolean(), 'true: later files may not change it.'),
	message: key(Message, 'The text shown while it is not satisfied, as one line. Default: none.'),
	...keysOfTypes(KEY_FORMS),
});
export type WrittenRequirement = z.output<typeof WrittenRequirement>;

type Rule = readonly [
	key: string,
	isBroken: (written: WrittenRequirement & Readonly<Record<string, unknown>>) => boolean,
	message: string,
];

/** What keys of one requirement must have to do with each other, beyond the shape of each. */
const RULES: readonly Rule[] = [
	...typeConfigs().flatMap(([name, { keys, needs }]): Rule[] => [
		...needs.map(
			(need): Rule => [
				need.keys.at(-1) ?? '',
				(written) => written.type === name && need.keys.every((key) => written[key] === undefined),
				need.message,
			],
		),
		...Object.keys(keys(KEY_FORMS)).map(
			(key): Rule => [
				key,
				(written) => written.type !== name && written[key] !== undefined,
				`counts only with type: ${name}`,
			],
		),
	]),
	[
		'hold_stop',
		(written) => written.enforce === 'stop' && written.hold_stop === false,
		'false leaves nothing to hold with enforce: stop; delete it, or write enforce: deny',
	],
	[
		'hold_stop',
		(written) => written.enforce === 'warn' && written.hold_stop === true,
		'true counts only with enforce: deny or stop; delete it, or write enforce: deny',
	],
];

/** What is wrong with a requirement whose keys are each fine. Empty: it can gate. */
export function brokenRules(written: WrittenRequirement): readonly Misfit[] {
	const relations = RULES.flatMap(([name, isBroken, message]) =>
		isBroken(written) ? [{ path: [name], message }] : [],
	);
	const tools = (['triggers', 'blocks', 'stale_after'] as const).flatMap((key) =>
		(written[key] ?? []).flatMap((trigger, index): readonly Misfit[] => {
			if (typeof trigger === 'string' || !('tool' in trigger)) return [];
			const message = patternFault(trigger.tool);
			return message === undefined ? [] : [{ path: [key, index, 'tool'], message }];
		}),
	);
	return [...relations, ...tools];
}

/**
 * What is odd about a requirement that can gate nevertheless: it stands, and this is said.
 *
 * @param entry what one file says of it; only what that file touches is its doing
 * @param written the same with what earlier files said
 */
export function oddities(
	entry: WrittenRequirement,
	written: WrittenRequirement,
): readonly Misfit[] {
	return typeConfigs().flatMap(([, { oddity }]) => {
		const message = oddity?.text(written);
		const key = oddity?.keys.find((one) => (entry as Record<string, unknown>)[one] !== undefined);
		return message === undefined || key === undefined ? [] : [{ path: [key], message }];
	});
}

function patternFault(pattern: string): string | undefined {
	if (REGULAR_EXPRESSION.test(pattern)) {
		const glob = globFor(pattern);
		const advice = glob === undefined ? 'write a glob such as mcp__fs__write*' : `write ${glob}`;
		return `is a regular expression; ${advice}`;
	}
	if (!isGlob(pattern)) return 'must be a glob such as mcp__fs__write*';
	if (canMatchGatedTool(pattern)) return undefined;
	return `matches no gated tool: ${GATED_TOOLS}`;
}

/**
 * A requirement as written, its `message` folded to one line: a block scalar is how YAML writes long
 * text. One that is too long is cut and reported; it must not cost the gate.
 */
export function foldMessage(written: unknown): Shaped<unknown> {
	if (!isRecord(written) || typeof written['message'] !== 'string')
		return { value: written, misfits: [] };
	const message = written['message'].replaceAll(/[\t\n\r ]+/g, ' ').trim();
	const value = { ...written, message };
	if (message.length <= MAX_MESSAGE) return { value, misfits: [] };
	const short = message.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, '');
	const told = `is longer than ${MAX_MESSAGE} characters; the rest is left out`;
	return {
		value: { ...value, message: `${short}…` },
		misfits: [{ path: ['message'], message: told }],
	};
}

const NAMED = [...Object.keys(EDIT_TOOLS), ...SHELL_TOOLS];

/** The tools the hooks gate, as a problem lists them. */
const GATED_TOOLS = `${NAMED.join(', ')}, ${MCP_PREFIX}*`;

/** Whether a tool pattern could match a tool the hooks gate, by the literal start of each alternative. */
export function canMatchGatedTool(pattern: string): boolean {
	return (alternatives(pattern) ?? []).some((one) => {
		const prefix = /^[\w-]*/.exec(one)?.[0] ?? '';
		if (prefix.startsWith(MCP_PREFIX)) return true;
		if (prefix === one) return NAMED.includes(one);
		return [...NAMED, MCP_PREFIX].some((name) => name.startsWith(prefix));
	});
}

const REGULAR_EXPRESSION = /\.\*|[|(^$]/;

/** The glob that matches the same tools as a simple regular expression; `undefined` for any other. */
function globFor(pattern: string): string | undefined {
	const named = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('.*', '*');
	const chosen = named.replaceAll('(?:', '{').replaceAll('(', '{').replaceAll(')', '}');
	const isChoice = /^[^{}]*\|[^{}]*$/.test(chosen);
	const glob = (isChoice ? `{${chosen}}` : chosen).replaceAll('|', ',');
	const isSimple = /^[\w*-]*(?:\{[\w*,-]*\}[\w*-]*)*$/.test(glob);
	return isSimple && isGlob(glob) ? glob : undefined;
}
