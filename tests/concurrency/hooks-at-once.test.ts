import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Crowd, makeCrowd } from '../support/hook-crowd.ts';
import { startHook } from '../support/hook-process.ts';
import { type HookCallOptions, type HookName, runHook } from '../support/run-hook.ts';

const MANY = 40;

it('40 hooks satisfy 40 requirements at once, none is lost in silence, no reader sees half a file', async () => {
	await using crowd = await makeCrowd(MANY);
	await runHook('session-start', crowd.event(1, { source: 'startup' }));

	const hooks = range(MANY).map((n) => startHook('post-tool-use', crowd.skill(n, 1)));
	const broken = watch(crowd, Promise.all(hooks.map(({ ended }) => ended)));

	const ends = await Promise.all(hooks.map(({ ended }) => ended));
	expect(ends.filter(({ exit, stderr }) => exit !== 0 || stderr !== '')).toEqual([]);
	expect(await broken).toEqual([]);
	// What a busy machine did not let in is noted as a fault each, which the next start shows.
	const missing = MANY - crowd.satisfied(1).length;
	expect(crowd.faults()).toHaveLength(missing);
	expect(missing).toBeLessThan(MANY);
	expect(crowd.satisfied(2)).toEqual([]);
});

it('40 sessions start at once, none is left out of the registry in silence', async () => {
	await using crowd = await makeCrowd(1);

	const starts = range(MANY).map((n) =>
		startHook('session-start', crowd.event(n, { source: 'startup' })),
	);
	const exits = await Promise.all(starts.map(({ ended }) => ended));
	expect(exits.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual(
		Array(MANY).fill({ exit: 0, stderr: '' }),
	);
	const { sessions } = JSON.parse(readFileSync(crowd.registryFile, 'utf8'));
	const missing = MANY - Object.keys(sessions).length;
	expect(crowd.faults().length).toBeGreaterThanOrEqual(missing);
	expect(missing).toBeLessThan(MANY);
});

it('200 hooks killed at random moments leave valid files, and the next start works', async () => {
	await using crowd = await makeCrowd(4);
	const events: [HookName, HookCallOptions][] = [
		['session-start', crowd.event(1, { source: 'startup' })],
		['post-tool-use', crowd.skill(0, 1)],
		['post-tool-use', crowd.skill(1, 2)],
		['stop', crowd.event(1, {})],
		['session-end', crowd.event(2, { reason: 'other' })],
	];

	const broken: string[] = [];
	for (const n of range(200)) {
		const [name, options] = events[n % events.length] ?? [];
		if (name === undefined || options === undefined) throw new Error('no event');
		const { child, ended } = startHook(name, options);
		await sleep(15 + Math.random() * 60);
		child.kill('SIGKILL');
		await ended;
		broken.push(...crowd.brokenDocuments());
	}

	expect(broken).toEqual([]);
	const start = await runHook('session-start', crowd.event(3, { source: 'startup' }));
	expect({ exit: start.exit, stderr: start.stderr }).toEqual({ exit: 0, stderr: '' });
	await runHook('post-tool-use', crowd.skill(2, 3));
	expect(crowd.satisfied(3)).toContain('step_2');
});

it('a hook killed before it signed its lock keeps nothing from being stored for long', async () => {
	await using crowd = await makeCrowd(2);
	await runHook('session-start', crowd.event(1, { source: 'startup' }));
	await runHook('post-tool-use', crowd.skill(0, 1));
	mkdirSync(join(dirname(crowd.stateFile), 'branches.lock'));

	// Whose lock it is cannot be told for five seconds: the first hook may give up before.
	for (const _ of range(2)) await runHook('post-tool-use', crowd.skill(1, 1));
	expect(crowd.satisfied(1)).toEqual(['step_0', 'step_1']);
});

function range(length: number): number[] {
	return Array.from({ length }, (_, n) => n);
}

/** Reads all documents again and again until the work is done. */
async function watch(crowd: Crowd, work: Promise<unknown>): Promise<string[]> {
	let atWork = true;
	const done = work.finally(() => {
		atWork = false;
	});
	const broken: string[] = [];
	while (atWork) {
		broken.push(...crowd.brokenDocuments());
		await sleep(1);
	}
	await done;
	return broken;
}
