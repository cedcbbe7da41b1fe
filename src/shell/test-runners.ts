/** The text of a file by its path; `undefined` if there is none. */
export type ReadFile = (path: string) => string | undefined;

/** A way to run tests. To add one: 1 row. */
export interface Runner {
	/** Its programs, then the words that must follow them, alternatives apart: `cargo: test|t`. */
	readonly spelled: string;
	/** Words beyond {@link FLAGS} that leave no test out; `=`: options with a value. */
	readonly flags?: string;
	/** Its operands are tasks, and more of them test no less. */
	readonly tasks?: true;
	/** The folders of a project that it searches if it is given none. */
	readonly folders?: (read: ReadFile) => readonly string[];
	/** What it prints, in lower case, if it found no test or skipped all of them. */
	readonly nothing?: RegExp;
}

/** Options of most runners that change only what is printed, how fast, and when it ends. */
export const FLAGS = `-q -v -s --quiet --silent --verbose --color --colors --no-color --no-colors
	--run --ci --watch --no-watch --watchAll --coverage --bail= --fail-fast --no-fail-fast --no-cache
	--runInBand --forceExit --detectOpenHandles --passWithNoTests --parallel --exit --headed --force
	--reporter= --reporters= --test-reporter= --outputFile= --pool= --maxWorkers= --workers= --format=
	--retry= --retries= --loglevel= --jobs= -j= --timeout= --testTimeout= --info --no-daemon --offline`;

export const RUNNERS: readonly Runner[] = [
	{ spelled: 'vitest: run|', nothing: /no test files found|^ *(?:test files|tests) +\d+ skipped/ },
	{
		spelled: 'jest: ',
		flags: '-i -w=',
		nothing: /^no tests found(?=[.! ]*$|, exiting| related)|^tests: +\d+ skipped, /,
	},
	{ spelled: 'mocha: ', nothing: /^ *0 passing/ },
	{ spelled: 'ava: ' },
	{ spelled: 'playwright: test', nothing: /^ +\d+ skipped$/ },
	{ spelled: 'cypress: run', flags: '--headless' },
	{ spelled: 'node: --test', flags: '--import=', nothing: /^(?:#|\u2139) pass 0$/ },
	{ spelled: 'bun: test', nothing: /^ *0 pass$/ },
	{ spelled: 'deno: test', flags: '-A', nothing: /^ok \| 0 passed/ },
	{ spelled: 'deno: task', tasks: true },
	{
		spelled: 'pytest: ',
		flags: '. -x -l -r= -n= --tb= --maxfail= --durations= --cov --cov-report= --junitxml= -W=',
		folders: testPaths,
		nothing: /^collected 0 items|no tests (?:ran|collected)|^=* ?\d+ (?:skipped|deselected)\b.* in /,
	},
	{
		spelled: 'unittest: discover|',
		flags: '-f -b',
		nothing: /^ran 0 tests|^ran (\d+) tests? in [^\n]*\n+ok \(skipped=\1\)/,
	},
	{ spelled: 'tox: run|' },
	{ spelled: 'nox: ' },
	{
		spelled: 'go: test',
		flags: './... all -race -cover -json -failfast -count= -timeout= -coverprofile=',
		nothing: /\[no test files\]|\[no tests to run\]/,
	},
	{
		spelled: 'cargo: test|t',
		flags: '--release --workspace --all --all-features --nocapture',
		nothing: /^test result: ok\. 0 passed/,
	},
	{
		spelled: 'cargo: nextest run|nextest r',
		flags: '--workspace',
		nothing: /tests run: 0 passed/,
	},
	{ spelled: 'make gmake: ', tasks: true },
	{ spelled: 'just: ', tasks: true },
	{ spelled: 'turbo: run|', tasks: true },
	{ spelled: 'nx: run-many', flags: '--all', tasks: true },
	{ spelled: 'nx: affected', tasks: true },
	{ spelled: 'gradle gradlew: ', tasks: true },
	{
		spelled: 'mvn mvnw: ',
		flags: '-B -ntp -T=',
		tasks: true,
		nothing: /no tests to run|tests are skipped/,
	},
	{ spelled: 'bazel bazelisk: test', flags: '//... ...' },
	{ spelled: 'rspec: ', nothing: /^0 examples, 0 failures/ },
	{ spelled: 'rails: test', nothing: /^0 runs, / },
	{ spelled: 'rake: ', tasks: true },
	{ spelled: 'phpunit: ', nothing: /^no tests executed/ },
	{ spelled: 'composer: ', tasks: true },
	{
		spelled: 'dotnet: test',
		flags: '-c= --no-build',
		nothing: /^no test is available|passed: +0,/,
	},
	{ spelled: 'swift: test', nothing: /^\s*executed 0 tests/ },
	{ spelled: 'mix: test', nothing: /^0 tests, 0 failures/ },
	{ spelled: 'sbt: test' },
	{ spelled: 'flutter: test', nothing: /^no tests ran/ },
	{ spelled: 'zig: build test' },
	{ spelled: 'ctest: ', flags: '--output-on-failure', nothing: /^no tests were found/ },
];

/** What they print if a test passed, whatever the runner of another package printed. */
const PASSED = new RegExp(
	[
		/\b[1-9]\d* (?:tests? )?(?:passed|passing|pass)\b|^(?:#|\u2139) pass [1-9]|passed: +[1-9]/,
		/^ok[ \t]+\S+[ \t]+(?:\(cached\)|[\d.]+s)(?!.*\[no test)|"action":"pass".*"test":"/,
		/\b[1-9]\d* (?:examples?|tests?|runs?), (?:[^,\n]{0,40}, )?0 failures|all tests passed/,
		/executed [1-9]\d* tests?|tests run: [1-9]|^ok \([1-9]\d* tests?|test run with [1-9]/,
	]
		.map(({ source }) => source)
		.join('|'),
	'm',
);

/** Summaries are at the end of an output. */
const MAX_OUTPUT = 20_000;
const COLORS = /\u001b\[[\d;]*m/g;
/** Whose line it is: `web:test: `, `[INFO] `. */
const PREFIX = /^(?:[\w@/.-]+:[\w:.-]+: |\[\w+\] )/gm;
const NOTHING = new RegExp(RUNNERS.flatMap(({ nothing }) => nothing?.source ?? []).join('|'), 'm');

/** Whether the summary of a run says that it tested nothing. */
export function ranNothing(output: string): boolean {
	const end = output.slice(-MAX_OUTPUT).toLowerCase();
	const text = end.replaceAll(COLORS, '').replaceAll(PREFIX, '');
	return NOTHING.test(text) && !PASSED.test(text);
}

/** `testpaths` of pytest. */
function testPaths(read: ReadFile): readonly string[] {
	const texts = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'].map(read);
	const setting = /^[ \t]*testpaths[ \t]*=[ \t]*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]+)*)/m;
	const [value = ''] = texts.flatMap((text) => setting.exec(text ?? '')?.[1] ?? []);
	return value.split(/[\s"',[\]]+/).flatMap((word) => word.replace(/\/$/, '') || []);
}
