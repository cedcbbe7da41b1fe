import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const LOCAL = '.claude/settings.local.json';
const CONFIG = '.claude/requirements.yaml';
const RECORD = '.git/requirements/init.json';

/** Trees to start from. */
const TREES: Readonly<Record<string, (world: ReqWorld) => void>> = {
	'nothing but a file': () => undefined,
	'settings on one line, of an odd mode': ({ repo }) => {
		writeIn(repo, LOCAL, '{"statusLine":{"command":"a\\u0062c \'x\'","type":"command"}, "n": 1e3}');
		chmodSync(join(repo, LOCAL), 0o640);
	},
	'files without an end': ({ repo }) => {
		writeFileSync(join(repo, '.git/info/exclude'), 'x');
		writeFileSync(join(repo, '.gitattributes'), '*.png binary\r\n*.a b');
	},
	'state of other commands': ({ repo }) => {
		mkdirSync(join(repo, '.git/requirements'));
		writeIn(repo, '.git/requirements/faults.jsonl', '');
	},
};

describe('init --undo', () => {
	it.each(Object.keys(TREES))('leaves every byte of %s as it was', async (tree) => {
		await using world = await makeReqWorld(undefined);
		TREES[tree]?.(world);
		const before = treePrint(world.dir);
		await world.req('init', '--preset', 'strict');
		await world.req('init', '--yes');
		const after = treePrint(world.dir);
		const preview = await world.req('init', '--undo', '--dry-run');
		expect(preview).toMatchObject({ exit: 0, stderr: '' });
		expect(preview.stdout).toContain('+++ /dev/null');
		expect(treePrint(world.dir)).toEqual(after);
		expect(await world.req('init', '--undo', '--all')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.dir)).toEqual(before);
		expect((await world.req('init', '--undo')).stdout).toContain('nothing to undo');
	});

	it('goes back to what was edited between two inits', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init', '--preset', 'review');
		const config = join(world.repo, CONFIG);
		writeFileSync(join(world.repo, '.gitattributes'), '*.png binary\n');
		await world.req('init', '--yes');
		const attributes = join(world.repo, '.gitattributes');
		writeFileSync(attributes, '*.gif binary\n');
		await world.req('init', '--yes');
		expect(await world.req('init', '--undo')).toMatchObject({ exit: 0, stderr: '' });
		expect(readFileSync(attributes, 'utf8')).toBe('*.gif binary\n');
		expect(existsSync(config)).toBe(false);
	});

	it('--global takes back what is for all projects, and nothing of this one', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		const project = treePrint(world.repo);
		await world.req('init', '--global', '--yes');
		expect(await world.req('init', '--undo', '--global')).toMatchObject({ exit: 0, stderr: '' });
		expect(treePrint(world.repo)).toEqual(project);
		const left = treePrint(world.configDir).filter((line) => !line.includes(' directory '));
		expect(left).toEqual([]);
	});

	it('works outside of git', async () => {
		await using world = await makeReqWorld(undefined);
		const files = () => treePrint(world.dir).filter((line) => !line.includes(' directory '));
		const before = files();
		await world.reqWith({ cwd: world.dir }, 'init', '--yes');
		expect((await world.reqWith({ cwd: world.dir }, 'init', '--undo')).exit).toBe(0);
		expect(files()).toEqual(before);
	});

	it('takes back what was done in this worktree, not in another one', async () => {
		await using world = await makeReqWorld(undefined);
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, '-b', 'topic');
		await world.req('init');
		const one = treePrint(world.dir);
		await world.reqWith({ cwd: tree }, 'init', '--preset', 'shadow', '--yes');
		expect(git(tree, 'status', '--porcelain', '-uall')).not.toContain('settings');
		expect((await world.reqWith({ cwd: tree }, 'init', '--undo')).exit).toBe(0);
		expect(treePrint(world.dir)).toEqual(one);
	});
});

describe('day 32: init --undo after a person edited', () => {
	it('shows the edit and keeps its record, takes back the rest, and ends when the edit is gone', async () => {
		await using world = await makeReqWorld(undefined);
		const before = treePrint(world.repo);
		await world.req('init', '--yes');
		const config = join(world.repo, CONFIG);
		const wrote = readFileSync(config, 'utf8');
		writeFileSync(config, `${wrote}# mine\n`);
		for (const isFirst of [true, false]) {
			const undone = await world.req('init', '--undo');
			expect(undone).toMatchObject({ exit: 2, stderr: expect.stringContaining(config) });
			expect(undone.stdout).toContain('\n+# mine');
			expect(undone.stdout.includes(`removed ${join(world.repo, LOCAL)}`)).toBe(isFirst);
			expect(readFileSync(config, 'utf8')).toBe(`${wrote}# mine\n`);
		}
		writeFileSync(config, wrote);
		expect((await world.req('init', '--undo')).stdout).toContain(`removed ${config}`);
		expect(treePrint(world.repo)).toEqual(before);
	});

	it('has nothing left to take back if the files are gone', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		git(world.repo, 'clean', '-fdq');
		expect(await world.req('init', '--undo')).toMatchObject({ exit: 0, stderr: '' });
		expect((await world.req('init', '--undo')).stdout).toContain('nothing to undo');
	});
});

describe('a record of init', () => {
	it('names no file but those that init writes', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		const path = join(world.repo, RECORD);
		const record = readFileSync(path, 'utf8');
		writeFileSync(path, record.replace('project_config', '../victim'));
		expect(await world.req('init', '--undo')).toMatchObject({ exit: 1, stdout: '' });
	});

	it('that is cut off undoes nothing; the next init sets it aside', async () => {
		await using world = await makeReqWorld(undefined);
		const path = join(world.repo, RECORD);
		const quarantine = join(world.repo, '.git/requirements/quarantine');
		await world.req('init');
		const broken = readFileSync(path, 'utf8').slice(0, 50);
		writeFileSync(path, broken);
		const undone = await world.req('init', '--undo');
		expect(undone).toMatchObject({ exit: 1, stderr: expect.stringContaining(path) });
		expect(readFileSync(path, 'utf8')).toBe(broken);
		expect((await world.req('init', '--yes')).exit).toBe(0);
		const moved = readdirSync(quarantine).map((name) => readFileSync(join(quarantine, name), 'utf8'));
		expect(moved).toEqual([broken]);
		expect((await world.req('init', '--undo')).stdout).toContain(LOCAL);
	});

	it('that a newer req wrote stays as it is, and stops both ways', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init');
		const path = join(world.repo, RECORD);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, text.replace('"schema_version": 1', '"schema_version": 2'));
		const before = treePrint(world.dir);
		for (const more of ['--undo', '--yes']) {
			const ran = await world.req('init', more);
			expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('init.json') });
		}
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('is not the state of a branch called init', async () => {
		await using world = await makeReqWorld(undefined);
		git(world.repo, 'switch', '-q', '-c', 'init');
		await world.req('init');
		await world.start(ANA);
		expect((await world.req('satisfy', 'commit_plan')).exit).toBe(0);
		expect((await world.req('prune')).stdout).not.toContain('init.json');
		expect((await world.req('init', '--undo')).stdout).toContain('what was satisfied stays');
	});
});
