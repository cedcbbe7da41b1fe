import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const SETTINGS = '.claude/settings.json';
const LOCAL = '.claude/settings.local.json';
const RECORD = '.git/requirements/init.json';

/** Trees to start from; each has something an install could spoil. */
const TREES: Readonly<Record<string, (world: ReqWorld) => void>> = {
	'nothing but a file': () => undefined,
	'an empty .claude': ({ repo }) => mkdirSync(join(repo, '.claude')),
	'settings with comments': ({ repo }) =>
		writeIn(
			repo,
			SETTINGS,
			'{\n  // why\n  "model": "x", /* y */\n  "env": { "KEY": "s3cret" }\n}',
		),
	'settings with tabs, CRLF and a byte order mark': ({ repo }) => {
		writeIn(repo, SETTINGS, '\ufeff{\r\n\t"enabledPlugins": {\r\n\t\t"a@b": true\r\n\t}\r\n}\r\n');
		writeIn(repo, LOCAL, '{\r\n\t"a": [1,\r\n2],\r\n}');
	},
	'settings on one line, of an odd mode': ({ repo }) => {
		writeIn(repo, SETTINGS, '{"extraKnownMarketplaces":{},"enabledPlugins":{ }}');
		chmodSync(join(repo, SETTINGS), 0o640);
		writeIn(repo, LOCAL, '{"statusLine":{"command":"a\\u0062c \'x\'","type":"command"}}');
	},
	'a status line of the user': ({ configDir }) =>
		writeIn(configDir, 'settings.json', '{ "statusLine": { "type": "command", "command": "x" } }'),
	'an exclude file without an end': ({ repo }) =>
		writeFileSync(join(repo, '.git/info/exclude'), 'x'),
	'a linked .claude, and state': ({ repo }) => {
		mkdirSync(join(repo, 'tools'));
		symlinkSync('tools', join(repo, '.claude'));
		writeIn(repo, '.git/requirements/faults.jsonl', '');
	},
	'a project to test': ({ repo }) => writeIn(repo, 'package.json', '{"scripts":{"test":"x"}}'),
};

/** What people run, one after the other, before they think better of it. */
const RUNS: readonly (readonly (readonly string[])[])[] = [
	[['--preset', 'strict']],
	[['--preset', 'review', '--team', '--status-line']],
	[['--local'], ['--status-line'], ['--team']],
];

const CASES = Object.keys(TREES).flatMap((tree) =>
	RUNS.map((runs) => ({ tree, runs, named: runs.map((run) => run.join(' ')).join(', then ') })),
);

describe('init --undo', () => {
	it.each(CASES)('leaves $tree byte-identical after $named', async ({ tree, runs }) => {
		await using world = await makeReqWorld(undefined);
		TREES[tree]?.(world);
		const before = treePrint(world.dir);
		// A warning of what the client ignores is none of the undo's.
		for (const run of runs) expect([0, 2]).toContain((await world.req('init', ...run)).exit);
		const after = treePrint(world.dir);
		expect(after).not.toEqual(before);
		const all = ['init', '--undo', '--all'];
		expect(await world.req(...all, '--dry-run')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.dir)).toEqual(after);
		expect(await world.req(...all)).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.dir)).toEqual(before);
		expect((await world.req('init', '--undo')).stdout).toContain('nothing to undo');
	});

	it('--global takes back what is for all projects, and nothing of this one', async () => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.dir);
		await world.req('init');
		const project = treePrint(world.dir);
		await world.req('init', '--global', '--status-line');
		expect(await world.req('init', '--undo', '--global')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.dir)).toEqual(project);
		await world.req('init', '--undo');
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('works outside of git', async () => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.dir);
		await world.reqWith({ cwd: world.dir }, 'init', '--team');
		expect((await world.reqWith({ cwd: world.dir }, 'init', '--undo')).exit).toBe(0);
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('takes back what was done in this worktree, not in another one', async () => {
		await using world = await makeReqWorld(undefined);
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, '-b', 'topic');
		await world.req('init');
		const one = treePrint(world.dir);
		await world.reqWith({ cwd: tree }, 'init', '--preset', 'shadow');
		expect((await world.reqWith({ cwd: tree }, 'init', '--undo')).exit).toBe(0);
		expect(treePrint(world.dir)).toEqual(one);
	});
});

