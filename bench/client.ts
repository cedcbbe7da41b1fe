import { join } from 'node:path';
import { type ClientWorld, openGatedWorld } from '../tests/support/client-world.ts';
import { type Block, bash, call, read, skill, type Turn, text, write } from '../tests/support/model-turns.ts';
import { failures } from '../tests/support/seen-by-model.ts';
import { added, alternate, type Bench, quantile, type Row } from './measure.ts';
import { wiringOf, writePlugin } from './plugins.ts';

/** Of each tool, per run of Claude Code. */
const CALLS = 8;

const AROUND = { PreToolUse: [{ hooks: [] }], PostToolUse: [{ hooks: [] }] };

/** A skill of the project satisfies `planned`, so that every variant can call it. */
const SKILL = '---\nname: plan\ndescription: Plans.\n---\nPlan the change.\n';
/** What the measured repositories require. */
export const CONFIG = `version: 1
requirements:
  planned:
    scope: branch
    skills: [plan]
  reviewed:
    scope: branch
    blocks: [{ command: git commit }]
    skills: [plan]
  tested:
    enforce: warn
    commands: [npm test]
    stale_after: [edit]
  on_main:
    type: guard
    guard: protected_branch
    branches: [main, "release/*"]
`;

/** A Bash call and a Write, from one request of Claude Code to the next. */
export async function measureToolCalls(bench: Bench): Promise<readonly Row[]> {
	await using opened = await openWorlds({
		nothing: { plugin: undefined },
		idle: { plugin: writePlugin(join(bench.dir, 'idle'), { wiring: AROUND }) },
		req: { plugin: bench.plugin, isGated: true },
		unconfigured: { plugin: bench.plugin, config: '' },
	});
	const took = await alternate(bench, opened.worlds, timeCalls);
	return (['Bash', 'Write'] as const).flatMap((tool) => {
		const of = (name: keyof typeof took) => took[name].map((times) => times[tool]);
		const beside = added(of('idle'), of('nothing'));
		return (['req', 'unconfigured'] as const).map((name): Row => {
			const where = name === 'req' ? '' : ' without a config';
			const measured = added(of(name), of('nothing'));
			const title = `adds to a ${tool} call${where} / two empty Node hooks`;
			return { name: title, unit: 'ms', measured, beside, mostRatio: 0.4 };
		});
	});
}

/** A `claude -p` of 11 tools. */
export async function measureSession(bench: Bench): Promise<readonly Row[]> {
	const { plugin: from } = bench;
	await using opened = await openWorlds({
		nothing: { plugin: writePlugin(join(bench.dir, 'no-hooks'), { from }) },
		idle: { plugin: writePlugin(join(bench.dir, 'idle-hooks'), { from, wiring: wiringOf(from) }) },
		req: { plugin: bench.plugin, isGated: true },
	});
	const took = await alternate(bench, opened.worlds, timeSession);
	const measured = added(took.req, took.nothing);
	const beside = added(took.idle, took.nothing);
	const name = 'adds to a session of 11 tools / empty Node hooks on every event';
	return [{ name, unit: 'ms', measured, beside, mostRatio: 0.7 }];
}

/** A `claude -p` that calls no tool. */
export async function measureTurn(bench: Bench): Promise<readonly Row[]> {
	const { earlier } = bench;
	await using opened = await openWorlds({
		nothing: { plugin: undefined },
		server: { plugin: writePlugin(join(bench.dir, 'bare'), { server: true }) },
		req: { plugin: bench.plugin, isGated: true },
		earlier: { plugin: earlier, isGated: earlier !== undefined },
	});
	const took = await alternate(bench, opened.worlds, (world) => timeRun(world, []));
	const measured = added(took.req, took.nothing);
	const name = 'adds to a one-turn session';
	const server = added(took.server, took.nothing);
	const rows: readonly Row[] = [{ name: `${name} / a bare MCP server`, unit: 'ms', measured, beside: server }];
	if (earlier === undefined) return rows;
	const beside = added(took.earlier, took.nothing);
	const row: Row = { name: `${name} / the earlier build`, unit: 'ms', measured, beside };
	return [...rows, { ...row, mostRatio: 0.7 }];
}

