import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { git, gitEnv, writeIn } from '../../support/git-repo.ts';
import { putProgram } from '../../support/installed-world.ts';
import { blocksIn } from '../../support/page-section.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  signed: { scope: branch, triggers: [], blocks: [{ command: git commit }, { command: git push }] }
  size: { type: dynamic, measure: branch_size, block: 60, triggers: [], blocks: [{ command: git push }] }
`;
const [husky = '', alone = '', lefthook = '', preCommit = '', workflow = ''] = blocksIn(
	'docs/team.md',
	'Check commits and pushes outside Claude Code',
);
const HOOKS = ['pre-commit', 'pre-push'] as const;
type Hook = (typeof HOOKS)[number];

/** The recipe for a commit, as it is for a push. */
const forHook = (script: string, hook: Hook) =>
	hook === 'pre-commit' ? script : script.replaceAll('req check commit', 'req check push');

/** What pre-commit does with a local hook of a system's language: the words of a shell, and its output if it fails. */
function asPreCommit(hook: Hook): string {
	const { hooks } = parse(preCommit).repos[0];
	const { entry, verbose } = hooks.find((one: { stages: string[] }) => one.stages.includes(hook));
	const show = verbose === true ? 'true' : '[ $code != 0 ]';
	return `shown=$(${entry} 2>&1); code=$?; if ${show}; then printf '%s' "$shown"; fi; exit $code`;
}

/** The files that each tool and its user put into a repository for one git hook, and the folder of git hooks. */
const TOOLS: Readonly<Record<string, (hook: Hook) => Readonly<Record<string, string>>>> = {
	husky: (hook) => ({
		[`.husky/${hook}`]: forHook(husky, hook),
		[`.husky/_/${hook}`]: `#!/bin/sh\nexec sh -e .husky/${hook} "$@"\n`,
	}),
	'git alone': (hook) => ({ [`.git/hooks/${hook}`]: forHook(alone, hook) }),
	lefthook: (hook) => {
		const { run } = parse(lefthook)[hook].commands.req;
		return {
			'.git/run.sh': run,
			[`.git/hooks/${hook}`]: '#!/bin/sh\nexec sh -c "$(cat .git/run.sh)"\n',
		};
	},
	'pre-commit': (hook) => ({ [`.git/hooks/${hook}`]: `#!/bin/sh\n${asPreCommit(hook)}\n` }),
};

type Run = (more?: Readonly<Record<string, string>>) => SpawnSyncReturns<string>;

/** Installs the hook, and returns the git command that runs it, with `req` on the PATH. */
function withHook(world: ReqWorld, tool: string, hook: Hook): { run: Run; without: Run } {
	const files = TOOLS[tool]?.(hook) ?? {};
	for (const [name, text] of Object.entries(files)) {
		writeIn(world.repo, name, text);
		chmodSync(join(world.repo, name), 0o755);
	}
	const folder = dirname(Object.keys(files).at(-1) ?? '');
	git(world.repo, 'config', 'core.hooksPath', folder);
	git(world.dir, 'init', '-q', '--bare', 'remote');
	putProgram(join(world.dir, 'bin/req'), `exec '${process.execPath}' '${builtReq}' "$@"`);
	const words =
		hook === 'pre-commit'
			? ['commit', '-q', '--allow-empty', '-m', 'x']
			: ['push', '-q', join(world.dir, 'remote'), 'HEAD'];
	const env = { ...gitEnv, ...world.env };
	const options = { cwd: world.repo, encoding: 'utf8' } as const;
	const without: Run = (more) => spawnSync('git', words, { ...options, env: { ...env, ...more } });
	const PATH = `${join(world.dir, 'bin')}:${env['PATH']}`;
	return { without, run: (more) => without({ PATH, ...more }) };
}

describe.each(Object.keys(TOOLS))('%s', (tool) => {
	it.each(HOOKS)('%s stops Claude and CI, warns a person, and passes without req', async (hook) => {
		await using world = await makeReqWorld(CONFIG);
		const { run, without } = withHook(world, tool, hook);
		const asClaude = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA };
		for (const more of [asClaude, { CI: 'true' }]) {
			const { status, stdout, stderr } = run(more);
			expect([status, stdout + stderr]).toEqual([1, expect.stringContaining('signed is unmet')]);
		}
		const { status, stdout, stderr } = run();
		expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('only warned')]);
		expect(without(asClaude)).toMatchObject({ status: 0, stdout: '', stderr: '' });
	});
});

it('the GitHub workflow checks the size of a pull request, and says what it leaves out', async () => {
	await using world = await makeReqWorld(CONFIG);
	const { steps } = parse(workflow).jobs.req;
	const line = steps.at(-1).run;
	git(world.repo, 'switch', '-q', 'main');
	writeIn(world.repo, 'README', 'a\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-q', '-m', 'config');
	git(world.repo, 'switch', '-q', '-C', 'feature/x');
	/** As actions/checkout with `fetch-depth: 0` does: the merge of the pull request, detached. */
	const pullRequest = (lines: number) => {
		writeIn(world.repo, 'a.txt', 'line\n'.repeat(lines));
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-q', '-m', 'x');
		const cwd = join(world.dir, `checkout-${lines}`);
		git(world.dir, 'clone', '-q', world.repo, cwd);
		git(cwd, 'remote', 'set-head', 'origin', 'main');
		git(cwd, 'checkout', '-q', '--detach', 'origin/main');
		git(cwd, 'merge', '-q', '--no-ff', '-m', 'merge', 'origin/feature/x');
		const temporary = join(world.dir, 'runner');
		putProgram(join(temporary, 'req/bin/req'), `exec '${process.execPath}' '${builtReq}' "$@"`);
		const env = { ...gitEnv, ...world.env, CI: 'true', RUNNER_TEMP: temporary };
		return spawnSync('bash', ['-e', '-c', line], { cwd, env, encoding: 'utf8' });
	};
	const small = pullRequest(2);
	expect([small.status, small.stdout]).toEqual([0, expect.stringMatching(/HEAD is detached, .* not checked: signed/)]);
	const large = pullRequest(99);
	expect([large.status, large.stdout]).toEqual([1, expect.stringContaining('changed lines')]);
});
