import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { liveProcesses } from '../../src/store/processes.ts';

const processes = liveProcesses();
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
		const started = processes.startedAt(child.pid);
		expect(processes.exists(child.pid)).toBe(true);
		expect(started).toEqual(expect.any(String));
		expect(processes.startedAt(child.pid)).toBe(started);
		await child.end();
		expect(processes.exists(child.pid)).toBe(false);
		expect(processes.startedAt(child.pid)).toBeUndefined();
	});

	test('is told from another one by its start time', async () => {
		const child = await sleeper();
		expect(processes.startedAt(child.pid)).not.toBe(processes.startedAt(process.pid));
		await child.end();
	});

	test('of another user exists', () => {
		expect(processes.exists(1)).toBe(true);
	});

	test('may have any name', async () => {
		const child = await sleeper('a) Z 1 (b');
		const started = processes.startedAt(child.pid);
		expect(started).toMatch(/[0-9]{4,}/);
		expect(processes.exists(child.pid)).toBe(true);
		await child.end();
	});

	test.each(NO_PIDS)('has a positive whole number: %d', (pid) => {
		expect(processes.exists(pid)).toBe(false);
		expect(processes.startedAt(pid)).toBeUndefined();
	});

	test.runIf(process.platform === 'linux')(
		'is gone once it only waits for its parent',
		async () => {
			const shell = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
				stdio: ['ignore', 'pipe', 'ignore'],
			});
			const [output] = await once(shell.stdout, 'data');
			const zombie = Number(String(output));
			await expect.poll(() => processes.exists(zombie), { timeout: 60_000 }).toBe(false);
			expect(() => process.kill(zombie, 0)).not.toThrow();
			expect(processes.startedAt(zombie)).toBeUndefined();
			shell.kill('SIGKILL');
		},
	);
});
