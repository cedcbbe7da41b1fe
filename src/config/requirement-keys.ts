import * as z from 'zod/mini';
import { keysOfTypes, REQUIREMENT_TYPES, type TypeName, typeNamed } from '../gate/requirement-types.ts';
import type { Trigger } from '../gate/triggers.ts';
import { isRecord } from '../store/shape.ts';
import { Blocks, Duration, KEY_FORMS, listOf, MAX_MESSAGE, Message, Proof, Skill, Triggers } from './forms.ts';
import { type InCamelCase, inCamelCase, key, shown } from './key.ts';
import { checkShape, type Misfit, type Shaped } from './shape.ts';

const TYPE_NAMES = REQUIREMENT_TYPES.map(([name]) => name) as [TypeName, ...TypeName[]];

/** What arms each type: `[edit]; with type: guard, edit and git commit`. */
function usualTriggers(): string {
	const words = (triggers: readonly Trigger[]) => triggers.map(({ on, pattern }) => pattern || on).join(' and ');
	const usual = words(typeNamed('standard').triggers);
	const others = REQUIREMENT_TYPES.map(([name, { triggers }]) => [name, words(triggers)])
		.filter(([, armed]) => armed !== usual)
		.map(([name, armed]) => `with type: ${name}, ${armed}`);
	return [`[${usual}]`, ...others].join('; ');
}

export const REQUIREMENT_KEYS = {
	enabled: shown(z._default(z.boolean(), true), 'false switches the requirement off.', false),
	type: shown(
		z._default(z.enum(TYPE_NAMES), 'standard'),
		REQUIREMENT_TYPES.map(([name, { about }]) => `${name}: ${about}.`).join(' '),
		'standard',
	),
	scope: shown(
		z._default(z.enum(['session', 'branch', 'single_use', 'permanent']), 'session'),
		'How long a satisfaction counts. single_use: until a call that it blocks has succeeded.',
		'branch',
	),
	triggers: key(Triggers, `The calls that arm it. Default: ${usualTriggers()}.`, ['edit', { command: 'npm publish' }]),
	blocks: key(
		Blocks,
		'The calls that are refused until it is satisfied. task_completed: the completion of a task, once it is armed. Default: the triggers.',
		[{ command: 'git commit' }],
	),
	enforce: shown(
		z._default(z.enum(['deny', 'stop', 'warn']), 'deny'),
		'deny: refuse the calls it blocks, and check at Stop. stop: check at Stop only. warn: warn, but never block.',
		'stop',
	),
	hold_stop: shown(
		z._default(z.boolean(), true),
		'false: a turn may end while it is unmet; it only blocks calls. With enforce: warn it never keeps the turn open.',
		false,
	),
	skills: key(
		listOf(Skill),
		'Skills that satisfy it, with or without plugin prefix and slash. Default: the built-in ones for its name.',
		['arch-review', 'team:design-review'],
	),
	auto_resolve_skill: key(listOf(Skill), 'Another name for skills.', 'arch-review'),
	satisfy_on: shown(
		z._default(z.enum(['load', 'done', 'evidence']), 'load'),
		'When a skill satisfies it. load: when invoked. done: at req done, or the end of its turn. evidence: only at req done SKILL --evidence TEXT.',
		'evidence',
	),
	plan: shown(z._default(z.boolean(), false), 'true: an approved plan (ExitPlanMode) satisfies it.', true),
	manual: key(
		z.enum(['anyone', 'user', 'never']),
		'Who may satisfy it manually. Default: user if skills, commands or a plan can satisfy it, else anyone.',
		'user',
	),
	carry: shown(
		z._default(listOf(z.enum(['clear', 'fork'])), []),
		'What a satisfaction survives: /clear, or a fork of the session. Default: [].',
		['clear'],
	),
	ttl: key(Duration, 'How long a satisfaction lasts, such as 8h, 30m, 7d.', '8h'),
	commands: shown(
		z._default(listOf(Proof), []),
		'Commands whose success satisfies it. { run: npm test, partial: true }: running a part of the tests is enough. Default: [].',
		['npm test', 'npx vitest run'],
	),
	stale_after: shown(z._default(Triggers, []), 'The calls that make a satisfaction stale. Default: [].', ['edit']),
	locked: shown(z._default(z.boolean(), false), 'true: later files may not change it.', true),
	message: key(Message, 'The text shown while it is not satisfied, as one line.', 'Write a commit plan first.'),
	...keysOfTypes(KEY_FORMS),
};

