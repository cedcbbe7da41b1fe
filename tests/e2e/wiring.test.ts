import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientBinary } from '../support/client-binary.ts';
import { checkout, openGatedWorld, openWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { makeInstalledWorld, putProgram } from '../support/installed-world.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { failures, injectedContext, mainRequests, promptText, startContext } from '../support/seen-by-model.ts';

/** Copies these parts of the checkout. */
function copy(parts: readonly string[], into: string): void {
	for (const part of parts) {
		cpSync(path.join(checkout, part), path.join(into, part), { recursive: true });
	}
}

it('`--plugin-dir`: works from a directory whose path has spaces; without its build it says so, and nothing breaks', async () => {
	await using home = await openWorld({ client: '2.1.332', plugin: undefined });
	const plugin = path.join(home.root, 'a plugin');
	copy(['.claude-plugin', '.claude/skills', 'bin', 'hooks', 'dist'], plugin);
	await using world = await openGatedWorld(plan, { plugin });
	const edit = write(world.path('a.ts'));

	const run = await world.run({ main: [edit, skill('req:arch-review'), edit, bash('req status')] });
	expect(failures(run)).toEqual([true, false, false, false]);

	rmSync(path.join(plugin, 'dist'), { recursive: true });
	const unbuilt = await world.run({ main: [write(world.path('b.ts')), bash('req status')] });
	expect(startContext(unbuilt)).toContain('npm ci');
	expect(failures(unbuilt)[0]).toBe(false);
	expect(promptText(mainRequests(unbuilt)[2])).toMatch(/req[\s\S]*npm ci/);
});

it("a clone of this repository gates with the dev settings, and only with them, and leaves Claude Code's own /clear alone", async () => {
	await using world = await openWorld({ client: '2.1.332', plugin: undefined });
	copy(['.claude', '.claude-plugin', 'config', 'hooks', 'src', 'package.json'], world.repo);
	symlinkSync(path.join(checkout, 'node_modules'), world.path('node_modules'));
	world.write('.claude/requirements.yaml', plan);

	const unasked = await world.run({
		prompts: ['Remember the word pomegranate.', '/clear', 'Go on.'],
		main: [write(world.path('a.txt'))],
	});
	expect(failures(unasked)).toEqual([false]);
	expect(injectedContext(mainRequests(unasked)[0], 'SessionStart')).toEqual([]);
	expect(world.exists('.git/requirements')).toBe(false);
	expect(promptText(mainRequests(unasked).at(-1))).not.toContain('pomegranate');

	const asked = await world.run({
		args: ['--settings', '.claude/settings.dev.json'],
		main: [write(world.path('b.txt'))],
	});
	expect(startContext(asked)).toContain('commit_plan');
	expect(failures(asked)).toEqual([true]);
});

it('`req doctor` finds nothing in what Claude Code installed, plays it, and finds it switched off, or of another project', async () => {
	await using world = await makeInstalledWorld();
	const program = clientBinary('2.1.332') ?? '';
	for (const file of ['claude/plugins', 'claude/settings.json', 'bin/claude']) world.remove(file);
	putProgram(path.join(world.dir, 'bin/claude'), `exec "${program}" "$@"`);
	const plugin = (line: string) => {
		const env = { ...world.env, ...world.userEnv, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
		const run = spawnSync(program, ['plugin', ...line.split(' ')], { cwd: world.repo, env });
		if (run.status !== 0) throw new Error(`claude plugin ${line}: ${run.stdout}${run.stderr}`);
	};
	const codes = async () => (await world.doctor()).findings.map(({ code }) => code);

	plugin(`marketplace add ${path.join(world.dir, 'market')}`);
	plugin('install req@scratch');
	const healthy = await world.doctor({}, '--live');
	// A busy machine is slow, which is a finding of its own.
	expect(healthy.findings.filter(({ code }) => code !== 'live_slow')).toEqual([]);
	expect(healthy.live).toMatchObject({ root: world.plugin });
	expect(healthy.checks.some((text) => text.includes('2.1.332'))).toBe(true);

	plugin('disable req@scratch --scope project');
	expect(await codes()).toEqual(['plugin_disabled']);
	world.remove('repo/.claude/settings.json');
	plugin('uninstall req@scratch');
	expect(await codes()).toEqual(['not_installed']);

	plugin('install req@scratch --scope local');
	expect(await codes()).toEqual([]);
	const other = path.join(world.dir, 'other');
	mkdirSync(other);
	for (const part of ['.git', '.claude/requirements.yaml']) {
		cpSync(path.join(world.repo, part), path.join(other, part), { recursive: true });
	}
	const there = await world.reqWith({ cwd: other, env: world.userEnv }, 'doctor', '--json');
	expect(JSON.parse(there.stdout).findings).toMatchObject([{ code: 'not_installed' }]);
});
