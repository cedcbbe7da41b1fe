import { expect, it } from 'vitest';
import type { Ports } from '../app/ports.ts';
import { isFromClient } from './run-hook.ts';

const HERE = { pid: 7, pid_started: 'boot-1', host: 'desk' };

/** A hook of a session that one client began, below a process that may be another; no registry may be read. */
function hookBelow(parent: { pid: number; started: string }, isFed = true): Ports {
	const host = {
		hostname: 'desk',
		parentPid: parent.pid,
		parentStarted: () => parent.started,
		isFedByClient: () => isFed,
	};
	const look = () => {
		throw new Error('the registry is read');
	};
	return { host, ground: { baseline: { client: HERE } }, registry: { look } } as unknown as Ports;
}

it('the hook of a session’s own client is known without the registry', async () => {
	expect(await isFromClient('/repo', hookBelow({ pid: 7, started: 'boot-1' }))).toBe(true);
	expect(await isFromClient('/repo', hookBelow({ pid: 7, started: 'boot-1' }, false))).toBe(false);
});

it.each([
	{ pid: 8, started: 'boot-1' },
	{ pid: 7, started: 'boot-2' },
])('below another process the registry is asked: $pid $started', async (parent) => {
	await expect(isFromClient('/repo', hookBelow(parent))).rejects.toThrow('the registry is read');
});