/** One entry of `requirements`. Every key may be missing: files complete each other. */
export const RequirementForm = z.strictObject(REQUIREMENT_KEYS);
type Filled = z.output<typeof RequirementForm>;
/** The values of all keys after defaults were filled in. */
export type RequirementValues = InCamelCase<Filled>;
/** The keys of an entry as written: their forms fit. */
export type Entry = Readonly<Record<string, unknown>>;

/** A requirement with what its missing keys mean. */
export function fillDefaults(written: Entry): RequirementValues {
	const filled = RequirementForm.parse(written);
	return inCamelCase({ ...typeNamed(filled.type).defaults, ...filled });
}

/** Checks one entry of `requirements`. `auto_resolve_skill` becomes `skills`: a later file replaces either. */
export function checkEntry(raw: unknown): Shaped<Entry> {
	const misfits: Misfit[] = [];
	const written = isRecord(raw) ? foldMessage(raw, misfits) : (raw ?? {});
	const shaped = checkShape(RequirementForm, written);
	misfits.push(...shaped.misfits);
	if (shaped.value === undefined) return { value: undefined, misfits };
	const { auto_resolve_skill: alias, ...others } = shaped.value as Entry;
	return { value: alias === undefined ? others : { skills: alias, ...others }, misfits };
}

/**
 * The entry with its `message` as one line: a block scalar is how YAML writes long text. A message that is too long is cut
 * and reported: it must not cost the gate.
 */
function foldMessage(entry: Entry, misfits: Misfit[]): Entry {
	const { message: written } = entry;
	if (typeof written !== 'string') return entry;
	const message = written.replaceAll(/[\t\n\r ]+/g, ' ').trim();
	if (message.length <= MAX_MESSAGE) return { ...entry, message };
	const why = `is longer than ${MAX_MESSAGE} characters; the rest is cut off`;
	misfits.push({ path: ['message'], message: why });
	const short = message.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, '');
	return { ...entry, message: `${short}…` };
}

/** What is wrong with a requirement whose keys are each valid. Empty: it can gate. */
export function conflicts(written: Entry, values: RequirementValues): readonly Misfit[] {
	const { type, enforce } = values;
	const isMissing = (key: string) => written[key] === undefined;
	const needs = typeNamed(type).needs.filter(({ keys }) => keys.every(isMissing));
	const foreign = REQUIREMENT_TYPES.filter(([name]) => name !== type).flatMap(([name, { keys }]) =>
		Object.keys(keys(KEY_FORMS)).map((key) => ({ key, name })),
	);
	return [
		...needs.map(({ keys, message }) => ({ path: keys.slice(-1), message })),
		...foreign
			.filter(({ key }) => !isMissing(key))
			.map(({ key, name }) => ({ path: [key], message: `applies only with type: ${name}` })),
		...(enforce === 'stop' && !values.holdStop ? [NOTHING_HELD] : []),
		...(enforce === 'warn' && written['hold_stop'] === true ? [NEVER_HELD] : []),
	];
}

const NOTHING_HELD: Misfit = {
	path: ['hold_stop'],
	message: 'false contradicts enforce: stop; delete it, or write enforce: deny',
};
const NEVER_HELD: Misfit = {
	path: ['hold_stop'],
	message: 'true applies only with enforce: deny or stop; delete it',
};
