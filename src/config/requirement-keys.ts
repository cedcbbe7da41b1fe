import * as z from 'zod/mini';
import {
	keysOfTypes,
	REQUIREMENT_TYPES,
	type TypeName,
	typeNamed,
} from '../core/gate/requirement-types.ts';
import { type Trigger, triggerFault } from '../core/gate/triggers.ts';
import { isRecord } from '../store/shape.ts';
import {
	Blocks,
	Duration,
	KEY_FORMS,
	listOf,
	MAX_MESSAGE,
	Message,
	Proof,
	Skill,
	Triggers,
} from './forms.ts';
import { camelName, type FilledKeys, type Keys, schemaOf } from './key.ts';
import { checkShape, type Misfit, type Shaped } from './shape.ts';

const TYPE_NAMES = REQUIREMENT_TYPES.map(([name]) => name) as [TypeName, ...TypeName[]];

/** What arms each type: `[edit]; with type: guard, edit and git commit`. */
function usualTriggers(): string {
	const words = (triggers: readonly Trigger[]) =>
		triggers.map(({ on, pattern }) => pattern || on).join(' and ');
	const usual = words(typeNamed('standard').triggers);
	const others = REQUIREMENT_TYPES.map(([name, { triggers }]) => [name, words(triggers)])
		.filter(([, armed]) => armed !== usual)
		.map(([name, armed]) => `with type: ${name}, ${armed}`);
	return [`[${usual}]`, ...others].join('; ');
}

/** The keys of a requirement. Every key may be missing: files complete each other. */
export const REQUIREMENT_KEYS = {
	enabled: {
		form: z.boolean(),
		about: 'false switches the requirement off.',
		default: true,
		example: false,
	},
	type: {
		form: z.enum(TYPE_NAMES),
		about: REQUIREMENT_TYPES.map(([name, { about }]) => `${name}: ${about}.`).join(' '),
		default: 'standard',
		example: 'standard',
	},
	scope: {
		form: z.enum(['session', 'branch', 'single_use', 'permanent']),
		about: 'How long a satisfaction counts. single_use: until a call that it blocks has succeeded.',
		default: 'session',
		example: 'branch',
	},
	triggers: {
		form: Triggers,
		about: 'The calls that arm it.',
		usual: usualTriggers(),
		example: ['edit', { command: 'npm publish' }],
	},
	blocks: {
		form: Blocks,
		about:
			'The calls that are refused until it is satisfied. task_completed: the completion of a task, once it is armed.',
		usual: 'the triggers',
		example: [{ command: 'git commit' }],
	},
	enforce: {
		form: z.enum(['deny', 'stop', 'warn']),
		about:
			'deny: refuse the calls it blocks, and check at Stop. stop: check at Stop only. warn: warn, but never block.',
		default: 'deny',
		example: 'stop',
	},
	hold_stop: {
		form: z.boolean(),
		about:
			'false: a turn may end while it is unmet; only the calls it blocks wait. With enforce: warn a turn is never held.',
		default: true,
		example: false,
	},
	skills: {
		form: listOf(Skill),
		about: 'Skills that satisfy it, with or without plugin prefix and slash.',
		usual: 'the built-in ones for its name',
		example: ['arch-review', 'team:design-review'],
	},
	auto_resolve_skill: {
		form: listOf(Skill),
		about: 'Another name for skills.',
		example: 'arch-review',
	},
	satisfy_on: {
		form: z.enum(['load', 'done', 'evidence']),
		about:
			'When a skill satisfies it. load: when invoked. done: at req done, or the end of its turn. evidence: only at req done SKILL --evidence TEXT.',
		default: 'load',
		example: 'evidence',
	},
	plan: {
		form: z.boolean(),
		about: 'true: an approved plan (ExitPlanMode) satisfies it.',
		default: false,
		example: true,
	},
	manual: {
		form: z.enum(['anyone', 'user', 'never']),
		about: 'Who may satisfy it by hand.',
		usual: 'user if skills, commands or a plan can satisfy it, else anyone',
		example: 'user',
	},
	carry: {
		form: listOf(z.enum(['clear', 'fork'])),
		about: 'What a satisfaction survives: /clear, or a fork of the session.',
		default: [],
		example: ['clear'],
	},
	ttl: {
		form: Duration,
		about: 'How long a satisfaction lasts, such as 8h, 30m, 7d.',
		example: '8h',
	},
	commands: {
		form: listOf(Proof),
		about:
			'Commands whose success satisfies it. { run: npm test, partial: true }: running a part of the tests is enough.',
		default: [],
		example: ['npm test', 'npx vitest run'],
	},
	stale_after: {
		form: Triggers,
		about: 'The calls that make a satisfaction stale.',
		default: [],
		example: ['edit'],
	},
	locked: {
		form: z.boolean(),
		about: 'true: later files may not change it.',
		default: false,
		example: true,
	},
	message: {
		form: Message,
		about: 'The text shown while it is not satisfied, as one line.',
		example: 'Write a commit plan first.',
	},
	...keysOfTypes(KEY_FORMS),
} as const satisfies Keys;

