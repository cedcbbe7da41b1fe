import { expect, it } from 'vitest';
import { DONE, makeRunWorld, type Play, type RunWorld } from '../support/fake-claude.ts';
import { writeIn } from '../support/git-repo.ts';
import { inOrder } from '../support/in-order.ts';
import { blocksIn, type Typed, typedIn } from '../support/page-section.ts';
import { ANA } from '../support/run-req.ts';

const [TASKS = '', RESUMED = '', STRICT = '', PIPELINE = '', STAGES = '', LOOP = ''] =
	blocksIn('docs/runs.md');
const CONFIG = 'version: 1\n';

/** Ids and times are another run's. */
function timeless(text: string): string {
	return text
		.replaceAll(/\b[0-9a-f]{8}(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\b/g, 'ID')
		.replaceAll(/\b(?:\d+m)?\d+s\b */g, 'TIME ');
}

/** What a terminal shows of a command: the line of a task at work gives way to that of its end. */
async function seen(world: RunWorld, { call }: Typed): Promise<string> {
	const { stdout, stderr } = await world.req(...call);
	const lines = stderr.split('\n');
	const lasting = lines.filter((line) => !lines.some((other) => other.startsWith(`${line}  `)));
	return lasting.join('\n') + stdout;
}

/** Types what a block shows; what is printed instead of what stands there. */
async function play(
	world: RunWorld,
	block: string,
): Promise<readonly (readonly [string, string])[]> {
	const all = typedIn(block);
	expect(all.length).toBeGreaterThan(0);
	return inOrder(all, async (typed) => [timeless(await seen(world, typed)), timeless(typed.shown)]);
}

/** A session of so many turns that ends as it is told. */
function turns(count: number, play: Play = {}): Play {
	const bash = Array.from({ length: count - 1 - (play.bash?.length ?? 0) }, () => 'true');
	return { ...play, bash: [...bash, ...(play.bash ?? [])] };
}

it('what the page shows of tasks is what is printed', async () => {
	await using world = await makeRunWorld(CONFIG);
	world.plays(turns(4, { bash: [DONE] }), turns(2), turns(2, { bash: [DONE] }));
	for (const block of [TASKS, RESUMED, STRICT]) {
		for (const [printed, shown] of await play(world, block)) expect(printed).toBe(shown);
	}
});

it('what it shows of a pipeline is what is printed', async () => {
	await using world = await makeRunWorld(CONFIG);
	writeIn(world.repo, 'refine.yaml', PIPELINE);
	await world.start(ANA);
	await world.req('session', 'name', 'auth-v1', '--session', ANA);
	await world.req('learn', 'refresh tokens must rotate in one transaction', '--session', ANA);
	await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
	const stop = { decision: 'stop', summary: 'that is all' };
	world.plays(
		turns(2, { status: { ...stop, learnings: ['tokens lie in two places'] } }),
		turns(2, { status: { ...stop, decision: 'continue', decisions: ['rotate on use'] } }),
		turns(2, { status: { ...stop, warnings: ['slow with many tabs'] } }),
		turns(2, { status: stop }),
	);
	expect((await world.req('pipeline', 'lint', 'refine.yaml')).stdout).toBe(
		'refine.yaml is in order\n',
	);
	for (const [printed, shown] of await play(world, STAGES)) expect(printed).toBe(shown);
	expect(world.starts()[3]?.args.slice(-2)).toEqual(['--permission-mode', 'acceptEdits']);
});

it('what it shows of a loop is what is printed', async () => {
	await using world = await makeRunWorld(CONFIG);
	const status = { decision: 'stop', summary: 'none fails' };
	world.plays(turns(2, { status: { ...status, decision: 'continue' } }), turns(2, { status }));
	for (const [printed, shown] of await play(world, LOOP)) expect(printed).toBe(shown);
});
