import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const CONFIG = 'requirements:\n  reviewed: { blocks: [{ command: git commit }] }\n';
const OTHER = '#!/bin/sh\necho "other $1: $(cat | wc -l)" >> other.log\n';

const hooksOf = (world: ReqWorld) => path.join(world.repo, '.git/hooks');
const hook = (world: ReqWorld, name = 'reference-transaction') => path.join(hooksOf(world), name);

/** Names, rights and contents of a folder. */
function printOf(folder: string): Record<string, string> {
	if (!existsSync(folder)) return {};
	return Object.fromEntries(
		readdirSync(folder).map((name) => {
			const file = path.join(folder, name);
			return [name, `${statSync(file).mode} ${readFileSync(file, 'latin1')}`];
		}),
	);
}

function standings(world: ReqWorld): string[] {
	const { hooks } = world.json('hooks', 'status') as { hooks: { standing: string }[] };
	return hooks.map(({ standing }) => standing);
}

describe('req hooks', () => {
	it('installs two hooks, says where, and takes them away without a trace', async () => {
		await using world = await makeReqWorld(CONFIG);
		const before = printOf(hooksOf(world));
		expect(standings(world)).toEqual(['absent', 'absent']);
		const { exit, stdout } = world.req('hooks', 'install');
		expect({ exit, stdout }).toEqual({
			exit: 0,
			stdout: `wrote ${hook(world)}\nwrote ${hook(world, 'pre-push')}\n`,
		});
		expect(standings(world)).toEqual(['installed', 'installed']);
		expect(world.req('hooks', 'status').stdout).toContain('reference-transaction  installed');
		expect(world.req('hooks', 'remove')).toMatchObject({ exit: 0 });
		expect(printOf(hooksOf(world))).toEqual(before);
	});

	it('changes nothing the second time', async () => {
		await using world = await makeReqWorld(CONFIG);
		world.req('hooks', 'install');
		const before = printOf(hooksOf(world));
		expect(world.req('hooks', 'install').stdout).toBe('nothing to do: both hooks are installed\n');
		expect(printOf(hooksOf(world))).toEqual(before);
		world.req('hooks', 'remove');
		expect(world.req('hooks', 'remove').stdout).toContain('nothing to do');
	});

	it.each(['', 'made'])('takes the folder away that it made %s', async (made) => {
		await using world = await makeReqWorld(CONFIG);
		rmSync(hooksOf(world), { recursive: true, force: true });
		if (made !== '') mkdirSync(hooksOf(world));
		world.req('hooks', 'install');
		world.req('hooks', 'remove');
		expect(existsSync(hooksOf(world))).toBe(made !== '');
	});

	it('lets a hook that is there run first, with its input, and gives it back to the byte', async () => {
		await using world = await makeReqWorld(CONFIG);
		mkdirSync(hooksOf(world), { recursive: true });
		for (const name of ['reference-transaction', 'pre-push']) {
			writeFileSync(hook(world, name), `${OTHER}# \u00ff`, 'latin1');
			chmodSync(hook(world, name), 0o711);
		}
		const before = printOf(hooksOf(world));
		expect(world.req('hooks', 'install').stdout).toContain('what was there runs first');
		git(world.repo, 'update-ref', 'refs/heads/one', 'HEAD');
		const log = readFileSync(path.join(world.repo, 'other.log'), 'utf8');
		expect(log.split('\n')).toEqual(['other prepared: 1', 'other committed: 1', '']);
		world.req('hooks', 'install');
		expect(world.req('hooks', 'remove').stdout).toContain(`put back ${hook(world)} as it was`);
		expect(printOf(hooksOf(world))).toEqual(before);
	});

	it('keeps the status of a hook that is there', async () => {
		await using world = await makeReqWorld(CONFIG);
		mkdirSync(hooksOf(world), { recursive: true });
		writeFileSync(hook(world), '#!/bin/sh\nexit 7\n');
		chmodSync(hook(world), 0o755);
		world.req('hooks', 'install');
		expect(() => git(world.repo, 'update-ref', 'refs/heads/one', 'HEAD')).toThrow();
	});

	it('leaves alone a link that is a hook, and one that nobody may start', async () => {
		await using world = await makeReqWorld(CONFIG);
		mkdirSync(hooksOf(world), { recursive: true });
		symlinkSync('../../x', hook(world));
		writeFileSync(hook(world, 'pre-push'), '#!/bin/sh\nexit 7\n', { mode: 0o644 });
		world.req('hooks', 'install');
		git(world.repo, 'update-ref', 'refs/heads/one', 'HEAD');
		world.req('hooks', 'remove');
		expect(readdirSync(hooksOf(world)).filter((name) => name.includes('before'))).toEqual([]);
		expect(statSync(hook(world, 'pre-push')).mode & 0o111).toBe(0);
		expect(() => readFileSync(hook(world))).toThrow('ENOENT');
	});

	it('goes on where it was cut short', async () => {
		await using world = await makeReqWorld(CONFIG);
		mkdirSync(hooksOf(world), { recursive: true });
		writeFileSync(hook(world), OTHER, { mode: 0o755 });
		const before = printOf(hooksOf(world));
		renameSync(hook(world), `${hook(world)}.before-req`);
		expect(standings(world)[0]).toBe('cut_short');
		world.req('hooks', 'remove');
		expect(printOf(hooksOf(world))).toEqual(before);
	});

	it('stays away from what somebody changed of ours', async () => {
		await using world = await makeReqWorld(CONFIG);
		world.req('hooks', 'install');
		writeFileSync(hook(world), `${readFileSync(hook(world), 'utf8')}echo mine\n`);
		expect(standings(world)).toEqual(['edited', 'installed']);
		const { exit, stderr } = world.req('hooks', 'remove');
		expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('edited') });
		expect(readFileSync(hook(world), 'utf8')).toContain('echo mine');
		expect(existsSync(hook(world, 'pre-push'))).toBe(false);
	});

	it('finds that another manager has replaced one of them, and runs after it', async () => {
		await using world = await makeReqWorld(CONFIG);
		world.req('hooks', 'install');
		writeFileSync(hook(world, 'pre-push'), OTHER, { mode: 0o755 });
		expect(standings(world)).toEqual(['installed', 'foreign']);
		const { stdout } = world.req('doctor');
		expect(stdout).toContain('git_hooks_replaced');
		world.req('hooks', 'install');
		expect(standings(world)).toEqual(['installed', 'installed']);
		expect(world.req('doctor').stdout).not.toContain('git_hooks');
		world.req('hooks', 'remove');
		expect(readFileSync(hook(world, 'pre-push'), 'utf8')).toBe(OTHER);
	});

	it('finds that its program is gone, or that another req wrote it', async () => {
		await using world = await makeReqWorld(CONFIG);
		world.req('hooks', 'install');
		world.reqWith({ env: { CLAUDE_CONFIG_DIR: `${world.dir}/second` } }, 'hooks', 'install');
		expect(standings(world)).toEqual(['outdated', 'outdated']);
		expect(world.req('doctor').stdout).toContain('git_hooks_outdated');
		world.req('hooks', 'install');
		expect(standings(world)).toEqual(['installed', 'installed']);
	});
});

