import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { clientPid } from '../support/client-process.ts';
import { bundleOf, ends, idOf, keyOf, learnt, startsFrom } from '../support/inheriting.ts';
import { builtHook, runNode } from '../support/run-hook.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { daysAgo, plantRecords } from '../support/some-record.ts';

const preload = fileURLToPath(new URL('../support/reads-spy.cjs', import.meta.url));

/** The paths below the state directory that a start of the n-th session asked the disk about, and how. */
function askedBy(world: ReqWorld, n: number, env: Readonly<Record<string, string>> = {}): string[] {
	const log = join(world.dir, `reads-${n}.log`);
	const event = { hook_event_name: 'SessionStart', session_id: idOf(n), cwd: world.repo };
	const { exit, stderr } = runNode(['--require', preload, builtHook('session-start')], {
		cwd: world.repo,
		stdin: JSON.stringify({ ...event, source: 'startup' }),
		env: {
			...{ ...world.env, CLAUDE_PID: String(clientPid()), CLAUDE_PROJECT_DIR: world.repo },
			...{ REQ_TEST_SPY_LOG: log, ...env },
		},
	});
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	const stateDir = join(world.repo, '.git/requirements/');
	const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
	const calls: [name: string, path: string][] = lines.map((line) => JSON.parse(line));
	return calls
		.filter(([, path]) => path.startsWith(stateDir))
		.map(([name, path]) => `${name.replace('Sync', '')} ${path.slice(stateDir.length)}`);
}

/** Three sessions after each other; each the parent of the next one, which has its bundle, where they `inherited`. */
async function withThree(inherited: boolean): Promise<ReqWorld> {
	const world = await makeReqWorld('version: 1\n');
	const parent = (n: number) => (inherited ? { parent: keyOf(n), ...inheritedFrom(n) } : {});
	plantRecords(
		world.repo,
		learnt(1, 'first', { days: 20, status: 'archived' }),
		learnt(2, 'second', { days: 15, status: 'archived', ...parent(1) }),
		learnt(3, 'third', { days: 1, ...parent(2) }),
	);
	// The index is made, the records' journals begun.
	await startsFrom(world, 9, inherited ? { from: 'second' } : {});
	await ends(world, 9);
	return world;
}

function inheritedFrom(n: number) {
	const inherited = { from: keyOf(n), at: daysAgo(15), door: 'command', select: 'all' };
	return { inherited };
}

it('a start that inherits nothing looks at no bundle and walks no lineage', async () => {
	await using plain = await withThree(false);
	await using rich = await withThree(true);
	expect(bundleOf(rich, 9)).toMatchObject({ lineage: ['first', 'second'] });
	const asked = askedBy(rich, 10);
	expect(asked).toContain(`open sessions/${idOf(3)}.json`);
	expect(asked.filter((one) => one.includes('inherited/'))).toEqual([]);
	const archived = `open sessions/archive/${idOf(2)}.json`;
	expect(asked).not.toContain(archived);
	// Whoever started last has taken from others in one of them.
	const unlike = new RegExp(`${keyOf(9)}|events|[.]tmp`);
	const besides = (paths: readonly string[]) => paths.filter((one) => !unlike.test(one));
	expect(besides(asked).length).toBeLessThanOrEqual(besides(askedBy(plain, 10)).length);
	const heir = askedBy(rich, 11, { REQ_INHERIT_FROM: 'third' });
	expect(heir).toContain(archived);
	expect(heir.some((one) => one.startsWith(`open inherited/${idOf(11)}.json`))).toBe(true);
});
