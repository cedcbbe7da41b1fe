import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type EffectWorld, openEffectWorld } from '../tests/support/effect-world.ts';
import { git, writeIn } from '../tests/support/git-repo.ts';
import { median } from './measure.ts';

/**
 * What it costs to look at what a call changed, in projects of 1,000 and 50,000 files: both hooks of a call, in time of the
 * processors with all that they started and in time that passed, one after the other in turn.
 */
const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const RUNS = Number(options.runs);
const HELD = {
	plan: { triggers: [{ edit: 'src/**' }, { edit: 'lib/**' }], skills: ['arch-review'] },
};
/** 2,500 of 50,000 files. */
const PART = {
	plan: {
		triggers: [0, 1, 2, 3, 4].map((n) => ({ edit: `lib/${n}/**` })),
		skills: ['arch-review'],
	},
};

/** Milliseconds of the processors that children took which have ended, theirs included; it counts in tens. */
function spent(): number {
	const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
	const all = fields.split(' ');
	return (Number(all[13]) + Number(all[14])) * 10;
}

async function project(
	files: number,
	observe: boolean,
	requirements: object = HELD,
): Promise<EffectWorld> {
	const world = await openEffectWorld({ requirements, observe }, 'feature/x', false);
	for (let n = 0; n < files; n += 1) writeIn(world.repo, `lib/${n % 100}/${n}.ts`, `${n}\n`);
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'files');
	// Git reads each file again that is as young as its index, to the second; in a project few are.
	await setTimeout(1_100);
	git(world.repo, 'status');
	return world;
}

let calls = 0;

/** Milliseconds. */
interface Taken {
	readonly spent: number;
	readonly passed: number;
}

async function taken(run: () => Promise<unknown>): Promise<Taken> {
	const [before, since] = [spent(), performance.now()];
	await run();
	return { spent: spent() - before, passed: performance.now() - since };
}

/** Both hooks of one call. */
function callOf(world: EffectWorld, command: string): Promise<Taken> {
	calls += 1;
	const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_l${calls}` };
	return taken(async () => {
		await world.hook('pre-tool-use', call);
		await world.hook('post-tool-use', { ...call, tool_response: { stdout: '', stderr: '' } });
	});
}

/** Each row in turn, so that a busy machine is busy for all of them. */
async function measured(rows: Readonly<Record<string, () => Promise<Taken>>>) {
	const found: Record<string, Taken[]> = {};
	for (let run = 0; run < RUNS; run += 1)
		for (const [name, row] of Object.entries(rows)) {
			found[name] ??= [];
			found[name].push(await row());
		}
	for (const [name, all] of Object.entries(found)) {
		const work = median(all.map((one) => one.spent));
		const wait = median(all.map((one) => one.passed)).toFixed(0);
		console.log(`${name.padEnd(52)} processors ${work} ms, passed ${wait} ms`);
	}
}

const off = await project(1_000, false);
const small = await project(1_000, true);
const large = await project(50_000, true);
const part = await project(50_000, true, PART);
const worlds = { small, large, part };
// The first look of a session is one more; it has a row of its own in `npm run bench`.
for (const world of Object.values(worlds)) await callOf(world, 'make');
await measured({
	'reads only, not observed, 1,000 files': () => callOf(off, 'ls src'),
	'reads only, observed, 1,000 files': () => callOf(small, 'ls src'),
	'reads only, observed, 50,000 files': () => callOf(large, 'ls src'),
	'may write, not observed, 1,000 files': () => callOf(off, 'make'),
	'may write, observed, 1,000 files': () => callOf(small, 'make'),
	'may write, observed, 2,500 of 50,000 files': () => callOf(part, 'make'),
	'may write, observed, 50,000 files': () => callOf(large, 'make'),
});