describe('init --undo after somebody edited', () => {
	it('shows the edit, takes back the rest, and does so again once the edit is gone', async () => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.repo);
		await world.req('init', '--team');
		const config = join(world.repo, '.claude/requirements.yaml');
		const wrote = readFileSync(config, 'utf8');
		writeFileSync(config, `${wrote}# mine\n`);
		for (const file of ['removed', '# mine']) {
			const undone = await world.req('init', '--undo');
			expect(undone).toMatchObject({ exit: 2, stderr: expect.stringContaining(config) });
			expect(undone.stdout).toContain('\n+# mine');
			expect(undone.stdout.includes(`removed ${join(world.repo, SETTINGS)}`)).toBe(
				file === 'removed',
			);
			expect(readFileSync(config, 'utf8')).toBe(`${wrote}# mine\n`);
		}
		writeFileSync(config, wrote);
		expect(await world.json('init', '--undo')).toMatchObject({
			files: [{ path: config, outcome: 'removed' }],
			...{ written: true, state_dir: null },
		});
		expect(treePrint(world.repo)).toEqual(before);
	});

	it('everything away: there is nothing left to take back', async () => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.repo);
		await world.req('init', '--team');
		git(world.repo, 'clean', '-fdq');
		expect(await world.req('init', '--undo')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.repo)).toEqual(before);
	});
});

describe('a record of init', () => {
	it('that names other files touches none of them', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		const config = join(world.repo, '.claude/requirements.yaml');
		const victim = join(world.dir, 'victim');
		writeFileSync(victim, readFileSync(config));
		const record = readFileSync(join(world.repo, RECORD), 'utf8');
		writeFileSync(join(world.repo, RECORD), record.replaceAll(config, victim));
		expect(await world.req('init', '--undo')).toMatchObject({
			exit: 2,
			stderr: expect.stringContaining(victim),
		});
		expect(existsSync(victim)).toBe(true);
	});

	it.each([
		['is cut off', (text: string) => text.slice(0, 50)],
		['has another shape', () => '{ "schema_version": 1, "inits": [{}] }'],
	])('that %s is set aside, and said: both ways', async (_, change) => {
		await using world = await makeReqWorld(undefined);
		const path = join(world.repo, RECORD);
		const quarantine = join(world.repo, '.git/requirements/quarantine');
		await world.req('init');
		const broken = change(readFileSync(path, 'utf8'));
		writeFileSync(path, broken);
		expect((await world.req('init', '--undo', '--dry-run')).exit).toBe(1);
		expect(readFileSync(path, 'utf8')).toBe(broken);
		const undone = await world.req('init', '--undo');
		expect(undone).toMatchObject({ exit: 1, stdout: '' });
		expect(undone.stderr).toContain(`init.json could not be read and is set aside: ${quarantine}`);
		expect((await world.req('init', '--undo')).stdout).toContain('nothing to undo');

		writeFileSync(path, broken);
		const team = await world.req('init', '--team');
		expect(team).toMatchObject({ exit: 2, stderr: expect.stringContaining('is set aside: ') });
		const aside = readdirSync(quarantine);
		expect(aside.map((name) => readFileSync(join(quarantine, name), 'utf8'))).toEqual([
			broken,
			broken,
		]);
		expect((await world.req('init', '--undo')).stdout).toContain(`${SETTINGS}`);
	});

	it('that is of a newer req is left as it is, and stops both ways', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		const path = join(world.repo, RECORD);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, text.replace('"schema_version": 1', '"schema_version": 2'));
		const before = treePrint(world.dir);
		for (const more of ['--undo', '--team']) {
			const ran = await world.req('init', more);
			expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('init.json') });
		}
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('is no state of a branch called init', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'switch', '-q', '-c', 'init');
		await world.req('init');
		await world.start(ANA);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(0);
		expect((await world.req('prune')).stdout).not.toContain('init.json');
		expect((await world.req('init', '--undo')).exit).toBe(0);
	});
});

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

describe('init --undo of several', () => {
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
