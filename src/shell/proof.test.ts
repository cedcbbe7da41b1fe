import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { proofOf, ranNothing } from './proof.ts';

interface World {
	readonly partial?: boolean;
	readonly cwd?: string;
	readonly files?: readonly string[];
	readonly scripts?: Readonly<Record<string, string>>;
	readonly output?: string;
	readonly finished?: boolean;
}

/** `counts`, why not, or `undefined` where the line does not run it. */
function told(source: string, run: string, world: World = {}): string | undefined {
	const { partial = false, cwd = '/project', files = [], scripts = {} } = world;
	const proof = proofOf(
		parseCommand(source, ['/project']),
		{ run, partial },
		{
			...{ cwd, roots: ['/project'], output: world.output ?? '' },
			...{ exists: (path) => files.includes(path), script: (name) => scripts[name] },
			finished: world.finished ?? true,
		},
	);
	return proof?.proves === false ? proof.why : proof && 'counts';
}

/** Commands of a config, and lines of which each is a run of all that the command tests, between broken bars. */
const WHOLE: Readonly<Record<string, string>> = {
	'npm test': `npm test ¦ npm t ¦ npm tst ¦ npm run test ¦ npm run-script test ¦ npm it ¦ npm --prefix . test
		¦ npm test --prefix ./ ¦ npm --prefix=/project test ¦ npm -C . t ¦ npm --silent test
		¦ npm test -- --silent ¦ npm test -- --watch=false ¦ npm test --silent ¦ npm test -- --passWithNoTests
		¦ npm test --node-options=--max-old-space-size=4096 ¦ npm test -- --reporter dot ¦ pnpm test
		¦ pnpm run test ¦ yarn test ¦ bun run test ¦ /usr/local/bin/npm test ¦ CI=1 npm test ¦ timeout 60 npm t
		¦ cd /project && npm t ¦ cd sub && npm test ¦ sh -c "npm t" ¦ npm run build && npm test
		¦ set -o pipefail; npm t 2>&1 | tail -5 ¦ set -o pipefail && npm t | tee log | tail
		¦ set -euo pipefail\nnpm test |& tail ¦ bash -o pipefail -c 'npm t | tail'
		¦ bash -euo pipefail -c 'npm t | tail' ¦ (set -o pipefail; npm test | tail)
		¦ cd /project; set -o pipefail; npm test 2>&1 | tail -20 ¦ npm test -s ¦ npm test -- --coverage
		¦ npm test -- --verbose ¦ npm test -- --run ¦ npm test -- --ci ¦ npm test -- --watchAll=false
		¦ NODE_OPTIONS=--max-old-space-size=4096 npm test ¦ npm test -- --reporter=verbose ¦ npm test -- --bail
		¦ npm test --no-fund ¦ npm test --loglevel=error ¦ timeout 600 npm test ¦ time npm test
		¦ cd /project && npm test ¦ npm ci && npm test ¦ npm test -- --maxWorkers=2 ¦ npm test -- --runInBand
		¦ npm test -- --forceExit ¦ pnpm test -- --run ¦ npm run -s test ¦ npm test --color=always
		¦ set -e; npm test ¦ cd d && npm test ¦ npm test && echo ok ¦ (npm test) ¦ { npm test; }
		¦ sh -c 'npm test' ¦ bash -euo pipefail -c 'cd x && npm test' ¦ eval 'npm test' ¦ FOO=1 npm test
		¦ FOO=$(date) npm test ¦ cat x | npm test ¦ echo a; npm test ¦ echo a\nnpm test\n
		¦ npm test # all of them ¦ sleep 1 & npm test ¦ a || b && npm test ¦ cd x || exit 1; npm test
		¦ npm test > log 2>&1 ¦ { npm test; } > log ¦ timeout 60 npm test ¦ timeout -k 5 60s npm test
		¦ env CI=1 npm test ¦ sudo -u me npm test ¦ nice -n 5 npm test ¦ command npm test ¦ nohup npm test
		¦ exec npm test ¦ cd x && exec npm test ¦ cd sub/dir && npm test ¦ npm test && cd /
		¦ /usr/bin/env CI=1 npm test ¦ /bin/sh -c 'npm test' ¦ X=1 Y="$Z" npm test ¦ printf "%s" "$X"; npm test
		¦ export CI=1; npm test ¦ read -r name; npm test ¦ set -o pipefail; npm test | tail`,
	'pnpm run test': `pnpm test ¦ pnpm t ¦ npm test`,
	'yarn test:unit': `yarn run test:unit ¦ npm run test:unit ¦ pnpm test:unit`,
	pytest: `pytest ¦ py.test ¦ pytest -x -q --tb short ¦ pytest -n 4 -vv . ¦ python -m pytest
		¦ python3 -m pytest ¦ python3.12 -W error -m pytest ¦ uv run pytest ¦ uv run -m pytest
		¦ uv run python -m pytest ¦ uv run --with x python -m pytest ¦ poetry run pytest -q
		¦ source .venv/bin/activate && pytest ¦ . venv/bin/activate; pytest
		¦ . ./.venv/bin/activate && python -m pytest ¦ .venv/bin/pytest ¦ venv/bin/python -m pytest
		¦ source /project/.venv/bin/activate; pytest ¦ /project/.venv/bin/pytest ¦ ./.venv/bin/python -m pytest
		¦ coverage run -m pytest ¦ pipenv run python -m pytest ¦ cd backend && pytest ¦ pytest -x ¦ pytest -q
		¦ pytest -vv ¦ pytest -xvs ¦ pytest -ra ¦ pytest -rA -q ¦ pytest --tb=short -q ¦ pytest -n auto
		¦ pytest --cov=src --cov-report=term ¦ pytest --maxfail=1 --disable-warnings
		¦ pytest -p no:cacheprovider ¦ pytest --durations=10 ¦ pytest -s --log-cli-level=DEBUG
		¦ python -m pytest -q ¦ uv run pytest -x ¦ poetry run pytest ¦ pytest --color=yes --no-header
		¦ pytest -W error ¦ pytest --ff ¦ pytest -l --showlocals ¦ pytest --junitxml=r.xml ¦ pytest .
		¦ pytest -x -q`,
	'uv run pytest': `pytest ¦ uv run python -m pytest ¦ .venv/bin/pytest`,
	'npx vitest run': `npx vitest run ¦ npx vitest ¦ vitest --run ¦ pnpm exec vitest run ¦ pnpm vitest run
		¦ yarn vitest ¦ bunx vitest run ¦ ./node_modules/.bin/vitest run ¦ npx -y vitest@3 run
		¦ npx vitest run --reporter dot --coverage ¦ npm exec -- vitest run ¦ npx cross-env CI=1 vitest
		¦ /project/node_modules/.bin/vitest run ¦ npx vitest run --coverage
		¦ npx vitest run --reporter=dot --silent ¦ npx vitest run --no-color ¦ npx vitest run --pool=forks
		¦ npx vitest run --coverage.enabled ¦ npx vitest run --poolOptions.threads.maxThreads=2
		¦ npx vitest run --bail 1 ¦ npx vitest run --retry=2 ¦ npx vitest run --hideSkippedTests
		¦ npx vitest run --no-file-parallelism ¦ npx vitest --run --typecheck
		¦ npx vitest run --sequence.shuffle ¦ npx --yes vitest run ¦ npx --no-install vitest run`,
	jest: `npx jest ¦ yarn jest --ci ¦ npx jest --maxWorkers 2 -i ¦ node_modules/.bin/jest ¦ jest
		¦ npx jest --ci --coverage ¦ jest -i ¦ jest --runInBand --verbose ¦ jest --detectOpenHandles --forceExit
		¦ jest --silent ¦ jest --no-cache ¦ jest -w 4 ¦ jest --json --outputFile=/tmp/o.json ¦ jest --colors
		¦ jest --bail`,
	'turbo run test': `turbo test ¦ npx turbo run test ¦ pnpm turbo run build test`,
	'nx run-many -t test': `npx nx run-many --target=test ¦ yarn nx run-many -t lint test
		¦ nx run-many --targets lint,test`,
	'make test': `make test ¦ make -j4 test ¦ make -j 4 lint test ¦ make -C . test ¦ make test V=1
		¦ make -j8 test ¦ make -s test ¦ make -k test ¦ make --no-print-directory test ¦ make -B test`,
	'cargo test': `cargo t ¦ cargo test --workspace ¦ cargo +nightly test -q ¦ cargo test --release ¦ cargo test
		¦ cargo test --workspace --all-features ¦ cargo test --release -q ¦ cargo test -- --nocapture
		¦ cargo test -- --test-threads=1 ¦ cargo test --no-fail-fast --locked ¦ RUST_BACKTRACE=1 cargo test -vv
		¦ cargo test --all-targets --no-default-features`,
	'cargo nextest run': `cargo nextest run --workspace ¦ cargo nextest r ¦ cargo nextest run
		¦ cargo nextest run --workspace --no-fail-fast ¦ cargo nextest run --retries 2 -j 4`,
	'go test ./...': `go test -race -count=1 ./... ¦ go test -v -timeout 5m ./... ./cmd ¦ go test ./...
		¦ go test -race ./... ¦ go test -v -count=1 ./... ¦ go test -cover -timeout 10m ./...
		¦ go test -coverprofile=c.out -covermode=atomic ./... ¦ go test -failfast -json ./...
		¦ go test -shuffle=on ./... ¦ CGO_ENABLED=0 go test ./... ¦ go test -p 4 -parallel 8 ./...
		¦ go test -tags integration ./...`,
	'go test': `go test ¦ go test ./... ¦ go test -count=1 ./... ¦ go test -cover -race ./...`,
	'./gradlew test': `./gradlew test ¦ ./gradlew clean test --info ¦ gradle test
		¦ ./gradlew test --no-daemon --stacktrace ¦ gradle test --rerun-tasks
		¦ ./gradlew test --continue --parallel ¦ ./gradlew test --offline -q --console=plain`,
	'mvn test': `mvn -q test ¦ ./mvnw test ¦ mvn clean test -Dmaven.test.skip=false ¦ mvn test
		¦ mvn -B -ntp test ¦ ./mvnw clean test ¦ mvn test -T 4 ¦ mvn -o -e test ¦ mvn test -T1C
		¦ mvn test -Dstyle.color=always ¦ mvn test -Dsurefire.useFile=false ¦ mvn test -DskipTests=false`,
	'bundle exec rspec': `rspec ¦ bundle exec rspec --format doc`,
	'node --test': `node --test ¦ node --import tsx --test --test-reporter spec ¦ node --import tsx --test
		¦ node --test --experimental-test-coverage --test-reporter=spec`,
	'./scripts/check.sh': `./scripts/check.sh --fast ¦ cd . && ./scripts/check.sh`,
	mocha: `mocha ¦ mocha --exit ¦ mocha -R dot --timeout 5000 ¦ mocha --recursive --parallel
		¦ npx mocha -r tsx -b`,
	ava: `ava ¦ npx ava --fail-fast ¦ ava --serial --timeout=2m`,
	'npx playwright test': `npx playwright test ¦ npx playwright test --headed --workers=1
		¦ npx playwright test --reporter=line -x`,
	'npx cypress run': `npx cypress run ¦ npx cypress run --headless --browser chrome --record`,
	'bun test': `bun test ¦ bun test --coverage --bail=1 ¦ bun test --timeout 20000`,
	'deno test': `deno test ¦ deno test -A ¦ deno test --allow-all --parallel --coverage=cov
		¦ deno test --allow-read=. -q`,
	'python -m unittest': `python -m unittest ¦ python3 -m unittest -v ¦ python -m unittest discover -f -b`,
	tox: `tox ¦ tox -r ¦ tox -p auto ¦ tox -v --recreate`,
	nox: `nox ¦ nox -r ¦ nox --no-install -x`,
	'just test': `just test ¦ just -v test ¦ just --quiet test`,
	'npx turbo run test': `npx turbo run test ¦ npx turbo run test --force
		¦ turbo run test --concurrency=4 --output-logs=full`,
	'npx nx run-many -t test': `npx nx run-many -t test --all --parallel=3
		¦ nx run-many -t test --skip-nx-cache --verbose`,
	'bazel test //...': `bazel test //... ¦ bazel test --test_output=errors //...
		¦ bazel test --keep_going --jobs=4 //...`,
	rspec: `rspec ¦ bundle exec rspec --format doc ¦ rspec --fail-fast --color ¦ rspec --order rand --seed 1
		¦ rspec --profile`,
	'rails test': `rails test ¦ rails test -v ¦ rails test --seed 1 -f`,
	'rake test': `rake test ¦ bundle exec rake test ¦ rake -t test`,
	phpunit: `phpunit ¦ phpunit --testdox ¦ phpunit --colors=always --stop-on-failure ¦ phpunit --no-coverage
		¦ phpunit --display-warnings --fail-on-warning ¦ phpunit --coverage-text --do-not-cache-result`,
	'composer test': `composer test ¦ composer test --no-interaction ¦ composer test --timeout=0`,
	'dotnet test': `dotnet test ¦ dotnet test --no-build -c Release ¦ dotnet test -v n --nologo
		¦ dotnet test --no-restore --logger trx`,
	'swift test': `swift test ¦ swift test --parallel ¦ swift test -c release --enable-code-coverage`,
	'mix test': `mix test ¦ mix test --trace ¦ mix test --cover --seed 0
		¦ mix test --max-failures 1 --warnings-as-errors`,
	'flutter test': `flutter test ¦ flutter test --coverage ¦ flutter test --no-pub -r expanded`,
	'zig build test': `zig build test ¦ zig build test --summary all ¦ zig build test -Doptimize=Debug`,
	ctest: `ctest ¦ ctest --output-on-failure ¦ ctest -j8 --test-dir build ¦ ctest -V -C Release
		¦ ctest --stop-on-failure`,
	'npx tsc': `npx tsc ¦ npx tsc --noEmit ¦ tsc --noEmit --pretty ¦ npx tsc -b --verbose
		¦ npx tsc --noEmit --incremental`,
	'git commit': `git commit -v -m x`,
	'/opt/ci/check': `/opt/ci/check --all`,
};

