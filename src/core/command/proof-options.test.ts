import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { proofOf } from './proof.ts';

/** What is told of a line that succeeded: `counts`, why it does not, or nothing. */
function told(source: string, run: string, partial = false): string | undefined {
	const proof = proofOf(
		parseCommand(source, ['/p']),
		{ run, partial },
		{
			cwd: '/p',
			roots: ['/p'],
			exists: () => false,
			script: () => undefined,
			parse: parseCommand,
			output: '',
			finished: true,
		},
	);
	return proof?.proves ? 'counts' : proof?.why;
}

/** Lines by the command of the config; what stands before a bar is the line's own beginning. */
const IDLE: Readonly<Record<string, string>> = {
	'npm test': `npm test -- --help|npm test -- --listTests|npm test --script-shell=/bin/true
		|npm --script-shell /bin/true test|npm_config_script_shell=/bin/true npm test|H=--help; npm test $H
		|npm test $(echo --help)|set -o noexec; npm test|set -o no""exec; npm test|set -n; npm test
		|npm test --ignore-scripts|npm test --if-present|npm test --userconfig=/tmp/x|npm test -- --foo`,
	'npx vitest run': `npx vitest list|npx vitest bench|npx vitest run --standalone
		|npx vitest run --mergeReports|npx vitest run --testNamePattern=^$|npx vitest run --exclude '**'
		|npx vitest run --config /tmp/c.ts|npx vitest run --typecheck.only|npx vitest run -u|npx vitest init
		|npx vitest run --dangerouslyIgnoreUnhandledErrors|npx vitest run --root /tmp`,
	jest: `jest --listTests|jest --showConfig|jest --clearCache|jest -t ^$|jest --testPathIgnorePatterns .
		|jest --onlyChanged|jest --lastCommit|jest --filter /tmp/f.js|jest -u|jest --globalSetup=/tmp/x.js
		|jest --testRunner=/tmp/x.js`,
	mocha: 'mocha --dry-run|mocha --grep ^$|mocha --ignore "**"|mocha --pass-on-failing-test-suite',
	ava: 'ava reset-cache|ava --match=none',
	'npx playwright test':
		'npx playwright test --list|npx playwright test --grep ^$|npx playwright test --no-deps',
	'npx cypress run': 'npx cypress run --spec none|npx cypress run --version',
	'node --test': 'node --test --test-name-pattern=^$|node --check --test|node --test --test-only',
	'bun test': 'bun test -t ^$|bun test --version',
	'deno test': 'deno test --no-run|deno test --filter=^$|deno test --permit-no-files',
	pytest: `pytest --collect-only|pytest --co|pytest -k none|pytest -m none|pytest --override-ini=testpaths=x
		|pytest -o testpaths=x|pytest --setup-plan|pytest --fixtures|pytest --markers|pytest --deselect=.
		|pytest --ignore=.|pytest -c /dev/null|pytest --noconftest|PYTEST_ADDOPTS=--co pytest
		|python -O -m pytest|pytest --stepwise-skip|pytest --rootdir=/tmp`,
	'python -m unittest':
		'python -m unittest -k none|python -m unittest -s /tmp|python -m unittest -h',
	tox: 'tox -l|tox --notest|tox config|tox -e none|tox --showconfig|TOX_SKIP_ENV=.* tox',
	nox: 'nox -l|nox -s none|nox --list-sessions',
	'go test ./...': `go test -run ^$ ./...|go test -run=^$ ./...|go test -list . ./...|go test -c ./...
		|go test -n ./...|go test -exec true ./...|go test -count=0 ./...|go test -count 0 ./...
		|go test -skip . ./...|GOFLAGS=-n go test ./...|go test -toolexec true ./...|go test -short ./...
		|go test -vettool=/bin/true ./...|go test -overlay=x.json ./...`,
	'cargo test':
		`cargo test --no-run|cargo test -- --list|cargo test none|cargo test --lib|cargo test --doc
		|cargo test -- --skip a|cargo test --bins|cargo test --config x|cargo test -- --exact
		|CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=true cargo test|cargo test --tests`.replace(
			'|cargo test --config x',
			'',
		),
	'cargo nextest run':
		'cargo nextest run --no-run|cargo nextest run -E none|cargo nextest run --run-ignored only',
	'make test': `make -n test|make --just-print test|make -q test|make -t test|make -i test|make --fil=x test
		|make --file=x test|make test SHELL=/bin/true|make --dry-run test|MAKEFLAGS=-n make test|make -f x test
		|make --eval=x test|make --assume-old=x test`,
	'just test': 'just --dry-run test|just -n test|just --list test|just --shell=/bin/true test',
	'npx turbo run test':
		'npx turbo run test --dry|npx turbo run test --graph|npx turbo run test --filter=none',
	'npx nx run-many -t test': 'npx nx run-many -t test --graph|npx nx run-many -t test --exclude=*',
	'./gradlew test': `./gradlew test -x test|./gradlew test --dry-run|./gradlew test -m|./gradlew test --tests none
		|./gradlew test --exclude-task test|./gradlew test -PskipTests|./gradlew test -Dtest.single=none
		|./gradlew test -I /tmp/i.gradle.x --init-script=/tmp/i`,
	'mvn test': `mvn test -DskipTests|mvn test -DskipTests=true|mvn test -Dmaven.test.skip=true|mvn test -Dtest=None
		|mvn test -Dmaven.test.failure.ignore|mvn test -fn|mvn test --fail-never|mvn test -pl none
		|mvn test -Dgroups=none|mvn test -Pfast|mvn test -P fast|mvn test -N|mvn test -Dsurefire.skip
		|MAVEN_ARGS=-DskipTests mvn test`,
	'bazel test //...': `bazel test --test_filter=none //...|bazel test --nobuild //...
		|bazel test --test_tag_filters=none //...|bazel test --run_under=true //...`,
	rspec:
		'rspec --dry-run|rspec -e none|rspec --tag none|rspec --failure-exit-code 0|rspec --next-failure|rspec -P none',
	'rails test': 'rails test -n none|rails test --help',
	'rake test':
		'rake -n test|rake --dry-run test|rake -T test|rake test TESTOPTS=--name=x|rake test TEST=none',
	phpunit: `phpunit --list-tests|phpunit --filter none|phpunit --list-suites|phpunit --group none
		|phpunit --testsuite none|phpunit --list-tests-xml=x|phpunit --check-version|phpunit --no-configuration
		|phpunit --generate-configuration`,
	'composer test': 'composer test --dry-run|composer -d /tmp test',
	'dotnet test': `dotnet test --list-tests|dotnet test -t|dotnet test --filter none
		|dotnet test --settings x.runsettings|dotnet test --test-adapter-path x`,
	'swift test':
		'swift test --list-tests|swift test -l|swift test --filter none|swift test --disable-xctest',
	'mix test':
		'mix test --only none|mix test --exclude test|mix test --stale|mix test --failed|mix test --partitions 9',
	'flutter test':
		'flutter test --name none|flutter test --plain-name none|flutter test --update-goldens',
	'zig build test':
		'zig build test -Dtest-filter=none|zig build test --help|zig build test -Dskip=true',
	ctest:
		'ctest -N|ctest --show-only|ctest -R none|ctest -E .|ctest -LE .|ctest -I 0,0|ctest -D Nightly',
	'npx tsc':
		'npx tsc --showConfig|npx tsc --init|npx tsc --listFilesOnly|npx tsc --version|npx tsc -p /tmp|npx tsc a.ts',
};

