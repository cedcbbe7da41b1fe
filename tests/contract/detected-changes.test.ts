import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bash, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const SCRIPT = "require('node:fs').writeFileSync('src/a.ts', 'x')";

/** A scratch project in which a session has begun. */
function open(requirements: object, more: object = {}): Promise<EffectWorld> {
	return openEffectWorld({ requirements, observe: true, ...more });
}

let calls = 0;

it.each([
	['a script of its own', 'sh gen.sh'],
	['a program that fails then', `node -e "${SCRIPT}; process.exit(3)"`],
	['a file that comes', `node -e "require('node:fs').writeFileSync('src/new.ts', 'x')"`],
	['a file that goes', `node -e "require('node:fs').rmSync('src/a.ts')"`],
])('%s that changes a gated file is told at once and holds the stop', async (_, command) => {
	using world = await open(PLAN);
	writeIn(world.repo, 'gen.sh', 'echo x > src/a.ts\n');
	const { refuses, text } = await bash(world, command);
	expect(refuses).toBe(false);
	expect(text).toContain('changed during this Bash call on');
	expect(text).toMatch(/src\/(?:a|new)\.ts changed/);
	expect(await stop(world)).toMatch(/Bypassed: src\/(?:a|new)\.ts changed\./);
});

it('holds no stop for a requirement that holds none', async () => {
	using world = await open({ plan: { ...PLAN.plan, hold_stop: false } });
	expect((await bash(world, `node -e "${SCRIPT}"`)).text).toContain('src/a.ts changed');
	expect(await stop(world)).toBe('');
});

it.each([
	['nothing is written', 'node -e 0'],
	[
		'an ignored file is written',
		"node -e \"fs.mkdirSync('dist'); fs.writeFileSync('dist/a.ts', '')\"",
	],
	['a file no gate names is written', "node -e \"fs.writeFileSync('docs/a.md', '')\""],
	[
		'a file is written back as it was',
		"node -e \"fs.writeFileSync('src/a.ts', fs.readFileSync('src/a.ts'))\"",
	],
	['what was dirty is set aside and taken back', 'sh ../stash.sh'],
	['another branch is checked out', 'sh ../switch.sh'],
	['own work is put on top of that of others', 'sh ../rebase.sh'],
	['the work of others is merged', 'sh ../merge.sh'],
	['what was dirty is committed', 'git commit -qam x'],
])('says nothing where %s', async (_, command) => {
	using world = await open(PLAN);
	writeIn(world.repo, 'src/own.ts', 'own\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'own');
	git(world.repo, 'checkout', '-q', '-b', 'moved', 'main');
	writeIn(world.repo, 'src/others.ts', 'others\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'others');
	git(world.repo, 'checkout', '-q', 'feature/x');
	writeIn(world.repo, 'src/a.ts', 'by hand\n');
	const elsewhere = 'git checkout -q main; git checkout -q -';
	writeIn(world.dir, 'stash.sh', 'git stash -q; git stash pop -q');
	writeIn(world.dir, 'switch.sh', `git stash -q; ${elsewhere}; git stash pop -q`);
	writeIn(world.dir, 'rebase.sh', 'git stash -q; git rebase -q moved; git stash pop -q');
	writeIn(world.dir, 'merge.sh', 'git stash -q; git merge -q --no-edit moved; git stash pop -q');
	await bash(world, 'node -e 0');
	const { text } = await bash(world, command);
	expect(text).toBe('');
	expect(await stop(world)).toBe('');
});

it('leaves alone what the user changes between two calls', async () => {
	using world = await open(PLAN);
	await bash(world, 'node -e 0');
	writeIn(world.repo, 'src/a.ts', 'by hand\n');
	writeIn(world.repo, 'src/b.ts', 'by hand\n');
	const { text } = await bash(world, 'node -e 0');
	expect(text).toBe('');
	expect((await bash(world, "node -e \"fs.appendFileSync('src/b.ts', 'x')\"")).text).toContain(
		'src/b.ts changed',
	);
});

it('says nothing where observe is off, or the gates are paused', async () => {
	using world = await open(PLAN, { observe: false });
	expect((await bash(world, `node -e "${SCRIPT}"`)).text).toBe('');
});

it('makes a proof stale by what changed, whatever the words say', async () => {
	const tested = {
		triggers: [{ edit: 'src/**' }],
		commands: ['node --test'],
		stale_after: [{ edit: 'src/**' }],
	};
	using world = await open({ tested: { ...tested, blocks: [{ command: 'git commit' }] } });
	const isOpen = async () => {
		calls += 1;
		const call = { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } };
		return !(await world.hook('pre-tool-use', { ...call, tool_use_id: `toolu_p${calls}` })).refuses;
	};
	await bash(world, 'node --test');
	expect(await isOpen()).toBe(true);
	await bash(world, 'node -e 0');
	expect(await isOpen()).toBe(true);
	await bash(world, `node -e "${SCRIPT}"; false`);
	expect(await isOpen()).toBe(false);
	await bash(world, 'node --test');
	expect(await isOpen()).toBe(true);
	await bash(world, 'git stash -q');
	expect(await isOpen()).toBe(false);
	await bash(world, 'node --test');
	await bash(world, 'git reset -q --hard HEAD~1');
	expect(await isOpen()).toBe(true);
	writeIn(world.repo, 'src/a.ts', 'two\n');
	git(world.repo, 'commit', '-qam', 'two');
	await bash(world, 'node --test');
	await bash(world, 'git reset -q --hard HEAD~1');
	expect(await isOpen()).toBe(false);
});

it.each([
	['a script', 'sh commit.sh'],
	['an alias', 'git -c alias.z="commit --allow-empty -qm x" z'],
	['update-ref', 'sh ref.sh'],
])('a commit that %s makes while it is held is told at once', async (_, command) => {
	using world = await open({
		reviewed: { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] },
	});
	const make = 'git commit-tree -p HEAD -m x HEAD^{tree}';
	writeIn(world.dir, 't/.keep', '');
	writeIn(world.repo, 'commit.sh', 'git commit -q --allow-empty -m x\n');
	writeIn(world.repo, 'ref.sh', `git update-ref refs/heads/feature/x $(${make})\n`);
	const { refuses, text } = await bash(world, command);
	if (refuses) return;
	expect(text).toContain('feature/x moved during this Bash call');
	expect(await stop(world)).toContain('Bypassed.');
});

