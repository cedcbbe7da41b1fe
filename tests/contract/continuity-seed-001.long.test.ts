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

const count = (most: number) => Array.from({ length: most }, (_, index) => index);

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

	it('a day of forty files: what was worked on most and last, and how much more there is', async () => {
		await using world = await makeContinuityWorld(ROOMY);
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
		const codes = codesIn(await world.session(2).start());
		expect(codes).toEqual([
			'proj:repo',
			...count(19).map((n) => `impl:handler${n + 21}.ts`),
			'impl:handler3.ts',
			'impl:+20-more-files',
			'impl:handle36Case5',
			...count(18).map((n) => `impl:handle${37 + Math.floor(n / 6)}Case${n % 6}`),
			'impl:again',
			'impl:+221-more-functions',
		]);
		const exported = JSON.parse(
			await one.req('session', 'export', one.key, '--format', 'codes-json'),
		);
		expect(exported.files).toHaveLength(40);
		expect(exported.functions).toHaveLength(241);
	});
});
