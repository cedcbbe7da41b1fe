import { wordsIn } from './call.ts';

/** What the arguments of a runner mean. */
export interface ArgumentRules {
	/** As `markedOptions` reads them. */
	readonly options: string;
	/** Its operands are tasks, and more of them test no less. */
	readonly tasks?: true;
	/** Operands that leave nothing out. */
	readonly whole?: RegExp;
	/** Settings that leave tests out, or run none. */
	readonly narrowing?: RegExp;
	readonly idle?: RegExp;
	/** Settings that leave nothing out. */
	readonly harmless?: RegExp;
	/** Reads `-list` as one option. */
	readonly longShort?: true;
}

interface Runner extends ArgumentRules {
	/** The programs, the words that must follow them, alternatives apart: `cargo: test|t`. */
	readonly spelt: string;
	/** It checks, and runs no tests. */
	readonly checks?: true;
	/** Where one of these is, it runs all that there is. */
	readonly manifests?: string;
}

/** Runners of JavaScript have it. */
const JS = 'package.json';
const PYTHON = 'pytest.ini pyproject.toml setup.cfg tox.ini setup.py conftest.py';
const MAKE_NARROW = /^\w*(?:TESTS?|ARGS|OPTS|FILTER|ONLY|PATTERN|FILES?|PKGS?|SUITES?|RUN)[?:+]?=/;