/** The same for lines that run all tests. */
const WHOLE: Readonly<Record<string, string>> = {
	'npm test': `npm test|npm t|npm run test|npm test --silent|npm test -s|npm test -- --coverage|npm test -- --verbose
		|npm test -- --run|npm test -- --ci|npm test -- --watch=false|npm test -- --watchAll=false|CI=1 npm test
		|NODE_OPTIONS=--max-old-space-size=4096 npm test|npm test -- --reporter=verbose|npm test -- --bail
		|npm test --no-fund|npm test --loglevel=error|timeout 600 npm test|time npm test|cd /p && npm test
		|npm ci && npm test|npm test -- --maxWorkers=2|npm test -- --runInBand|npm test -- --forceExit|yarn test
		|pnpm test|pnpm test -- --run|npm run -s test|npm test --color=always|set -e; npm test`,
	'npx vitest run': `npx vitest run|npx vitest run --coverage|npx vitest run --reporter=dot --silent
		|npx vitest run --no-color|npx vitest run --pool=forks|npx vitest run --coverage.enabled
		|npx vitest run --poolOptions.threads.maxThreads=2|npx vitest run --bail 1|npx vitest run --retry=2
		|npx vitest run --hideSkippedTests|npx vitest run --no-file-parallelism|npx vitest --run --typecheck
		|npx vitest run --sequence.shuffle|npx --yes vitest run|npx --no-install vitest run`,
	jest: `jest|npx jest --ci --coverage|jest -i|jest --runInBand --verbose|jest --detectOpenHandles --forceExit
		|jest --silent|jest --no-cache|jest -w 4|jest --json --outputFile=/tmp/o.json|jest --colors|jest --bail`,
	mocha:
		'mocha|mocha --exit|mocha -R dot --timeout 5000|mocha --recursive --parallel|npx mocha -r tsx -b',
	ava: 'ava|npx ava --fail-fast|ava --serial --timeout=2m',
	'npx playwright test':
		'npx playwright test|npx playwright test --headed --workers=1|npx playwright test --reporter=line -x',
	'npx cypress run': 'npx cypress run|npx cypress run --headless --browser chrome --record',
	'node --test':
		'node --test|node --import tsx --test|node --test --experimental-test-coverage --test-reporter=spec',
	'bun test': 'bun test|bun test --coverage --bail=1|bun test --timeout 20000',
	'deno test':
		'deno test|deno test -A|deno test --allow-all --parallel --coverage=cov|deno test --allow-read=. -q',
	pytest: `pytest|pytest -x|pytest -q|pytest -vv|pytest -xvs|pytest -ra|pytest -rA -q|pytest --tb=short -q
		|pytest -n auto|pytest --cov=src --cov-report=term|pytest --maxfail=1 --disable-warnings|pytest -p no:cacheprovider
		|pytest --durations=10|pytest -s --log-cli-level=DEBUG|python -m pytest -q|uv run pytest -x|poetry run pytest
		|pytest --color=yes --no-header|pytest -W error|pytest --ff|pytest -l --showlocals|pytest --junitxml=r.xml|pytest .`,
	'python -m unittest':
		'python -m unittest|python3 -m unittest -v|python -m unittest discover -f -b',
	tox: 'tox|tox -r|tox -p auto|tox -v --recreate',
	nox: 'nox|nox -r|nox --no-install -x',
	'go test ./...': `go test ./...|go test -race ./...|go test -v -count=1 ./...|go test -cover -timeout 10m ./...
		|go test -coverprofile=c.out -covermode=atomic ./...|go test -failfast -json ./...|go test -shuffle=on ./...
		|CGO_ENABLED=0 go test ./...|go test -p 4 -parallel 8 ./...|go test -tags integration ./...`,
	'cargo test': `cargo test|cargo test --workspace --all-features|cargo test --release -q|cargo test -- --nocapture
		|cargo test -- --test-threads=1|cargo test --no-fail-fast --locked|RUST_BACKTRACE=1 cargo test -vv
		|cargo test --all-targets --no-default-features`,
	'cargo nextest run':
		'cargo nextest run|cargo nextest run --workspace --no-fail-fast|cargo nextest run --retries 2 -j 4',
	'make test':
		'make test|make -j8 test|make -s test|make -k test|make --no-print-directory test|make -B test|make test V=1',
	'just test': 'just test|just -v test|just --quiet test',
	'npx turbo run test':
		'npx turbo run test|npx turbo run test --force|turbo run test --concurrency=4 --output-logs=full',
	'npx nx run-many -t test':
		'npx nx run-many -t test --all --parallel=3|nx run-many -t test --skip-nx-cache --verbose',
	'./gradlew test': `./gradlew test|./gradlew clean test --info|./gradlew test --no-daemon --stacktrace|gradle test --rerun-tasks
		|./gradlew test --continue --parallel|./gradlew test --offline -q --console=plain`,
	'mvn test': `mvn test|mvn -q test|mvn -B -ntp test|./mvnw clean test|mvn test -T 4|mvn -o -e test|mvn test -T1C
		|mvn test -Dstyle.color=always|mvn test -Dsurefire.useFile=false|mvn test -DskipTests=false`,
	'bazel test //...':
		'bazel test //...|bazel test --test_output=errors //...|bazel test --keep_going --jobs=4 //...',
	rspec:
		'rspec|bundle exec rspec --format doc|rspec --fail-fast --color|rspec --order rand --seed 1|rspec --profile',
	'rails test': 'rails test|bin/rails test -v|rails test --seed 1 -f'.replace('bin/', ''),
	'rake test': 'rake test|bundle exec rake test|rake -t test',
	phpunit: `phpunit|phpunit --testdox|phpunit --colors=always --stop-on-failure|phpunit --no-coverage
		|phpunit --display-warnings --fail-on-warning|phpunit --coverage-text --do-not-cache-result`,
	'composer test': 'composer test|composer test --no-interaction|composer test --timeout=0',
	'dotnet test':
		'dotnet test|dotnet test --no-build -c Release|dotnet test -v n --nologo|dotnet test --no-restore --logger trx',
	'swift test': 'swift test|swift test --parallel|swift test -c release --enable-code-coverage',
	'mix test':
		'mix test|mix test --trace|mix test --cover --seed 0|mix test --max-failures 1 --warnings-as-errors',
	'flutter test': 'flutter test|flutter test --coverage|flutter test --no-pub -r expanded',
	'zig build test': 'zig build test|zig build test --summary all|zig build test -Doptimize=Debug',
	ctest:
		'ctest|ctest --output-on-failure|ctest -j8 --test-dir build|ctest -V -C Release|ctest --stop-on-failure',
	'npx tsc':
		'npx tsc|npx tsc --noEmit|tsc --noEmit --pretty|npx tsc -b --verbose|npx tsc --noEmit --incremental',
};

const pairs = (table: Readonly<Record<string, string>>) =>
	Object.entries(table).flatMap(([run, lines]) =>
		lines.split('|').map((line): [string, string] => [line.trim(), run]),
	);

describe('a run whose options leave tests out, or may', () => {
	it.each(pairs(IDLE))('%s does not count as %s', (line, run) => {
		expect(told(line, run)).not.toBe('counts');
	});

	it('says why, and the config may name it', () => {
		const line = 'npx vitest run --some-plugin-option';
		const why = 'req does not know what `--some-plugin-option` leaves out';
		expect(told(line, 'npx vitest run')).toBe(why);
		expect(told(line, 'npx vitest run', true)).toBe(why);
		expect(told(line, line)).toBe('counts');
		const unknown = 'req does not know what `…` leaves out';
		expect(told('npx vitest run $H', 'npx vitest run', true)).toBe(unknown);
	});
});

describe('a run of everything', () => {
	it.each(pairs(WHOLE))('%s counts as %s', (line, run) => {
		expect(told(line, run)).toBe('counts');
	});

	it('is in the table in hundreds of spellings', () => {
		expect(pairs(WHOLE).length).toBeGreaterThan(150);
		expect(pairs(IDLE).length).toBeGreaterThan(150);
	});
});
