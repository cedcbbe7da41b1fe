import { expect, it } from 'vitest';
import { checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { failures } from '../support/seen-by-model.ts';
import { watchNode } from '../support/started-programs.ts';

it('a session starts one Node process at its start, one at its end, and the server: none at a call or a stop', async () => {
	await using world = await openGatedWorld(plan);
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		env: programs.env,
		main: [edit, skill('req:arch-review'), edit, bash('echo hello'), text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, false, false]);
	expect(programs.take().toSorted()).toEqual(['launch.cjs', 'server.cjs', 'session-end.cjs']);
	expect(run.requests[0]?.tools.filter((name) => name.includes('req'))).toEqual([]);
});

it('without its server a session is gated all the same', async () => {
	await using world = await openGatedWorld(plan);
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		env: programs.env,
		args: ['--strict-mcp-config'],
		main: [edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, false]);
	expect(programs.take()).not.toContain('server.cjs');
});

it('a server that is killed in the middle of a session costs nothing but its speed', async () => {
	await using world = await openGatedWorld(plan);
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const kill = bash('read -r pid rest < ~/.claude/requirements/live/*; kill -9 "$pid"; sleep 1');
	const run = await world.run({
		env: programs.env,
		main: [edit, kill, edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, true, false, false]);
	expect(programs.take()).toContain('pre-tool-use.cjs');
});

it('the build without the server gates by processes, under the same names', async () => {
	await using world = await openGatedWorld(plan, { plugin: `${checkout}/dist/plugin-processes` });
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		env: programs.env,
		main: [edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, false]);
	expect(programs.take()).toEqual(expect.arrayContaining(['pre-tool-use.cjs', 'stop.cjs']));
});
