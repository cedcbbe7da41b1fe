import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles, SCHEMA_URL } from '../../scripts/generated-files.ts';
import { readYaml } from '../../src/adapters/yaml-file.ts';
import { PRESETS } from '../../src/core/config/built-in.ts';
import { compileConfig } from '../../src/core/config/compile.ts';

function compilePreset(text: string) {
	const { value, lineOf, problems } = readYaml(text);
	const compiled = compileConfig(
		[{ layer: 'project', file: 'requirements.yaml', value, lineOf }],
		() => true,
	);
	return { ...compiled, problems: [...problems, ...compiled.problems] };
}

it.each(Object.entries(generatedFiles()))('%s is what npm run schema writes', (path, text) => {
	expect(readFileSync(path, 'utf8')).toBe(text);
});

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
] as const)(
	'S4-012: the preset %s is a valid config that names its schema',
	(name, requirements) => {
		const { config, problems } = compilePreset(PRESETS[name].text);
		expect(problems).toEqual([]);
		expect(config.requirements.map((requirement) => requirement.name)).toEqual(requirements);
		expect(PRESETS[name].text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${SCHEMA_URL}`);
	},
);

it('shadow is strict that only warns', () => {
	const strict = compilePreset(PRESETS.strict.text).config.requirements;
	const shadow = compilePreset(PRESETS.shadow.text).config.requirements;
	const warning = strict.map((requirement) => ({ ...requirement, enforce: 'warn' }));
	// What strict asks at the end of a turn has no call of its own to warn at: the commit is where it says so.
	const atCommit = { blocks: [{ on: 'command', command: 'git commit' }] };
	expect(shadow).toEqual(
		warning.map((one) => (one.name === 'tested' ? { ...one, ...atCommit } : one)),
	);
	expect(
		strict.filter(({ skills }) => skills.length > 0).every(({ satisfyOn }) => satisfyOn === 'done'),
	).toBe(true);
});

it('the schema describes every key at the top and of a requirement', () => {
	const schema = JSON.parse(readFileSync('config/requirements.schema.json', 'utf8'));
	const requirement = schema.properties.requirements.additionalProperties;
	const keys = [...Object.values(schema.properties), ...Object.values(requirement.properties)];
	expect(keys).not.toHaveLength(0);
	expect(keys.filter((key) => !(key as { description?: string }).description)).toEqual([]);
	expect(schema.$id).toBe(SCHEMA_URL);
});
