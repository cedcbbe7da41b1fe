import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/core/config/built-in.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const SETTINGS = '.claude/settings.json';

/** The record shrinks with each undo, and nobody compares it. */
function withoutRecord(print: readonly string[]): string[] {
	return print.filter((line) => !line.includes('init.json'));
}

/** The hint that removes all state is for who has nothing left that goes by it. */
const STATE_HINTS: Readonly<
	Record<string, (world: ReqWorld) => { cwd?: string } | Promise<{ cwd?: string }>>
> = {
	'another config counts': (world) => {
		writeIn(world.configDir, 'requirements.yaml', PRESETS.starter.text);
		return {};
	},
	'it is a linked worktree': async (world) => {
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, '-b', 'topic');
		await world.reqWith({ cwd: tree }, 'init');
		return { cwd: tree };
	},
	'there is a linked worktree': (world) => {
		git(world.repo, 'worktree', 'add', '-q', join(world.dir, 'tree'), '-b', 'topic');
		return {};
	},
	'an older init is there': async (world) => {
		await world.req('init', '--team');
		return {};
	},
};

describe('init --undo', () => {
	it('takes back one after the other, each to the byte, and names what is left', async () => {
		await using world = await makeReqWorld(undefined);
		const prints = [treePrint(world.repo)];
		for (const run of [['--local'], ['--team'], ['--status-line']]) {
			await world.req('init', ...run);
			prints.push(treePrint(world.repo));
		}
		for (const [kept, left] of [
			[2, 'requirements.local.yaml'],
			[1, 'requirements.local.yaml'],
			[0, undefined],
		] as const) {
			const { stdout, exit } = await world.req('init', '--undo');
			expect(exit).toBe(0);
			expect(withoutRecord(treePrint(world.repo))).toEqual(withoutRecord(prints[kept] ?? []));
			expect(stdout.includes('--undo --all')).toBe(left !== undefined);
			if (left !== undefined) expect(stdout).toContain(left);
		}
	});

	it('names what git has', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init', '--team');
		git(world.repo, 'add', '.claude/requirements.yaml');
		git(world.repo, 'commit', '-qm', 'gates');
		expect(await world.json('init', '--undo', '--dry-run')).toMatchObject({
			files: [
				{ path: join(world.repo, SETTINGS), committed: false },
				{ path: join(world.repo, '.claude/requirements.yaml'), committed: true },
			],
		});
		expect((await world.req('init', '--undo')).stdout).toContain('requirements.yaml (committed');
	});
});

describe('the state after init --undo', () => {
	it.each(Object.keys(STATE_HINTS))('offers no rm -r where %s', async (name) => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		await world.start(ANA);
		await world.req('satisfy', 'commit_plan');
		const given = (await STATE_HINTS[name]?.(world)) ?? {};
		const { stdout, exit } = await world.reqWith(given, 'init', '--undo');
		expect(exit).toBe(0);
		expect(stdout).not.toContain('rm -r');
		expect(stdout).toContain('req prune');
	});
});
