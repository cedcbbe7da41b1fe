import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { mayRunTests } from './prefilter.ts';
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
			...{ finished: world.finished ?? true, parse: parseCommand },
		},
	);
	return proof?.proves === false ? proof.why : proof && 'counts';
}

/** A command of a config, and spellings of the same run. */
const SPELLINGS: readonly (readonly [run: string, spellings: readonly string[]])[] = [
	[
		'npm test',
		[
			...['npm test', 'npm t', 'npm tst', 'npm run test', 'npm run-script test', 'npm it'],
			...[
				'npm --prefix . test',
				'npm test --prefix ./',
				'npm --prefix=/project test',
				'npm -C . t',
			],
			...[
				'npm --silent test',
				'npm test -- --silent',
				'npm test -- --watch=false',
				'npm test --silent',
			],
			...['npm test -- --passWithNoTests', 'npm test --node-options=--max-old-space-size=4096'],
			...['npm test -- --reporter dot', 'pnpm test', 'pnpm run test', 'yarn test', 'bun run test'],
			...['/usr/local/bin/npm test', 'CI=1 npm test', 'timeout 60 npm t', 'cd /project && npm t'],
			...['cd sub && npm test', 'sh -c "npm t"', 'npm run build && npm test'],
			...['set -o pipefail; npm t 2>&1 | tail -5', 'set -o pipefail && npm t | tee log | tail'],
			...['set -euo pipefail\nnpm test |& tail', "bash -o pipefail -c 'npm t | tail'"],
			...["bash -euo pipefail -c 'npm t | tail'", '(set -o pipefail; npm test | tail)'],
			'cd /project; set -o pipefail; npm test 2>&1 | tail -20',
		],
	],
	['pnpm run test', ['pnpm test', 'pnpm t', 'npm test']],
	['yarn test:unit', ['yarn run test:unit', 'npm run test:unit', 'pnpm test:unit']],
	[
		'pytest',
		[
			...['pytest', 'py.test', 'pytest -x -q --tb short', 'pytest -n 4 -vv .', 'python -m pytest'],
			...[
				'python3 -m pytest',
				'python3.12 -W error -m pytest',
				'uv run pytest',
				'uv run -m pytest',
			],
			...['uv run python -m pytest', 'uv run --with x python -m pytest', 'poetry run pytest -q'],
			...['source .venv/bin/activate && pytest', '. venv/bin/activate; pytest'],
			...[
				'. ./.venv/bin/activate && python -m pytest',
				'.venv/bin/pytest',
				'venv/bin/python -m pytest',
			],
			...['source /project/.venv/bin/activate; pytest', '/project/.venv/bin/pytest'],
			...['./.venv/bin/python -m pytest', 'coverage run -m pytest', 'pipenv run python -m pytest'],
			'cd backend && pytest',
		],
	],
	['uv run pytest', ['pytest', 'uv run python -m pytest', '.venv/bin/pytest']],
	[
		'npx vitest run',
		[
			...[
				'npx vitest run',
				'npx vitest',
				'vitest --run',
				'pnpm exec vitest run',
				'pnpm vitest run',
			],
			...[
				'yarn vitest',
				'bunx vitest run',
				'./node_modules/.bin/vitest run',
				'npx -y vitest@3 run',
			],
			...[
				'npx vitest run --reporter dot --coverage',
				'npm exec -- vitest run',
				'npx cross-env CI=1 vitest',
			],
			'/project/node_modules/.bin/vitest run',
		],
	],
	['jest', ['npx jest', 'yarn jest --ci', 'npx jest --maxWorkers 2 -i', 'node_modules/.bin/jest']],
	['turbo run test', ['turbo test', 'npx turbo run test', 'pnpm turbo run build test']],
	[
		'nx run-many -t test',
		[
			'npx nx run-many --target=test',
			'yarn nx run-many -t lint test',
			'nx run-many --targets lint,test',
		],
	],
	[
		'make test',
		['make test', 'make -j4 test', 'make -j 4 lint test', 'make -C . test', 'make test V=1'],
	],
	[
		'cargo test',
		['cargo t', 'cargo test --workspace', 'cargo +nightly test -q', 'cargo test --release'],
	],
	['cargo nextest run', ['cargo nextest run --workspace', 'cargo nextest r']],
	['go test ./...', ['go test -race -count=1 ./...', 'go test -v -timeout 5m ./... ./cmd']],
	['go test', ['go test', 'go test ./...']],
	['./gradlew test', ['./gradlew test', './gradlew clean test --info', 'gradle test']],
	['mvn test', ['mvn -q test', './mvnw test', 'mvn clean test -Dmaven.test.skip=false']],
	['bundle exec rspec', ['rspec', 'bundle exec rspec --format doc']],
	['node --test', ['node --test', 'node --import tsx --test --test-reporter spec']],
	['./scripts/check.sh', ['./scripts/check.sh --fast', 'cd . && ./scripts/check.sh']],
];

