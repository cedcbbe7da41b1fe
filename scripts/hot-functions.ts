import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { plans } from '../bench/cases.ts';
import { playStories } from '../bench/stories.ts';
import { makeWorld } from '../bench/world.ts';
import { BUNDLE_END } from '../src/runtime/bytecode.ts';
import { type HotFunctions, hotFunctions } from '../src/runtime/compile-bundle.ts';

/** What V8 says of one script. */
interface Covered {
	readonly url: string;
	readonly functions: readonly {
		readonly ranges: readonly { readonly endOffset: number; readonly count: number }[];
	}[];
}

/**
 * The functions of a build that ordinary sessions run, seen by playing all that the bench measures. Of the same bundles they
 * are those of the build before: some hundred processes take ten seconds.
 *
 * @param dist the build; `before`: the one before it, which may not be there
 */
export function hotFunctionsOf(dist: string, before: string): HotFunctions {
	const known = hotFunctions(join(before, 'code'));
	const names = Object.keys(known);
	const built = new Set(readdirSync(join(dist, 'code')));
	return names.length > 0 && names.every((name) => built.has(name)) ? known : played(dist);
}

function played(dist: string): HotFunctions {
	const folder = mkdtempSync(join(tmpdir(), 'req-hot-'));
	try {
		// Years of sessions take long to plant, and run nothing else than a week of them.
		for (const plan of plans) if (plan.size !== 'years') playAll(plan, dist, folder);
		const found = new Map<string, Set<number>>();
		for (const name of readdirSync(folder)) {
			for (const { url, functions } of coveredIn(join(folder, name))) {
				const ends = found.get(basename(url)) ?? new Set();
				const ran = functions.flatMap(({ ranges: [whole] }) =>
					whole === undefined || whole.count === 0 ? [] : whole.endOffset,
				);
				for (const end of ran) ends.add(end);
				found.set(basename(url), ends);
			}
		}
		return Object.fromEntries([...found].sort().map(([name, ends]) => [name, steps(ends)]));
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** What a process ran of bundles; nothing where it goes on beside its hook and is just writing it. */
function coveredIn(path: string): Covered[] {
	try {
		const { result }: { result: Covered[] } = JSON.parse(readFileSync(path, 'utf8'));
		return result.filter(({ url }) => BUNDLE_END.test(url));
	} catch {
		return [];
	}
}

function playAll({ size, cases }: (typeof plans)[number], dist: string, folder: string): void {
	const world = makeWorld(size, process.execPath, dist, { NODE_V8_COVERAGE: folder });
	try {
		const told = playStories(world);
		for (const { after, step } of cases) {
			const before = told.get(after);
			if (before === undefined) throw new Error(`no story is called ${after}`);
			world.restore(before);
			world.play(step);
		}
	} finally {
		world.remove();
	}
}

/** Each counted from the one before it: that halves the file. */
function steps(ends: ReadonlySet<number>): number[] {
	const sorted = [...ends].sort((one, other) => one - other);
	return sorted.map((end, index) => end - (sorted[index - 1] ?? 0));
}
