import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { putProgram } from '../support/installed-world.ts';
import { builtServer, callOf, markersIn, runWithoutServer, startServer } from '../support/live-server.ts';
import { runHook } from '../support/run-hook.ts';

async function configured(requirements: object = { commit_plan: {} }): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, { requirements });
	return world;
}

const at = (world: CaseWorld) => ({ cwd: world.repo, env: hookEnv(world) });

function event(world: CaseWorld, step: HookStep, call = 1): object {
	return fillIn(eventOf(step, call), world.names, world.now) as object;
}

const edit: HookStep = { hook: 'pre-tool-use', edit: 'src/a.ts' };

function configDir(world: CaseWorld): string {
	return String(world.names['$CONFIG']);
}

describe('the server', () => {
	it('speaks the protocol: the SDK connects, lists one tool that no model sees, and pings', async () => {
		await using world = await configured();
		await using server = await startServer(at(world));
		expect(server.client.getServerVersion()).toMatchObject({ name: 'req' });
		const { tools } = await server.client.listTools();
		expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([['hook', { ui: { visibility: ['app'] } }]]);
		expect(await server.client.ping()).toEqual({});
		const unknown = server.client.callTool({ name: 'other', arguments: {} });
		await expect(unknown).rejects.toMatchObject({ code: -32_602 });
	});

	it('answers an event as the hook process does', async () => {
		await using world = await configured();
		await using server = await startServer(at(world));
		const answer = JSON.parse(await server.ask(event(world, edit)));
		expect(answer.hookSpecificOutput.permissionDecision).toBe('deny');
		const skill: HookStep = { hook: 'post-tool-use', skill: 'arch-review' };
		expect(await server.ask(event(world, skill, 2))).toContain('');
		expect(await server.ask(event(world, edit, 3))).toBe('');
	});
});

