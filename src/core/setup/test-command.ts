import { member, textIn } from '../../store/foreign-json.ts';

/** What the top of a project says about how it is tested. */
export interface ProjectFacts {
	/** Names in its root directory. */
	readonly names: ReadonlySet<string>;
	/** Text of a small file there; empty where there is none. */
	readonly text: (name: string) => string;
	/** Value of a JSON file there; `undefined` where it does not parse. */
	readonly json: (name: string) => unknown;
}

/** A command that runs the tests, and the file that says so. */
export interface TestCommand {
	readonly command: string;
	readonly from: string;
}

type Detect = (project: ProjectFacts) => TestCommand | undefined;

/** What `npm init` writes where nobody has tests yet. */
const PLACEHOLDER = 'Error: no test specified';

/** Package managers of JavaScript by the lock file they leave. A package script of bun is not `bun test`. */
const LOCKS: readonly (readonly [lock: string, command: string])[] = [
	['pnpm-lock.yaml', 'pnpm test'],
	['yarn.lock', 'yarn test'],
	['bun.lock', 'bun run test'],
	['bun.lockb', 'bun run test'],
	['package-lock.json', 'npm test'],
	['npm-shrinkwrap.json', 'npm test'],
];

/** In the order in which they are believed; the first one found is proposed. */
const DETECTORS: readonly Detect[] = [
	packageScript,
	workspaceTask,
	denoTask,
	fileNamed('Cargo.toml', () => 'cargo test'),
	fileNamed('go.mod', () => 'go test ./...'),
	pytest,
	fileNamed('mix.exs', () => 'mix test'),
	ruby,
	fileNamed('build.gradle', gradle),
	fileNamed('build.gradle.kts', gradle),
	fileNamed('pom.xml', ({ names }) => (names.has('mvnw') ? './mvnw test' : 'mvn test')),
	composerScript,
	fileNamed('Package.swift', () => 'swift test'),
	makeTarget,
];

/**
 * The commands that run a project's tests, the likeliest first. Every command is one of ours: a
 * repository chooses among them and cannot word one.
 */
export function detectTestCommands(project: ProjectFacts): TestCommand[] {
	return DETECTORS.flatMap((detect) => detect(project) ?? []);
}

function fileNamed(from: string, command: (project: ProjectFacts) => string): Detect {
	return (project) => (project.names.has(from) ? { command: command(project), from } : undefined);
}

function packageScript(project: ProjectFacts): TestCommand | undefined {
	const from = 'package.json';
	const script = textIn(member(project.json(from), 'scripts'), 'test');
	if (script === undefined || !isTestScript(script)) return undefined;
	return { command: managerOf(project), from };
}

/** Whether a package's test script runs tests: `npm init` writes one that does not. */
function isTestScript(script: string): boolean {
	return script.trim() !== '' && !script.includes(PLACEHOLDER);
}

function managerOf({ names, json }: ProjectFacts): string {
	const named = textIn(json('package.json'), 'packageManager')?.split('@')[0];
	const byName = LOCKS.find(([, command]) => command.split(' ')[0] === named);
	const byLock = LOCKS.find(([lock]) => names.has(lock));
	return (byName ?? byLock)?.[1] ?? 'npm test';
}

/** What runs the tests of every package where the root has no script that does. */
function workspaceTask(project: ProjectFacts): TestCommand | undefined {
	if (packageScript(project) !== undefined) return undefined;
	const { names, json } = project;
	const turbo = json('turbo.json');
	const tasks = member(turbo, 'tasks') ?? member(turbo, 'pipeline');
	if (member(tasks, 'test') !== undefined) {
		return { command: 'npx turbo run test', from: 'turbo.json' };
	}
	return names.has('nx.json') ? { command: 'npx nx run-many -t test', from: 'nx.json' } : undefined;
}

function denoTask({ names, json }: ProjectFacts): TestCommand | undefined {
	const from = ['deno.json', 'deno.jsonc'].find((name) => names.has(name));
	if (from === undefined) return undefined;
	const hasTask = member(member(json(from), 'tasks'), 'test') !== undefined;
	return { command: hasTask ? 'deno task test' : 'deno test', from };
}

function pytest({ names, text }: ProjectFacts): TestCommand | undefined {
	const own = ['pytest.ini', 'conftest.py'].find((name) => names.has(name));
	const others = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements-dev.txt'];
	const tested = others.find((name) => names.has(name) && /\bpytest\b/.test(text(name)));
	const from = own ?? tested ?? testsFolder(names);
	if (from === undefined) return undefined;
	const runner = names.has('uv.lock') ? 'uv run ' : names.has('poetry.lock') ? 'poetry run ' : '';
	return { command: `${runner}pytest`, from };
}

/** Python with a folder of tests that no file speaks of: pytest runs those of unittest, too. */
function testsFolder(names: ReadonlySet<string>): string | undefined {
	const isPython = ['pyproject.toml', 'setup.py', 'requirements.txt'].some((name) =>
		names.has(name),
	);
	return isPython ? ['tests', 'test'].find((name) => names.has(name)) : undefined;
}

function ruby({ names }: ProjectFacts): TestCommand | undefined {
	if (!names.has('Gemfile')) return undefined;
	if (names.has('spec')) return { command: 'bundle exec rspec', from: 'Gemfile' };
	const hasTask = names.has('Rakefile') && names.has('test');
	return hasTask ? { command: 'bundle exec rake test', from: 'Gemfile' } : undefined;
}

function gradle({ names }: ProjectFacts): string {
	return names.has('gradlew') ? './gradlew test' : 'gradle test';
}

function composerScript({ json }: ProjectFacts): TestCommand | undefined {
	const from = 'composer.json';
	const hasScript = member(member(json(from), 'scripts'), 'test') !== undefined;
	return hasScript ? { command: 'composer test', from } : undefined;
}

/** `test:` or `test: build` at the start of a line; `test := x` is a variable. */
function makeTarget({ names, text }: ProjectFacts): TestCommand | undefined {
	const from = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => names.has(name));
	if (from === undefined || !/^test[ \t]*::?(?!=)/m.test(text(from))) return undefined;
	return { command: 'make test', from };
}
