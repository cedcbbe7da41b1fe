import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import { documentsWritten, type Files } from './files.ts';
import type { Call, World } from './world.ts';

/** What one case cost. Times in milliseconds; memory in kilobytes. */
export interface Measured {
	readonly hook: readonly number[];
	readonly empty: readonly number[];
	readonly hookPeak: number;
	readonly emptyPeak: number;
}

const MEMORY_RUNS = 3;

/** Measures one case; `before`: the files of the world, put back before every run. */
export function measure(
	world: World,
	given: Case,
	options: { before: Files; runs: number },
): Measured {
	const { before, runs } = options;
	check(world, given, before);
	const call = world.call(given.step);
	const args = world.args(given.step);
	const restored = (args: readonly string[], other: Call = call) => {
		world.restore(before);
		return timed(world.node, args, other);
	};
	const hook: number[] = [];
	const empty: number[] = [];
	for (let run = 0; run < runs; run += 1) {
		// Beside each other, and neither always first: a busy machine is busy for both.
		if (run % 2 === 0) empty.push(restored([world.empty]));
		hook.push(restored(args));
		if (run % 2 === 1) empty.push(restored([world.empty]));
	}
	const peakOf = (run: readonly string[]) => {
		world.restore(before);
		return peak(world, run, call);
	};
	const peaks = (run: readonly string[]) =>
		median(Array.from({ length: MEMORY_RUNS }, () => peakOf(run)));
	return { hook, empty, hookPeak: peaks(args), emptyPeak: peaks([world.empty]) };
}

/** A hook that fails is fast and silent: it must have done what the case says. */
function check(world: World, { event, name, step, says, writes }: Case, before: Files): void {
	world.restore(before);
	const answer = world.play(step);
	const written = documentsWritten(before, world.files());
	const isExpected = says === '' ? answer === '' : answer.includes(says);
	// A session start in the large world also rolls old entries over.
	if (isExpected && (writes === 0 ? written === 0 : written >= writes)) return;
	throw new Error(
		`${event}, ${name}: wrote ${written} documents and answered ${answer || 'nothing'}`,
	);
}

/** One process from its start to its end. */
function timed(node: string, args: readonly string[], call: Call): number {
	const start = process.hrtime.bigint();
	const { status, stderr } = spawnSync(node, [...args], call);
	const took = Number(process.hrtime.bigint() - start) / 1e6;
	if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
	return took;
}

const PRELOAD = fileURLToPath(new URL('peak.cjs', import.meta.url));

function peak(world: World, args: readonly string[], call: Call): number {
	const report = join(world.dir, 'peak');
	const env = { ...call.env, BENCH_PEAK: report };
	timed(world.node, ['--require', PRELOAD, ...args], { ...call, env });
	if (!existsSync(report)) throw new Error(`no peak of ${args.join(' ')}`);
	return Number(readFileSync(report, 'utf8'));
}

/** What an empty script takes from start to end, in milliseconds. */
export function emptyNodeMs(node: string): number {
	const call: Call = { cwd: '/', env: {}, input: '' };
	return timed(node, ['--input-type=module', '--eval', ''], call);
}

/** The value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** The middle of the values; the mean of the two middle ones where there is none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.slice(
		Math.floor((sorted.length - 1) / 2),
		Math.floor(sorted.length / 2) + 1,
	);
	return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
