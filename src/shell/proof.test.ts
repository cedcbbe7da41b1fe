import { describe, expect, it } from 'vitest';
import { proofOf } from './proof.ts';
import { parseCommand } from './read-line.ts';
import { ranNothing } from './test-runners.ts';

interface World {
	readonly partial?: boolean;
	readonly cwd?: string;
	readonly files?: Readonly<Record<string, string>>;
	/** Scripts of the root's `package.json`. */
	readonly scripts?: Readonly<Record<string, string>>;
	readonly output?: string;
	readonly finished?: boolean;
}

/** `counts`, why not, or `undefined` if the line does not run it. */
function proof(source: string, run: string, world: World = {}): string | undefined {
	const { partial = false, cwd = '/project', scripts, output = '', finished = true } = world;
	const root = scripts === undefined ? {} : { '/project/package.json': JSON.stringify({ scripts }) };
	const files: Readonly<Record<string, string>> = { ...root, ...world.files };
	const found = proofOf(parseCommand(source), [{ run, partial }], {
		cwd,
		roots: ['/project'],
		read: (path) => files[path],
		packageAt: (at) => JSON.parse(files[`${at}/package.json`] ?? 'null') ?? undefined,
		output,
		finished,
	});
	return found?.isOther === false ? (found.why ?? 'counts') : undefined;
}

/** Commands of a config, and lines that are that command, between broken bars. */
const SAME: Readonly<Record<string, string>> = {
	'npm test': `npm test ¦ npm t ¦ npm run test ¦ npm run-script test ¦ npm --prefix . test ¦ npm -C . t
		¦ npm --silent test ¦ npm run -s test ¦ npm test -- --silent ¦ npm test -- --reporter dot
		¦ npm test -- --run --coverage ¦ npm test --loglevel=error ¦ npm test -- --watchAll=false
		¦ pnpm test ¦ pnpm run test ¦ yarn test ¦ bun run test ¦ pnpm -w run test ¦ CI=1 npm test
		¦ timeout 60 npm t ¦ env CI=1 npm test ¦ nohup npm test ¦ sh -c "npm t" ¦ (npm test)
		¦ cd /project && npm t ¦ cd /project; set -o pipefail; npm test 2>&1 | tail -20
		¦ set -euo pipefail\nnpm test |& tail ¦ bash -o pipefail -c 'npm t | tail'
		¦ npm ci && npm test ¦ npm test && echo ok ¦ a || b && npm test ¦ cd x || exit 1; npm test
		¦ npm test > log 2>&1 ¦ npm test # all of them ¦ export CI=1; npm test`,
	'pnpm run test': 'pnpm test ¦ pnpm t ¦ npm test',
	'yarn test:unit': 'yarn run test:unit ¦ npm run test:unit ¦ pnpm test:unit',
	'npm test -w packages/a': `npm test --workspace packages/a ¦ npm test --workspace=packages/a
		¦ npm -w ./packages/a test ¦ npm t -w packages/a/ ¦ pnpm -F packages/a test
		¦ pnpm --filter ./packages/a run test ¦ yarn workspace packages/a test`,
	'npm test --workspaces': 'npm test --ws ¦ pnpm -r test ¦ pnpm --recursive run test',
	pytest: `pytest ¦ pytest -x -q --tb short ¦ pytest -n 4 -vv . ¦ pytest -xvs ¦ pytest -rA -q
		¦ pytest --cov=src --cov-report=term ¦ python -m pytest ¦ python3.12 -W error -m pytest
		¦ uv run pytest ¦ uv run --with x python -m pytest ¦ poetry run pytest -q ¦ .venv/bin/pytest
		¦ source .venv/bin/activate && pytest ¦ coverage run -m pytest`,
	'uv run pytest': 'pytest ¦ uv run python -m pytest',
	'npx vitest run': `npx vitest ¦ vitest --run ¦ pnpm exec vitest run ¦ pnpm vitest run ¦ yarn vitest
		¦ ./node_modules/.bin/vitest run ¦ npx -y vitest@3 run ¦ npm exec -- vitest run
		¦ npx cross-env CI=1 vitest ¦ npx vitest run --reporter=dot --silent --bail 1`,
	jest: 'npx jest ¦ yarn jest --ci ¦ npx jest --maxWorkers 2 -i ¦ jest --runInBand --verbose -w 4',
	'turbo run test': 'turbo test ¦ npx turbo run test --force ¦ pnpm turbo run build test',
	'nx run-many -t test': 'npx nx run-many -t test --all --parallel=3 ¦ nx run-many -t lint test',
	'make test': 'make -j4 test ¦ make -j 4 lint test ¦ make -C . test ¦ make -s test ¦ gmake test',
	'cargo test': 'cargo t ¦ cargo +nightly test -q ¦ cargo test --workspace -- --nocapture',
	'cargo nextest run': 'cargo nextest run --workspace --retries 2 -j 4 ¦ cargo nextest r',
	'go test ./...': 'go test -v -race -count=1 -timeout 10m ./... ¦ CGO_ENABLED=0 go test ./...',
	'go test': 'go test ./... ¦ go test -cover -race ./...',
	'./gradlew test': './gradlew clean test --info ¦ gradle test --no-daemon --offline -q',
	'mvn test': 'mvn -q test ¦ ./mvnw clean test ¦ mvn -B -ntp test -T1C',
	'bundle exec rspec': 'rspec ¦ bundle exec rspec --format doc',
	'node --test': 'node --import tsx --test --test-reporter spec',
	'deno test': 'deno test -A --coverage=cov',
	'python -m unittest': 'python3 -m unittest -v ¦ python -m unittest discover -f -b',
	'dotnet test': 'dotnet test --no-build -c Release',
	ctest: 'ctest --output-on-failure -j8',
	'./scripts/check.sh': './scripts/check.sh --fast ¦ cd src && ../scripts/check.sh',
	'pdm run test': 'pdm run test -v',
	'npx tsc --noEmit': 'tsc --noEmit --pretty ¦ pnpm exec tsc --noEmit -p .',
	'git commit': 'git commit -v -m x',
	'npm run lint && npm test': 'npm run lint && npm test',
};

