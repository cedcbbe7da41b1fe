import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import { PRESETS } from '../../config/built-in.ts';
import { matchesGlob } from '../../config/glob.ts';
import { readYaml } from '../../config/yaml-file.ts';
import { parseBranchName } from '../../git/place.ts';
import { type PresetName, presetAsks, presetText } from './preset-text.ts';

interface Written {
	readonly requirements: {
		readonly tested: { readonly commands: string[] };
		readonly on_main: { readonly branches: string[] };
	};
}

function read(text: string): Written['requirements'] {
	const { value, problems } = readYaml(text);
	expect(problems).toEqual([]);
	return (value as Written).requirements;
}

const names = Object.keys(PRESETS) as PresetName[];

describe('the text of a preset', () => {
	it.each(names)('%s stays as it is where nothing is known of the project', (name) => {
		const fills = { testCommands: [], defaultBranch: undefined };
		expect(presetText(name, fills)).toBe(PRESETS[name].text);
	});

	it.each([
		['starter', false, false],
		['review', true, false],
		['strict', true, true],
		['shadow', true, true],
	] as const)('%s asks for tests: %s, for a branch: %s', (name, tests, branch) => {
		expect(presetAsks(name)).toEqual({ tests, branch });
	});

	it('names what was found as people write it', () => {
		const fills = { testCommands: ['pnpm test', './gradlew test'], defaultBranch: 'trunk' };
		const text = presetText('strict', fills);
		expect(text).toContain('    commands: [pnpm test, "./gradlew test"]\n');
		expect(text).toContain('    branches: [main, master, "release/*", trunk]\n');
	});

	it.each(['review', 'strict', 'shadow'] as const)(
		'%s asks for tests once it knows how',
		(name) => {
			const of = (testCommands: string[]) =>
				read(presetText(name, { testCommands, defaultBranch: undefined })).tested;
			expect(of([])).toMatchObject({ enabled: false });
			expect(of(['make test'])).not.toHaveProperty('enabled');
			expect(presetText(name, { testCommands: ['a'], defaultBranch: undefined })).not.toContain(
				'Off',
			);
		},
	);

	it('names no branch twice', () => {
		const fills = { testCommands: [], defaultBranch: 'main' };
		expect(presetText('strict', fills)).toBe(PRESETS.strict.text);
	});

	it('a command stays the one text it is, whatever it looks like', () => {
		const hostile = fc.oneof(
			fc.string({ unit: anyCharacter, minLength: 1 }),
			fc.constantFrom(
				'true',
				'null',
				'- x',
				'a: b',
				'a #b',
				"it's",
				'a, b',
				'[x]',
				'"',
				'$& $1',
				'12',
			),
		);
		fc.assert(
			fc.property(hostile, (command) => {
				const fills = { testCommands: [command], defaultBranch: undefined };
				expect(read(presetText('strict', fills)).tested.commands).toEqual([command]);
			}),
			{ numRuns: 15 },
		);
	});

	it('a branch protects itself and nothing it looks like', () => {
		const part = fc.constantFrom(
			'a',
			'b',
			'{',
			'}',
			',',
			'!',
			"'",
			'"',
			'#',
			'&',
			'$&',
			'ü',
			'\u202e',
			'%',
			'-',
		);
		const branch = fc
			.array(part, { minLength: 1, maxLength: 8 })
			.map((parts) => parts.join(''))
			.filter((name) => parseBranchName(name) !== undefined);
		fc.assert(
			fc.property(branch, branch, (name, other) => {
				const fills = { testCommands: [], defaultBranch: name };
				const globs = read(presetText('strict', fills)).on_main.branches;
				expect(globs.slice(0, 3)).toEqual(['main', 'master', 'release/*']);
				const own = globs.at(3) ?? '';
				expect(matchesGlob(own, name)).toBe(true);
				expect(matchesGlob(own, other)).toBe(other === name);
			}),
		);
	});
});
