import { programName, UNKNOWN } from '../command/call.ts';
import { provesCommand } from '../command/match-command.ts';
import { mentionsCommand } from '../command/mentions-command.ts';
import type { ParsedCommand } from '../command/parse-command.ts';

/** Tests that ran and passed: `runner` as in `test:<runner>`, and the words of the call. */
export interface TestRun {
	readonly runner: string;
	readonly command: string;
}

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];
/** Programs that do nothing but run tests. */
const RUNNERS = [
	'vitest',
	'jest',
	'mocha',
	'ava',
	'pytest',
	'tox',
	'nox',
	'rspec',
	'phpunit',
	'ctest',
];
const OTHERS = [
	...['playwright test', 'cypress run', 'go test', 'cargo test', 'cargo nextest', 'make test'],
	...['make check', 'gradle test', 'gradlew test', 'mvn test', 'mvn verify', 'mvnw test'],
	...['dotnet test', 'deno test', 'node --test', 'bazel test', 'swift test', 'mix test'],
	...['rails test', 'rake test', 'just test', 'sbt test', 'zig build test', 'flutter test'],
];
const STARTERS = [
	'npx',
	'bunx',
	'pnpm exec',
	'pnpm dlx',
	'yarn',
	'yarn dlx',
	'npm exec',
	'bundle exec',
];
const STARTED = ['uv run', 'poetry run', 'pipenv run', 'hatch run'];
const MODULES = ['pytest', 'unittest', 'tox', 'nox'];

/** Each way to run tests, and what it is known by. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
	...MANAGERS.flatMap((manager): [string, string][] => [
		[`${manager} test`, manager],
		[`${manager} run test`, manager],
	]),
	['npm t', 'npm'],
	['npm it', 'npm'],
	...[...RUNNERS, ...OTHERS].map((one): [string, string] => [one, wordsOf(one)[0] ?? one]),
	...STARTERS.flatMap((start) =>
		[...RUNNERS, 'playwright test', 'cypress run'].map((one): [string, string] => [
			`${start} ${one}`,
			wordsOf(one)[0] ?? one,
		]),
	),
	...['python', 'python3', 'py', ...STARTED.map((one) => `${one} python`)].flatMap((python) =>
		MODULES.map((one): [string, string] => [`${python} -m ${one}`, one]),
	),
	...STARTED.flatMap((start) => MODULES.map((one): [string, string] => [`${start} ${one}`, one])),
]);

/** Letters of which one stands in every way to run tests. */
const LETTERS = /test|jest|mocha|tox|nox|rspec|phpunit|check|npm (?:t|it)\b|ava|verify|cypress/;

/** Whether a command line may run tests: a look at its letters, so that the parser is loaded for few. */
export function mayRunTests(source: string): boolean {
	return LETTERS.test(source);
}

/** The tests whose success the success of this command line proves, by the rules of D33 (S1-028). */
export function testRuns(parsed: ParsedCommand): TestRun[] {
	if (parsed.kind === 'unparsed') return [];
	const patterns = [...PATTERNS.keys(), ...scriptsIn(parsed)].filter(
		(pattern) => mentionsCommand(parsed.source, pattern) && provesCommand(parsed, pattern),
	);
	const runs = patterns.map((pattern): [string, TestRun] => {
		const runner = PATTERNS.get(pattern) ?? programName(wordsOf(pattern)[0]);
		const command = commandOf(parsed, pattern);
		return [command, { runner, command }];
	});
	return [...new Map(runs).values()];
}

/** Scripts of a package that test something: `npm run test:unit`. */
function scriptsIn({ calls }: ParsedCommand & { kind: 'parsed' }): string[] {
	return calls.flatMap(({ words }) => {
		const manager = programName(words[0]);
		if (!MANAGERS.includes(manager)) return [];
		const scripts = words.filter((word) => /^tests?[:-][\w:.-]{1,60}$/.test(word));
		return scripts.flatMap((script) => [`${manager} run ${script}`, `${manager} ${script}`]);
	});
}

/** The words of the call, without what stands around it: no settings before it, no other calls. */
function commandOf({ calls }: ParsedCommand & { kind: 'parsed' }, pattern: string): string {
	const wanted = wordsOf(pattern);
	const call = calls.find(
		({ words, decides }) =>
			decides &&
			programName(words[0]) === wanted[0] &&
			wanted.slice(1).every((word) => words.includes(word)),
	);
	return (call?.words ?? wanted).join(' ').replaceAll(UNKNOWN, '…');
}

function wordsOf(pattern: string): string[] {
	return pattern.split(' ');
}