/** The same for lines that run a part of it. */
const PART: Readonly<Record<string, string>> = {
	'npm test': `npm test -- a.test.ts ¦ npm test a ¦ npm t -- -t login ¦ npm test -w pkg
		¦ npm --workspace=pkg test ¦ npm test --workspaces ¦ npm test -- --foo ¦ npm test $H`,
	'pnpm test': 'pnpm --filter web test ¦ pnpm -F web test',
	'npx vitest run': `npx vitest run src ¦ vitest related src/a.ts ¦ vitest --project unit
		¦ npx vitest run --shard=1/2 ¦ vitest run --changed`,
	jest: 'jest -o ¦ npx jest --findRelatedTests a.ts',
	pytest: 'pytest tests ¦ pytest tests/test_a.py::test_b ¦ python -m pytest -k login ¦ pytest --lf',
	'cargo test': 'cargo test login ¦ cargo t -p core ¦ cargo test -- --skip slow',
	'go test': 'go test ./pkg ¦ go test -run Login ./... ¦ go test -short',
	'turbo run test': 'turbo run test --filter=web ¦ turbo test --affected',
	'make test': 'make test TESTS=a ¦ make -n test ¦ make -f x test',
	'./gradlew test': './gradlew test --tests A ¦ ./gradlew test -x test',
	'mvn test': 'mvn test -Dtest=A ¦ mvn -pl core test ¦ mvn test -DskipTests',
	'bundle exec rspec': 'rspec spec/a_spec.rb:3',
};

const pairs = (table: Readonly<Record<string, string>>) =>
	Object.entries(table).flatMap(([run, lines]) => lines.split('¦').map((line): [string, string] => [line.trim(), run]));

describe('a command of a config', () => {
	it.each(pairs(SAME))('%s counts as %s', (source, run) => {
		expect(proof(source, run)).toBe('counts');
	});

	it.each([
		['npm test', 'npm run build'],
		['npm test', 'bun test'],
		['npm test', 'echo npm t'],
		['npm test', 'cd /elsewhere && npm t'],
		['pytest', 'python -c "import pytest"'],
		['cargo test', 'cargo nextest run'],
		['pdm run test', 'test -n x'],
	])('%s is not what %s runs', (run, source) => {
		expect(proof(source, run)).toBeUndefined();
	});
});

