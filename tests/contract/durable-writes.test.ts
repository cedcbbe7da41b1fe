import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runHook } from '../support/run-hook.ts';
import { ANA, makeReqWorld, ran } from '../support/run-req.ts';

const spy = fileURLToPath(new URL('../support/writes-spy.cjs', import.meta.url));

it('S4-058: a hook writes the state by temporary file, sync, rename and sync of the folder', async () => {
	await using world = await makeReqWorld('requirements:\n  step: { skills: [plan] }\n');
	const folder = join(world.repo, '.git/requirements');
	const state = join(folder, 'feature-x.json');
	const log = join(world.dir, 'spy.jsonl');
	const spied = { NODE_OPTIONS: `--require ${spy}`, REQ_TEST_SPY_LOG: log };
	const call = ran('Skill', { skill: 'plan' }, { success: true });
	const { stderr } = await runHook('post-tool-use', {
		cwd: world.repo,
		stdin: JSON.stringify({ session_id: ANA, cwd: world.repo, ...call }),
		env: { ...world.env, ...spied },
	});
	expect(stderr).toBe('');

	const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
	const steps: string[][] = lines.map((line) => JSON.parse(line));
	const isOfState = ([, path = '']: string[]) => path.startsWith(`${state}.`) && path.endsWith('.tmp');
	const first = steps.findIndex(isOfState);
	const temporary = steps[first]?.[1] ?? '';
	expect(steps.slice(first).filter(([, path]) => path === temporary || path === folder)).toEqual([
		['open', temporary],
		['fsync', temporary],
		['rename', temporary, state],
		['open', folder],
		['fsync', folder],
	]);
	expect(readFileSync(state, 'utf8')).toContain('step');
});
