import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginCommands } from '../support/client-commands.ts';
import { type ClientWorld, checkout, openWorld } from '../support/client-world.ts';
import { bash, call, skill, text, write } from '../support/model-turns.ts';
import { type Sample, samples, writeSample } from '../support/sample-repos.ts';
import { heldStops, injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';
import { treePrint } from '../support/tree-print.ts';

/**
 * What a new user does in the first hour, played by a machine: clone, the two commands of the README, the plugin
 * in the real client, a config, a day's work on a change, a second session, and out again. Prints what each step took.
 */
const CLIENT = '2.1.332';
const MINUTES = 60_000;

const took: { readonly step: string; readonly seconds: string }[] = [];
let clone = '';

async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
	const started = performance.now();
	const done = await work();
	took.push({ step: name, seconds: ((performance.now() - started) / 1000).toFixed(1) });
	return done;
}

/** A shell line of the user's, in the folder where they stand; what it prints. */
function typed(line: string, cwd: string, env: NodeJS.ProcessEnv): string {
	const run = spawnSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 });
	if (run.status !== 0)
		throw new Error(`${line} ended with ${run.status}: ${run.stderr}${run.stdout}`);
	return run.stdout;
}

/** The lines of the README that say `npm ci && …`: what it tells a newcomer to run. */
function commandsOfReadme(): string[] {
	const readme = readFileSync(path.join(clone, 'README.md'), 'utf8');
	return [...new Set([...readme.matchAll(/npm ci && npm [a-z ]+/g)].map(([line]) => line.trim()))];
}

beforeAll(async () => {
	const empty = realpathSync(mkdtempSync(path.join(tmpdir(), 'req-first-hour-')));
	clone = path.join(empty, 'claude-req');
	await step('git clone', () => typed(`git clone -q ${checkout} ${clone}`, empty, process.env));
	const [demo = '', tests] = commandsOfReadme();
	expect([demo, tests]).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
	// The tests are what .ci/run has run by now, in a fresh clone as well.
	await step(demo, () => typed(demo, clone, process.env));
}, 10 * MINUTES);

afterAll(() => {
	if (clone !== '') rmSync(path.dirname(clone), { recursive: true, force: true });
	console.log(took.map(({ step, seconds }) => `${seconds.padStart(7)} s  ${step}`).join('\n'));
});

async function openSample(sample: Sample): Promise<ClientWorld> {
	const world = await openWorld({ client: CLIENT, plugin: undefined });
	if (!sample.git) rmSync(world.path('.git'), { recursive: true });
	writeSample(world.repo, sample);
	if (sample.git) {
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'The project');
	}
	return world;
}

/** What stands in the folder, but for git's own files and what the session worked on. */
function treeOf(world: ClientWorld, { edits }: Sample): string[] {
	return treePrint(world.repo).filter(
		(line) => !/^\.git[ /]/.test(line) && !line.startsWith(`${edits} `),
	);
}

it.each(samples)(
	'the first hour in a project of the kind: $name',
	{ timeout: 10 * MINUTES },
	async (sample) => {
		await using world = await openSample(sample);
		const before = treeOf(world, sample);
		const claude = pluginCommands(world, CLIENT, undefined);
		const req = (line: string) =>
			step(`${sample.name}: req ${line}`, () =>
				typed(`${clone}/bin/req ${line}`, world.repo, world.env),
			);

		await step(`${sample.name}: marketplace, install`, async () => {
			expect(await claude('marketplace', 'add', clone)).toMatchObject({ exit: 0 });
			expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
		});
		await req('init --preset review --yes');

		const file = world.path(sample.edits);
		const change = write(file, '');
		const work = await step(`${sample.name}: first session`, () =>
			world.run({
				prompts: ['Change the login.'],
				main: [
					call('Read', { file_path: file }),
					change,
					skill('req:arch-review'),
					bash('req done arch-review --evidence "one commit: the login takes a session"'),
					change,
					bash(sample.unproven.line),
					bash(sample.test),
					bash('git add -A && git commit -q -m "Change the login"'),
					skill('req:pre-commit'),
					bash('req done pre-commit --evidence "1 file read, tests passed"'),
					bash('git add -A && git commit -q -m "Change the login"'),
					text('The login takes a session now.'),
				],
			}),
		);
		const [, refused, , planned, edited, , tested, unreviewed, , reviewed, committed] =
			toolResults(work);
		expect(refused).toMatchObject({ failed: true, text: expect.stringContaining('commit_plan') });
		expect(planned).toMatchObject({ failed: false });
		expect(edited).toMatchObject({ failed: false });
		const afterUnproven = mainRequests(work)[6];
		expect(injectedContext(afterUnproven, 'PostToolUse:Bash').join('\n')).toMatch(
			sample.unproven.told,
		);
		expect(tested).toMatchObject({ failed: false });
		expect(unreviewed).toMatchObject({
			failed: true,
			text: expect.stringContaining('pre_commit_review'),
		});
		expect(reviewed).toMatchObject({ failed: false });
		// Without git the gate stands as well; the command behind it has nothing to commit to.
		expect(committed?.failed).toBe(!sample.git);
		expect(heldStops(work)).toEqual([]);

		const next = await step(`${sample.name}: second session`, () =>
			world.run({ prompts: ['Go on.'], main: [bash('req status'), text('Done.')] }),
		);
		const told = injectedContext(mainRequests(next)[0], 'SessionStart').join('\n');
		expect(told).toContain('commit_plan');
		expect(told).toContain('The login takes a session now.');

		await req('init --undo --all --yes');
		await step(`${sample.name}: uninstall`, async () => {
			expect(await claude('uninstall', 'req@claude-req')).toMatchObject({ exit: 0 });
			expect(await claude('marketplace', 'remove', 'claude-req')).toMatchObject({ exit: 0 });
		});
		expect(treeOf(world, sample)).toEqual(before);
	},
);
