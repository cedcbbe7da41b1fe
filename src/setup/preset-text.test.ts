import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { anyCharacter } from '../../tests/support/any-character.ts';
import { PRESETS } from '../config/built-in.ts';
import { readYaml } from '../config/yaml-file.ts';
import { parseBranchName } from '../git/place.ts';
import { matchesGlob } from '../text/glob.ts';
import {
	asksForTests,
	commandFault,
	isSameConfig,
	type PresetName,
	presetText,
} from './preset-text.ts';

interface Written {
	readonly tested: { readonly enabled?: boolean; readonly commands: string[] };
	readonly on_main: { readonly branches: string[] };
}

const names = Object.keys(PRESETS) as PresetName[];
const NONE = { testCommand: undefined, defaultBranch: undefined };

function written(
	preset: PresetName,
	fills: Partial<typeof NONE> | Record<string, string>,
): Written {
	const { value, problems } = readYaml(presetText(preset, { ...NONE, ...fills }));
	expect(problems).toEqual([]);
	return (value as { requirements: Written }).requirements;
}

describe('the text of a preset', () => {
	it.each(names)('%s names the schema by an address that is the same on every machine', (name) => {
		const [first, ...rest] = presetText(name, NONE).split('\n');
		const { version } = packageJson;
		const address = `https://unpkg.com/claude-req@${version}/config/requirements.schema.json`;
		expect(first).toBe(`# yaml-language-server: $schema=${address}`);
		expect(rest).toEqual(PRESETS[name].text.split('\n').slice(1));
	});

	it.each(['review', 'strict', 'shadow'] as const)(
		'%s asks for tests if it has a command',
		(name) => {
			expect(asksForTests(name)).toBe(true);
			expect(written(name, {}).tested.enabled).toBe(false);
			const text = presetText(name, { ...NONE, testCommand: 'make test' });
			expect(text).toContain('    commands: ["make test"]\n');
			expect(text).not.toContain('Off until');
			expect(written(name, { testCommand: 'a' }).tested).not.toHaveProperty('enabled');
		},
	);

	it('starter asks for no tests', () => {
		expect(asksForTests('starter')).toBe(false);
		const fills = { testCommand: 'a', defaultBranch: 'b' };
		expect(presetText('starter', fills)).toBe(presetText('starter', NONE));
	});

	it('a command stays the one text it is', () => {
		const odd = ['true', 'null', '- x', 'a: b', 'a #b', "it's", '"', '$& $1', '12'];
		const usual = fc.constantFrom(...odd);
		const hostile = fc.string({ unit: anyCharacter, minLength: 1 });
		fc.assert(
			fc.property(fc.oneof(hostile, usual), (testCommand) => {
				fc.pre(commandFault(testCommand) === undefined);
				expect(written('strict', { testCommand }).tested.commands).toEqual([testCommand]);
			}),
			{ numRuns: 30 },
		);
	});

	it('a branch is added once, and never as a pattern', () => {
		const branches = (defaultBranch: string) =>
			written('strict', { defaultBranch }).on_main.branches;
		expect(branches('main')).toEqual(['main', 'master', 'release/*']);
		expect(branches('trunk')).toEqual(['main', 'master', 'release/*', 'trunk']);
		const part = fc.constantFrom('a', 'b', '{', '}', ',', '!', "'", '"', '#', '$&', 'ü', '%', '-');
		const branch = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
		fc.assert(
			fc.property(branch, branch, (name, other) => {
				fc.pre(parseBranchName(name) !== undefined);
				const [own = ''] = branches(name).slice(3);
				expect(matchesGlob(own, other)).toBe(own !== '' && other === name);
			}),
		);
	});
});

it('a config is the same with other line ends, and with the schema of another version', () => {
	const text = presetText('review', NONE);
	expect(isSameConfig(text.replaceAll('\n', '\r\n'), text)).toBe(true);
	expect(isSameConfig(text.replace(/\$schema=.*/, '$schema=../x.json'), text)).toBe(true);
	expect(isSameConfig(`${text}# mine\n`, text)).toBe(false);
});

it.each(['a\nb', 'a\u202eb', 'a\u2028b', 'x'.repeat(501)])('%j is no command', (text) => {
	expect(commandFault(text)).toContain('one line');
});
