import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { PRESETS } from '../config/built-in.ts';
import { IS_PUBLISHED } from '../host/marketplace.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { fileNamesIn, parseJson, textOrNothing } from '../store/read-file.ts';

export type PresetName = keyof typeof PRESETS;

/** What of a project goes into a preset; `undefined`: the preset's own text stays. */
export interface PresetFills {
	readonly testCommand: string | undefined;
	readonly defaultBranch: string | undefined;
}

const SCHEMA = 'config/requirements.schema.json';
const SCHEMA_LINE = /^(# yaml-language-server: \$schema=).*\n/;
const COMMANDS = /^( *commands: )\[.*\]$/m;
/** Without a command of the project's, `tested` is off: nothing could satisfy it. */
const OFF = /^ *# Off until .*\n( *tested:\n) *enabled: false\n/m;
const BRANCHES = /^( *branches: \[.*)\]$/m;
/** A branch of any other name could be read as a pattern (D33); the user adds it to the file. */
const PLAIN_BRANCH = /^[A-Za-z][\w./-]*$/;
const MAX_COMMAND = 500;

/** Whether a preset has a requirement that tests satisfy. */
export function asksForTests(preset: PresetName): boolean {
	return COMMANDS.test(PRESETS[preset].text);
}

/** Why a text cannot be the command that runs the tests; `undefined`: it can. */
export function commandFault(command: string): string | undefined {
	const fits = command.length <= MAX_COMMAND && !/[\p{C}\p{Zl}\p{Zp}]/u.test(command);
	return fits ? undefined : `a command is one line of at most ${MAX_COMMAND} visible characters`;
}

/** The preset as a file for one project. What comes from the project is between quotation marks. */
export function presetText(preset: PresetName, fills: PresetFills): string {
	const { testCommand, defaultBranch = '' } = fills;
	let text: string = PRESETS[preset].text.replace(SCHEMA_LINE, schemaLine);
	if (testCommand !== undefined) {
		const list = `[${JSON.stringify(testCommand)}]`;
		text = text.replace(OFF, '$1').replace(COMMANDS, (_, key: string) => key + list);
	}
	if (!PLAIN_BRANCH.test(defaultBranch)) return text;
	return text.replace(BRANCHES, (whole, list: string) =>
		list.split(/[[,] ?/).includes(defaultBranch) ? whole : `${list}, "${defaultBranch}"]`,
	);
}

/** The line that shows editors the schema; none until npm has this package: a path leads nowhere on a colleague's machine. */
function schemaLine(_: string, key: string): string {
	const { name, version } = packageJson;
	return IS_PUBLISHED ? `${key}https://unpkg.com/${name}@${version}/${SCHEMA}\n` : '';
}

/** Whether a config is this text. Another version may have written it, and git checked it out with other line ends. */
export function isSameConfig(config: string, text: string): boolean {
	const plain = config.replaceAll('\r\n', '\n').replace(SCHEMA_LINE, '');
	return plain === text.replace(SCHEMA_LINE, '');
}

/** A command that runs the tests, and the file that names it. */
export interface TestCommand {
	readonly command: string;
	readonly from: string;
}

interface Top {
	readonly has: (name: string) => boolean;
	/** Empty if there is no such file. */
	readonly text: (name: string) => string;
	/** What a JSON file has at these keys. */
	readonly json: (name: string, ...keys: readonly string[]) => unknown;
}

/** Bytes; a `package.json` has a few thousand. */
const MAX_BYTES = 1024 * 1024;

/** What `npm init` writes if there are no tests yet. */
const PLACEHOLDER = 'Error: no test specified';

/** Package managers of JavaScript by their lock files. A package script of bun is not `bun test`. */
const LOCKS: readonly (readonly [lock: string, command: string])[] = [
	['pnpm-lock.yaml', 'pnpm test'],
	['yarn.lock', 'yarn test'],
	['bun.lock', 'bun run test'],
	['bun.lockb', 'bun run test'],
	['package-lock.json', 'npm test'],
];

type Row = readonly [
	files: readonly string[],
	/** `undefined`: the file does not name one. */
	command: (top: Top, file: string) => string | undefined,
];

/** The likeliest first: the first one found is proposed. */
const ROWS: readonly Row[] = [
	[['package.json'], packageScript],
	[
		['turbo.json'],
		(top) => {
			const hasTask = ['tasks', 'pipeline'].some((key) => top.json('turbo.json', key, 'test'));
			return hasTask && packageScript(top) === undefined ? 'npx turbo run test' : undefined;
		},
	],
	[['nx.json'], (top) => (packageScript(top) ? undefined : 'npx nx run-many -t test')],
	[['deno.json', 'deno.jsonc'], ({ json }, file) => (json(file, 'tasks', 'test') ? 'deno task test' : 'deno test')],
	[['Cargo.toml'], () => 'cargo test'],
	[['go.mod'], () => 'go test ./...'],
	[['pytest.ini', 'conftest.py'], pytest],
	[
		['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements-dev.txt'],
		(top, file) => (/\bpytest\b/.test(top.text(file)) ? pytest(top) : undefined),
	],
	// pytest runs the tests of unittest as well.
	[
		['pyproject.toml', 'setup.py', 'requirements.txt'],
		(top) => (top.has('tests') || top.has('test') ? pytest(top) : undefined),
	],
	[['mix.exs'], () => 'mix test'],
	[
		['Gemfile'],
		({ has }) => {
			if (has('spec')) return 'bundle exec rspec';
			return has('Rakefile') && has('test') ? 'bundle exec rake test' : undefined;
		},
	],
	[['build.gradle', 'build.gradle.kts'], ({ has }) => (has('gradlew') ? './gradlew test' : 'gradle test')],
	[['pom.xml'], ({ has }) => (has('mvnw') ? './mvnw test' : 'mvn test')],
	[['composer.json'], ({ json }, file) => (json(file, 'scripts', 'test') ? 'composer test' : undefined)],
	[['Package.swift'], () => 'swift test'],
	[
		['GNUmakefile', 'makefile', 'Makefile'],
		// `test := x` is a variable.
		({ text }, file) => (/^test[ \t]*::?(?!=)/m.test(text(file)) ? 'make test' : undefined),
	],
];

/**
 * The commands that run a project's tests, the likeliest first, each once. All of them are ours: a repository selects
 * among them, and cannot word one.
 */
export function detectTestCommands(root: string): TestCommand[] {
	const names = new Set(fileNamesIn(root));
	const has = (name: string) => names.has(name);
	const text = (name: string) => (has(name) ? textOrNothing(join(root, name), MAX_BYTES) : '');
	const json: Top['json'] = (name, ...keys) => keys.reduce(member, parseJson(text(name)));
	const found = new Map<string, TestCommand>();
	for (const [files, commandOf] of ROWS) {
		for (const from of files.filter(has)) {
			const command = commandOf({ has, text, json }, from);
			if (command !== undefined && !found.has(command)) found.set(command, { command, from });
		}
	}
	return [...found.values()];
}

function packageScript({ has, json }: Top): string | undefined {
	const script = textIn(json('package.json', 'scripts'), 'test')?.trim() ?? '';
	if (script === '' || script.includes(PLACEHOLDER)) return undefined;
	const manager = String(json('package.json', 'packageManager') ?? '').split('@')[0];
	const byName = LOCKS.find(([, command]) => command.split(' ')[0] === manager);
	const byLock = LOCKS.find(([lock]) => has(lock));
	return (byName ?? byLock)?.[1] ?? 'npm test';
}

function pytest({ has }: Top): string {
	if (has('uv.lock')) return 'uv run pytest';
	return has('poetry.lock') ? 'poetry run pytest' : 'pytest';
}