/** The same for lines that test a part of it. */
const PARTIAL: Readonly<Record<string, string>> = {
	'npm test': `npm test -- a.test.ts ¦ npm test a ¦ npm t -- -t login ¦ npm test -w pkg
		¦ npm --workspace=pkg test ¦ npm test --workspaces ¦ npm test --ws`,
	'pnpm test': `pnpm --filter web test ¦ pnpm -F web test`,
	'npx vitest run': `npx vitest run src ¦ vitest related src/a.ts ¦ vitest --project unit ¦ vitest run list
		¦ npx vitest run --test-name-pattern=good ¦ vitest run --shard=1/2 ¦ vitest run --changed
		¦ pnpm --filter web exec vitest run`,
	jest: `jest -o ¦ npx jest --findRelatedTests a.ts`,
	pytest: `pytest tests/test_a.py ¦ pytest tests/test_a.py::test_b ¦ python -m pytest -k login
		¦ pytest -m "not slow" ¦ pytest --lf`,
	'cargo test': `cargo test login ¦ cargo t -p core ¦ cargo test --lib ¦ cargo test -- --skip slow`,
	'go test ./...': `go test ./pkg ¦ go test ./pkg/... ¦ go test ¦ go test -run Login ./...`,
	'turbo run test': `turbo run test --filter=web ¦ turbo test --affected`,
	'nx run-many -t test': `nx affected -t test ¦ nx run-many -t test -p web`,
	'make test': `make test TESTS=a`,
	'./gradlew test': `./gradlew test --tests A`,
	'mvn test': `mvn test -Dtest=A ¦ mvn -pl core test`,
	'bundle exec rspec': `rspec spec/a_spec.rb:3`,
};

