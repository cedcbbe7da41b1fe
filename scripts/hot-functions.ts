import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { plans } from '../bench/cases.ts';
import type { Files } from '../bench/files.ts';
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

/** Commands that people and the model give most, and the first ones of a newcomer. */
const COMMANDS = [
	...['help', 'help learn', 'status', 'status --json', 'history', 'config'],
	...['satisfy commit_plan', 'done pre-commit --evidence read', 'approve commit_plan'],
	...['session list', 'session show', 'session preview'],
	...['learn list', 'pin list', 'task list', 'search cookie', 'learn learning Never-store-a-token'],
];

/**
 * The functions of a build that ordinary sessions run, seen by playing all that the bench measures, and some commands.
 * Of the same bundles they are those of the build before: some hundred processes take ten seconds.
 *
 * @param dist the build; `before`: the one before it, which may not be there
 */
export function hotFunctionsOf(dist: string, before: string): HotFunctions {
	const known = Object.entries(hotFunctions(join(before, 'code')));
	const built = new Set(readdirSync(join(dist, 'code')));
	const [ofCommands, ofHooks] = [isOfCommands, (name: string) => !isOfCommands(name)];
	const found = (isMeant: (name: string) => boolean, play: Play): HotFunctions => {
		const same = known.filter(([name]) => isMeant(name));
		const isBuilt = same.length > 0 && same.every(([name]) => built.has(name));
		const all = isBuilt ? same : Object.entries(played(dist, play));
		return Object.fromEntries(all.filter(([name]) => isMeant(name)));
	};
	return { ...found(ofHooks, playPlans), ...found(ofCommands, giveCommands) };
}

function isOfCommands(bundle: string): boolean {
	return bundle.startsWith('main-');
}

type Play = (dist: string, more: Readonly<Record<string, string>>) => void;

function played(dist: string, play: Play): HotFunctions {
	const folder = mkdtempSync(join(tmpdir(), 'req-hot-'));
	try {
		play(dist, { NODE_V8_COVERAGE: folder });
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

/** Years of sessions take long to plant, and run nothing else than a week of them. */
const playPlans: Play = (dist, more) => {
	for (const { size, cases } of plans.filter((plan) => plan.size !== 'years')) {
		const world = makeWorld(size, process.execPath, dist, more);
		try {
			const told = playStories(world);
			for (const { after, step } of cases) {
				world.restore(storyCalled(after, told));
				world.play(step);
			}
		} finally {
			world.remove();
		}
	}
};

/** As the model gives them and as a person does; that one of them is refused is as ordinary. */
const giveCommands: Play = (dist, more) => {
	const world = makeWorld('small', process.execPath, dist, more);
	try {
		world.restore(storyCalled('edited', playStories(world)));
		const { cwd, env } = world.call({ hook: 'statusline', input: {} });
		const { CLAUDECODE: _, CLAUDE_CODE_SESSION_ID: __, ...terminal } = env;
		for (const line of COMMANDS) {
			const args = [join(world.dir, 'dist/cli/req.mjs'), ...line.split(' ')];
			for (const seen of [env, terminal]) spawnSync(world.node, args, { cwd, env: seen });
		}
	} finally {
		world.remove();
	}
};

function storyCalled(name: string, told: ReadonlyMap<string, Files>): Files {
	const files = told.get(name);
	if (files === undefined) throw new Error(`no story is called ${name}`);
	return files;
}

/** Each counted from the one before it: that halves the file. */
function steps(ends: ReadonlySet<number>): number[] {
	const sorted = [...ends].sort((one, other) => one - other);
	return sorted.map((end, index) => end - (sorted[index - 1] ?? 0));
}
