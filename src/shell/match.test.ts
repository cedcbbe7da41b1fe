import { describe, expect, it } from 'vitest';
import { doneBeforeFailure, matchesCommand, onlyTests, provesCommand } from './match.ts';
import { parseCommand } from './read-line.ts';

const matches = (source: string, pattern: string) => matchesCommand(parseCommand(source), pattern);

/** Command lines, between broken bars. */
const lines = (text: string) => text.split('¦').map((line) => line.trim());

describe('matchesCommand', () => {
	it.each([
		'git commit -m "req pause"',
		"git commit -m 'wip # req pause'",
		'git commit -m "$(req pause)"',
		'/usr/bin/time -f %e git commit',
		"bash <<'E'\ngit commit\nE",
		'cat <<E\n$(git commit)\nE',
		'git \\\n  commit',
		...lines(`echo msg | git commit -F - ¦ false || git commit ¦ { git commit; } ¦ X=$(git commit)
			¦ for f in *; do git commit "$f"; done ¦ case x in y) git commit;; esac ¦ time git commit
			¦ diff <(git commit) x ¦ 2>/dev/null git commit ¦ /usr/bin/git commit ¦ ./bin/git commit
			¦ "$PREFIX"/bin/git commit ¦ \\git commit ¦ g"it" com'm'it ¦ git.exe commit
			¦ bash -lc "git commit" ¦ bash -euo pipefail -c "git commit" ¦ bash -c "cd $DIR && git commit"
			¦ sh -c "bash -c 'git commit'" ¦ eval 'git commit' ¦ env -i A=1 -u B git commit
			¦ command -p git commit ¦ exec git commit ¦ nohup git commit ¦ $SUDO git commit
			¦ timeout -s KILL --kill-after 5 1.5m git commit ¦ sudo -u root -E A=1 git commit
			¦ nice -n 5 git commit ¦ stdbuf -oL git commit ¦ flock -w 10 /tmp/l git commit ¦ echo a | xargs git commit -m
			¦ sudo env A=1 timeout 5 sh -c "nice git commit"`),
	])('D33: %s is a commit', (source) => {
		expect(matches(source, 'git commit')).toBe(true);
	});

	it.each([
		['git --git-dir=x --work-tree y commit', 'git commit'],
		['git -C "$D" commit', 'git commit'],
		['git $OPTIONS commit', 'git commit'],
		['npx -y vitest run a.test.ts', 'npx vitest run'],
		['pnpm --color -r test', 'pnpm -r test'],
		['docker --context c compose -f x.yaml up', 'docker compose up'],
		['kubectl -n prod delete pod x', 'kubectl delete'],
		['make -C test test', 'make test'],
		['./node_modules/.bin/vitest run', 'vitest run'],
		['python -m pytest', 'python -m pytest'],
		['req --session x satisfy tested', 'req satisfy'],
	])('%s is %s', (source, pattern) => {
		expect(matches(source, pattern)).toBe(true);
	});

	it.each([
		['helm -n prod upgrade x', 'helm upgrade'],
		['tool --debug some up', 'tool up'],
		['aws s3 --region eu rm x', 'aws s3 rm'],
		['gh -R o/r pr merge 1', 'gh pr merge'],
		['gh pr -R o/r merge 1', 'gh pr merge'],
		['mvn -f pom.xml deploy', 'mvn deploy'],
		['flock l gh -R o/r pr merge', 'gh pr merge'],
		['find . -name x -exec git commit {} +', 'git commit'],
		['aws-vault exec prod -- terraform apply', 'terraform apply'],
		['docker compose run app npm publish', 'npm publish'],
		['rtk git push', 'git push'],
	])('the value of an option hides no command: %s is %s', (source, pattern) => {
		expect(matches(source, pattern)).toBe(true);
		expect(matches(`${source} "`, pattern)).toBe(true);
	});

	it.each([
		['helm list upgrade', 'helm upgrade'],
		['git --no-pager log commit', 'git commit'],
		['git checkout -b x main', 'git checkout main'],
		['npm --tag publish view x', 'npm publish'],
		['git log commit', 'git commit'],
		['git -C commit log', 'git commit'],
		['git committed', 'git commit'],
		["cat > notes <<'E'\ngit commit\n$(git commit)\nE", 'git commit'],
		['echo git commit', 'git commit'],
		["grep -c 'git commit' x", 'git commit'],
		["bash ci.sh 'git commit'", 'git commit'],
		['command -v git commit', 'git commit'],
		['git commit', ''],
		['git $CMD', 'git commit'],
		['$GIT', 'git'],
		['man git commit', 'git commit'],
		['rtk git push --dry-run', 'git push'],
		['git commit --dry-run', 'git commit'],
		['git commit -h', 'git commit'],
	])('%s is not %j', (source, pattern) => {
		expect(matches(source, pattern)).toBe(false);
	});

	it.each([
		'git commit -m "unterminated',
		'if git commit',
		`git ${'-c a=b '.repeat(20_000)}commit`,
		`echo ${'a '.repeat(200_000)}; git commit`,
	])('D33: what does not parse matches by words (%.30s…)', (source) => {
		expect(parseCommand(source).kind).toBe('unparsed');
		expect(matches(source, 'git commit')).toBe(true);
		expect(provesCommand(parseCommand(source), 'git commit')).toBe(false);
	});

	it.each(['git log; commit )', 'echo "digit commit'])(
		'D33: words that stand apart are not the command (%s)',
		(source) => {
			expect(parseCommand(source).kind).toBe('unparsed');
			expect(matches(source, 'git commit')).toBe(false);
		},
	);
});

