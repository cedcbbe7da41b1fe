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

/** Commands that sessions give most and a newcomer gives first, with what each exits with: one that is refused runs little. */
const COMMANDS: readonly (readonly [args: readonly string[], exit: number])[] = [
	[['help'], 0],
	[['help', 'learn'], 0],
	[['status'], 0],
	[['status', '--json'], 0],
	[['history'], 0],
	[['config'], 0],
	[['satisfy', 'commit_plan'], 1],
	[['done', 'pre-commit', '--evidence', 'Read all of it.'], 1],
	[['pin', 'add', 'cookie', 'The session is a signed cookie.'], 0],
	[['pin', 'list'], 0],
	[['task', 'add', 'Move the login form'], 0],
	[['task', 'list'], 0],
	[['next', 'add', 'Write a test for the redirect'], 0],
	[['learn', 'warning', 'The proxy drops the cookie after a redirect'], 0],
	[['learn', 'list'], 0],
	[['search', 'cookie'], 0],
	[['session', 'list'], 0],
	[['session', 'show'], 0],
	[['session', 'preview'], 0],
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
	const found = (isOfPart: (name: string) => boolean, play: Play): HotFunctions => {
		const same = known.filter(([name]) => isOfPart(name));
		if (same.length > 0 && same.every(([name]) => built.has(name))) return Object.fromEntries(same);
		const all = Object.entries(playedOrNothing(dist, play));
		return Object.fromEntries(all.filter(([name]) => isOfPart(name)));
	};
	const isOfCommands = (name: string) => name.startsWith('req-');
	return {
		...found((name) => !isOfCommands(name), playPlans),
		...found(isOfCommands, giveCommands),
	};
}

/** What starts works without the list, a little slower: it is no reason to have no build. */
function playedOrNothing(dist: string, play: Play): HotFunctions {
	try {
		return played(dist, play);
	} catch (error) {
		console.warn(`there will be bytecode of all functions: ${error}`);
		return {};
	}
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

/** As the model gives them in a session: the build is the client that its processes come from. */
const giveCommands: Play = (dist, more) => {
	const world = makeWorld('small', process.execPath, dist, more);
	try {
		world.restore(storyCalled('edited', playStories(world)));
		const { cwd, env } = world.call({ hook: 'statusline', input: {} });
		for (const [args, exit] of COMMANDS) {
			const program = [join(world.dir, 'dist/cli/req.mjs'), ...args];
			const { status, stderr } = spawnSync(world.node, program, { cwd, env, encoding: 'utf8' });
			if (status !== exit) throw new Error(`req ${args.join(' ')} ends with ${status}: ${stderr}`);
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