/** The same for lines that test nothing. */
const NOTHING: Readonly<Record<string, string>> = {
	'npm test': `npm test -- --help ¦ npm test -- --listTests ¦ npm test --if-present ¦ npm test -- list`,
	'npx vitest run': `npx vitest --version ¦ npx vitest list ¦ vitest bench ¦ vitest init browser
		¦ npx --help vitest run`,
	'swift test': `swift test list`,
	ava: `npx ava reset-cache`,
	tox: `tox config`,
	jest: `jest --listTests`,
	pytest: `pytest --collect-only ¦ pytest --co -q ¦ uv run python -m pytest --version`,
	'cargo test': `cargo test --no-run ¦ cargo test -- --list`,
	'go test ./...': `go test -list . ./...`,
	'make test': `make -n test`,
	'mvn test': `mvn test -DskipTests`,
	'npx playwright test': `npx playwright test --list`,
};

/** The same for lines whose options leave tests out, or may. */
const IDLE: Readonly<Record<string, string>> = {
	'npm test': `npm test --script-shell=/bin/true ¦ npm --script-shell /bin/true test
		¦ npm_config_script_shell=/bin/true npm test ¦ H=--help; npm test $H ¦ npm test $(echo --help)
		¦ set -o noexec; npm test ¦ set -o no""exec; npm test ¦ set -n; npm test ¦ npm test --ignore-scripts
		¦ npm test --userconfig=/tmp/x ¦ npm test -- --foo`,
	'npx vitest run': `npx vitest bench ¦ npx vitest run --standalone ¦ npx vitest run --mergeReports
		¦ npx vitest run --testNamePattern=^$ ¦ npx vitest run --exclude '**'
		¦ npx vitest run --config /tmp/c.ts ¦ npx vitest run --typecheck.only ¦ npx vitest run -u
		¦ npx vitest init ¦ npx vitest run --dangerouslyIgnoreUnhandledErrors ¦ npx vitest run --root /tmp`,
	jest: `jest --showConfig ¦ jest --clearCache ¦ jest -t ^$ ¦ jest --testPathIgnorePatterns .
		¦ jest --onlyChanged ¦ jest --lastCommit ¦ jest --filter /tmp/f.js ¦ jest -u
		¦ jest --globalSetup=/tmp/x.js ¦ jest --testRunner=/tmp/x.js`,
	mocha: `mocha --dry-run ¦ mocha --grep ^$ ¦ mocha --ignore "**" ¦ mocha --pass-on-failing-test-suite`,
	ava: `ava reset-cache ¦ ava --match=none`,
	'npx playwright test': `npx playwright test --grep ^$ ¦ npx playwright test --no-deps`,
	'npx cypress run': `npx cypress run --spec none ¦ npx cypress run --version`,
	'node --test': `node --test --test-name-pattern=^$ ¦ node --check --test ¦ node --test --test-only`,
	'bun test': `bun test -t ^$ ¦ bun test --version`,
	'deno test': `deno test --no-run ¦ deno test --filter=^$ ¦ deno test --permit-no-files`,
	pytest: `pytest --co ¦ pytest -k none ¦ pytest -m none ¦ pytest --override-ini=testpaths=x
		¦ pytest -o testpaths=x ¦ pytest --setup-plan ¦ pytest --fixtures ¦ pytest --markers
		¦ pytest --deselect=. ¦ pytest --ignore=. ¦ pytest -c /dev/null ¦ pytest --noconftest
		¦ PYTEST_ADDOPTS=--co pytest ¦ python -O -m pytest ¦ pytest --stepwise-skip ¦ pytest --rootdir=/tmp`,
	'python -m unittest': `python -m unittest -k none ¦ python -m unittest -s /tmp ¦ python -m unittest -h`,
	tox: `tox -l ¦ tox --notest ¦ tox -e none ¦ tox --showconfig ¦ TOX_SKIP_ENV=.* tox`,
	nox: `nox -l ¦ nox -s none ¦ nox --list-sessions`,
	'go test ./...': `go test -run ^$ ./... ¦ go test -run=^$ ./... ¦ go test -c ./... ¦ go test -n ./...
		¦ go test -exec true ./... ¦ go test -count=0 ./... ¦ go test -count 0 ./... ¦ go test -skip . ./...
		¦ GOFLAGS=-n go test ./... ¦ go test -toolexec true ./... ¦ go test -short ./...
		¦ go test -vettool=/bin/true ./... ¦ go test -overlay=x.json ./...`,
	'cargo test': `cargo test none ¦ cargo test --doc ¦ cargo test -- --skip a ¦ cargo test --bins
		¦ cargo test -- --exact ¦ CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=true cargo test
		¦ cargo test --tests`,
	'cargo nextest run': `cargo nextest run --no-run ¦ cargo nextest run -E none
		¦ cargo nextest run --run-ignored only`,
	'make test': `make --just-print test ¦ make -q test ¦ make -t test ¦ make -i test ¦ make --fil=x test
		¦ make --file=x test ¦ make test SHELL=/bin/true ¦ make --dry-run test ¦ MAKEFLAGS=-n make test
		¦ make -f x test ¦ make --eval=x test ¦ make --assume-old=x test`,
	'just test': `just --dry-run test ¦ just -n test ¦ just --list test ¦ just --shell=/bin/true test`,
	'npx turbo run test': `npx turbo run test --dry ¦ npx turbo run test --graph
		¦ npx turbo run test --filter=none`,
	'npx nx run-many -t test': `npx nx run-many -t test --graph ¦ npx nx run-many -t test --exclude=*`,
	'./gradlew test': `./gradlew test -x test ¦ ./gradlew test --dry-run ¦ ./gradlew test -m
		¦ ./gradlew test --tests none ¦ ./gradlew test --exclude-task test ¦ ./gradlew test -PskipTests
		¦ ./gradlew test -Dtest.single=none ¦ ./gradlew test -I /tmp/i.gradle.x --init-script=/tmp/i`,
	'mvn test': `mvn test -DskipTests=true ¦ mvn test -Dmaven.test.skip=true ¦ mvn test -Dtest=None
		¦ mvn test -Dmaven.test.failure.ignore ¦ mvn test -fn ¦ mvn test --fail-never ¦ mvn test -pl none
		¦ mvn test -Dgroups=none ¦ mvn test -Pfast ¦ mvn test -P fast ¦ mvn test -N ¦ mvn test -Dsurefire.skip
		¦ MAVEN_ARGS=-DskipTests mvn test`,
	'bazel test //...': `bazel test --test_filter=none //... ¦ bazel test --nobuild //...
		¦ bazel test --test_tag_filters=none //... ¦ bazel test --run_under=true //...`,
	rspec: `rspec --dry-run ¦ rspec -e none ¦ rspec --tag none ¦ rspec --failure-exit-code 0
		¦ rspec --next-failure ¦ rspec -P none`,
	'rails test': `rails test -n none ¦ rails test --help`,
	'rake test': `rake -n test ¦ rake --dry-run test ¦ rake -T test ¦ rake test TESTOPTS=--name=x
		¦ rake test TEST=none`,
	phpunit: `phpunit --list-tests ¦ phpunit --filter none ¦ phpunit --list-suites ¦ phpunit --group none
		¦ phpunit --testsuite none ¦ phpunit --list-tests-xml=x ¦ phpunit --check-version
		¦ phpunit --no-configuration ¦ phpunit --generate-configuration`,
	'composer test': `composer test --dry-run ¦ composer -d /tmp test`,
	'dotnet test': `dotnet test --list-tests ¦ dotnet test -t ¦ dotnet test --filter none
		¦ dotnet test --settings x.runsettings ¦ dotnet test --test-adapter-path x`,
	'swift test': `swift test --list-tests ¦ swift test -l ¦ swift test --filter none
		¦ swift test --disable-xctest`,
	'mix test': `mix test --only none ¦ mix test --exclude test ¦ mix test --stale ¦ mix test --failed
		¦ mix test --partitions 9`,
	'flutter test': `flutter test --name none ¦ flutter test --plain-name none ¦ flutter test --update-goldens`,
	'zig build test': `zig build test -Dtest-filter=none ¦ zig build test --help ¦ zig build test -Dskip=true`,
	ctest: `ctest -N ¦ ctest --show-only ¦ ctest -R none ¦ ctest -E . ¦ ctest -LE . ¦ ctest -I 0,0
		¦ ctest -D Nightly`,
	'npx tsc': `npx tsc --showConfig ¦ npx tsc --init ¦ npx tsc --listFilesOnly ¦ npx tsc --version
		¦ npx tsc -p /tmp ¦ npx tsc a.ts`,
};

