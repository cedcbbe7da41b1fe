import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { KEY, runAtTerminal, type Turn } from '../../support/terminal-run.ts';
import { treePrint } from '../../support/tree-print.ts';

const { enter, down, interrupt, clear } = KEY;

const PRESET = 'What do you start with?';
const TESTS = 'Which command runs the tests?';
const ELSE = 'What else?';
const WRITE = 'Write this?';

function written(world: ReqWorld, name: string): string {
	return readFileSync(join(world.repo, name), 'utf8');
}

describe('init at a terminal', () => {
	it('writes the starter and all that is offered after nothing but enter, and shows each change first', async () => {
		await using world = await makeReqWorld(undefined);
		const turns: Turn[] = [PRESET, ELSE, WRITE].map((seen) => [seen, enter]);
		const ran = await runAtTerminal(world, ['init'], turns);
		expect(ran.exit).toBe(0);
		expect(ran.screen.indexOf('+++ b/.claude/requirements.yaml')).toBeLessThan(ran.screen.indexOf(WRITE));
		expect(ran.screen).toContain('+++ b/.gitattributes');
		expect(ran.screen).toContain('start claude');
		expect(written(world, '.claude/requirements.yaml')).toContain('commit_plan');
		expect(written(world, '.claude/settings.local.json')).toContain('req statusline');
		expect(ran.raw).not.toMatch(/\u001b\[[\d;]*m/);
	});

	it('proposes what it found, and takes what is typed or selected instead', async () => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, 'go.mod', '');
		writeIn(world.repo, 'Makefile', 'test:\n');
		const ran = await runAtTerminal(
			world,
			['init'],
			[
				[PRESET, `${down}${down}${enter}`],
				[/tests\?[\s\S]*go test/, `${clear}make check${enter}`],
				// Not the status line.
				[ELSE, ` ${enter}`],
				[WRITE, enter],
			],
		);
		expect(ran.exit).toBe(0);
		expect(ran.screen).toContain('make test');
		expect(written(world, '.claude/requirements.yaml')).toContain('commands: ["make check"]');
		expect(written(world, '.claude/settings.local.json')).toContain('Bash(req done:*)');
		expect(written(world, '.claude/settings.local.json')).not.toContain('statusline');
		expect((await world.req('config', 'check')).exit).toBe(0);
	});

	it('day 29: asks the second person of a team only for what is missing', async () => {
		await using world = await makeReqWorld(GATED);
		const turns: Turn[] = [ELSE, WRITE].map((seen) => [seen, enter]);
		const ran = await runAtTerminal(world, ['init'], turns);
		expect(ran.exit).toBe(0);
		expect(ran.screen).toContain('stays as it is');
		expect(written(world, '.claude/requirements.yaml')).toBe(GATED);
		expect((await runAtTerminal(world, ['init'], [])).screen).toContain('nothing to change');
	});

	it.each([
		[interrupt, PRESET, []],
		[interrupt, TESTS, [PRESET]],
		[interrupt, ELSE, [PRESET, TESTS]],
		['n', WRITE, [PRESET, TESTS, ELSE]],
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
	])('shows what undo takes back, and asks: %j', async (key, exit, stays) => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-qm', 'gates');
		const ran = await runAtTerminal(world, ['init', '--undo'], [['Take this back?', key]]);
		expect(ran.exit).toBe(exit);
		expect(ran.screen).toContain('--- a/.claude/requirements.yaml');
		expect(existsSync(join(world.repo, '.claude/requirements.yaml'))).toBe(stays);
	});

	it.each([[['--yes']], [['--dry-run']], [['--undo']]])('asks nothing with %j', async (args) => {
		await using world = await makeReqWorld(undefined);
		const ran = await runAtTerminal(world, ['init', ...args], []);
		expect(ran.exit).toBe(0);
		expect(ran.screen).not.toContain('?');
	});
});
