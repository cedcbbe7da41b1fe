import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema, SCHEMA_NAME } from '../../scripts/configuration/config-schema.ts';
import { type ConfigKey, exampleOf, keysOf, saidDefault } from '../../scripts/configuration/key-table.ts';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { PRESETS } from '../../src/config/built-in.ts';
import { compileConfig } from '../../src/config/compile.ts';
import { KEY_FORMS } from '../../src/config/forms.ts';
import { readYaml } from '../../src/config/yaml-file.ts';
import { REQUIREMENT_TYPES } from '../../src/gate/requirement-types.ts';
import { presetText } from '../../src/setup/preset-text.ts';
import { compile } from '../support/compile-values.ts';

const schema = configSchema();
const each = schema.properties?.['requirements']?.additionalProperties;
const ofRequirement = typeof each === 'object' ? keysOf(each, 'requirements.*', true) : [];
const keys = [...keysOf(schema, '', false), ...keysOf(schema, '', true), ...ofRequirement];

function compileText(text: string) {
	const { value, lineOf, problems } = readYaml(text);
	const compiled = compileConfig([{ layer: 'project', file: 'requirements.yaml', value, lineOf }]);
	return { ...compiled, problems: [...problems, ...compiled.problems] };
}

it.each(Object.entries(generatedFiles()))('%s is what npm run schema writes', (path, text) => {
	expect(readFileSync(path, 'utf8')).toBe(text);
});

/** With a command, for without one a preset has its requirement of tests off. */
const TESTED = { testCommand: 'npm test', defaultBranch: undefined };

it.each([
	['starter', ['commit_plan']],
	['review', ['commit_plan', 'pre_commit_review', 'tested']],
	[
		'strict',
		[
			...['commit_plan', 'adr_reviewed', 'tdd_planned', 'solid_reviewed'],
			...['pre_commit_review', 'tested', 'on_main'],
		],
	],
	[
		'shadow',
		[
			...['commit_plan', 'adr_reviewed', 'tdd_planned', 'solid_reviewed'],
			...['pre_commit_review', 'tested', 'on_main'],
		],
	],
] as const)('the preset %s is a valid config that names its schema', (name, requirements) => {
	const { config, problems } = compileText(presetText(name, TESTED));
	expect(problems).toEqual([]);
	expect(config.requirements.map((requirement) => requirement.name)).toEqual(requirements);
	expect(PRESETS[name].text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${SCHEMA_NAME}`);
});

it('shadow is strict that only warns', () => {
	const strict = compileText(presetText('strict', TESTED)).config.requirements;
	const shadow = compileText(presetText('shadow', TESTED)).config.requirements;
	const warning = strict.map((one) => ({ ...one, enforce: 'warn', holdsStop: false }));
	// What strict asks at the end of a turn has no call of its own to warn at: the commit is where it says so.
	const atCommit = { blocks: [{ on: 'command', pattern: 'git commit' }] };
	expect(shadow).toEqual(warning.map((one) => (one.name === 'tested' ? { ...one, ...atCommit } : one)));
	expect(strict.filter(({ skills }) => skills.length > 0).every(({ satisfyOn }) => satisfyOn === 'evidence')).toBe(
		true,
	);
});

describe('the config', () => {
	it('has a schema that describes every key at every depth', () => {
		const undescribed = keys.filter((key) => !key.schema.description);
		expect(keys.length).toBeGreaterThan(60);
		expect(undescribed.map(({ path }) => path)).toEqual([]);
	});

	const isShown = ({ path }: ConfigKey) => !path.startsWith('continuity.');

	it.each(keys.filter(isShown).map((key) => [key.path, key] as const))('has a valid example of %s', (_, key) => {
		expect(exampleOf(key)).not.toBe('');
		const { config, problems } = compileText(configAround(key));
		expect(problems).toEqual([]);
		expect(config.leftOut).toEqual([]);
	});

	it.each(
		ofRequirement.flatMap((key) => {
			const { name, schema } = key;
			const said = saidDefault(schema) ?? 'none';
			return /^(?:none|the triggers|the built-in ones .*|user if .*)$/.test(said) ? [] : [[name, said, key] as const];
		}),
	)('a requirement that says %s: %s is one that does not say it', (name, said, key) => {
		const [first = ''] = said.split(';');
		const beside = readYaml(`{ ${besideOf(key).join(', ')} }`).value as object;
		const written = compile({ requirements: { p: { ...beside, [name]: readYaml(first).value } } });
		expect(written.problems).toEqual([]);
		expect(written.config).toEqual(compile({ requirements: { p: beside } }).config);
	});
});

/** An example of a key with the keys around it that it needs. */
function configAround(key: ConfigKey): string {
	const [section] = key.path.split('.');
	if (section === key.name) return exampleOf(key);
	const whole = `{ ${[...besideOf(key), exampleOf(key)].join(', ')} }`;
	return section === 'requirements' ? `requirements: { p: ${whole} }` : `${section}: ${whole}`;
}

/** What a key needs beside it: a key of one type its other keys, one of `inherit` the session. */
function besideOf({ path, name }: ConfigKey): string[] {
	if (path.startsWith('inherit.')) return name === 'from' ? [] : ['from: a'];
	const type = REQUIREMENT_TYPES.find(([, { keys }]) => name in keys(KEY_FORMS));
	if (type === undefined) return [];
	const names = Object.keys(type[1].keys(KEY_FORMS)).filter((other) => other !== name);
	const others = keys.filter((key) => names.includes(key.name)).map(exampleOf);
	return [`type: ${type[0]}`, ...others];
}