/** Every way to run tests that is known. Programs of one row do the same. */
const RUNNERS: readonly Runner[] = [
	{
		spelt: 'vitest: run|',
		options: `<-t= <--testNamePattern= <--project= <--changed <--related <--shard= <--dir= <--exclude=
			<-r= <--root= <-c= <--config= <--workspace= <--tags-filter= !--clearCache !list !bench !init
			!--mergeReports !--standalone !-v --reporter= --outputFile= --pool= --environment= --mode=
			--maxWorkers= --minWorkers= --testTimeout= --hookTimeout= --retry= --bail= --maxConcurrency=
			<--typecheck.only --run --coverage --watch --no-watch --passWithNoTests --globals --hideSkippedTests
			--logHeapUsage --isolate --no-isolate --fileParallelism --no-fileParallelism --no-file-parallelism --typecheck --browser --ui
			--no-color --disableConsoleIntercept --sequence --inspect --poolOptions --threads --no-threads --dom
			--no-coverage --no-cache --cache --clearScreen --printConsoleTrace --expect --slowTestThreshold=
			--teardownTimeout= --api --open --no-open --detectAsyncLeaks`,
		manifests: JS,
	},
	{
		spelt: 'jest: ',
		options: `<-t= <--testNamePattern= <--testPathPattern= <--testPathPatterns= <--filter=
			<--testPathIgnorePatterns= <--onlyChanged <-o <--changedSince= <--lastCommit <--shard= <-f
			<--findRelatedTests <--selectProjects <--ignoreProjects <--onlyFailures <--runTestsByPath
			<--projects <--rootDir= <--roots= <-c= <--config= <--testMatch= <--testRegex= !--listTests
			!--showConfig !--clearCache !--init !-v -w= --maxWorkers= --reporters=
			--coverageReporters= --testTimeout= --env= --preset= --seed= --bail=
			--ci -i --runInBand --coverage --collectCoverage --cache --no-cache --no-coverage -b --forceExit
			--detectOpenHandles --logHeapUsage --passWithNoTests --watchAll --watch --json --outputFile= --expand -e
			--useStderr --noStackTrace --errorOnDeprecated --randomize --showSeed --notify --all --workerThreads
			--maxConcurrency= --coverageDirectory= --coverageProvider= --collectCoverageFrom= --cacheDirectory=
			--openHandlesTimeout= --no-watchman --watchman --detectLeaks --testLocationInResults --no-watch`,
		manifests: JS,
	},
	{
		spelt: 'mocha: ',
		options: `<-g= <--grep= <-f= <--fgrep= <-i <--invert <--config= <--package= <--ignore= <--spec=
			!-V !--pass-on-failing-test-suite -R= --reporter= -r= --require= -t= --timeout= -u= --ui=
			-s= --slow= --retries= -j= --jobs= --extension=
			--exit --bail -b --parallel -p --recursive --check-leaks --full-trace -c -C --forbid-only
			--forbid-pending --allow-uncaught -A --async-only --inline-diffs --diff --no-diff --sort --delay
			--trace-warnings --no-timeouts --fail-zero --enable-source-maps`,
		manifests: JS,
	},
	{
		spelt: 'ava: ',
		options: `<-m= <--match= <--config= !reset-cache -c= -T= --timeout=
			--fail-fast -s --serial -t --tap --concurrency= --no-worker-threads`,
		manifests: JS,
	},
	{
		spelt: 'playwright: test',
		options: `<-g= <--grep= <--grep-invert= <--project= <--shard= <--last-failed <--only-changed
			<-c= <--config= !--list !-V --reporter= -j= --workers= --retries=
			--timeout= --trace= --output= --global-timeout= --max-failures= --repeat-each=
			<--no-deps --headed --forbid-only --fully-parallel -x --pass-with-no-tests --shard-weights=
			--fail-on-flaky-tests`,
		manifests: JS,
	},
	{
		spelt: 'cypress: run',
		options: `<-s= <--spec= <-P= <--project= <-C= <--config-file= <--component <--e2e !-v -b=
			--browser= -c= --config= -e= --env= -r= --reporter= -o= -k= --key= --tag= -t=
			--headed --headless --record --parallel -p= --port= --no-runner-ui`,
		manifests: JS,
	},
	{
		spelt: 'node: --test',
		options: `<--test-name-pattern= <--test-skip-pattern= <--test-only <--test-shard= !-v !-c !-e !-p
			--test-reporter= --test-reporter-destination= --test-concurrency= --test-timeout= --import= -r=
			--require= --loader= --env-file=
			--experimental-test-coverage --experimental-strip-types --experimental-transform-types
			--test-force-exit --test-isolation= --enable-source-maps --no-warnings --trace-warnings
			--max-old-space-size= --conditions= -C= --test-coverage-include= --test-coverage-exclude=
			--test-coverage-lines= --test-coverage-branches= --test-coverage-functions= --watch
			--experimental-test-module-mocks --env-file-if-exists= --disable-warning= --expose-gc
			--experimental-vm-modules --experimental-loader= --experimental-specifier-resolution=`,
		manifests: JS,
	},
	{
		spelt: 'bun: test',
		options: `<-t= <--test-name-pattern= <--only !-v @--cwd= --timeout= --preload= --bail= --reporter=
			--coverage --rerun-each= --todo --randomize --seed= --concurrent --coverage-reporter=
			--coverage-dir= --reporter-outfile= --smol --pass-with-no-tests --dots --only-failures
			--max-concurrency= --bun -b`,
		manifests: JS,
	},
	{
		spelt: 'deno: test',
		options: `<--filter= <--ignore= !--no-run !-V -c= --config= --reporter= --junit-path=
			-A --allow-all -N -R -W -E -S --allow-read --allow-write --allow-net --allow-env --allow-run
			--allow-sys --allow-ffi --allow-import --parallel -j --fail-fast --coverage --doc --no-check --check
			--trace-leaks --shuffle --unstable --no-lock --lock --no-prompt --clean --seed= --v8-flags=
			--no-remote --cached-only --frozen --node-modules-dir -r --reload --env-file -L= --log-level=`,
		manifests: 'deno.json deno.jsonc',
	},
	{ spelt: 'deno: task', options: '<--cwd= <-f= <--filter= -c= --config=', tasks: true },
	{
		spelt: 'pytest py.test: ',
		options: `<-k= <-m= <--lf <--last-failed <--sw <--stepwise <--deselect= <--ignore= <--ignore-glob=
			<--testmon <--picked <--pyargs <--rootdir= <-c= <--config-file= <--confcutdir= <-o=
			!--collect-only !--co !--fixtures !--fixtures-per-test !--setup-plan !--setup-only !--markers
			!-V -p= -n= --numprocesses= --dist= --tb= --maxfail= --durations= --cov-report= --cov-config=
			--junitxml= --junit-xml= --color= -W= --timeout= --log-level= --log-cli-level= --basetemp=
			--cov-fail-under= --capture= --randomly-seed= --reruns= --import-mode= --show-capture=
			<--override-ini= -x --exitfirst -s -l --showlocals --no-showlocals -r= --no-header --no-summary
			--strict --strict-markers --strict-config --ff --failed-first --nf --new-first --cov --no-cov
			--cov-branch --cov-append --no-cov-on-fail --full-trace --disable-warnings --disable-pytest-warnings
			--setup-show --cache-clear --asyncio-mode= --random-order --forked --runxfail --doctest-modules
			--doctest-glob= --doctest-continue-on-failure --pdb --trace-config --maxprocesses= --html=
			--self-contained-html --json-report --json-report-file= --ds= --reuse-db --create-db
			--no-migrations --nomigrations --migrations --verbosity= --code-highlight= --debug
			--reruns-delay= --timeout-method= --durations-min= --log-file= --log-cli-format= --log-format=
			--log-file-level= --benchmark-disable --xfail-tb --force-sugar --instafail`,
		whole: /^\.\/?$/,
		manifests: PYTHON,
	},
	{
		spelt: 'unittest: discover|',
		options: `<-k= <-s= <--start-directory= <-p= <--pattern= -t= --top-level-directory=
			-f --failfast -b --buffer -c --catch --locals --durations=`,
		manifests: PYTHON,
	},
	{
		spelt: 'tox: run|',
		options: `<-e= <-f= <-m= <--skip-env= <-c= !-l !-n !--notest !list !l !config !c !devenv !d -p= -o=
			-r --recreate --parallel= --parallel-no-spinner --develop --result-json= --workdir= --no-provision --sitepackages --no-recreate-pkg --parallel-live`,
		manifests: PYTHON,
	},
	{
		spelt: 'nox: ',
		options: `<-s= <-k= <-e= <-t= <-p= <-f= !-l !--list --default-venv-backend=
			-r -R -N --reuse-existing-virtualenvs --no-install --stop-on-first-error -x --error-on-missing-interpreters --no-venv --force-color --reuse-venv= -fb=`,
		manifests: PYTHON,
	},
	{
		spelt: 'go: test',
		options: `<-run= <-skip= <-short <-fuzz= <-modfile= !-n !-c !-list= !-exec= !-toolexec= !-help @-C=
			-count= -timeout= -p= -parallel= -cpu= -coverprofile= -coverpkg= -covermode= -tags= -o= -bench=
			-benchtime= -vet= -shuffle= -ldflags= -gcflags= -mod= -outputdir= -cpuprofile= -memprofile=
			-v -race -cover -json -failfast -trimpath -msan -asan -a -x -work -benchmem -fullpath -buildvcs= -q`,
		longShort: true,
		idle: /^--?count=0$/,
		whole: /^(?:\.\/\.\.\.|all)$/,
		manifests: 'go.mod go.work',
	},
	{
		spelt: 'cargo: test|t',
		options: `<-p= <--package= <--exclude= <--test= <--lib <--bin= <--bins <--example= <--examples
			<--bench= <--benches <--doc <--skip= <--ignored <--exact <--manifest-path= !-V !--list !--no-run
			@-C= -F= --features= --target= --target-dir= -j= --jobs= --profile= --color= --config= -Z=
			--message-format= --test-threads= --format=
			<--tests -r --release --workspace --all --all-features --no-default-features --all-targets
			--no-fail-fast --locked --offline --frozen --keep-going --nocapture --no-capture --show-output
			--include-ignored --timings --ignore-rust-version --report-time --shuffle --logfile= --shuffle-seed=`,
		manifests: 'Cargo.toml',
	},
	{
		spelt: 'cargo: nextest run|nextest r',
		options: `<-p= <--package= <--exclude= <--test= <--lib <--bin= <--bins <-E= <--filterset=
			<--filter-expr= <--partition= <--skip= <--run-ignored= <--manifest-path= <-P= <--profile=
			!--no-run --no-tests= @-C= -F= --features= --target= -j= --jobs= --retries= --test-threads=
			--workspace --all -r --release --all-features --no-default-features --all-targets
			--no-fail-fast --fail-fast --locked --offline --frozen --no-capture --nocapture --success-output=
			--failure-output= --status-level= --final-status-level= --color= --cargo-profile= --max-fail=
			--hide-progress-bar --show-progress= --target-dir= --message-format= --cargo-quiet`,
		manifests: 'Cargo.toml',
	},
	{
		spelt: 'make gmake: ',
		options: `@-C= @--directory= <-f= <--file= <--makefile= <-E= <--eval= <-o= <--old-file= !-n !-q !-t !-i
			!-v !--just-print !--recon !--question !--touch !--ignore-errors -I= -W= -j --jobs=
			-k --keep-going -s --no-print-directory -B --always-make -l= -O --output-sync -w
			--print-directory --trace -d --debug -r -R --no-builtin-rules --no-builtin-variables
			--warn-undefined-variables --jobserver-style=`,
		tasks: true,
		narrowing: MAKE_NARROW,
		manifests: 'Makefile makefile GNUmakefile',
	},
	{
		spelt: 'just: ',
		options: `<-f= <--justfile= <-d= <--working-directory= !-n !-l !--list !--show=
			--no-dotenv --dotenv-path= --yes --timestamp --color= --highlight --no-highlight -u --unsorted`,
		tasks: true,
	},
	{
		spelt: 'turbo: run|',
		options: `<--filter= <-F= <--affected <--cwd= !--dry !--graph= --concurrency= --cache-dir= --log-order=
			--output-logs= --env-mode= --log-prefix= --cache= --ui=
			<--only --force --no-cache --continue --no-daemon --daemon --verbosity= --summarize --parallel
			--preflight --framework-inference --team= --token= --api= --no-update-notifier`,
		tasks: true,
		manifests: 'turbo.json',
	},
	{
		spelt: 'nx: run-many|affected',
		options: `#-t= #--target= #--targets= <-p= <--projects= <--exclude= <--base= <--head= <--files=
			!--graph --parallel --maxParallel= -c= --configuration= --output-style= --outputStyle=
			--all --skip-nx-cache --skipNxCache --nxBail --nx-bail --no-cloud --ci --coverage
			--codeCoverage --runInBand --tui --no-tui --skip-remote-cache --passWithNoTests --skipRemoteCache`,
		tasks: true,
		narrowing: /^affected$/,
		manifests: 'nx.json',
	},
	{
		spelt: 'gradle gradlew: ',
		options: `<--tests= <-x= <--exclude-task= <-p= <--project-dir= <-b= <--build-file= !-m !-v ?-D= ?-P=
			-I= --console= --max-workers= -c= -g=
			-i --info -d --debug -s --stacktrace -S --full-stacktrace -w --warn --continue
			--rerun-tasks --rerun --no-daemon --daemon --parallel --no-parallel --build-cache --no-build-cache
			--offline --scan --no-scan --configuration-cache --no-configuration-cache --refresh-dependencies
			--foreground --no-watch-fs --watch-fs --profile --fail-fast -U --warning-mode= --priority=
			--project-cache-dir= --no-configure-on-demand --gradle-user-home=`,
		tasks: true,
		manifests: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts',
	},
	{
		spelt: 'mvn mvnw: ',
		options: `<-pl= <--projects= <-rf= <--resume-from= <-f= <--file= !-v ?-P= -T= -s= -l=
			<-N <--non-recursive !-fn !--fail-never -B -e -X -U -o -ntp -nsu -C -V -fae -ff --batch-mode
			--no-transfer-progress --errors --debug --offline --update-snapshots --fail-at-end --fail-fast
			--show-version --threads= --settings= -gs= --log-file= --strict-checksums -am --also-make --color=`,
		tasks: true,
		longShort: true,
		narrowing: /^-D(?:test|it\.test|groups|excludedGroups|tests)=/,
		harmless:
			/^-D(?:style\.color|fail[A-Z]\w*|surefire\.(?:useFile|printSummary|reportFormat|fail[A-Z]\w*)|maven\.(?:repo\.local|artifact\.threads)|(?:maven\.test\.skip|skipTests|skipITs|maven\.test\.failure\.ignore)=false$|file\.encoding|jacoco\.skip|checkstyle\.skip|spotless\.check\.skip|enforcer\.skip|spotbugs\.skip)(?:=|$)|^-T\d/,
		idle: /^-D(?:skipTests|skipITs|maven\.test\.skip|maven\.test\.failure\.ignore)(?:=(?!false$)|$)/,
		manifests: 'pom.xml',
	},
	{
		spelt: 'bazel bazelisk: test',
		options: `<--test_filter= <--test_tag_filters= !--nobuild -c= --config= --jobs=
			--test_output= --compilation_mode= -j= --keep_going -k --nokeep_going
			--nocache_test_results --cache_test_results= --test_summary= --color= --curses= --show_progress
			--noshow_progress --verbose_failures --sandbox_debug --local_test_jobs= --runs_per_test=
			--flaky_test_attempts= --remote_cache= --disk_cache= --ui_event_filters= --announce_rc
			--show_timestamps --remote_download_minimal --test_timeout= --test_verbose_timeout_warnings
			--build_event_json_file= --profile= --noshow_loading_progress`,
		whole: /^\/?\/?\.\.\.$/,
	},
	{
		spelt: 'rspec: ',
		options: `<-e= <--example= <-t= <--tag= <-P= <--pattern= <--only-failures !-v -f= --format= -r= -I= -O= --seed= --order=
			<-n <--next-failure <--exclude-pattern= <--default-path= !--failure-exit-code= -o= --out= --require=
			-c --fail-fast --no-fail-fast -p --profile --no-profile -b --backtrace -w --warnings
			--force-color --deprecation-out= --bail`,
	},
	{
		spelt: 'rails: test',
		options: `<-n= <--name= <-e= -s= --seed=
			-b --backtrace -d --defer-output -f --fail-fast -c -p --pride -w --warnings`,
	},
	{
		spelt: 'rake: ',
		options: `<-f= <-C= !-n !-T !-P !-V -j= -I= -r=
			!-W !--where !-D !--describe !-A -s -t --trace -m --multitask --backtrace --jobs= --rules`,
		tasks: true,
		narrowing: MAKE_NARROW,
	},
	{
		spelt: 'phpunit: ',
		options: `<--filter= <--testsuite= <--group= <--exclude-group= <-c= <--configuration= !--list-tests !--list-groups !--list-suites --log-junit= --coverage-html= --coverage-clover= --colors=
			--no-coverage --stop-on-failure --stop-on-error --stop-on-defect --testdox --debug
			--display-warnings --display-deprecations --display-errors --display-notices --display-skipped
			--display-incomplete --display-all-issues --fail-on-warning --fail-on-risky --fail-on-deprecation
			--fail-on-notice --fail-on-skipped --fail-on-incomplete --fail-on-all-issues
			--fail-on-empty-test-suite --no-progress --no-results --no-output --teamcity --order-by=
			--random-order-seed= --cache-directory= --do-not-cache-result --cache-result --process-isolation
			--strict-coverage --coverage-text --coverage-xml= --coverage-php= --coverage-cobertura=
			--testdox-html= --testdox-text= --log-teamcity= --no-logging --disallow-test-output
			--enforce-time-limit --no-interaction --random-order`,
	},
	{
		spelt: 'composer: ',
		options: `<-d= <--working-dir= !-V
			-n --no-interaction --ansi --no-ansi --timeout= --dev`,
		tasks: true,
		manifests: 'composer.json',
	},
	{
		spelt: 'dotnet: test',
		options: `<--filter= <--test-adapter-path= !-t !--list-tests -c= --configuration= -f= --framework= -l= --logger= -v= --verbosity= -r= -s= --collect=
			?-s= ?--settings= --no-build --no-restore --nologo --blame --blame-hang --blame-crash
			--blame-hang-timeout= --results-directory= --interactive -d= --diag= -o= --output= -a= --arch=
			--os= --runtime= --artifacts-path= --disable-build-servers --no-ansi --no-progress --ucr`,
	},
	{
		spelt: 'swift: test',
		options: `<--filter= <-s= <--skip= <--package-path= !-l !--list-tests !list -c= --configuration= -j=
			<--disable-xctest <--disable-swift-testing !--show-codecov-path --parallel --no-parallel
			--enable-code-coverage --num-workers= --xunit-output= -v --sanitize= --build-path= --scratch-path=
			--enable-xctest --enable-swift-testing --skip-build --disable-sandbox --jobs= --triple= -Xswiftc=
			-Xlinker= -Xcc=`,
	},
	{
		spelt: 'mix: test',
		options: `<--only= <--exclude= <--failed <--stale <--partitions= --seed= --max-failures= --formatter= --timeout= --max-cases=
			--trace --cover --slowest= --raise --warnings-as-errors --no-deps-check --no-compile --force
			--export-coverage= --preload-modules --include= --repeat-until-failure= --all-warnings
			--no-archives-check`,
	},
	{ spelt: 'sbt: test', options: `-no-colors -batch --batch --no-colors --client -mem= --color=` },
	{
		spelt: 'flutter: test',
		options: `<--name= <--plain-name= <-t= <--tags= <-x= <--exclude-tags= -j= -r= --reporter=
			--coverage --no-pub --pub --machine --concurrency= --timeout=
			--test-randomize-ordering-seed= --fail-fast --run-skipped`,
	},
	{
		spelt: 'zig: build test',
		options: `<-Dtest-filter= <--build-file=
			--summary= -j --color= --release= -freference-trace --prominent-compile-errors`,
		harmless: /^-D(?:optimize|target|cpu)=/,
	},
	{
		spelt: 'tsc vue-tsc: ',
		options: `<-p= <--project= !--showConfig !--init !--listFilesOnly !--all !-v !--clean --noEmit --pretty
			--strict --incremental --extendedDiagnostics --diagnostics --noErrorTruncation --emitDeclarationOnly
			--declaration -b --build -w --watch -f --force --outDir= --tsBuildInfoFile= --listFiles`,
		checks: true,
		manifests: 'tsconfig.json',
	},
	{
		spelt: 'ctest: ',
		options: `<-R= <-E= <-L= <-LE= <-I= <--rerun-failed !-N !--show-only --test-dir= -j= -C= --timeout=
			--output-on-failure -V --parallel= --build-config= --stop-on-failure --schedule-random
			--repeat= --output-junit= -O= --output-log= --progress --test-load= --no-label-summary`,
	},
];

/** A row of the table, read. */
interface RunnerRow extends Omit<Runner, 'spelt' | 'manifests'> {
	readonly programs: readonly string[];
	readonly verbs: readonly (readonly string[])[];
	readonly manifests: readonly string[];
}

/** Options of most runners that leave no test out; a row may say otherwise. */
export const HARMLESS =
	'-q --quiet --silent -v --verbose --color --no-color --colour --colors --no-colors';

export const RUNNER_ROWS: readonly RunnerRow[] = RUNNERS.map((runner) => {
	const [programs = '', verbs = ''] = runner.spelt.split(':');
	return {
		...runner,
		options: `${runner.options} ${HARMLESS}`,
		programs: wordsIn(programs),
		verbs: verbs.split('|').map(wordsIn),
		manifests: wordsIn(runner.manifests ?? ''),
	};
});

/** What may stand behind a script's name: a script of a package calls a runner of JavaScript, mostly. */
export const SCRIPT_RULES: ArgumentRules = {
	options: RUNNER_ROWS.filter(({ manifests }) => manifests.includes(JS))
		.map(({ options }) => options)
		.join(' '),
};