const pairs = (table: Readonly<Record<string, string>>) =>
	Object.entries(table).flatMap(([run, lines]) =>
		lines.split('¦').map((line): [string, string] => [line.trim(), run]),
	);

describe('a command of a config', () => {
	it.each(pairs(WHOLE))('%s counts as %s', (source, run) => {
		expect(told(source, run)).toBe('counts');
	});

	it.each([
		['npm test', 'npm run build'],
		['npm test', 'npm test:unit'],
		['npm test', 'npm run test:unit'],
		['npm test', 'bun test'],
		['npm test', 'echo npm t'],
		['npm test', 'cd /elsewhere && npm t'],
		['npm test', 'npm --prefix /elsewhere test'],
		['npm test', 'npm --prefix .. test'],
		['npm test', '/tmp/npm test'],
		['npm test', 'npm test "'],
		['pytest', '/tmp/bin/pytest'],
		['pytest', 'python -c "import pytest"'],
		['pytest', 'pip install pytest'],
		['make test', 'make lint'],
		['cargo test', 'cargo nextest run'],
		['go test ./...', 'go vet ./...'],
		['turbo run test', 'turbo run lint'],
	])('%s is not what %s runs', (run, source) => {
		expect(told(source, run)).toBeUndefined();
	});
});

describe('a run that does not count', () => {
	it.each([
		['npm test 2>&1 | tail -5', "the pipe hides npm's status"],
		['npm test |& tee log', "the pipe hides npm's status"],
		['npm t || true', "`||` hides npm's status"],
		['npm t; echo done', "what follows it hides npm's status"],
		['npm t &', 'npm goes on in the background'],
		['! npm t', "the rest of the line hides npm's status"],
		['for i in 1 2; do npm t; done', "the rest of the line hides npm's status"],
		['PATH=/tmp/x npm t', '`PATH` may change what npm does'],
		['export PATH=/tmp/x; npm t', '`PATH` may change what npm does'],
		['env npm_config_if_present=1 npm t', '`npm_config_if_present` may change what npm does'],
		['source evil.sh; npm t', "the rest of the line hides npm's status"],
		['source ../x/bin/activate; npm t', "the rest of the line hides npm's status"],
		['source /tmp/x/bin/activate; npm t', "the rest of the line hides npm's status"],
		['false && set -o pipefail; npm t | tail', "the pipe hides npm's status"],
		['set -o pipefail | cat; npm t | tail', "the pipe hides npm's status"],
		['(set -o pipefail); npm t | tail', "the pipe hides npm's status"],
		['set -o pipefail; set +o pipefail; npm t | tail', "the pipe hides npm's status"],
		["bash +o pipefail -c 'npm t | tail'", "the rest of the line hides npm's status"],
	])('%s: %s', (source, why) => {
		expect(told(source, 'npm test')).toBe(why);
	});

	it('names the variable that may leave tests out', () => {
		const why = '`PYTEST_ADDOPTS` may change what pytest does';
		expect(told('PYTEST_ADDOPTS="-k a" pytest', 'pytest')).toBe(why);
		expect(told('PYTEST_ADDOPTS=-q pytest | tail', 'pytest')).toContain('pipe');
	});

	it('goes on in the background, whatever its words', () => {
		expect(told('npm t', 'npm test', { finished: false })).toBe('npm goes on in the background');
	});

	it.each(pairs(PARTIAL))('%s, for %s, is partial', (source, run) => {
		const ran = source.replaceAll('"', '');
		expect(told(source, run)).toBe(`\`${ran}\` is a partial run`);
		expect(told(source, run, { partial: true })).toBe('counts');
	});

	it.each(pairs(NOTHING))('%s, for %s, tests nothing', (source, run) => {
		expect(told(source, run)).toMatch(/^with `.*` nothing is tested$/);
		expect(told(source, run, { partial: true })).toMatch(/nothing is tested$/);
	});

	it.each(pairs(IDLE))('%s does not count as %s', (line, run) => {
		expect(told(line, run)).not.toBe('counts');
	});

	it('says which option it does not know, and the config may name it', () => {
		const line = 'npx vitest run --some-plugin-option';
		const why = 'req does not know what `--some-plugin-option` leaves out';
		expect(told(line, 'npx vitest run')).toBe(why);
		expect(told(line, 'npx vitest run', { partial: true })).toBe(why);
		expect(told(line, line)).toBe('counts');
		const unknown = 'req does not know what `…` leaves out';
		expect(told('npx vitest run $H', 'npx vitest run', { partial: true })).toBe(unknown);
	});

	it('what the config itself names is whole, and has to be there', () => {
		const run = 'vitest run --project unit';
		expect(told('npx vitest --project=unit', run)).toBe('counts');
		expect(told('npx vitest run --project e2e', run)).toContain('partial');
		expect(told('npx vitest run', run)).toBe('`npx vitest run` lacks `--project=unit`');
		expect(told('npx vitest run --project unit src/a', run)).toContain('partial');
		expect(told('pytest', 'pytest -q')).toBe('counts');
	});
});