describe('a run that does not count', () => {
	it.each([
		['npm test 2>&1 | tail -5', "the pipe hides npm's status"],
		['npm t || true', "`||` hides npm's status"],
		['npm t; echo done', "what follows it hides npm's status"],
		['npm t &', 'npm went to the background'],
		['for i in 1 2; do npm t; done', "the rest of the line hides npm's status"],
		['npx jest | tail', undefined],
		['npm test -- --help', 'with `--help` nothing is tested'],
	])('%s: %s', (source, why) => {
		expect(proof(source, 'npm test')).toBe(why);
	});

	it('went to the background, whatever its words', () => {
		const why = 'npm went to the background';
		expect(proof('npm t', 'npm test', { finished: false })).toBe(why);
	});

	it.each(pairs(PART))('%s, for %s, is partial', (source, run) => {
		expect(proof(source, run)).toBe(`\`${source.replace('$H', '…')}\` is a partial run`);
		expect(proof(source, run, { partial: true })).toBe('counts');
	});

	it.each(['pytest --collect-only', 'cargo test --no-run', 'npx tsc --version'])(
		'%s runs nothing, even if a part is enough',
		(source) => {
			const [run = ''] = source.split(' --');
			expect(proof(source, run, { partial: true })).toMatch(/^with `--.*` nothing is tested$/);
		},
	);

	it('needs the words of the config, but for how loud it is', () => {
		const run = 'vitest run --project unit';
		expect(proof('npx vitest --project unit --silent', run)).toBe('counts');
		expect(proof('npx vitest run --project e2e', run)).toContain('partial');
		expect(proof('npx vitest run', run)).toBe('`npx vitest run` lacks `--project unit`');
		expect(proof('go test', 'go test -race ./...')).toBe('`go test` lacks `-race ./...`');
		expect(proof('pytest', 'pytest -q')).toBe('counts');
	});
});

describe('what `npm test` means', () => {
	const scripts = {
		test: 'vitest run',
		unit: 'npm run test',
		all: 'tsc && vitest run',
		every: 'npm test --ws',
	};
	it.each([
		['npm test', 'npx vitest run', 'counts'],
		['npm test', 'npm run unit', 'counts'],
		['npm run unit', './node_modules/.bin/vitest --run', undefined],
		['npm run all', 'npx vitest run', undefined],
		['npm test', 'npx vitest run a.test.ts', '`npx vitest run a.test.ts` is a partial run'],
		['npm test', 'npx vitest run | tail', "the pipe hides vitest's status"],
		['npm run every', 'npm test --workspaces', 'counts'],
		['npm run every', 'npm test -w a', '`npm test -w a` is a partial run'],
		['npm run every', 'npm test', '`npm test` in . is a partial run'],
	])('for %s, %s: %s', (run, source, expected) => {
		expect(proof(source, run, { scripts })).toBe(expected);
	});

	it('a call may leave out what changes the report, not what chooses tests', () => {
		const run = (test: string) => proof('npx vitest run', 'npm test', { scripts: { test } });
		expect(run('cross-env CI=1 vitest run --coverage')).toBe('counts');
		expect(run('vitest run --project unit')).toBe('`npx vitest run` lacks `--project unit`');
	});

	it('a script that calls itself ends', () => {
		const loop = { test: 'npm test' };
		expect(proof('npx vitest', 'npm test', { scripts: loop })).toBeUndefined();
	});
});

