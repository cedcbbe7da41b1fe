import * as z from 'zod/mini';
import { type InCamelCase, inCamelCase, shown } from './key.ts';
import { RequirementForm } from './requirement-keys.ts';
import { SELECTABLE, type Selection } from './selection.ts';

const described = <Form extends z.ZodMiniType>(form: Form, about: string) => form.check(z.describe(about));
const days = (byDefault: number, about: string) => number(byDefault, 1, 3_650, about);
const count = (byDefault: number, most: number, about: string) => number(byDefault, 0, most, about);
const number = (byDefault: number, least: number, most: number, about: string) =>
	described(z._default(z.int().check(z.gte(least), z.lte(most)), byDefault), about);
const share = (byDefault: number, about: string) =>
	described(z._default(z.number().check(z.gte(0), z.lte(1)), byDefault), about);
const flag = (byDefault: boolean, about: string) => described(z._default(z.boolean(), byDefault), about);
const group = <Shape extends z.core.$ZodShape>(about: string, shape: Shape) =>
	described(z.prefault(z.strictObject(shape), {} as never), about);

const START_SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
/** A start of a session, as Claude Code names it. */
export type StartSource = (typeof START_SOURCES)[number];

/** `continuity`: every number of the seeds, with the seed's value as default. Tokens are `ceil(characters / 4)` (D16). */
const WrittenContinuity = z.strictObject({
	enabled: flag(true, 'false: sessions remember nothing and are shown nothing.'),
	recall: flag(
		true,
		'false: prompts, reads, edits, commands and failures show no lessons about them, and no warning blocks a command.',
	),
	inject_on: described(
		z._default(z.array(z.enum(START_SOURCES)), ['startup', 'clear', 'compact']),
		'Session starts that get the context of earlier sessions.',
	),
	lookback_days: days(
		7,
		'Days back to earlier sessions; then their records move to the archive. A session you name may be older.',
	),
	retention_days: days(30, 'Days for which `req session list` lists a session by itself.'),
	relevance: group('Weights and thresholds of relevance.', {
		threshold: share(0.25, 'Sessions that score less are not used automatically.'),
		pin_threshold: share(0.4, 'Ordinary pins come from sessions that score at least this.'),
		recency: share(0.4, 'Weight of how recent the session is. It is zero at `lookback_days`.'),
		overlap: share(0.35, 'Weight of the topics shared with this work; in full on the same branch.'),
		tasks: share(0.25, 'Weight of the tasks left pending, a quarter for each task.'),
		max_sessions: count(3, 20, 'How many earlier sessions contribute at once.'),
	}),
	pins: group('How many pins a session holds and inherits. It inherits no more than it holds.', {
		max: count(10, 100, 'How many pins a session holds, including inherited ones.'),
		max_inherited: count(5, 100, 'How many it inherits; `req session continue` brings all.'),
	}),
	topics: count(20, 50, 'The most significant topics, of which a start shows at most ten that no other line names.'),
	decay: group('How confidence falls with age.', {
		rate: share(0.4, 'The share of its confidence that an item loses in a week.'),
		floor: share(0.3, 'Confidence never falls below this share. Items with less are dropped.'),
	}),
	caps: group('How much is inherited, and from how many sessions.', {
		learnings: count(100, 1_000, 'The most learnings that are inherited.'),
		patterns: count(50, 1_000, 'The most patterns that are inherited.'),
		warnings: count(30, 1_000, 'The most warnings that are inherited.'),
		decisions: count(30, 1_000, 'The most decisions that are inherited.'),
		depth: count(3, 10, 'How many sessions contribute: the source and its ancestors.'),
	}),
	budget: group('Room for the injected context.', {
		bundle_tokens: count(8_000, 100_000, 'Tokens for the file with all that is inherited.'),
		inject_chars: count(9_500, 9_999, 'Characters that one hook sends. Claude Code cuts at 10,000.'),
		start_chars: count(
			1_200,
			9_999,
			'Characters of the text that a session starts with by itself. Memory gets what the gates leave of them, at least half and at most three quarters, and critical pins in any case.',
		),
		codes_tokens: count(
			1_500,
			100_000,
			'Tokens for the activity summary of `req session export`; a token is four characters.',
		),
		files: count(500, 10_000, 'Tokens for files. What one kind leaves goes to the next.'),
		functions: count(400, 10_000, 'Tokens for functions.'),
		decisions: count(300, 10_000, 'Tokens for decisions.'),
		blockers: count(200, 10_000, 'Tokens for blockers.'),
		next: count(200, 10_000, 'Tokens for next steps.'),
		meta: count(100, 10_000, 'Tokens for the description of the rest.'),
	}),
	mirror: flag(
		false,
		'true: also write each record to requirements/sessions/ in the user config. Ignored in the project file.',
	),
});

