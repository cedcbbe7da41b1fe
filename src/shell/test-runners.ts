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
	/** Its option `-C` names the directory it runs in. */
	readonly moves?: true;
	/** The folders of a project that it searches if it is given none. */
	readonly folders?: (read: ReadFile) => readonly string[];
	/** What it prints, in lower case, if it found no test or skipped all of them. */
	readonly nothing?: RegExp;
}

/** Options of most runners that change only what is printed, how fast, and when it ends. */
export const FLAGS = `-q -v -s --quiet --silent --verbose --color --colors --no-color --no-colors
	--run --ci --watch --no-watch --watchAll --coverage --bail= --fail-fast --no-fail-fast --no-cache
	--runInBand --forceExit --detectOpenHandles --passWithNoTests --hideSkippedTests --typecheck
	--parallel --exit --headed --offline --locked --frozen --no-progress --no-audit --no-fund --stream
	--stop-on-failure --reporter= --reporters= --test-reporter= --outputFile= --pool= --maxWorkers=
	--workers= --retry= --retries= --loglevel= --node-options= --jobs= -j= --timeout= --testTimeout=`;
const PYTEST = `. -x -l -r= -n= --tb= --maxfail= --durations= --cov --cov-report= --junitxml= --ff -p=
	--exitfirst --showlocals --no-header --disable-warnings --log-cli-level= -W=`;
const GO = `./... all -race -cover -json -failfast -count= -timeout= -p= -parallel= -coverprofile=
	-covermode= -coverpkg= -tags= -shuffle=`;
const CARGO = `-r --release --workspace --all --all-features --all-targets --no-default-features
	--nocapture --no-capture --include-ignored --test-threads=`;
const GRADLE = `-i --info --stacktrace --no-daemon --continue --console= --rerun-tasks --scan
	--warning-mode= --build-cache --no-build-cache`;
const MAVEN = '-B -e -X -U -o -ntp -T= --batch-mode --no-transfer-progress';
const DOTNET = '-c= --configuration= --no-build --no-restore --nologo -v= --verbosity= --logger=';

export const RUNNERS: readonly Runner[] = [
	{ spelled: 'vitest: run|', nothing: /no test files found|^ *(?:test files|tests) +\d+ skipped/ },
	{
		spelled: 'jest: ',
		flags: '-i -w= --expand --json',
		nothing: /^no tests found(?=[.! ]*$|, exiting| related)|^tests: +\d+ skipped, /,
	},
	{ spelled: 'mocha: ', flags: '-b -R= -r= --require= --recursive', nothing: /^ *0 passing/ },
	{ spelled: 'ava: ', flags: '--serial --tap' },
	{ spelled: 'playwright: test', flags: '-x', nothing: /^ +\d+ skipped$/ },
	{ spelled: 'cypress: run', flags: '--headless --browser= --record' },
	{
		spelled: 'node: --test',
		flags: '--import= -r= --require= --experimental-test-coverage --no-warnings',
		nothing: /^(?:#|\u2139) pass 0$/,
	},
	{ spelled: 'bun: test', nothing: /^ *0 pass$/ },
	{ spelled: 'deno: test', flags: '-A --allow-all --allow-read', nothing: /^ok \| 0 passed/ },
	{ spelled: 'deno: task', tasks: true },
	{
		spelled: 'pytest: ',
		flags: PYTEST,
		folders: testPaths,
		nothing:
			/^collected 0 items|no tests (?:ran|collected)|^=* ?\d+ (?:skipped|deselected)\b.* in /,
	},
	{
		spelled: 'unittest: discover|',
		flags: '-f -b -c --buffer',
		nothing: /^ran 0 tests|^ran (\d+) tests? in [^\n]*\n+ok \(skipped=\1\)/,
	},
	{ spelled: 'tox: run|', flags: '-r --recreate -p=' },
	{ spelled: 'nox: ', flags: '-r -R -x' },
	{
		spelled: 'go: test',
		flags: GO,
		moves: true,
		nothing: /\[no test files\]|\[no tests to run\]/,
	},
	{ spelled: 'cargo: test|t', flags: CARGO, moves: true, nothing: /^test result: ok\. 0 passed/ },
	{ spelled: 'cargo: nextest run|nextest r', flags: CARGO, nothing: /tests run: 0 passed/ },
	{ spelled: 'make gmake: ', flags: '-k -B --no-print-directory', tasks: true, moves: true },
	{ spelled: 'just: ', tasks: true },
	{ spelled: 'turbo: run|', flags: '--force --concurrency= --output-logs=', tasks: true },
	{ spelled: 'nx: run-many', flags: '--all --skip-nx-cache', tasks: true },
	{ spelled: 'nx: affected', tasks: true },
	{ spelled: 'gradle gradlew: ', flags: GRADLE, tasks: true },
	{
		spelled: 'mvn mvnw: ',
		flags: MAVEN,
		tasks: true,
		nothing: /no tests to run|tests are skipped/,
	},
	{ spelled: 'bazel bazelisk: test', flags: '//... ... --test_output= --keep_going -k --config=' },
	{
		spelled: 'rspec: ',
		flags: '-f= --format= --order= --seed=',
		nothing: /^0 examples, 0 failures/,
	},
	{ spelled: 'rails: test', flags: '-f --seed=', nothing: /^0 runs, / },
	{ spelled: 'rake: ', flags: '-t --trace', tasks: true },
	{ spelled: 'phpunit: ', flags: '--testdox', nothing: /^no tests executed/ },
	{ spelled: 'composer: ', flags: '-n --no-interaction', tasks: true },
	{ spelled: 'dotnet: test', flags: DOTNET, nothing: /^no test is available|passed: +0,/ },
	{ spelled: 'swift: test', flags: '-c= --enable-code-coverage', nothing: /^\s*executed 0 tests/ },
	{ spelled: 'mix: test', flags: '--trace --cover --seed=', nothing: /^0 tests, 0 failures/ },
	{ spelled: 'sbt: test' },
	{ spelled: 'flutter: test', flags: '--no-pub', nothing: /^no tests ran/ },
	{ spelled: 'zig: build test', flags: '--summary=' },
	{ spelled: 'ctest: ', flags: '--output-on-failure -V -C=', nothing: /^no tests were found/ },
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