/** A remote, and a branch `side` beside the own one, both of which changed files. */
function withOthers(world: EffectWorld): void {
	const { repo } = world;
	const commit = (branch: string, files: Readonly<Record<string, string>>) => {
		git(repo, 'checkout', '-q', branch);
		for (const [path, text] of Object.entries(files)) writeIn(repo, path, text);
		git(repo, 'add', '-A');
		git(repo, 'commit', '-qm', branch);
	};
	const lines = Array.from({ length: 20 }, (_, index) => `${index}\n`);
	commit('feature/x', { 'src/long.ts': lines.join(''), 'src/n\nl.ts': 'n' });
	git(repo, 'branch', 'side');
	commit('side', { 'src/long.ts': ['top\n', ...lines].join(''), 'src/side.ts': 'side\n' });
	commit('feature/x', { 'src/long.ts': [...lines, 'end\n'].join(''), 'src/clash.ts': 'mine\n' });
	git(repo, 'clone', '-q', '--bare', '.', '../origin.git');
	git(repo, 'remote', 'add', 'origin', join(world.dir, 'origin.git'));
	git(repo, 'fetch', '-q');
	writeIn(world.dir, 'gen.sh', 'echo x >> $1\n');
}

it.each([
	['commits and pushes', 'git commit -q --allow-empty -m x; git push -q origin feature/x'],
	['begins a branch and commits', 'git switch -q -c y; git commit -q --allow-empty -m x'],
])('a script that %s is told while commits wait', async (_, script) => {
	using world = await open({
		reviewed: { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] },
	});
	withOthers(world);
	writeIn(world.dir, 'script.sh', script);
	const { text } = await bash(world, 'sh ../script.sh');
	expect(text).toMatch(/(?:feature\/x|y) moved during this Bash call/);
});

