import { describe, expect, it } from 'vitest';
import { type ContinuityWorld, codesIn, makeContinuityWorld } from '../support/continuity-world.ts';

const EIGHT_DAYS = 8 * 24;

/** A session that changed these files, one function each, and ended. */
async function work({ session }: ContinuityWorld, n: number, files: readonly string[]) {
	const one = session(n);
	await one.start();
	for (const file of files)
		await one.edit(file, `export function of${file.replaceAll(/\W/g, '_')}() {}`);
	await one.stop();
	await one.end();
	return one;
}

/** A start that tells whatever has room. */
const ROOMY = 'version: 1\ncontinuity: { budget: { start_chars: 9000 } }\n';

describe('scenarios of continuity', () => {
	it('1: two files and three functions are captured', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('src/proxy.go', 'func Listen() {}\nfunc (p *Process) Run() {}\n');
		await one.edit('src/config.py', 'def load(path):\n    pass\n');
		await one.stop();
		const { files, functions } = one.record()?.activity ?? {};
		expect(files?.map(({ path }) => path)).toEqual(['src/proxy.go', 'src/config.py']);
		expect([...(functions ?? [])].sort()).toEqual(['Listen', 'Process.Run', 'load']);
	});

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
		expect(codesIn(await world.session(2).start())).toEqual([
			'proj:repo',
			'impl:proxy.go',
			'impl:supervisor.Process',
			'dec:split-proxy-3-files',
			'block:race:test-failure-line-712',
			'next:add-mutex-to-process-struct',
		]);
	});

	it('4: twenty files, ten decisions and five blockers are all captured', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		const count = (n: number) => Array.from({ length: n }, (_, index) => index + 1);
		await one.start();
		for (const n of count(20)) await one.edit(`src/file-${n}.ts`);
		for (const n of count(10))
			await one.req('learn', 'decision', `choice ${n}`, '--why', `reason ${n}`);
		for (const n of count(5)) await one.req('note', 'blocker', 'unclear', `question ${n}`);
		await one.stop();
		await one.end();
		const record = one.record();
		expect(record?.activity.files).toHaveLength(20);
		expect(record?.insights.filter(({ kind }) => kind === 'decision')).toHaveLength(10);
		expect(record?.activity.blockers).toHaveLength(5);
		expect(record?.activity.dropped ?? {}).toEqual({});
	});

	it('6: fifteen files, eight decisions, three blockers stay under 1,500 tokens', async () => {
		await using world = await makeContinuityWorld(ROOMY);
		const one = world.session(1);
		await one.start();
		for (let n = 1; n <= 15; n += 1)
			await one.edit(
				`src/part-${n}/a-rather-long-name-of-a-file-${n}.ts`,
				`function work${n}() {}`,
			);
		for (let n = 1; n <= 8; n += 1)
			await one.req('learn', 'decision', `decide on thing ${n} at length`);
		for (let n = 1; n <= 3; n += 1)
			await one.req('note', 'blocker', 'upstream', `waits for team ${n}`);
		await one.stop();
		await one.end();
		const codes = codesIn(await world.session(2).start());
		expect(codes.filter((line) => line.startsWith('impl:a-rather'))).toHaveLength(15);
		expect(codes.filter((line) => line.startsWith('dec:'))).toHaveLength(8);
		expect(codes.filter((line) => line.startsWith('block:'))).toHaveLength(3);
		expect(Math.ceil(codes.join('\n').length / 4)).toBeLessThan(1_500);
	});

	it('9: of three sessions the two that expired are archived', async () => {
		await using world = await makeContinuityWorld();
		const [one, two, three] = [
			await work(world, 1, ['a.ts']),
			await work(world, 2, ['b.ts']),
			await work(world, 3, ['c.ts']),
		];
		world.pass(EIGHT_DAYS, one, two);
		expect((await world.world.req('session', 'cleanup')).stdout).toMatch(/\b2\b/);
		expect([one, two, three].map((session) => session.archived()?.uuid)).toEqual([
			one.uuid,
			two.uuid,
			undefined,
		]);
		expect(three.record()?.uuid).toBe(three.uuid);
	});

	it('10: insights and codes together stay under 2,500 tokens', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		for (let n = 1; n <= 12; n += 1) {
			await one.edit(`src/module-${n}/${'long-'.repeat(20)}name.ts`, `function doesWork${n}() {}`);
			await one.req('learn', `${n}: ${'the cache must be cleared before the test '.repeat(6)}`);
			await one.req('note', 'next', `${n} ${'and then something else '.repeat(8)}`);
		}
		for (let n = 1; n <= 10; n += 1) await one.req('note', 'pin', `pin-${n}`, 'x'.repeat(900));
		await one.stop();
		await one.end();
		const told = await world.session(2).start();
		expect(told).not.toBe('');
		expect(told.length).toBeLessThanOrEqual(9_500);
		expect(Math.ceil(told.length / 4)).toBeLessThan(2_500);
		expect(codesIn(told).length).toBeGreaterThan(1);
		expect(told).toContain('the cache must be cleared');
	});
});
