import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { changedPaths, snapshot } from '../../support/case-world.ts';
import { makeInstalledWorld, ownCopy, type Report } from '../../support/installed-world.ts';
import { builtReq } from '../../support/run-hook.ts';

describe('req doctor --live', () => {
	it('plays a session through the installed hooks and measures it', async () => {
		await using world = await makeInstalledWorld();
		const before = snapshot(world);
		const { findings, live } = await world.doctor({ TMPDIR: world.dir }, '--live');
		expect(live).toMatchObject({ root: world.plugin });
		expect(live?.times.map(({ event }) => event)).toEqual([
			...['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'PreToolUse'],
			...['PostToolUse', 'PreToolUse', 'Stop', 'SessionEnd'],
		]);
		expect(live?.times.every(({ ms }) => ms > 0)).toBe(true);
		expect(live?.times.filter(({ server_ms }) => server_ms === null).map(({ event }) => event)).toEqual([
			'SessionStart',
			'SessionEnd',
		]);
		expect(atTheirWork(findings)).toEqual([]);
		expect(changedPaths(before, snapshot(world))).toEqual([]);
	});

	it('never runs what a repository wires', async () => {
		await using world = await makeInstalledWorld();
		const mark = join(world.dir, 'mark');
		const command = `touch ${mark}; node x/dist/hooks/session-start.cjs`;
		const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
		world.remove('claude/plugins');
		world.put('claude/settings.json', {});
		world.put('repo/.claude/settings.json', { hooks });
		expect((await world.doctor({}, '--live')).live?.times).toHaveLength(8);
		expect(existsSync(mark)).toBe(false);
	});

	it('plays its own hooks where none is installed, and says so', async () => {
		await using world = await makeInstalledWorld();
		world.remove('claude/plugins');
		world.put('claude/settings.json', {});
		const { live, findings } = await world.doctor({}, '--live');
		expect(atTheirWork(findings)).toMatchObject([{ code: 'not_installed' }]);
		expect(live?.times).toHaveLength(8);
	});

	it.each([
		['dies', 'live_failed', 'throw new Error("it broke")'],
		['chatters', 'live_failed', 'console.log("hello")'],
		['says nothing', 'live_failed', ''],
		['never ends', 'live_failed', 'setInterval(() => {}, 1000)'],
	])('a hook that %s is found: %s', async (_, code, script) => {
		await using world = await makeInstalledWorld();
		ownCopy(world, 'dist');
		ownCopy(world, 'hooks');
		world.put(join(world.plugin, 'dist/hooks/pre-tool-use.cjs'), script);
		const wiring = readFileSync(join(world.plugin, 'hooks/hooks.json'), 'utf8');
		const hasty = wiring.replaceAll(/"timeout": \d+/g, '"timeout": 5');
		world.put(join(world.plugin, 'hooks/hooks.json'), hasty);
		const before = readdirSync(world.dir);
		const { findings } = await world.doctor({ TMPDIR: world.dir }, '--live');
		const found = atTheirWork(findings);
		expect(found.map((one) => [one.code, one.key])).toEqual([[code, 'PreToolUse']]);
		if (script.startsWith('throw')) expect(found[0]?.what).toContain('Error: it broke');
		expect(readdirSync(world.dir)).toEqual(before);
	});

	it.each([
		['dies', 'live_failed', 'process.exit(3)', 'ended'],
		['says nothing', 'live_failed', 'exports.answerHookCall = async () => "";', 'nothing from the server'],
	])('a server that %s is found: %s', async (_, code, script, what) => {
		await using world = await makeInstalledWorld();
		ownCopy(world, 'dist');
		world.put(join(world.plugin, 'dist/answer-hook-call.cjs'), script);
		const { findings } = await world.doctor({ TMPDIR: world.dir }, '--live');
		const found = atTheirWork(findings);
		expect(new Set(found.map((one) => one.code))).toEqual(new Set([code]));
		expect(found[0]?.what).toContain(what);
	});

	it('files that are missing are one finding, and no play', async () => {
		await using world = await makeInstalledWorld();
		ownCopy(world, 'dist');
		world.remove('market/plugin/dist/hooks');
		const { findings, live } = await world.doctor({}, '--live');
		expect(findings).toMatchObject([{ code: 'plugin_build_missing' }]);
		expect(findings[0]?.what).toMatch(/ more$/);
		expect(live?.times).toEqual([]);
		expect((await world.run({}, '--live')).stdout).toContain('no session was played');
	});

	it('leaves nothing behind when it is interrupted', async () => {
		await using world = await makeInstalledWorld();
		ownCopy(world, 'dist');
		const mark = join(world.dir, 'mark');
		const hang = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, ''); setInterval(() => {}, 1000)`;
		world.put(join(world.plugin, 'dist/hooks/stop.cjs'), hang);
		const child = spawn(process.execPath, [builtReq, 'doctor', '--live'], {
			cwd: world.repo,
			env: { ...world.env, ...world.userEnv, TMPDIR: world.dir },
			stdio: 'ignore',
			// Ctrl-C reaches the whole group.
			detached: true,
		});
		await vi.waitUntil(() => existsSync(mark), { timeout: 60_000 });
		process.kill(-(child.pid ?? 0), 'SIGINT');
		const [code] = await once(child, 'exit');
		expect(code).toBe(130);
		expect(readdirSync(world.dir).filter((name) => name.startsWith('req-doctor-'))).toEqual([]);
	});
});

/** Without what a busy machine adds: how slow is too slow is a unit test of its own. */
function atTheirWork(findings: Report['findings']): Report['findings'] {
	return findings.filter(({ code }) => code !== 'live_slow');
}
