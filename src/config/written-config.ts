import * as z from 'zod/mini';
import { WrittenContinuity, WrittenInherit } from './continuity.ts';
import { key, REQUIREMENT_NAME, WrittenRequirement } from './written-requirement.ts';

const settings = {
	version: key(z.literal(1), 'Version of this file format. Default: 1.'),
	enabled: key(z.boolean(), 'false switches every gate off. Default: true.'),
	use_global: key(
		z.boolean(),
		'false: ignore the global file, except for what it locked. Default: true.',
	),
	protect: key(
		z.union([z.boolean(), z.literal('ask')], { error: 'must be true, false or ask' }),
		'Whether req keeps the model from editing requirement configs and state. Default: true.',
	),
	observe: key(
		z.boolean(),
		'Whether req detects the files a call changed, beyond what its words say (docs/adr/0021). Default: true.',
	),
	continuity: key(WrittenContinuity, 'What sessions remember and pass on.'),
	inherit: key(WrittenInherit, 'The session from which the first session of a branch inherits.'),
	session_end: key(
		z.strictObject({ clear_session_state: z._default(z.boolean(), false) }),
		'What happens when a session ends.',
	),
	run: key(
		z.strictObject({ strict_resume: z._default(z.boolean(), false) }),
		'Settings of headless runs.',
	),
};

/** Everything at the top level of a config file except `requirements`; every key may be absent. */
export const Settings = z.strictObject(settings);
export type Settings = z.output<typeof Settings>;

export const TOP_LEVEL_KEYS: readonly string[] = [...Object.keys(settings), 'requirements'];

/** A whole `requirements.yaml` as written; the published JSON Schema is generated from it. */
export const WrittenConfig = z.strictObject({
	...settings,
	requirements: key(
		z.record(z.string().check(z.regex(REQUIREMENT_NAME)), WrittenRequirement),
		'The requirements, by name.',
	),
});
