import { describe, expect, it } from 'vitest';
import { finished } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';

/** The activity summary that the next start is told of, in the form of the seeds. */
async function codesTold({ world }: ContinuityWorld): Promise<readonly string[]> {
	const { codes } = (await world.json('session', 'preview')) as { codes: readonly string[] };
	return codes;
}

const count = (most: number) => Array.from({ length: most }, (_, index) => index);

describe('scenarios of continuity', () => {
	it('2: the next session is told the codes that were saved', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('proxy.go', 'func (s supervisor) Process() {}\n');
		await one.req('learn', 'decision', 'split proxy', '--why', '3 files');
		await one.req('note', 'blocker', 'race', 'test failure line 712');
		await one.req('note', 'next', 'add mutex to process struct');
		await one.stop();
		await one.end();
		expect(await codesTold(world)).toEqual([
			'proj:repo',
			'impl:proxy.go',
			'impl:supervisor.Process',
			'dec:split-proxy-3-files',
			'block:race:test-failure-line-712',
			'next:add-mutex-to-process-struct',
		]);
	});

	it('a day of forty files: what was worked on most and last, and how much more there is', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		for (const n of count(40)) {
			const functions = count(6).map((k) => `function handle${n}Case${k}() {}`);
			await one.edit(`src/module${n}/handler${n}.ts`, functions.join('\n'));
		}
		await one.edit('src/module3/handler3.ts', 'function again() {}');
		await one.stop();
		await one.end();
		expect(one.record()?.activity.files).toHaveLength(40);
		expect(one.record()?.activity.functions).toHaveLength(241);
		const codes = await codesTold(world);
		const files = count(40).filter((n) => n !== 3);
		expect(codes.slice(0, 41)).toEqual(['proj:repo', ...files.map((n) => `impl:handler${n}.ts`), 'impl:handler3.ts']);
		expect(codes.slice(-2)).toEqual(['impl:handle39Case5', 'impl:again']);
		expect(codes.join('\n').length).toBeLessThanOrEqual(1_500 * 4);
		expect(await world.session(2).start()).toMatch(/^impl: .*handle39Case5, again$/m);
		const exported = JSON.parse(await one.req('session', 'export', one.key, '--format', 'codes-json'));
		expect(exported.files).toHaveLength(40);
		expect(exported.functions).toHaveLength(241);
	});

	it('the record is there when the end hook is, and every field is filled', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		expect(one.record()).toMatchObject({
			uuid: one.uuid,
			status: 'complete',
			started_at: expect.any(String),
			ended_at: expect.any(String),
			active_projects: ['repo'],
			pending_tasks: [{ id: `${one.key}-1`, title: 'Keep the cookie', status: 'in_progress' }],
			recent_learnings: [expect.stringMatching(/^i[0-9a-f]{12}$/)],
			pins: [{ label: 'cookie' }, { label: 'release', importance: 'critical' }],
		});
		expect(one.record()?.hot_topics).toContain('cookie');
	});
});