describe('the place of a run', () => {
	const files = {
		'/project/package.json': '{}',
		'/project/packages/a/package.json': '{ "name": "@app/a" }',
	};
	const partial = (line: string) => `\`${line}\` in packages/a is a partial run`;
	it.each<[string, string, string, string?]>([
		['npm test', 'npm test', 'counts', '/project/src'],
		['npm test', 'npm test', partial('npm test'), '/project/packages/a/src'],
		['npm test', 'cd packages/a && npm test', partial('npm test')],
		['pytest', 'cd src && pytest', '`pytest` in src is a partial run'],
		['cd packages/a && npm test', 'cd packages/a && npm t', 'counts'],
		['cd packages/a && npm test', 'npm --prefix packages/a test', 'counts'],
		['cd packages/a && npm test', 'npm test', '`npm test` in . is a partial run'],
		['npm --prefix packages/a test', 'cd packages/a/ && npm run test', 'counts'],
		['npm test -w @app/a', 'npm test -w @app/b', '`npm test -w @app/b` is a partial run'],
		['npx vitest', 'pnpm -F a exec vitest', '`pnpm -F a exec vitest` in a is a partial run'],
	])('for %s, %s: %s', (run, source, expected, cwd = '/project') => {
		expect(proof(source, run, { cwd, files })).toBe(expected);
	});

	it('is the only package if the root is none', () => {
		const only = { '/project/app/package.json': '{}' };
		expect(proof('cd app && npm test', 'npm test', { files: only })).toBe('counts');
	});

	it.each([
		['/project/pyproject.toml', '[tool.pytest.ini_options]\ntestpaths = ["tests"]'],
		['/project/pytest.ini', '[pytest]\ntestpaths = tests'],
		['/project/setup.cfg', '[tool:pytest]\ntestpaths =\n    tests\n\n[flake8]'],
	])('may be named as in %s', (path, text) => {
		const files = { [path]: text };
		expect(proof('pytest tests/', 'pytest', { files })).toBe('counts');
		expect(proof('pytest tests/unit', 'pytest', { files })).toContain('partial');
	});

	it('is all of the folders that the project names', () => {
		const files = { '/project/pytest.ini': '[pytest]\ntestpaths = tests integration' };
		expect(proof('pytest tests', 'pytest', { files })).toContain('partial');
		expect(proof('pytest integration tests -q', 'pytest', { files })).toBe('counts');
	});
});

describe('what a run printed', () => {
	it.each([
		'No test files found, exiting with code 0',
		'No tests found, exiting with code 0\n',
		'collected 0 items\n\n==== no tests ran in 0.01s ====',
		'==== 3 skipped in 0.02s ====',
		' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n',
		'\u001b[2m      Tests \u001b[22m \u001b[33m3 skipped\u001b[39m (3)',
		'Tests:       3 skipped, 3 total',
		'\n  0 passing (1ms)\n  3 pending\n',
		'# tests 0\n# pass 0\n# fail 0',
		'ℹ tests 2\nℹ pass 0\nℹ fail 0\nℹ skipped 2',
		'?   \texample.com/a\t[no test files]',
		'ok  \texample.com/a\t0.003s [no tests to run]',
		'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 3 ignored',
		'Ran 0 tests in 0.000s\n\nOK',
		'Ran 6 tests in 0.001s\n\nOK (skipped=6)',
		'0 examples, 0 failures',
		'No tests executed!',
		'Executed 0 tests, with 0 failures',
		'[INFO] No tests to run.\n[INFO] BUILD SUCCESS',
		'web:test: No test files found, exiting with code 0\n\n Tasks:    1 successful, 1 total',
	])('%j is nothing', (output) => {
		expect(ranNothing(output)).toBe(true);
		expect(proof('npm test', 'npm test', { output })).toBe('it ran no tests');
		expect(proof('npm test -- a.ts', 'npm test', { output, partial: true })).toBe('it ran no tests');
	});

	it.each([
		'',
		' Test Files  1 passed | 1 skipped (2)\n      Tests  3 passed | 2 skipped (5)',
		'==== 2 passed, 1 skipped in 0.02s ====',
		'ok  \ta\t(cached)\n?   \tb\t[no test files]',
		'running 3 tests\ntest result: ok. 3 passed; 0 failed\ntest result: ok. 0 passed',
		'Ran 6 tests in 0.001s\n\nOK (skipped=1)',
		'pkg/a: fine\nno tests found in pkg/b\n',
		'a:test: ok  \ta\t0.003s\nb:test: ?   \tb\t[no test files]',
		'Executed 0 tests, with 0 failures\nTest run with 5 tests in 2 suites passed.',
	])('%j is something, or says nothing', (output) => {
		expect(proof('npm test', 'npm test', { output })).toBe('counts');
	});

	it('proves nothing by itself', () => {
		expect(proof('npm test | tail', 'npm test', { output: '3 passed' })).toContain('pipe');
	});
});