describe('the runner that a script calls', () => {
	const scripts = { test: 'vitest run', unit: 'npm run test', all: 'tsc && vitest run' };
	it.each([
		['npm test', 'npx vitest run'],
		['npm test', './node_modules/.bin/vitest --run'],
		['npm run unit', 'npx vitest run'],
		['npm run unit', 'npm test'],
		['npx vitest run', 'npm t'],
	])('for %s, %s counts', (run, source) => {
		expect(told(source, run, { scripts })).toBe('counts');
	});

	it.each([
		['npm test', 'npx jest', undefined],
		['npm run all', 'npx vitest run', undefined],
		['npm test', 'npx vitest run a.test.ts', '`npx vitest run a.test.ts` is a partial run'],
		['npx vitest run', 'npm t -- a.test.ts', '`npm t -- a.test.ts` is a partial run'],
		['npm test', 'npx vitest run | tail', "the pipe hides vitest's status"],
	])('for %s, %s: %s', (run, source, expected) => {
		expect(told(source, run, { scripts })).toBe(expected);
	});

	it('may leave out what only changes the report, not what chooses tests', () => {
		const run = (script: string) =>
			told('npx vitest run', 'npm test', { scripts: { test: script } });
		expect(run('cross-env CI=1 vitest run --coverage')).toBe('counts');
		expect(run('CI=1 vitest')).toBe('counts');
		expect(run('vitest run --project unit')).toBe('`npx vitest run` lacks `--project=unit`');
	});

	it('that calls itself ends', () => {
		expect(told('npx vitest', 'npm test', { scripts: { test: 'npm test' } })).toBeUndefined();
	});
});

