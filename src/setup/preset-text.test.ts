import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { PRESETS } from '../config/built-in.ts';
import { readYaml } from '../config/yaml-file.ts';
import { parseBranchName } from '../git/place.ts';
import { matchesGlob } from '../text/glob.ts';
import {
	asksForTests,
	commandFault,
	detectTestCommands,
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

function written(preset: PresetName, fills: Partial<typeof NONE> | Record<string, string>): Written {
	const { value, problems } = readYaml(presetText(preset, { ...NONE, ...fills }));
	expect(problems).toEqual([]);
	return (value as { requirements: Written }).requirements;
}

describe('the text of a preset', () => {
	it.each(names)('%s names no schema before one is published', (name) => {
		const rest = PRESETS[name].text.split('\n').slice(1);
		expect(presetText(name, NONE)).toBe(rest.join('\n'));
	});

	it.each(['review', 'strict', 'shadow'] as const)('%s asks for tests if it has a command', (name) => {
		expect(asksForTests(name)).toBe(true);
		expect(written(name, {}).tested.enabled).toBe(false);
		const text = presetText(name, { ...NONE, testCommand: 'make test' });
		expect(text).toContain('    commands: ["make test"]\n');
		expect(text).not.toContain('Off until');
		expect(written(name, { testCommand: 'a' }).tested).not.toHaveProperty('enabled');
	});

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
		const branches = (defaultBranch: string) => written('strict', { defaultBranch }).on_main.branches;
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
	const line = '# yaml-language-server: $schema=../x.json\n';
	expect(isSameConfig(line + text, text)).toBe(true);
	expect(isSameConfig(`${text}# mine\n`, text)).toBe(false);
});

it.each(['a\nb', 'a\u202eb', 'a\u2028b', 'x'.repeat(501)])('%j is no command', (text) => {
	expect(commandFault(text)).toContain('one line');
});

function commandsOf(files: Readonly<Record<string, string>>): string[] {
	const root = mkdtempSync(join(tmpdir(), 'req-tests-'));
	try {
		for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
		return detectTestCommands(root).map(({ command, from }) => `${command} (${from})`);
	} finally {
		rmSync(root, { recursive: true });
	}
}

const script = (more = '') => `{"scripts": {"test": "vitest"}${more}}`;

describe('the test command of a project', () => {
	it.each([
		['npm test (package.json)', { 'package.json': script() }],
		['pnpm test (package.json)', { 'package.json': script(), 'pnpm-lock.yaml': '' }],
		['yarn test (package.json)', { 'package.json': script(), 'yarn.lock': '' }],
		['bun run test (package.json)', { 'package.json': script(), 'bun.lock': '' }],
		['pnpm test (package.json)', { 'package.json': script(', "packageManager": "pnpm@9.1.0"'), 'yarn.lock': '' }],
		['deno task test (deno.json)', { 'deno.json': '{"tasks": {"test": "x"}}' }],
		['cargo test (Cargo.toml)', { 'Cargo.toml': '' }],
		['go test ./... (go.mod)', { 'go.mod': '' }],
		['pytest (pytest.ini)', { 'pytest.ini': '' }],
		['uv run pytest (pyproject.toml)', { 'pyproject.toml': '"pytest>=8"', 'uv.lock': '' }],
		['poetry run pytest (tox.ini)', { 'tox.ini': 'commands = pytest', 'poetry.lock': '' }],
		['pytest (pyproject.toml)', { 'pyproject.toml': '[project]', tests: '' }],
		['npx turbo run test (turbo.json)', { 'package.json': '{}', 'turbo.json': '{"tasks": {"test": {}}}' }],
		['npx nx run-many -t test (nx.json)', { 'package.json': '{}', 'nx.json': '{}' }],
		['npm test (package.json)', { 'package.json': script(), 'nx.json': '{}' }],
		['mix test (mix.exs)', { 'mix.exs': '' }],
		['bundle exec rspec (Gemfile)', { Gemfile: '', spec: '' }],
		['bundle exec rake test (Gemfile)', { Gemfile: '', Rakefile: '', test: '' }],
		['./gradlew test (build.gradle.kts)', { 'build.gradle.kts': '', gradlew: '' }],
		['gradle test (build.gradle)', { 'build.gradle': '' }],
		['mvn test (pom.xml)', { 'pom.xml': '' }],
		['composer test (composer.json)', { 'composer.json': '{"scripts": {"test": ["a"]}}' }],
		['swift test (Package.swift)', { 'Package.swift': '' }],
		['make test (Makefile)', { Makefile: 'build:\n\ttrue\ntest: build\n' }],
	])('is %s', (expected, files) => {
		expect(commandsOf(files)).toEqual([expected]);
	});

	it.each([
		['nothing at all', {}],
		["npm's placeholder", { 'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}' }],
		['a script that is no text', { 'package.json': '{"scripts": {"test": {}}}' }],
		['a file that does not parse', { 'package.json': '{"scripts": ' }],
		['a project of Python without pytest', { 'pyproject.toml': '[project]', 'uv.lock': '' }],
		['a Makefile with a variable', { Makefile: 'test := 1\ntest = 2\ntests: x\n' }],
	])('is not found in %s', (_, files) => {
		expect(commandsOf(files)).toEqual([]);
	});

	it('is the first of several; the others are told', () => {
		expect(commandsOf({ 'package.json': script(), 'go.mod': '', Makefile: 'test:\n' })).toEqual([
			'npm test (package.json)',
			'go test ./... (go.mod)',
			'make test (Makefile)',
		]);
	});

	it('is never worded by the repository', () => {
		const hostile = '{"scripts": {"test": "rm -rf \\"; echo"}, "packageManager": "x; rm@1"}';
		expect(commandsOf({ 'package.json': hostile })).toEqual(['npm test (package.json)']);
	});
});
