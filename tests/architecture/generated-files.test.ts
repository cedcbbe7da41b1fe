import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema, SCHEMA_NAME } from '../../scripts/configuration/config-schema.ts';
import { BESIDE_KEYS, KEY_EXAMPLES } from '../../scripts/configuration/key-examples.ts';
import { keysOf, saidDefault } from '../../scripts/configuration/key-table.ts';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { PRESETS } from '../../src/config/built-in.ts';
import { compileConfig } from '../../src/config/compile.ts';
import { readYaml } from '../../src/config/yaml-file.ts';
import { presetText } from '../../src/core/setup/preset-text.ts';
import { compile } from '../support/compile-values.ts';

function compileText(text: string) {
	const { value, lineOf, problems } = readYaml(text);
	const compiled = compileConfig([{ layer: 'project', file: 'requirements.yaml', value, lineOf }]);
	return { ...compiled, problems: [...problems, ...compiled.problems] };
}

it.each(Object.entries(generatedFiles()))('%s is what npm run schema writes', (path, text) => {
	expect(readFileSync(path, 'utf8')).toBe(text);
});

/** With a command, for without one a preset has its requirement of tests off. */
const TESTED = { testCommands: ['npm test'], defaultBranch: undefined };

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
	const atCommit = { blocks: [{ on: 'command', command: 'git commit' }] };
	expect(shadow).toEqual(
		warning.map((one) => (one.name === 'tested' ? { ...one, ...atCommit } : one)),
	);
	expect(
		strict
			.filter(({ skills }) => skills.length > 0)
			.every(({ satisfyOn }) => satisfyOn === 'evidence'),
	).toBe(true);
});

describe('the config', () => {
	const schema = configSchema();
	const each = schema.properties?.['requirements']?.additionalProperties;
	const ofRequirement = typeof each === 'object' ? keysOf(each, 'requirements.*', true) : [];
	const keys = [...keysOf(schema, '', false), ...keysOf(schema, '', true), ...ofRequirement];

	it('has a schema that describes every key at every depth', () => {
		const undescribed = keys.filter((key) => !key.schema.description);
		expect(keys.length).toBeGreaterThan(60);
		expect(undescribed.map(({ path }) => path)).toEqual([]);
	});

	it.each(Object.entries(KEY_EXAMPLES))('has a valid example of %s', (path, example) => {
		expect(keys.map((key) => key.path)).toContain(path);
		const { config, problems } = compileText(configAround(path, example));
		expect(problems).toEqual([]);
		expect(config.leftOut).toEqual([]);
	});

	it('says of keys that have an example alone what has to stand beside it', () => {
		expect(Object.keys(BESIDE_KEYS).filter((path) => !(path in KEY_EXAMPLES))).toEqual([]);
	});

	it('has an example of every key outside `continuity`, which is shown as a whole', () => {
		const shown = keys.filter(({ path }) => !path.startsWith('continuity.'));
		expect(shown.map(({ path }) => path).filter((path) => !(path in KEY_EXAMPLES))).toEqual([]);
	});

	it.each(
		ofRequirement.flatMap(({ name, schema }) => {
			const said = saidDefault(schema) ?? 'none';
			return /^(?:none|the triggers|the built-in ones .*|user if .*)$/.test(said)
				? []
				: [[name, said]];
		}),
	)('a requirement that says %s: %s is one that does not say it', (name, said) => {
		const [first = ''] = said.split(';');
		const beside = readYaml(`{ ${BESIDE_KEYS[`requirements.*.${name}`] ?? ''} }`).value as object;
		const written = compile({ requirements: { p: { ...beside, [name]: readYaml(first).value } } });
		expect(written.problems).toEqual([]);
		expect(written.config).toEqual(compile({ requirements: { p: beside } }).config);
	});
});

/** An example of a key where the key may stand. */
function configAround(path: string, example: string): string {
	const [section, ...inner] = path.split('.');
	if (inner.length === 0) return example;
	const beside = BESIDE_KEYS[path];
	const whole = `{ ${beside === undefined ? '' : `${beside}, `}${example} }`;
	return section === 'requirements' ? `requirements: { p: ${whole} }` : `${section}: ${whole}`;
}
