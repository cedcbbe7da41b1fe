import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeCrowd } from '../support/hook-crowd.ts';
import { runHook } from '../support/run-hook.ts';

const spy = fileURLToPath(new URL('../support/writes-spy.cjs', import.meta.url));

it('S4-058: a hook writes the state by temporary file, sync, rename and sync of the folder', async () => {
	await using crowd = await makeCrowd(1);
	const folder = dirname(crowd.stateFile);
	const { env, ...call } = crowd.skill(0, 1);
	const log = join(dirname(dirname(folder)), 'spy.jsonl');
	const spied = { ...env, NODE_OPTIONS: `--require ${spy}`, REQ_TEST_SPY_LOG: log };
	expect((await runHook('post-tool-use', { ...call, env: spied })).stderr).toBe('');

	const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
	const steps: string[][] = lines.map((line) => JSON.parse(line));
	const isOfState = ([, path = '']: string[]) =>
		path.startsWith(`${crowd.stateFile}.`) && path.endsWith('.tmp');
	const first = steps.findIndex(isOfState);
	const temporary = steps[first]?.[1] ?? '';
	expect(steps.slice(first).filter(([, path]) => path === temporary || path === folder)).toEqual([
		['open', temporary],
		['fsync', temporary],
		['rename', temporary, crowd.stateFile],
		['open', folder],
		['fsync', folder],
	]);
	expect(readFileSync(crowd.stateFile, 'utf8')).toContain('step_0');
});