const NO_REFERENCE = 'must be the name, key or id of a session: no comma, slash or leading hyphen';
const Reference = z
	.string()
	.check(z.minLength(1), z.maxLength(64), z.regex(/^[^-,/\\\p{Cc}][^,/\\\p{Cc}]*$/u, NO_REFERENCE));

/** `inherit`: where a branch's first session comes from (D24). */
export const WrittenInherit = z.strictObject({
	from: shown(Reference, 'Name, key or id of the session.', 'auth-v1'),
	select: shown(
		z._default(z.array(z.enum(SELECTABLE)), ['all']),
		'What to take over. If progress is named, the whole progress text is taken over, otherwise only its end.',
		['learnings', 'decisions'],
	),
	comprehension: shown(
		z._default(z.enum(['required', 'optional']), 'optional'),
		'Whether the session must say what it understood.',
		'required',
	),
});

/** `inherit`: what the first session of a branch inherits (CFG-1..3, D24). */
export interface Inherit extends Omit<z.output<typeof WrittenInherit>, 'select'> {
	readonly select: Selection;
}

/** Everything at the top level of a config file except `requirements`. */
const SETTINGS = {
	version: shown(z._default(z.literal(1), 1), 'Version of this file format.', 1),
	enabled: shown(z._default(z.boolean(), true), 'false switches every gate off.', false),
	use_global: shown(z._default(z.boolean(), true), 'false: ignore the global file, except for what it locked.', false),
	protect: shown(
		z._default(z.union([z.boolean(), z.literal('ask')], { error: 'must be true, false or ask' }), true),
		'Whether req keeps the model from editing requirement configs and state.',
		'ask',
	),
	observe: shown(
		z._default(z.boolean(), true),
		'Whether req detects the files a call changed, beyond what its words say (docs/adr/0021).',
		true,
	),
	continuity: shown(z.prefault(WrittenContinuity, {}), 'What sessions remember and pass on.', {
		lookback_days: 14,
	}),
	inherit: shown(z.optional(WrittenInherit), 'The session from which the first session of a branch inherits.', {
		from: 'auth-v1',
	}),
	session_end: shown(
		z.prefault(
			z.strictObject({
				clear_session_state: shown(
					z._default(z.boolean(), false),
					'true: when a session ends, its own satisfactions are forgotten. Those of scope branch and permanent stay.',
					true,
				),
			}),
			{},
		),
		'What happens when a session ends.',
		{ clear_session_state: true },
	),
	run: shown(
		z.prefault(
			z.strictObject({
				strict_resume: shown(
					z._default(z.boolean(), false),
					'true: `req run --resume` is always `--strict`. A task whose session cannot be resumed fails, and the run goes on with the next task.',
					true,
				),
			}),
			{},
		),
		'Settings of headless runs.',
		{ strict_resume: true },
	),
};

export const Settings = z.strictObject(SETTINGS);
export type Settings = InCamelCase<z.output<typeof Settings>>;
export type Continuity = Settings['continuity'];
/** The settings if no file names any. */
export const DEFAULTS: Settings = inCamelCase(Settings.parse({}));

/** A requirement's name becomes a key of stored documents and a word in messages. */
export const REQUIREMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** A whole `requirements.yaml`; the published JSON Schema is generated from it. */
export const WrittenConfig = z.strictObject({
	...SETTINGS,
	requirements: shown(
		z.optional(z.record(z.string().check(z.regex(REQUIREMENT_NAME)), RequirementForm)),
		'The requirements, by name.',
		{ commit_plan: {} },
	),
});