/** One entry of `requirements`. */
export const WrittenRequirement = schemaOf(REQUIREMENT_KEYS);
export type WrittenRequirement = z.output<typeof WrittenRequirement>;

/** The values of all keys after defaults were filled in. */
export type RequirementValues = FilledKeys<typeof REQUIREMENT_KEYS>;

/** Fills in what a missing key means. A key of another type than the requirement's is empty. */
export function fillDefaults(written: WrittenRequirement): RequirementValues {
	const { type = 'standard' } = written;
	const own = typeNamed(type).keys(KEY_FORMS);
	const ofTypes = keysOfTypes(KEY_FORMS);
	const values = Object.entries<Keys[string]>(REQUIREMENT_KEYS).map(([name, key]) => {
		const isForeign = name in ofTypes && !(name in own);
		const empty = Array.isArray(key.default) ? [] : undefined;
		return [camelName(name), valueAt(written, name) ?? (isForeign ? empty : key.default)];
	});
	return Object.fromEntries(values);
}

/** Checks one entry of `requirements`. `auto_resolve_skill` becomes `skills`: a later file replaces either. */
export function checkEntry(entry: unknown): Shaped<WrittenRequirement> {
	const folded = foldMessage(entry ?? {});
	const { value, misfits } = checkShape(WrittenRequirement, folded.value);
	const { auto_resolve_skill: skills, ...rest } = value ?? {};
	return {
		value: value && (skills === undefined ? rest : { skills, ...rest }),
		misfits: [...folded.misfits, ...misfits],
	};
}

/**
 * The entry with its `message` as one line: a block scalar is how YAML writes long text. A message that is too long is cut
 * and reported: it must not cost the gate.
 */
function foldMessage(entry: unknown): Shaped<unknown> {
	const written = isRecord(entry) ? entry['message'] : undefined;
	if (typeof written !== 'string') return { value: entry, misfits: [] };
	const message = written.replaceAll(/[\t\n\r ]+/g, ' ').trim();
	const value = { ...(entry as object), message };
	if (message.length <= MAX_MESSAGE) return { value, misfits: [] };
	const short = message.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, '');
	const why = `is longer than ${MAX_MESSAGE} characters; the rest is cut off`;
	return {
		value: { ...value, message: `${short}…` },
		misfits: [{ path: ['message'], message: why }],
	};
}

/** What is wrong with a requirement whose keys are each valid. Empty: it can gate. */
export function conflicts(written: WrittenRequirement): readonly Misfit[] {
	const { type = 'standard', enforce, hold_stop: holdStop } = written;
	const isMissing = (key: string) => valueAt(written, key) === undefined;
	const needs = typeNamed(type).needs.filter(({ keys }) => keys.every(isMissing));
	const foreign = REQUIREMENT_TYPES.filter(([name]) => name !== type).flatMap(([name, { keys }]) =>
		Object.keys(keys(KEY_FORMS)).map((key) => ({ key, name })),
	);
	return [
		...needs.map(({ keys, message }) => ({ path: keys.slice(-1), message })),
		...foreign
			.filter(({ key }) => !isMissing(key))
			.map(({ key, name }) => ({ path: [key], message: `applies only with type: ${name}` })),
		...(enforce === 'stop' && holdStop === false ? [NOTHING_HELD] : []),
		...(enforce === 'warn' && holdStop === true ? [NEVER_HELD] : []),
		...(['triggers', 'blocks', 'stale_after'] as const).flatMap((key) =>
			(written[key] ?? []).flatMap((trigger, index) => {
				const message = triggerFault(trigger);
				return message === undefined ? [] : [{ path: [key, index, trigger.on], message }];
			}),
		),
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

function valueAt(written: WrittenRequirement, key: string): unknown {
	return (written as Readonly<Record<string, unknown>>)[key];
}

/**
 * What is odd about a requirement that can gate nevertheless.
 *
 * @param entry what one file says of it: only a key of that file is reported
 */
export function oddities(
	entry: WrittenRequirement,
	written: WrittenRequirement,
): readonly Misfit[] {
	const { keys = [], text } = typeNamed(written.type ?? 'standard').oddity ?? {};
	const message = text?.(fillDefaults(written));
	const key = keys.find((one) => valueAt(entry, one) !== undefined);
	return message === undefined || key === undefined ? [] : [{ path: [key], message }];
}