describe('where git looks for hooks', () => {
	it('in a folder that git ignores, as husky makes one', async () => {
		await using world = await makeReqWorld(CONFIG);
		const folder = path.join(world.repo, '.husky/_');
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, '.gitignore'), '*');
		writeFileSync(path.join(folder, 'pre-push'), OTHER, { mode: 0o755 });
		git(world.repo, 'config', 'core.hooksPath', '.husky/_');
		expect(world.json('hooks', 'install')).toMatchObject({ folder, serves: 'repository' });
		expect(standings(world)).toEqual(['installed', 'installed']);
		world.req('hooks', 'remove');
		expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'pre-push']);
	});

	it.each([
		['the team', '.githooks'],
		['every repository', '../hooks'],
	])('in a folder that serves %s only after a yes', async (_, folder) => {
		await using world = await makeReqWorld(CONFIG);
		git(world.repo, 'config', 'core.hooksPath', folder);
		const refused = world.req('hooks', 'install');
		expect(refused).toMatchObject({ exit: 1, stderr: expect.stringContaining('--yes') });
		expect(existsSync(path.join(world.repo, folder))).toBe(false);
		expect(world.req('hooks', 'install', '--yes')).toMatchObject({ exit: 0 });
		expect(existsSync(path.join(world.repo, folder, 'pre-push'))).toBe(true);
		expect(existsSync(hook(world))).toBe(false);
		world.req('hooks', 'remove');
		expect(existsSync(path.join(world.repo, folder))).toBe(false);
	});

	it('for a linked working tree as for the main one', async () => {
		await using world = await makeReqWorld(CONFIG);
		const tree = path.join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, '-b', 'tree');
		world.reqWith({ cwd: tree }, 'hooks', 'install');
		expect(standings(world)).toEqual(['installed', 'installed']);
	});

	it('somewhere else since they were installed', async () => {
		await using world = await makeReqWorld(CONFIG);
		world.req('hooks', 'install');
		git(world.repo, 'config', 'core.hooksPath', '.husky');
		expect(world.req('hooks', 'status').stdout).toContain('git looks elsewhere now');
		expect(world.req('doctor').stdout).toContain('git_hooks_stranded');
		world.req('hooks', 'remove');
		expect(existsSync(hook(world))).toBe(false);
	});

	it('nowhere outside a repository', async () => {
		await using world = await makeReqWorld(CONFIG);
		const { exit, stderr } = world.reqWith({ cwd: world.dir }, 'hooks', 'install');
		expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('no git') });
	});
});

