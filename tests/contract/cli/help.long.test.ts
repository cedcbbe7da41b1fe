import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../src/commands/tree.ts';
import { makeLiveWorld, makeReqWorld } from '../../support/run-req.ts';

const ESCAPE = '\u001b[';
/** The help of every command there is, as the tree of commands holds it. */
async function everyHelp(): Promise<{ name: string; text: string }[]> {
	const helps: { name: string; text: string }[] = [];
	for (const path of pathsIn(commandLine(async () => undefined))) {
		let text = '';
		const program = commandLine(async () => undefined);
		for (const command of all(program)) command.configureOutput({ writeOut: (more) => (text += more) });
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

	it('says what a command is for in ten words at most', () => {
		const abouts = all(commandLine(async () => undefined)).slice(1);
		const words = abouts.map((one) => one.summary().replace(' (default)', '').split(' '));
		const long = words.filter((one) => one.length > 10 || /^[A-Z]|[.]$/.test(one.join(' ')));
		expect(long).toEqual([]);
	});

	it.each([
		['help', '--', 'pause'],
		['help', 'pause', '--reason', 'x'],
		['help', '--', '--', 'satisfy', 'commit_plan'],
		['help', '--x', 'pause'],
		['help', 'nothing', 'pause'],
	])('carries nothing out: req %s %s %s', async (...words) => {
		await using world = await makeLiveWorld();
		await world.req(...words);
		const { gates, requirements } = (await world.json('status')) as Record<string, never>;
		expect(gates).toMatchObject({ paused: false });
		expect(requirements).toMatchObject([{ name: 'commit_plan', satisfied: false }, {}, {}, {}, {}, {}]);
	});

	it('of run says what --resume and --strict do, as the release notes do', async () => {
		const notes = readFileSync('CHANGELOG.md', 'utf8').replaceAll(/\s+/g, ' ');
		expect(notes).toMatch(/`--resume`[^.]* prior sessions/);
		await using world = await makeReqWorld(undefined);
		const help = (await world.req('help', 'run')).stdout.replaceAll(/\s+/g, ' ');
		expect(help).toContain(
			'prioritize tasks in progress AND attempt to resume their prior sessions; if one cannot be resumed, a fresh one takes its place',
		);
		expect(help).toContain('with --resume: fail tasks that have no prior session to resume');
	});

	it('has emphasis in a terminal, not with NO_COLOR, and no lines longer than it is wide', async () => {
		await using world = await makeReqWorld(undefined);
		const helpIn = async (columns: number, NO_COLOR: string) =>
			(await world.reqWith({ columns, env: { TERM: 'xterm', NO_COLOR } }, 'help')).stdout;
		expect(await helpIn(200, '')).toContain(`${ESCAPE}1mCommands:${ESCAPE}0m`);
		expect(await helpIn(200, '1')).not.toContain(ESCAPE);
		const narrow = await helpIn(60, '1');
		const commands = narrow.slice(narrow.indexOf('Commands:'), narrow.indexOf('Files:'));
		expect(commands.split('\n').filter((line) => line.length > 60)).toEqual([]);
	});
});
