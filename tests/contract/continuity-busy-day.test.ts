import { describe, expect, it } from 'vitest';
import { codesIn, makeContinuityWorld } from '../support/continuity-world.ts';

const TOPICS = /^HOT TOPICS: (.*)$/m;
const count = (most: number) => Array.from({ length: most }, (_, index) => index);

describe('what the next session is told of', () => {
	it('S2-038: work on lbf-ham-radio: its subject, the rig and the branch', async () => {
		await using world = await makeContinuityWorld();
		world.branch('feature/lbf-ham-radio');
		const one = world.session(1);
		one.start();
		one.hook('user-prompt-submit', {
			hook_event_name: 'UserPromptSubmit',
			prompt: 'Please read the S-meter of the FT-991A over CAT, for the ham radio logbook.',
		});
		one.edit('src/ft991a.ts', 'export function readMeter() {}\n');
		one.stop();
		one.end();
		const seed = ['ft991a', 'ham radio', 'lbf-ham-radio'];
		expect(one.record()?.hot_topics).toEqual(expect.arrayContaining(seed));
		const told = TOPICS.exec(world.session(2).start())?.[1]?.split(', ');
		expect(told).toEqual(expect.arrayContaining(seed));
		for (const word of ['repo', 'please', 'over']) expect(told).not.toContain(word);
	});

	it('S1-055: a day of forty files: what was worked on most and last, and how much more there is', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		one.start();
		for (const n of count(40)) {
			const functions = count(6).map((k) => `function handle${n}Case${k}() {}`);
			one.edit(`src/module${n}/handler${n}.ts`, functions.join('\n'));
		}
		one.edit('src/module3/handler3.ts', 'function again() {}');
		one.stop();
		one.end();
		expect(one.record()?.activity.files).toHaveLength(40);
		expect(one.record()?.activity.functions).toHaveLength(241);
		const codes = codesIn(world.session(2).start());
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
		const exported = JSON.parse(one.req('context', 'export', one.key, '--format', 'codes-json'));
		expect(exported.files).toHaveLength(40);
		expect(exported.functions).toHaveLength(241);
	});
});
