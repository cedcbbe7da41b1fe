import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectTestCommands } from './test-command.ts';

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
		[
			'pnpm test (package.json)',
			{ 'package.json': script(', "packageManager": "pnpm@9.1.0"'), 'yarn.lock': '' },
		],
		['deno task test (deno.json)', { 'deno.json': '{"tasks": {"test": "x"}}' }],
		['cargo test (Cargo.toml)', { 'Cargo.toml': '' }],
		['go test ./... (go.mod)', { 'go.mod': '' }],
		['pytest (pytest.ini)', { 'pytest.ini': '' }],
		['uv run pytest (pyproject.toml)', { 'pyproject.toml': '"pytest>=8"', 'uv.lock': '' }],
		['poetry run pytest (tox.ini)', { 'tox.ini': 'commands = pytest', 'poetry.lock': '' }],
		['pytest (pyproject.toml)', { 'pyproject.toml': '[project]', tests: '' }],
		[
			'npx turbo run test (turbo.json)',
			{ 'package.json': '{}', 'turbo.json': '{"tasks": {"test": {}}}' },
		],
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
		[
			"npm's placeholder",
			{ 'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}' },
		],
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