describe('the model', () => {
	it.each(['install', 'remove'])('does not run req hooks %s', async (name) => {
		await using world = await makeReqWorld(CONFIG);
		const { exit, stderr } = world.asModel(ANA, 'hooks', name);
		expect({ exit, stderr }).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining(`only the user can run \`req hooks ${name}\``),
		});
		expect(world.asModel(ANA, 'hooks', 'status')).toMatchObject({ exit: 0 });
	});
});

/** Calls that would take the hooks away, or lead git past them. */
const attempts: readonly (readonly [tool: string, input: (repo: string) => object])[] = [
	['Write', (repo) => ({ file_path: `${repo}/.git/hooks/pre-push`, content: '' })],
	...[
		'rm .git/hooks/reference-transaction',
		'rm -rf .git/hooks',
		'mv .git/hooks .git/hooks.off',
		'chmod -x .git/hooks/reference-transaction',
		'echo > .git/hooks/pre-push',
		'python3 -c "import os; os.remove(\'.git/hooks/reference-transaction\')"',
		"python3 -c \"import os; os.chdir('.git/hooks'); os.remove('pre-push')\"",
		"python3 -c \"import os; os.remove(os.popen('git rev-parse --git-dir').read().strip() + '/hooks/pre-push')\"",
		'git -c core.hooksPath=/dev/null ci -m m',
		'git config core.hooksPath .none',
		'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/x git ci',
		'req hooks remove',
	].map((command) => ['Bash', () => ({ command })] as const),
];

describe('the hooks are protected from the model', () => {
	const judged = (world: ReqWorld, tool: string, input: object) =>
		world.hook('pre-tool-use', ANA, {
			...{ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input },
		}).stdout;

	it.each(attempts)('%s %j', async (tool, input) => {
		await using world = await makeReqWorld(
			'requirements:\n  planned: { blocks: [{ command: x }] }\n',
		);
		world.start(ANA);
		const given = input(world.repo);
		const isReq = JSON.stringify(given).includes('req hooks');
		expect(judged(world, tool, given) === '').toBe(!isReq);
		world.req('hooks', 'install');
		expect(judged(world, tool, given)).toContain('"permissionDecision":"deny"');
	});

	it('what somebody else has there is not', async () => {
		await using world = await makeReqWorld(
			'requirements:\n  planned: { blocks: [{ command: x }] }\n',
		);
		world.start(ANA);
		world.req('hooks', 'install');
		const texts = `awk '{print > "docs/pre-push.md"}' a; python3 -c "open('docs/pre-push.md', 'w').write('x')"`;
		for (const command of ['echo x > .git/hooks/pre-commit', 'git config core.hooksPath', texts])
			expect(judged(world, 'Bash', { command })).toBe('');
	});
});

describe('req init --git-hooks', () => {
	it('installs them with a config, and --undo takes both back', async () => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(hooksOf(world), { recursive: true });
		writeFileSync(hook(world, 'pre-push'), OTHER, { mode: 0o755 });
		const before = printOf(hooksOf(world));
		const preview = world.req('init', '--git-hooks', '--dry-run');
		expect(preview.stdout).toContain(`# and ${hook(world)}: holds the repository itself`);
		expect(printOf(hooksOf(world))).toEqual(before);
		const { exit, stdout } = world.req('init', '--git-hooks', '--yes', '--no-status-line');
		expect({ exit, stdout }).toMatchObject({
			exit: 0,
			stdout: expect.stringContaining(`wrote ${hook(world, 'pre-push')}`),
		});
		expect(standings(world)).toEqual(['installed', 'installed']);
		expect(world.req('init', '--undo', '--yes').stdout).toContain(`removed ${hook(world)}`);
		expect(printOf(hooksOf(world))).toEqual(before);
	});

	it('installs them where a config is already', async () => {
		await using world = await makeReqWorld(CONFIG);
		expect(world.json('init', '--git-hooks')).toMatchObject({
			git_hooks: [hook(world), hook(world, 'pre-push')],
			written: true,
		});
		expect(standings(world)).toEqual(['installed', 'installed']);
		expect(world.req('init', '--git-hooks').stdout).toContain('nothing to change');
		world.req('init', '--undo');
		expect(standings(world)).toEqual(['absent', 'absent']);
	});

	it('leaves a folder alone that serves others', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'config', 'core.hooksPath', '.githooks');
		const { exit, stderr } = world.req('init', '--git-hooks');
		expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('serves') });
		expect(existsSync(path.join(world.repo, '.claude/requirements.yaml'))).toBe(false);
	});
});