interface Wanted {
	readonly plugin: string | undefined;
	/** Default: `CONFIG`; empty for none. */
	readonly config?: string;
	/** Whether the plugin blocks a Write before the skill was used. */
	readonly isGated?: boolean;
}

/** Opens a throw-away world for each name. */
async function openWorlds<Name extends string>(
	wanted: Readonly<Record<Name, Wanted>>,
): Promise<AsyncDisposable & { readonly worlds: Record<Name, ClientWorld> }> {
	const worlds: Record<string, ClientWorld> = {};
	for (const [name, { plugin, config = CONFIG, isGated = false }] of Object.entries<Wanted>(wanted)) {
		const world = await openGatedWorld(config, { plugin });
		worlds[name] = world;
		world.write('.claude/skills/plan/SKILL.md', SKILL);
		world.write('a.txt', 'one\n');
		world.write('check.sh', 'test -f a.txt\n');
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'The project');
		world.git('tag', 'start');
		await warmUp(world, isGated);
	}
	return {
		worlds,
		[Symbol.asyncDispose]: async () => {
			for (const world of Object.values(worlds)) await world[Symbol.asyncDispose]();
		},
	};
}

/** Plays a first session, unmeasured. Throws unless the gates are as expected: an unloaded plugin is fast. */
async function warmUp(world: ClientWorld, isGated: boolean): Promise<void> {
	const run = await world.run({ main: [write(world.path('early.txt')), skill('plan')] });
	const [wasBlocked, hasFailed] = failures(run);
	if (wasBlocked !== isGated) throw new Error(`a Write was ${isGated ? 'not ' : ''}blocked`);
	if (hasFailed !== false) throw new Error('the skill failed');
}

/** Milliseconds per call of each tool, the median of one session. */
async function timeCalls(world: ClientWorld): Promise<Record<'Bash' | 'Write', number>> {
	const stamps: number[] = [];
	const stamped = (block: Block) => () => {
		stamps.push(performance.now());
		return block;
	};
	const calls = Array.from({ length: CALLS }, (_, index) => [bash('ls'), write(world.path(`notes/${index}.txt`))]);
	const main = [...calls.flat(), text('Done.')].map(stamped);
	await timeRun(world, [skill('plan'), ...main]);
	const took = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? Number.NaN));
	const of = (parity: number) => quantile(took.filter((_, index) => index % 2 === parity));
	return { Bash: of(0), Write: of(1) };
}

function timeSession(world: ClientWorld): Promise<number> {
	const [first, second] = [world.path('a.txt'), world.path('b.txt')];
	const edit = (from: string, to: string) => call('Edit', { file_path: first, old_string: from, new_string: to });
	const commit = bash('git add -A && git commit -q -m "Change a"');
	const main = [read(first), skill('plan'), edit('one', 'two'), bash('ls'), write(second)];
	main.push(bash('cat a.txt b.txt'), edit('two', 'three'), bash('sh check.sh'));
	main.push(bash('git diff'), read(second), commit);
	return timeRun(world, main);
}

/** Milliseconds of a whole `claude -p`, in the project as it was at first. Throws if a tool call failed. */
async function timeRun(world: ClientWorld, main: readonly Turn[]): Promise<number> {
	world.git('reset', '-q', '--hard', 'start');
	world.git('clean', '-fdq');
	const start = performance.now();
	const run = await world.run({ main });
	const took = performance.now() - start;
	const failed = failures(run).indexOf(true);
	if (failed !== -1) throw new Error(`tool call ${failed + 1} failed`);
	if (run.exit !== 0) throw new Error(`claude exited with ${run.exit}`);
	return took;
}