it.each([
	['whose name has two lines', 'sh ../gen.sh "$(printf \'src/n\\nl.ts\')"', 'src/n'],
	['behind a filter', 'echo x >> src/a.up', 'src/a.up'],
	['by its mode', 'chmod +x src/a.ts', 'src/a.ts'],
])('a script that changes a file %s is told', async (_, script, path) => {
	using world = await open(PLAN);
	const { repo } = world;
	withOthers(world);
	writeIn(repo, '.gitattributes', '*.up filter=up\n');
	git(repo, 'config', 'filter.up.clean', 'tr a-z A-Z');
	writeIn(repo, 'src/a.up', 'a\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'filter');
	writeIn(world.dir, 'script.sh', script);
	const { text } = await bash(world, 'sh ../script.sh');
	expect(text).toContain('changed during this Bash call');
	expect(text).toContain(path);
});

it.each([
	['a merge', 'git merge -q --squash side'],
	['a stash', 'git stash -q; git stash pop -q'],
	['a commit', 'git add -A; git commit -qm y'],
	['a new branch', 'git switch -q -c y'],
])('a script that changes a file beside %s accuses nobody', async (_, work) => {
	using world = await open(PLAN);
	withOthers(world);
	await bash(world, 'node -e 0');
	writeIn(world.dir, 'script.sh', `sh ../gen.sh src/gen.ts; sh ../gen.sh src/a.ts; ${work}`);
	expect((await bash(world, 'sh ../script.sh')).text).toBe('');
	expect(await stop(world)).toBe('');
});

it('tells of a conflict that a script resolves after the call that met it', async () => {
	using world = await open(PLAN);
	withOthers(world);
	git(world.repo, 'checkout', '-q', '-b', 'clash', 'HEAD~1');
	writeIn(world.repo, 'src/clash.ts', 'theirs\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'clash');
	git(world.repo, 'checkout', '-q', 'feature/x');
	expect((await bash(world, 'git merge clash')).text).toBe('');
	writeIn(world.dir, 'script.sh', 'echo both > src/clash.ts; git add -A');
	const { text } = await bash(world, 'sh ../script.sh');
	expect(text).toContain('src/clash.ts changed during this Bash call');
});

it('makes a proof stale by what a merge brought before it stopped', async () => {
	const tested = { commands: ['node --test'], stale_after: [{ edit: 'src/**' }] };
	using world = await open({ tested: { ...tested, blocks: [{ command: 'git commit' }] } });
	withOthers(world);
	const commits = () => {
		calls += 1;
		const call = { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } };
		return world.hook('pre-tool-use', { ...call, tool_use_id: `toolu_c${calls}` });
	};
	await bash(world, 'node --test');
	expect((await commits()).refuses).toBe(false);
	expect((await bash(world, 'git merge -q --squash side')).text).toBe('');
	expect((await commits()).refuses).toBe(true);
});

it('tells of a tool of a server that failed after it had written', async () => {
	using world = await open(PLAN);
	const call = { tool_name: 'mcp__gen__sync', tool_input: {}, tool_use_id: 'toolu_mcp' };
	await world.hook('pre-tool-use', call);
	writeIn(world.repo, 'src/a.ts', 'made\n');
	const { text } = await world.hook('post-tool-use-failure', { ...call, error: 'no more' });
	expect(text).toContain('src/a.ts changed during this mcp__gen__sync call');
	expect(await stop(world)).toContain('Bypassed: ');
});

it('tells of a commit that a tool of a server made', async () => {
	using world = await open({
		reviewed: { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] },
	});
	const tool_input = { repo_path: world.repo, message: 'x' };
	const call = { tool_name: 'mcp__git__git_commit', tool_input, tool_use_id: 'toolu_mcp' };
	expect((await world.hook('pre-tool-use', call)).refuses).toBe(false);
	git(world.repo, 'commit', '-q', '--allow-empty', '-m', 'x');
	const over = { ...call, tool_response: [], duration_ms: 500 };
	const { text } = await world.hook('post-tool-use', over);
	expect(text).toContain('feature/x moved during this mcp__git__git_commit call');
	expect(await stop(world)).toContain('Bypassed.');
});

it('tells of a commit on the protected branch that the call switched to', async () => {
	using world = await open({
		on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
	});
	writeIn(world.repo, 'ship.sh', 'git switch -q main && git commit -q --allow-empty -m x\n');
	const { text } = await bash(world, 'sh ship.sh');
	expect(text).toContain('main moved during this Bash call although on_main is unmet');
	expect(await stop(world)).toContain('on_main');
});

it('leaves a branch alone that moves to commits which were there', async () => {
	using world = await open({
		reviewed: { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] },
	});
	git(world.repo, 'checkout', '-q', '-b', 'others', 'main');
	writeIn(world.repo, 'src/others.ts', 'others\n');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'others');
	git(world.repo, 'checkout', '-q', 'feature/x');
	for (const command of [
		'git branch other HEAD~1; git reset -q --hard HEAD~1; git reset -q --hard ORIG_HEAD',
		'git checkout -q -b third; git rebase -q others; git checkout -q feature/x',
		'git merge -q --no-edit others',
	]) {
		expect(await bash(world, command)).toEqual({ refuses: false, text: '' });
	}
});

it('is shown by req status', async () => {
	using world = await open(PLAN);
	await bash(world, `node -e "${SCRIPT}"`);
	await stop(world);
	const { stdout } = await world.bash('req status');
	expect(stdout).toContain('bypassed just now (src/a.ts changed), blocks');
});

it('costs a call that only reads no process', async () => {
	using world = await open(PLAN);
	const asked = join(world.dir, 'asked');
	const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
	writeIn(world.dir, 'bin/git', `#!/bin/sh\necho "$@" >> ${asked}\nexec ${real} "$@"\n`);
	chmodSync(join(world.dir, 'bin/git'), 0o755);
	await bash(world, 'ls src | head -5 && grep -rn "const" src');
	expect(existsSync(asked)).toBe(false);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(2);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(3);
	await satisfy(world);
	await bash(world, 'node -e 0');
	expect(readFileSync(asked, 'utf8').match(/status/g)).toHaveLength(3);
});
