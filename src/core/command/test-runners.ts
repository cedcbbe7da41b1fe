import { optionSet } from './skip-options.ts';

/** What options of a runner mean. */
export interface RunnerOptions {
	readonly valued: ReadonlySet<string>;
	readonly narrow: ReadonlySet<string>;
	readonly idle: ReadonlySet<string>;
	readonly tasks: ReadonlySet<string>;
	readonly directory: ReadonlySet<string>;
}

/** Read when a run of the row is judged: a hook that reads all rows at its start pays 1 ms for them. */
function options(line: string): RunnerOptions {
	let known: RunnerOptions | undefined;
	const read = () => {
		known ??= readOptions(line);
		return known;
	};
	return {
		get valued() {
			return read().valued;
		},
		get narrow() {
			return read().narrow;
		},
		get idle() {
			return read().idle;
		},
		get tasks() {
			return read().tasks;
		},
		get directory() {
			return read().directory;
		},
	};
}

/**
 * Options in one line. `-c=` takes a value; `<` leaves tests out, or runs others; `!` runs none, as do
 * the subcommands marked so; `#` names tasks; `@` changes the directory.
 */
function readOptions(line: string): RunnerOptions {
	const all = line.split(/\s+/).filter((word) => word !== '');
	const marked = (mark: string) =>
		new Set(all.filter((word) => word.startsWith(mark)).map((word) => bare(word)));
	return {
		valued: new Set(all.filter((word) => word.endsWith('=')).map(bare)),
		...{ narrow: marked('<'), idle: marked('!'), tasks: marked('#'), directory: marked('@') },
	};
}

