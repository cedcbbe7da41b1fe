import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { withSchema } from '../../../src/core/setup/preset-text.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { KEY, runAtTerminal, type Turn } from '../../support/terminal-run.ts';
import { treePrint } from '../../support/tree-print.ts';

const { enter, down, interrupt, clear } = KEY;

const WHERE = 'Where do the requirements hold?';
const PRESET = 'What do you start with?';
const TESTS = 'Which command runs the tests?';
const TEAM = 'Offer the plugin';
const LINE = 'status line';
const WRITE = 'Write this?';

function config(world: ReqWorld, name = 'requirements.yaml'): string {
	return readFileSync(join(world.repo, '.claude', name), 'utf8');
}

describe('init at a terminal', () => {
	it('writes the starter after nothing but enter', async () => {
		await using world = await makeReqWorld(undefined);
		const turns: Turn[] = [WHERE, PRESET, TEAM, LINE, WRITE].map((seen) => [seen, enter]);
		const ran = await runAtTerminal(world, ['init'], turns);
		expect(ran.exit).toBe(0);
		for (const { about } of Object.values(PRESETS).slice(0, 1)) expect(ran.screen).toContain(about);
		expect(ran.screen).toContain('+++ b/.claude/requirements.yaml');
		expect(ran.screen).toContain('start claude');
		expect(withSchema(config(world), '')).toBe(withSchema(PRESETS.starter.text, ''));
		expect(existsSync(join(world.repo, '.claude/settings.json'))).toBe(false);
		expect(config(world, 'settings.local.json')).toContain('req statusline');
		expect(ran.raw).not.toMatch(/\u001b\[[\d;]*m/);
	});

	it('asks what it found, and takes what is typed instead', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		writeIn(world.repo, 'Makefile', 'test:\n');
		git(world.repo, 'branch', '-m', 'main', 'trunk');
		git(world.repo, 'config', 'init.defaultBranch', 'trunk');
		const ran = await runAtTerminal(
			world,
			['init'],
			[
				[WHERE, enter],
				[PRESET, `${down}${down}${enter}`],
				[/tests\?[\s\S]*go test/, `${clear}make check${enter}`],
				[/protected[\s\S]*trunk/, enter],
				[TEAM, `y`],
				[LINE, `y`],
				[WRITE, enter],
			],
		);
		expect(ran.exit).toBe(0);
		expect(ran.screen).toContain('make test');
		expect(config(world)).toContain('commands: [make check]');
		expect(config(world)).toContain('"release/*", trunk]');
		expect(config(world, 'settings.json')).toContain('req@claude-req');
		expect(config(world, 'settings.local.json')).toContain('req statusline');
		expect((await world.req('config', 'check')).exit).toBe(0);
	});

	it('offers no team what holds for one user only', async () => {
		await using world = await makeReqWorld(undefined);
		const turns: Turn[] = [WHERE, PRESET, LINE, WRITE].map((seen) => [seen, enter]);
		const ran = await runAtTerminal(world, ['init', '--team'], turns);
		expect(ran.exit).toBe(0);
		expect(ran.screen).not.toContain('all my projects');
		expect(ran.screen).not.toContain('beside what it shows now');
		expect(config(world, 'settings.json')).toContain('req@claude-req');
	});

	it('asks for no status line that is there, or that was declined', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('init', '--status-line');
		const turns: Turn[] = [WHERE, TEAM].map((seen) => [seen, enter]);
		const there = await runAtTerminal(world, ['init'], turns);
		expect(there.screen).toContain('nothing to change');
		await world.req('init', '--undo');
		const declined = await runAtTerminal(world, ['init', '--no-status-line'], turns);
		expect(declined.screen).toContain('nothing to change');
		expect(existsSync(join(world.repo, '.claude/settings.local.json'))).toBe(false);
	});

	it('asks nothing about a config that is there', async () => {
		await using world = await makeReqWorld(GATED);
		const ran = await runAtTerminal(
			world,
			['init', '--status-line'],
			[
				[WHERE, enter],
				[TEAM, 'y'],
				[WRITE, enter],
			],
		);
		expect(ran.exit).toBe(0);
		expect(ran.screen).toContain('stays as it is');
		expect(config(world)).toBe(GATED);
	});

	it.each([
		[interrupt, WHERE, []],
		[interrupt, TESTS, [WHERE, PRESET]],
		[interrupt, WRITE, [WHERE, PRESET, TESTS, TEAM, LINE]],
		['n', WRITE, [WHERE, PRESET, TESTS, TEAM, LINE]],
	])('writes nothing after %j at "%s"', async (key, last, earlier) => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.dir);
		const turns = earlier.map((seen): Turn => [seen, seen === PRESET ? `${down}${enter}` : enter]);
		const ran = await runAtTerminal(world, ['init'], [...turns, [last, key]]);
		expect(ran.exit).toBe(1);
		expect(ran.screen).toContain('nothing was written');
		expect(treePrint(world.dir)).toEqual(before);
	});

	it.each([
		['y', 0, false],
		['n', 1, true],
		[interrupt, 1, true],
	])('asks before it takes back what is committed: %j', async (key, exit, stays) => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-qm', 'gates');
		const ran = await runAtTerminal(world, ['init', '--undo'], [['Take this back?', key]]);
		expect(ran.exit).toBe(exit);
		expect(ran.screen).toMatch(/remove .*requirements\.yaml/);
		expect(ran.screen).toContain('committed');
		expect(existsSync(join(world.repo, '.claude/requirements.yaml'))).toBe(stays);
	});

	it.each([[['--yes']], [['--preset', 'starter']], [['--json']], [['--dry-run']], [['--undo']]])(
		'asks nothing with %j',
		async (args) => {
			await using world = await makeReqWorld(undefined);
			const ran = await runAtTerminal(world, ['init', ...args], []);
			expect(ran.exit).toBe(0);
			expect(ran.screen).not.toContain('?');
		},
	);
});
