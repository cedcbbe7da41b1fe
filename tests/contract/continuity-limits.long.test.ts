import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finished } from '../support/continuity-stories.ts';
import { makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { writeIn } from '../support/git-repo.ts';

/** The record as it lies on disk, to the byte. */
function textOf(stateDir: string, { uuid }: Played): string {
	return readFileSync(join(stateDir, 'sessions', `${uuid}.json`), 'utf8');
}

describe('what continuity does not do', () => {
	it('that a stop was held once is no knowledge; the next session is held anew', async () => {
		await using world = await makeContinuityWorld(
			'version: 1\nrequirements: { tested: { enforce: stop, commands: [npm test] } }\n',
		);
		const held = async (one: Played) => {
			await one.start();
			writeIn(world.world.repo, 'a.ts', '');
			await one.edit('a.ts');
			const given = { stop_hook_active: false, background_tasks: [] };
			return (await one.hook('stop', { hook_event_name: 'Stop', ...given })).stdout;
		};
		const one = world.session(1);
		expect(await held(one)).toContain('"decision":"block"');
		await one.end();
		expect(textOf(world.stateDir, one)).not.toContain('stopped');
		expect(await held(world.session(2))).toContain('"decision":"block"');
	});

	it('what an earlier session learned is of the one that learned it again', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		world.pass(5);
		const ids = one.record()?.insights.map(({ id }) => id);
		const two = await finished(world, 2);
		expect(one.record()?.insights).toEqual([]);
		expect(two.record()?.insights.map(({ id }) => id)).toEqual(ids);
		await two.req('learn', 'dispute', String(ids?.[0]));
		const confidence = two.record()?.insights[0]?.confidence;
		expect(confidence).toBeLessThan(1);
	});

	it('beside a lock that nobody gives back, reading and starting still answer', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		for (const name of [`sessions/${one.uuid}.json`, 'tasks.json', 'events.jsonl']) {
			mkdirSync(join(world.stateDir, `${name}.lock`, 'x'), { recursive: true });
			const owner = { pid: process.pid, host: 'another-machine' };
			writeFileSync(join(world.stateDir, `${name}.lock.owner`), JSON.stringify(owner));
		}
		expect(await world.world.json('session', 'show', one.key)).toMatchObject({ uuid: one.uuid });
		expect(await world.session(2).start()).toContain('SameSite must be Lax');
	});
});