/** Sends lines to a server and reads as many responses. */
async function exchange(world: CaseWorld, lines: readonly string[], responses: number) {
	const child = spawn(process.execPath, [builtServer], {
		...at(world),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	let output = '';
	const done = new Promise<void>((resolve) => {
		child.stdout.on('data', (chunk) => {
			output += chunk;
			if (output.split('\n').length > responses) resolve();
		});
	});
	child.stdin.write(lines.map((line) => `${line}\n`).join(''));
	await done;
	child.stdin.end();
	await once(child, 'exit');
	return output
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

describe('errors by the book', () => {
	it.each([
		['no JSON', '{"jsonrpc":', { id: null, error: { code: -32_700 } }],
		['a batch', '[]', { id: null, error: { code: -32_600 } }],
		['an unknown method', '{"jsonrpc":"2.0","id":"a","method":"nope"}', { id: 'a', error: { code: -32_601 } }],
		['what every object has', '{"jsonrpc":"2.0","id":2,"method":"constructor"}', { id: 2, error: { code: -32_601 } }],
		['a call of nothing', '{"jsonrpc":"2.0","id":3,"method":"tools/call"}', { id: 3, error: { code: -32_602 } }],
	])('%s', async (_, line, expected) => {
		await using world = await configured();
		const ping = '{"jsonrpc":"2.0","id":99,"method":"ping"}';
		const [first, second] = await exchange(world, [line, ping], 2);
		expect(first).toMatchObject({ jsonrpc: '2.0', ...expected });
		expect(second).toEqual({ jsonrpc: '2.0', id: 99, result: {} });
	});

	it('notifications and responses get no answer', async () => {
		await using world = await configured();
		const quiet = [
			'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
			'{"jsonrpc":"2.0","method":"nope"}',
			'{"jsonrpc":"2.0","id":5,"result":{}}',
			'',
		];
		const ping = '{"jsonrpc":"2.0","id":99,"method":"ping"}';
		expect(await exchange(world, [...quiet, ping], 1)).toEqual([{ jsonrpc: '2.0', id: 99, result: {} }]);
	});

	it('it says which versions it speaks, and takes the one that it is asked for', async () => {
		await using world = await configured();
		const ask = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
		const [discovered, old, unknown] = await exchange(
			world,
			[
				ask(1, 'server/discover', {}),
				ask(2, 'initialize', { protocolVersion: '2024-11-05' }),
				ask(3, 'initialize', { protocolVersion: '2999-01-01' }),
			],
			3,
		);
		expect(discovered.result.supportedVersions[0]).toBe('2025-11-25');
		expect(old.result.protocolVersion).toBe('2024-11-05');
		expect(unknown.result.protocolVersion).toBe('2025-11-25');
	});
});

describe('one door answers', () => {
	it('with a server the script starts no process, and without one it does', async () => {
		await using world = await configured();
		const server = await startServer(at(world));
		await expect.poll(() => markersIn(configDir(world))).toEqual([`${hostname()}-${process.pid}`]);
		const beside = await runWithoutServer('pre-tool-use', event(world, edit), at(world));
		expect(beside).toEqual({ exit: 0, stdout: '', stderr: '' });
		await server.client.close();
		await expect.poll(() => markersIn(configDir(world))).toEqual([]);
		const alone = await runWithoutServer('pre-tool-use', event(world, edit), at(world));
		expect(alone.stdout).toContain('"deny"');
	});

	it('a server that was killed leaves a marker that stops nobody, and the next start removes it', async () => {
		await using world = await configured();
		const server = await startServer(at(world));
		await expect.poll(() => markersIn(configDir(world))).toHaveLength(1);
		process.kill(server.pid, 'SIGKILL');
		await server.ended;
		expect(markersIn(configDir(world))).toHaveLength(1);
		const alone = await runWithoutServer('pre-tool-use', event(world, edit), at(world));
		expect(alone.stdout).toContain('"deny"');
		const start = event(world, { hook: 'session-start' });
		await runHook('session-start', { ...at(world), stdin: JSON.stringify(start) });
		expect(markersIn(configDir(world))).toEqual([]);
	});

	it('an event that reaches both doors is answered by one of them', async () => {
		await using world = await configured();
		await using server = await startServer(at(world));
		await expect.poll(() => markersIn(configDir(world))).toHaveLength(1);
		// The marker came late.
		rmSync(join(configDir(world), 'requirements/live'), { recursive: true });
		for (const call of [1, 2, 3]) {
			const one = event(world, edit, call);
			const [asked, started] = await Promise.all([server.ask(one), runWithoutServer('pre-tool-use', one, at(world))]);
			expect([asked, started.stdout].filter((text) => text !== '')).toHaveLength(1);
		}
		const journal = readFileSync(
			`${world.repo}/.git/requirements/sessions/abc12345-0000-4000-8000-000000000001.jsonl`,
			'utf8',
		);
		expect(journal.split('\n').filter((line) => line.includes('"refuse"'))).toHaveLength(3);
	});

	it.each(['0', '-1', '', 'x', '99999999'])('a marker that says %j keeps no process from starting', async (pid) => {
		await using world = await configured();
		const marker = join(configDir(world), 'requirements/live', `${hostname()}-${process.pid}`);
		mkdirSync(dirname(marker), { recursive: true });
		writeFileSync(marker, `${pid} ? ? ?\n`);
		const alone = await runWithoutServer('pre-tool-use', event(world, edit), at(world));
		expect(alone.stdout).toContain('"deny"');
	});

	it('an event without an answer adds nothing for the model', async () => {
		await using world = await configured();
		await using server = await startServer(at(world));
		const silent = callOf(event(world, { hook: 'pre-tool-use', bash: 'ls' }));
		const { content } = await server.client.callTool(silent);
		expect(content).toEqual([{ type: 'text', text: '{"suppressOutput":true}' }]);
	});

	it('the marker names Claude Code, also if `node` is a wrapper that starts another process', async () => {
		await using world = await configured();
		const bin = join(world.dir, 'bin');
		putProgram(join(bin, 'node'), `${process.execPath} "$@"; exit $?`);
		const env = { ...hookEnv(world), PATH: `${bin}:${process.env['PATH']}` };
		await using server = await startServer({ ...at(world), env });
		await expect.poll(() => markersIn(configDir(world))).toEqual([`${hostname()}-${process.pid}`]);
		expect(await server.ask(event(world, edit))).toContain('"deny"');
	});

	it('where no claim can be stored the process answers, and the server does not', async () => {
		await using world = await configured();
		symlinkSync('/nowhere', join(configDir(world), 'requirements'));
		await using server = await startServer(at(world));
		const one = event(world, edit);
		const started = await runWithoutServer('pre-tool-use', one, at(world));
		expect([await server.ask(one), started.stdout]).toEqual(['', expect.stringContaining('"deny"')]);
	});

	it('a call that looks like one of long ago is another one', async () => {
		await using world = await configured();
		await using server = await startServer(at(world));
		const one = event(world, edit);
		expect(await server.ask(one)).toContain('"deny"');
		const claims = join(configDir(world), `requirements/calls/${world.names['$SESSION']}/claims`);
		const [claim = ''] = readdirSync(claims);
		const past = new Date(Date.now() - 60_000);
		utimesSync(join(claims, claim), past, past);
		expect(await server.ask(one)).toContain('"deny"');
	});

	it('a server without what answers hooks says so by its marker', async () => {
		await using world = await configured();
		const file = join(world.dir, 'server/server.cjs');
		mkdirSync(join(world.dir, 'server'));
		cpSync(builtServer, file);
		await using server = await startServer({ ...at(world), file });
		await expect.poll(() => markersIn(configDir(world))).toEqual([]);
		await expect(server.client.callTool(callOf(event(world, edit)))).rejects.toMatchObject({
			code: -32_603,
		});
	});
});

it('in a project without a config an event leaves no trace', async () => {
	await using world = await makeCaseWorld(true);
	const server = await startServer(at(world));
	const events = [edit, { hook: 'post-tool-use', bash: 'ls' }, { hook: 'stop' }] as HookStep[];
	for (const [call, step] of events.entries()) expect(await server.ask(event(world, step, call))).toBe('');
	await server.client.close();
	await expect.poll(() => markersIn(configDir(world))).toEqual([]);
	expect(readdirSync(configDir(world), { recursive: true })).toEqual(['requirements', 'requirements/live']);
});
