import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../src/commands/tree.ts';
import { writeIn } from '../../support/git-repo.ts';
import { inOrder } from '../../support/in-order.ts';
import { atTerminal, execOf } from '../../support/pseudo-terminal.ts';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const ESCAPE = '\u001b[';
/** The help of every command there is, as the tree of commands holds it. */
async function everyHelp(): Promise<{ name: string; text: string }[]> {
	const helps: { name: string; text: string }[] = [];
	for (const path of pathsIn(await commandLine(async () => undefined))) {
		let text = '';
		const program = await commandLine(async () => undefined);
		for (const command of all(program))
			command.configureOutput({ writeOut: (more) => (text += more) });
		await program.parseAsync([...path, '--help'], { from: 'user' }).catch(() => undefined);
		helps.push({ name: ['req', ...path].join(' '), text: stripVTControlCharacters(text) });
	}
	return helps;
}

function all(command: Command): Command[] {
	return [command, ...command.commands.flatMap(all)];
}

function pathsIn({ commands }: Command): string[][] {
	const named = commands.filter((one) => one.name() !== 'help');
	return [[], ...named.flatMap((one) => pathsIn(one).map((path) => [one.name(), ...path]))];
}

/** What `req` prints where its output is a terminal of that many columns. */
function inTerminal(
	world: ReqWorld,
	columns: number,
	env: Readonly<Record<string, string>>,
): string {
	const [program, args] = atTerminal(execOf([process.execPath, builtReq, 'help']), columns);
	const ran = spawnSync(program, args, {
		cwd: world.repo,
		env: { ...world.env, TERM: 'xterm', ...env },
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return ran.stdout.replaceAll('\r', '');
}

describe('req help', () => {
	it('lists the commands, and tells of files, environment and exit codes', async () => {
		await using world = await makeReqWorld(undefined);
		const { stdout } = await world.req('help');
		const titles = ['Options:', 'Commands:', 'Files:', 'Environment:', 'Scripts:', 'Exit codes:'];
		const found = stdout.split('\n').filter((line) => /^[A-Z].*:$/.test(line));
		expect(found).toEqual([...titles, 'Examples:']);
		expect((await world.req('--help')).stdout).toBe(stdout);
		expect(stdout).toMatch(/^ {2}init .*\n {2}status /m);
		expect(stdout).not.toContain('statusline');
	});

	it('explains every command in at most 100 columns, with an example', async () => {
		const helps = await everyHelp();
		expect(helps.length).toBeGreaterThan(60);
		for (const { name, text } of helps) {
			expect(text, name).toMatch(new RegExp(`^Usage: ${name} `));
			expect(text, name).toContain('\nExamples:\n');
			expect(
				text.split('\n').filter((line) => line.length > 100),
				name,
			).toEqual([]);
		}
	});

	it.each([
		['help', '--', 'pause'],
		['help', 'pause', '--reason', 'x'],
		['help', '--', '--', 'satisfy', 'commit_plan'],
		['help', '--x', 'pause'],
		['help', 'nothing', 'pause'],
	])('carries nothing out: req %s %s %s', async (...words) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.req(...words);
		const { gates, requirements } = (await world.json('status')) as Record<string, never>;
		expect(gates).toMatchObject({ paused: false });
		expect(requirements).toMatchObject([
			{ name: 'commit_plan', satisfied: false },
			{},
			{},
			{},
			{},
			{},
		]);
	});

	it('has emphasis in a terminal, not with NO_COLOR, and no lines longer than it is wide', async () => {
		await using world = await makeReqWorld(undefined);
		expect(inTerminal(world, 200, { NO_COLOR: '' })).toContain(`${ESCAPE}1mCommands:${ESCAPE}0m`);
		expect(inTerminal(world, 200, { NO_COLOR: '1' })).not.toContain(ESCAPE);
		const narrow = inTerminal(world, 60, { NO_COLOR: '1' });
		const commands = narrow.slice(narrow.indexOf('Commands:'), narrow.indexOf('Files:'));
		expect(commands.split('\n').filter((line) => line.length > 60)).toEqual([]);
	});
});

describe('every refusal names the next step', () => {
	const tooNew = '{"schema_version":99,"branch":"feature/x"}';
	it.each<
		[what: string, args: string[], next: string | RegExp, prepare?: (world: ReqWorld) => unknown]
	>([
		['a name that is none', ['satisfy', 'comit_plan'], 'did you mean commit_plan?'],
		['a name like no other', ['approve', 'zzz'], 'known: commit_plan'],
		['a skill that is none', ['done', 'zzz'], 'known: arch-review'],
		['no session', ['satisfy', 'commit_plan'], 'start claude here'],
		['no such session', ['status', '--session', 'beef'], 'req session list'],
		[
			'several sessions',
			['satisfy', 'commit_plan'],
			'--session',
			(world) => inOrder([ANA, BEN], (uuid) => world.start(uuid)),
		],
		['a permanent one', ['clear', 'licence_signed'], 'req clear licence_signed --force'],
		['what is only proved', ['satisfy', 'proved', '--session', ANA], 'npm test'],
		['what is only approved', ['satisfy', 'on_main', '--session', ANA], 'req approve on_main'],
		[
			'nothing to carry',
			['satisfy', 'commit_plan', '--carry', '--session', ANA],
			'req log commit_plan',
		],
		['a file that exists', ['init', '--yes'], /req |edit/],
		['no duration', ['satisfy', 'commit_plan', '--ttl', 'soon'], 'such as 90s'],
		['no name', ['satisfy'], 'req help satisfy'],
		['no branch', ['status', '--branch', 'a..b'], 'req help status'],
		['an unknown command', ['satsfy'], 'satisfy'],
		['no note of that id', ['note', 'done', '1'], 'req session list', (world) => world.start(ANA)],
		['no task of that number', ['task', 'done', '1'], 'req task list'],
		['nothing learnt of that id', ['learn', 'forget', 'i12345678'], 'req learn list'],
		['no session to inherit from', ['inherit', 'nobody'], 'req session list'],
		['nothing that can be selected', ['inherit', 'a', '--select', 'x'], 'learnings, patterns'],
		['nothing inherited', ['inherit', 'ack', 'text'], 'req inherit', (world) => world.start(ANA)],
		['no lineage', ['session', 'lineage', 'nobody'], 'req session list'],
		['no sentence', ['learn', 'lst'], 'req learn "'],
		['no name for a session', ['session', 'name', 'a/b'], 'req session name'],
		[
			'a newer state',
			['satisfy', 'commit_plan', '--session', ANA],
			'update req',
			(world) => writeIn(world.repo, '.git/requirements/feature-x.json', tooNew),
		],
		[
			'a registry of a newer req',
			['prune'],
			'try again',
			(world) => writeIn(world.configDir, 'sessions.json', '{"schema_version":99,"sessions":{}}'),
		],
	])('%s', async (...[, args, next, prepare]) => {
		await using world = await makeReqWorld(GATED);
		await prepare?.(world);
		const run = await world.req(...args);
		expect(run.exit === 1 || run.exit === 64).toBe(true);
		expect(run.stdout).toBe('');
		const [first, ...others] = run.stderr.trim().split('\n');
		expect(first).toMatch(/^req: /);
		expect(others.join('\n')).toMatch(next);
	});

	it('nothing configured', async () => {
		await using world = await makeReqWorld(undefined);
		for (const args of [
			['satisfy', 'a'],
			['clear', 'a'],
			['approve', 'a'],
			['done', 'a'],
			['pause'],
			['pause', '--off'],
		])
			expect(await world.req(...args)).toMatchObject({
				exit: 1,
				stdout: '',
				stderr: expect.stringContaining('\n  req init'),
			});
	});

	it.each([
		[['pause'], '/req:pause'],
		[['pause', '--off'], '/req:unpause'],
		[['clear', 'commit_plan'], '/req:clear'],
		[['approve', 'on_main'], '/req:approve'],
		[['satisfy', 'commit_plan'], '/arch-review'],
		[['prune'], 'req prune --dry-run'],
	])('the model is told what the user can do: %j', async (args, next) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const run = await world.asModel(ANA, ...args);
		expect(run).toMatchObject({ exit: 1, stdout: '' });
		expect(run.stderr.split('\n').slice(1).join('\n')).toContain(next);
	});
});
