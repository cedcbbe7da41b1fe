import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { HookStep } from '../support/case-format.ts';
import { type CaseWorld, hookEnv, writeFileOf } from '../support/case-world.ts';
import { git } from '../support/git-repo.ts';
import { type LiveServer, startServer } from '../support/live-server.ts';
import { runReq } from '../support/run-hook.ts';
import { eventsOf, makeGatedWorld, placeOf } from '../support/two-doors.ts';

interface Live extends AsyncDisposable {
	readonly world: CaseWorld;
	/** What the server answers to a step. Each has an id of its own, and a prompt unless it names one. */
	readonly ask: (step: HookStep) => Promise<string>;
	/** The user types `req …` in a terminal. */
	readonly req: (...args: readonly string[]) => Promise<void>;
}

async function makeLive(requirements?: object): Promise<Live> {
	const world = await makeGatedWorld(requirements);
	const server: LiveServer = await startServer(placeOf(world));
	let call = 0;
	return {
		world,
		ask: (step) => {
			call += 1;
			const [event = {}] = eventsOf(world, [step], { call });
			return server.ask({ ...event, prompt_id: step.stdin?.['prompt_id'] ?? `prompt-${call}` });
		},
		req: async (...args) => {
			const { CLAUDECODE: _, ...env } = hookEnv(world);
			const { exit, stderr } = await runReq(args, { cwd: world.repo, env, stdin: '' });
			expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		},
		[Symbol.asyncDispose]: async () => {
			await server.client.close();
			await world[Symbol.asyncDispose]();
		},
	};
}

const edit: HookStep = { hook: 'pre-tool-use', edit: 'src/a.ts' };
/** As often as a document changes: some changes are within a tick of the file system's clock, some are not. */
const TIMES = 6;

/** What a file was like, and how often it was written. */
interface Before {
	mtime?: Date;
	written?: number;
}

/**
 * Writes a file in place; from the second time on its size and modification time stay what they were. What is written every
 * third time gets old enough to be cached.
 */
async function writeUnseen(file: string, text: string, before: Before): Promise<void> {
	const { written = 0 } = before;
	writeFileSync(file, text);
	before.mtime ??= statSync(file).mtime;
	utimesSync(file, before.mtime, before.mtime);
	before.written = written + 1;
	if (written % 3 === 0) await setTimeout(30);
}

describe('the next event sees what changed within a millisecond, though size and time are the same', () => {
	it.each([
		['the config of the project', '$CWD/.claude/requirements.yaml'],
		['the local config', '$CWD/.claude/requirements.local.yaml'],
		['the config of the user', '$CONFIG/requirements.yaml'],
	])('%s', async (_, path) => {
		await using live = await makeLive({});
		const { world, ask } = live;
		const file = path.replace('$CWD', world.repo).replace('$CONFIG', String(world.names['$CONFIG']));
		const before = {};
		for (let time = 0; time < TIMES; time += 1) {
			for (const name of ['plan_a', 'plan_b']) {
				await writeUnseen(file, `requirements: { ${name}: { skills: [x] } }\n`, before);
				expect(await ask(edit)).toContain(`${name} is unmet`);
			}
		}
	});

	it('the state of the branch', async () => {
		await using live = await makeLive({ plan: { scope: 'branch', skills: ['x'] } });
		const { world, ask, req } = live;
		const file = `${world.repo}/.git/requirements/main.json`;
		expect(await ask(edit)).toContain('"deny"');
		await req('satisfy', 'plan');
		const satisfied = readFileSync(file, 'utf8');
		const other = satisfied.replaceAll('"plan"', '"nalp"');
		const before = {};
		for (let time = 0; time < TIMES; time += 1) {
			await writeUnseen(file, satisfied, before);
			expect(await ask(edit)).toBe('');
			await writeUnseen(file, other, before);
			expect(await ask(edit)).toContain('"deny"');
		}
	});
});

describe('the next event sees what others did', () => {
	it('a worktree that was added', async () => {
		await using live = await makeLive();
		const { world, ask } = live;
		const tree = `${world.dir}/tree`;
		const inTree: HookStep = { ...edit, edit: `${tree}/a.txt`, stdin: { cwd: tree } };
		expect(await ask(inTree)).toBe('');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'beside', tree);
		expect(await ask(inTree)).toContain('blocked on beside:');
	});

	it('a registry that was deleted', async () => {
		await using live = await makeLive();
		const { world, ask } = live;
		const file = `${world.names['$CONFIG']}/sessions.json`;
		for (let time = 0; time < TIMES; time += 1) {
			await ask({ hook: 'stop' });
			expect(existsSync(file)).toBe(true);
			rmSync(file);
		}
	});
});

it('a config that is written while the server lives applies', async () => {
	await using live = await makeLive();
	const { world, ask } = live;
	const file = `${world.repo}/.claude/requirements.yaml`;
	rmSync(file);
	expect(await ask(edit)).toBe('');
	writeFileOf(world, file, { requirements: { plan: { skills: ['x'] } } });
	expect(await ask(edit)).toContain('plan is unmet');
});