describe('provesCommand', () => {
	const proves = (source: string, pattern: string) => provesCommand(parseCommand(source), pattern);

	it.each([
		'npm test',
		'true || echo x && npm test',
		'CI=1 timeout 60 npm test 2>&1',
		"bash -lc 'npm ci && npm test'",
		'set -o pipefail; npm test | tail',
		'set -euo pipefail && npm test | tail',
	])('%s succeeds only if npm test does', (source) => {
		expect(proves(source, 'npm test')).toBe(true);
	});

	it.each([
		['before a pipe', 'npm test | tail'],
		['before a pipe again', 'set -o pipefail; set +o pipefail; npm test | tail'],
		['before ;', 'npm test; echo done'],
		['before ||', 'npm test || true'],
		['after ||', 'true || npm test'],
		['between && and ||', 'npm test && echo ok || echo failed'],
		['in the background', 'npm test &'],
		['negated', '! npm test'],
		['in a condition', 'if npm test; then echo ok; fi'],
		['in a function', 'f() { npm test; }; f'],
		['in a nested shell, piped', "sh -c 'npm test | tail'"],
		['that does not parse', 'npm test "'],
		['behind an expansion', '$SUDO npm test'],
		['behind xargs', 'echo a | xargs npm test'],
	])('D33: nothing is proven %s', (_, source) => {
		expect(matches(source, 'npm test')).toBe(true);
		expect(proves(source, 'npm test')).toBe(false);
	});

	it('the message of a commit, written as models write it, hides nothing', () => {
		const message = 'It\'s `a` "b" $(c\n\ngit push || true; # (d';
		const source = `git add -A && git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"`;
		expect(proves(source, 'git commit')).toBe(true);
		expect(matches(source, 'git push')).toBe(false);
	});
});

describe('doneBeforeFailure', () => {
	const counts = (source: string, pattern: string, committed?: boolean) =>
		matchesCommand(doneBeforeFailure(parseCommand(source), committed), pattern);

	it.each(['npm publish', 'cd app && npm publish', 'npm run build && sudo npm publish > log 2>&1'])(
		'%s: what failed is what was asked for, so it was not done',
		(source) => {
			expect(counts(source, 'npm publish')).toBe(false);
		},
	);

	it.each([
		'npm publish; false',
		'npm publish && npm run announce',
		'npm publish | grep -q nothing',
		'npm publish & false',
	])('%s: it may have been done before something else failed', (source) => {
		expect(counts(source, 'npm publish')).toBe(true);
	});

	it('a commit counts if one was made, or, if that cannot be told, like any other command', () => {
		for (const source of ['git commit -m x', 'git commit && npm test', 'sudo git commit; false']) {
			expect(counts(source, 'git commit', true)).toBe(true);
			expect(counts(source, 'git commit', false)).toBe(false);
		}
		expect(counts('git commit -m x', 'git commit')).toBe(false);
		expect(counts('git commit -m x; false', 'git commit')).toBe(true);
	});
});

describe('onlyTests', () => {
	const only = (source: string) => onlyTests(parseCommand(source), ['./scripts/try.sh']);

	it.each([
		'npm test',
		'cd packages/a && npm test 2>&1 | tail -20; echo done',
		'bash -c "npm test"',
		'export CI=1; . .venv/bin/activate && pytest',
		'./scripts/try.sh --all | head',
	])('%s only tests', (source) => {
		expect(only(source)).toBe(true);
	});

	it.each([
		'node codemod.js && npm test',
		'npm test && ./release.sh',
		'npm test; sed -i s/a/b/ src/a.ts',
		'bash -c "npm test && ./release.sh"',
		'./scripts/try.sh && make',
		'npm test "',
	])('%s may do more', (source) => {
		expect(only(source)).toBe(false);
	});
});