describe('a command of a config', () => {
	it.each(SPELLINGS.flatMap(([run, all]) => all.map((one): [string, string] => [one, run])))(
		'%s counts as %s',
		(source, run) => {
			expect(told(source, run)).toBe('counts');
		},
	);

	it.each(SPELLINGS.filter(([run]) => !run.endsWith('.sh')).flatMap(([, all]) => all))(
		'%s is worth the parser',
		(source) => {
			expect(mayRunTests(source)).toBe(true);
		},
	);

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

	it.each([
		['npm test', 'npm test -- a.test.ts'],
		['npm test', 'npm test a'],
		['npm test', 'npm t -- -t login'],
		['npm test', 'npm test -w pkg'],
		['npm test', 'npm --workspace=pkg test'],
		['pnpm test', 'pnpm --filter web test'],
		['pnpm test', 'pnpm -F web test'],
		['npx vitest run', 'npx vitest run src'],
		['npx vitest run', 'vitest related src/a.ts'],
		['npx vitest run', 'vitest --project unit'],
		['npx vitest run', 'vitest run list'],
		['npx vitest run', 'npx vitest run --test-name-pattern=good'],
		['npm test', 'npm test --workspaces'],
		['npm test', 'npm test --ws'],
		['npx vitest run', 'vitest run --shard=1/2'],
		['npx vitest run', 'vitest run --changed'],
		['npx vitest run', 'pnpm --filter web exec vitest run'],
		['jest', 'jest -o'],
		['jest', 'npx jest --findRelatedTests a.ts'],
		['pytest', 'pytest tests/test_a.py'],
		['pytest', 'pytest tests/test_a.py::test_b'],
		['pytest', 'python -m pytest -k login'],
		['pytest', 'pytest -m "not slow"'],
		['pytest', 'pytest --lf'],
		['cargo test', 'cargo test login'],
		['cargo test', 'cargo t -p core'],
		['cargo test', 'cargo test --lib'],
		['cargo test', 'cargo test -- --skip slow'],
		['go test ./...', 'go test ./pkg'],
		['go test ./...', 'go test ./pkg/...'],
		['go test ./...', 'go test'],
		['go test ./...', 'go test -run Login ./...'],
		['turbo run test', 'turbo run test --filter=web'],
		['turbo run test', 'turbo test --affected'],
		['nx run-many -t test', 'nx affected -t test'],
		['nx run-many -t test', 'nx run-many -t test -p web'],
		['make test', 'make test TESTS=a'],
		['./gradlew test', './gradlew test --tests A'],
		['mvn test', 'mvn test -Dtest=A'],
		['mvn test', 'mvn -pl core test'],
		['bundle exec rspec', 'rspec spec/a_spec.rb:3'],
	])('for %s, %s is partial', (run, source) => {
		const ran = source.replaceAll('"', '');
		expect(told(source, run)).toBe(`\`${ran}\` is a partial run`);
		expect(told(source, run, { partial: true })).toBe('counts');
	});

	it.each([
		['npm test', 'npm test -- --help'],
		['npm test', 'npm test -- --listTests'],
		['npm test', 'npm test --if-present'],
		['npx vitest run', 'npx vitest --version'],
		['npx vitest run', 'npx vitest list'],
		['npx vitest run', 'vitest bench'],
		['npx vitest run', 'vitest init browser'],
		['npm test', 'npm test -- list'],
		['swift test', 'swift test list'],
		['ava', 'npx ava reset-cache'],
		['tox', 'tox config'],
		['npx vitest run', 'npx --help vitest run'],
		['jest', 'jest --listTests'],
		['pytest', 'pytest --collect-only'],
		['pytest', 'pytest --co -q'],
		['pytest', 'uv run python -m pytest --version'],
		['cargo test', 'cargo test --no-run'],
		['cargo test', 'cargo test -- --list'],
		['go test ./...', 'go test -list . ./...'],
		['make test', 'make -n test'],
		['mvn test', 'mvn test -DskipTests'],
		['npx playwright test', 'npx playwright test --list'],
	])('for %s, %s tests nothing', (run, source) => {
		expect(told(source, run)).toMatch(/^with `.*` nothing is tested$/);
		expect(told(source, run, { partial: true })).toMatch(/nothing is tested$/);
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
