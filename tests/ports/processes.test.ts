import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { exists, startedAt } from '../../src/store/processes.ts';

const NO_PIDS = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40];

const SLEEP = 'process.title = process.argv[1]; console.log(1); setTimeout(() => {}, 60_000)';

async function sleeper(title = 'sleeper') {
	const child = spawn(process.execPath, ['-e', SLEEP, title], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	await once(child.stdout, 'data');
	if (child.pid === undefined) throw new Error('no process');
	return {
		pid: child.pid,
		end: async () => {
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
	};
}

describe('D11: a process', () => {
	test('exists from its start to its end, and keeps its start time', async () => {
		const child = await sleeper();
		const started = startedAt(child.pid);
		expect(exists(child.pid)).toBe(true);
		expect(started).toEqual(expect.any(String));
		expect(startedAt(child.pid)).toBe(started);
		await child.end();
		expect(exists(child.pid)).toBe(false);
		expect(startedAt(child.pid)).toBeUndefined();
	});

	test('may have any name', async () => {
		const child = await sleeper('a) Z 1 (b');
		const started = startedAt(child.pid);
		expect(started).toMatch(/[0-9]{4,}/);
		expect(exists(child.pid)).toBe(true);
		await child.end();
	});

	test.each(NO_PIDS)('has a positive whole number: %d', (pid) => {
		expect(exists(pid)).toBe(false);
		expect(startedAt(pid)).toBeUndefined();
	});

	test.runIf(process.platform === 'linux')('is gone once it only waits for its parent', async () => {
		const shell = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		const [output] = await once(shell.stdout, 'data');
		const zombie = Number(String(output));
		await expect.poll(() => exists(zombie), { timeout: 60_000 }).toBe(false);
		expect(() => process.kill(zombie, 0)).not.toThrow();
		expect(startedAt(zombie)).toBeUndefined();
		shell.kill('SIGKILL');
	});
});