describe('a run in another directory of the project', () => {
	const root = ['/project/package.json', '/project/pyproject.toml'];
	const packages = [...root, '/project/packages/a/package.json'];
	it.each<[string, World, string]>([
		['npm test', { cwd: '/project/src', files: root }, 'counts'],
		['cd packages/a && npm test', { files: packages }, '`npm test` in packages/a is a partial run'],
		[
			'npm test',
			{ cwd: '/project/packages/a/src', files: packages },
			'`npm test` in packages/a is a partial run',
		],
		[
			'npm --prefix packages/a test',
			{ files: packages },
			'`npm --prefix packages/a test` in packages/a is a partial run',
		],
		['cd packages/a && npm test', { files: packages.slice(2) }, 'counts'],
		['npm test', { cwd: '/elsewhere', files: root }, undefined as never],
	])('%s in %j: %s', (source, world, expected) => {
		expect(told(source, 'npm test', world)).toBe(expected);
	});

	it('is partial for a runner that would find more at the root', () => {
		expect(told('cd src && pytest', 'pytest', { files: root })).toBe(
			'`pytest` in src is a partial run',
		);
		expect(told('cd src && pytest', 'pytest')).toBe('counts');
	});
});

describe('what a run printed', () => {
	it.each([
		'No test files found, exiting with code 0',
		'No tests found, exiting with code 0\n',
		'collected 0 items\n\n==== no tests ran in 0.01s ====',
		'==== 3 skipped in 0.02s ====',
		'3 deselected in 0.01s',
		' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n',
		'\u001b[2m      Tests \u001b[22m \u001b[33m3 skipped\u001b[39m (3)',
		'Tests:       3 skipped, 3 total',
		'\n  0 passing (1ms)\n  3 pending\n',
		'# tests 0\n# pass 0\n# fail 0',
		'ℹ tests 2\nℹ pass 0\nℹ fail 0\nℹ skipped 2',
		'?   \texample.com/a\t[no test files]',
		'ok  \texample.com/a\t0.003s [no tests to run]',
		'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored',
		'test result: ok. 0 passed; 0 failed; 3 ignored',
		'Ran 0 tests in 0.000s\n\nOK',
		'0 examples, 0 failures',
		'No tests executed!',
		'  3 skipped\n',
		'Executed 0 tests, with 0 failures',
		'Ran 6 tests in 0.001s\n\nOK (skipped=6)',
		'[INFO] No tests to run.\n[INFO] BUILD SUCCESS',
		'No tests found related to files changed since last commit.\n',
		'web:test: No test files found, exiting with code 0\n\n Tasks:    1 successful, 1 total',
		'{"Action":"output","Package":"a","Output":"?   \\ta\\t[no test files]\\n"}\n{"Action":"skip","Package":"a"}',
		'ok  \ta\t0.003s\tcoverage: 0.0% of statements [no tests to run]',
	])('%j is nothing', (output) => {
		expect(ranNothing(output)).toBe(true);
		expect(told('npm test', 'npm test', { output })).toBe('it ran no tests');
		expect(told('npm test -- a.ts', 'npm test', { output, partial: true })).toBe('it ran no tests');
	});

	it.each([
		'',
		'Done.',
		' Test Files  1 passed | 1 skipped (2)\n      Tests  3 passed | 2 skipped (5)',
		'Tests:       1 skipped, 3 passed, 4 total',
		'==== 2 passed, 1 skipped in 0.02s ====',
		'ok  \ta\t(cached)\n?   \tb\t[no test files]',
		'running 3 tests\ntest result: ok. 3 passed; 0 failed\nrunning 0 tests\ntest result: ok. 0 passed',
		'# tests 4\n# pass 4\n# skipped 0',
		'Ran 3 tests in 0.1s\n\nOK',
		'12 examples, 0 failures',
		'10 passed (3s)',
		'  3 passing (4ms)\n  1 pending',
		'log: 0 passengers found',
		'Ran 6 tests in 0.001s\n\nOK (skipped=1)',
		'Ran 16 tests in 0.001s\n\nOK (skipped=6, expected failures=1)',
		'pkg/a: fine\nno tests found in pkg/b\n',
		'a:test: 3 checks are fine\nb:test: no tests found in pkg/b\n Tasks:    2 successful, 2 total',
		'a:test: ok  \ta\t0.003s\nb:test: ?   \tb\t[no test files]',
		'{"Action":"pass","Package":"a","Test":"TestA","Elapsed":0}\n{"Action":"output","Package":"b","Output":"?   \\tb\\t[no test files]\\n"}',
		'Executed 0 tests, with 0 failures\nTest run with 5 tests in 2 suites passed after 0.001 seconds.',
	])('%j is something, or says nothing', (output) => {
		expect(told('npm test', 'npm test', { output })).toBe('counts');
	});

	it('proves nothing by itself', () => {
		expect(told('npm test | tail', 'npm test', { output: '3 passed' })).toContain('pipe');
	});
});