function bare(word: string): string {
	return word.replace(/^[<!#@]/, '').replace(/=$/, '');
}

interface Runner {
	/** The programs, the words that must follow them, alternatives apart: `cargo: test|t`. */
	readonly spelt: string;
	readonly options: string;
	/** Its operands are tasks, and more of them test no less. */
	readonly tasks?: true;
	/** Operands that leave nothing out. */
	readonly whole?: RegExp;
	/** Settings that leave tests out, or run none. */
	readonly narrowing?: RegExp;
	readonly idle?: RegExp;
	/** Reads `-list` as one option. */
	readonly longShort?: true;
	/** Where one of these is, it runs all that there is. */
	readonly manifests?: string;
}

const JS = 'package.json';
const PYTHON = 'pytest.ini pyproject.toml setup.cfg tox.ini setup.py conftest.py';
const MAKE_NARROW = /^\w*(?:TESTS?|ARGS|FILTER|ONLY|PATTERN|FILES?|PKGS?|SUITES?|RUN)[?:+]?=/;

/** Every way to run tests that is known. Programs of one row do the same. */
const RUNNERS: readonly Runner[] = [
	{
		spelt: 'vitest: run|',
		options: `<-t= <--testNamePattern= <--project= <--changed <--related <--shard= <--dir= <--exclude=
			<-r= <--root= <-c= <--config= <--workspace= <--tags-filter= !--clearCache !list !bench !init
			!--mergeReports !--standalone !-v --reporter= --outputFile= --pool= --environment= --mode=
			--maxWorkers= --minWorkers= --testTimeout= --hookTimeout= --retry= --bail= --maxConcurrency=`,
		manifests: JS,
	},
	{
		spelt: 'jest: ',
		options: `<-t= <--testNamePattern= <--testPathPattern= <--testPathPatterns= <--filter=
			<--testPathIgnorePatterns= <--onlyChanged <-o <--changedSince= <--lastCommit <--shard= <-f
			<--findRelatedTests <--selectProjects <--ignoreProjects <--onlyFailures <--runTestsByPath
			<--projects <--rootDir= <--roots= <-c= <--config= <--testMatch= <--testRegex= !--listTests
			!--showConfig !--clearCache !--init !-v -w= --maxWorkers= --reporters=
			--coverageReporters= --testTimeout= --env= --preset= --seed= --bail=`,
		manifests: JS,
	},
	{
		spelt: 'mocha: ',
		options: `<-g= <--grep= <-f= <--fgrep= <-i <--invert <--config= <--package= <--ignore= <--spec=
			!-V !--pass-on-failing-test-suite -R= --reporter= -r= --require= -t= --timeout= -u= --ui=
			-s= --slow= --retries= -j= --jobs= --extension=`,
		manifests: JS,
	},
	{
		spelt: 'ava: ',
		options: '<-m= <--match= <--config= !reset-cache -c= -T= --timeout=',
		manifests: JS,
	},
	{
		spelt: 'playwright: test',
		options: `<-g= <--grep= <--grep-invert= <--project= <--shard= <--last-failed <--only-changed
			<-c= <--config= !--list !-V --reporter= -j= --workers= --retries=
			--timeout= --trace= --output= --global-timeout= --max-failures= --repeat-each=`,
		manifests: JS,
	},
	{
		spelt: 'cypress: run',
		options: `<-s= <--spec= <-P= <--project= <-C= <--config-file= <--component <--e2e !-v -b=
			--browser= -c= --config= -e= --env= -r= --reporter= -o= -k= --key= --tag= -t=`,
		manifests: JS,
	},
	{
		spelt: 'node: --test',
		options: `<--test-name-pattern= <--test-skip-pattern= <--test-only <--test-shard= !-v !-c !-e !-p
			--test-reporter= --test-reporter-destination= --test-concurrency= --test-timeout= --import= -r=
			--require= --loader= --env-file=`,
		manifests: JS,
	},
	{
		spelt: 'bun: test',
		options:
			'<-t= <--test-name-pattern= <--only !-v @--cwd= --timeout= --preload= --bail= --reporter=',
		manifests: JS,
	},
	{
		spelt: 'deno: test',
		options: '<--filter= <--ignore= !--no-run !-V -c= --config= --reporter= --junit-path=',
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
			--cov-fail-under= --capture= --randomly-seed= --reruns= --import-mode= --show-capture=`,
		whole: /^\.\/?$/,
		manifests: PYTHON,
	},
	{
		spelt: 'unittest: discover|',
		options: '<-k= <-s= <--start-directory= <-p= <--pattern= -t= --top-level-directory=',
		manifests: PYTHON,
	},
	{
		spelt: 'tox: run|',
		options:
			'<-e= <-f= <-m= <--skip-env= <-c= !-l !-n !--notest !list !l !config !c !devenv !d -p= -o=',
		manifests: PYTHON,
	},
	{
		spelt: 'nox: ',
		options: '<-s= <-k= <-e= <-t= <-p= <-f= !-l !--list --default-venv-backend=',
		manifests: PYTHON,
	},
	{
		spelt: 'go: test',
		options: `<-run= <-skip= <-short <-fuzz= <-modfile= !-n !-c !-list= !-exec= !-toolexec= !-help @-C=
			-count= -timeout= -p= -parallel= -cpu= -coverprofile= -coverpkg= -covermode= -tags= -o= -bench=
			-benchtime= -vet= -shuffle= -ldflags= -gcflags= -mod= -outputdir= -cpuprofile= -memprofile=`,
		longShort: true,
		whole: /^(?:\.\/\.\.\.|all)$/,
		manifests: 'go.mod go.work',
	},
	{
		spelt: 'cargo: test|t',
		options: `<-p= <--package= <--exclude= <--test= <--lib <--bin= <--bins <--example= <--examples
			<--bench= <--benches <--doc <--skip= <--ignored <--exact <--manifest-path= !-V !--list !--no-run
			@-C= -F= --features= --target= --target-dir= -j= --jobs= --profile= --color= --config= -Z=
			--message-format= --test-threads= --format=`,
		manifests: 'Cargo.toml',
	},
	{
		spelt: 'cargo: nextest run|nextest r',
		options: `<-p= <--package= <--exclude= <--test= <--lib <--bin= <--bins <-E= <--filterset=
			<--filter-expr= <--partition= <--skip= <--run-ignored= <--manifest-path= <-P= <--profile=
			!--no-run --no-tests= @-C= -F= --features= --target= -j= --jobs= --retries= --test-threads=`,
		manifests: 'Cargo.toml',
	},
	{
		spelt: 'make gmake: ',
		options: `@-C= @--directory= <-f= <--file= <--makefile= <-E= <--eval= <-o= <--old-file= !-n !-q !-t !-i
			!-v !--just-print !--recon !--question !--touch !--ignore-errors -I= -W= -j --jobs=`,
		tasks: true,
		narrowing: MAKE_NARROW,
		manifests: 'Makefile makefile GNUmakefile',
	},
	{
		spelt: 'just: ',
		options: '<-f= <--justfile= <-d= <--working-directory= !-n !-l !--list !--show=',
		tasks: true,
	},
	{
		spelt: 'turbo: run|',
		options: `<--filter= <-F= <--affected <--cwd= !--dry !--graph= --concurrency= --cache-dir= --log-order=
			--output-logs= --env-mode= --log-prefix= --cache= --ui=`,
		tasks: true,
		manifests: 'turbo.json',
	},
	{
		spelt: 'nx: run-many|affected',
		options: `#-t= #--target= #--targets= <-p= <--projects= <--exclude= <--base= <--head= <--files=
			!--graph --parallel= --maxParallel= -c= --configuration= --output-style= --outputStyle=`,
		tasks: true,
		narrowing: /^affected$/,
		manifests: 'nx.json',
	},
	{
		spelt: 'gradle gradlew: ',
		options: `<--tests= <-x= <--exclude-task= <-p= <--project-dir= <-b= <--build-file= !-m !-v -D= -P=
			-I= --console= --max-workers= -c= -g=`,
		tasks: true,
		manifests: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts',
	},
	{
		spelt: 'mvn mvnw: ',
		options: '<-pl= <--projects= <-rf= <--resume-from= <-f= <--file= !-v -D= -P= -T= -s= -l=',
		tasks: true,
		longShort: true,
		narrowing: /^-D(?:test|it\.test|groups|excludedGroups|tests)=/,
		idle: /^-D(?:skipTests|skipITs|maven\.test\.skip|maven\.test\.failure\.ignore)(?:=(?!false$)|$)/,
		manifests: 'pom.xml',
	},
	{
		spelt: 'bazel bazelisk: test',
		options: '<--test_filter= <--test_tag_filters= !--nobuild -c= --config= --jobs=',
		whole: /^\/?\/?\.\.\.$/,
	},
	{
		spelt: 'rspec: ',
		options:
			'<-e= <--example= <-t= <--tag= <-P= <--pattern= <--only-failures !-v -f= --format= -r= -I= -O= --seed= --order=',
	},
	{ spelt: 'rails: test', options: '<-n= <--name= <-e= -s= --seed=' },
	{
		spelt: 'rake: ',
		options: '<-f= <-C= !-n !-T !-P !-V -j= -I= -r=',
		tasks: true,
		narrowing: MAKE_NARROW,
	},
	{
		spelt: 'phpunit: ',
		options:
			'<--filter= <--testsuite= <--group= <--exclude-group= <-c= <--configuration= !--list-tests !--list-groups !--list-suites --log-junit= --coverage-html= --coverage-clover= --colors=',
	},
	{
		spelt: 'composer: ',
		options: '<-d= <--working-dir= !-V',
		tasks: true,
		manifests: 'composer.json',
	},
	{
		spelt: 'dotnet: test',
		options:
			'<--filter= <--test-adapter-path= !-t !--list-tests -c= --configuration= -f= --framework= -l= --logger= -v= --verbosity= -r= -s= --collect=',
	},
	{
		spelt: 'swift: test',
		options:
			'<--filter= <-s= <--skip= <--package-path= !-l !--list-tests !list -c= --configuration= -j=',
	},
	{
		spelt: 'mix: test',
		options:
			'<--only= <--exclude= <--failed <--stale <--partitions= --seed= --max-failures= --formatter= --timeout= --max-cases=',
	},
	{ spelt: 'sbt: test', options: '' },
	{
		spelt: 'flutter: test',
		options: '<--name= <--plain-name= <-t= <--tags= <-x= <--exclude-tags= -j= -r= --reporter=',
	},
	{ spelt: 'zig: build test', options: '<-Dtest-filter= <--build-file=' },
	{
		spelt: 'ctest: ',
		options:
			'<-R= <-E= <-L= <-LE= <-I= <--rerun-failed !-N !--show-only --test-dir= -j= -C= --timeout=',
	},
];

/** A row of the table, read. */
export interface RunnerRow extends Omit<Runner, 'spelt' | 'options' | 'manifests'> {
	readonly programs: readonly string[];
	readonly verbs: readonly (readonly string[])[];
	readonly options: RunnerOptions;
	readonly manifests: readonly string[];
}

export const RUNNER_ROWS: readonly RunnerRow[] = RUNNERS.map((runner) => {
	const [programs = '', verbs = ''] = runner.spelt.split(':');
	return {
		...runner,
		programs: wordsIn(programs),
		verbs: verbs.split('|').map(wordsIn),
		options: options(runner.options),
		manifests: wordsIn(runner.manifests ?? ''),
	};
});

/** What may stand behind a script's name: a script of a package calls one of these, mostly. */
export const SCRIPT_ROW: RunnerRow = {
	...{ programs: [], verbs: [[]], manifests: [] },
	options: options(
		RUNNERS.filter(({ manifests }) => manifests === JS)
			.map((runner) => runner.options)
			.join(' '),
	),
};

/** Package managers run scripts; these options are their own, wherever they stand. */
export const MANAGERS: ReadonlySet<string> = optionSet('npm pnpm yarn bun');
export const MANAGER_ROW: RunnerRow = {
	...{ programs: [], verbs: [[]], manifests: [] },
	options:
		options(`<-w= <--workspace= <-F= <--filter= <--filter-prod= <--workspaces <--ws @--prefix= @-C= @--dir= @--cwd=
		!--if-present !-g !--global !-v !--versions !--script-shell=
		--node-options= !--location= !--userconfig= !--globalconfig= --loglevel= --registry= --cache=
		--reporter= --workspace-concurrency=`),
};
export const RUN_VERBS: ReadonlySet<string> = optionSet('run run-script rum urn');
export const TEST_VERBS: ReadonlySet<string> = optionSet(
	'test t tst it install-test cit install-ci-test',
);
/** Words of managers that are no scripts: `yarn install` is not `yarn run install`. */
export const OWN_VERBS: ReadonlySet<string> = optionSet(
	'install i ci add remove rm up update upgrade publish pack link unlink why audit outdated init create info list ls dedupe import store workspace workspaces config cache exec dlx x version login whoami root bin set test',
);

/** Programs that run the program in their arguments, with the word that stands before it. */
export const STARTERS: readonly (readonly [programs: string, verbs: string])[] = [
	['npx bunx pnpx cross-env', ''],
	['npm', 'exec x'],
	['pnpm yarn', 'exec dlx'],
	['bun', 'x'],
	['bundle', 'exec'],
	['uv poetry pipenv hatch pdm rye', 'run'],
	['python py', '-m'],
	['coverage', 'run'],
];
export const STARTER_OPTIONS: RunnerOptions = options(
	`<-w= <--workspace= <--filter= <-F= <--directory= <--project= <--prefix= <-C= <--cwd= !--help
	!--version !-h !-V -p= --package= -X= -W= --with= --extra= --group= --python= --env-file= --source=
	--rcfile=`,
);

/** Names of scripts and tasks that test something. */
export const TESTING = /(?:^|[:._/-])(?:tests?|tst|check|verify|specs?|rspec)(?:[:._-]|$)/;

function wordsIn(line: string): string[] {
	return line.split(' ').filter((word) => word !== '');
}
