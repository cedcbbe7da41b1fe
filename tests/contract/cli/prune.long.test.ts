import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markLive } from '../../../src/adapters/server-marker.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import {
	age,
	DAY,
	inState,
	kinds,
	leave,
	PLAN,
	type Pruned,
	prune,
	workOn,
	workOnGone,
} from '../../support/pruned.ts';
import {
	ANA,
	BEN,
	makeLiveWorld,
	makeReqWorld,
	type ReqWorld,
	satisfiedIn,
} from '../../support/run-req.ts';
import { takeFiles } from '../../support/taken-files.ts';

describe('req prune', () => {
	it('the same name again is unsatisfied, for the same session too, and history tells of it', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'topic');
		expect(await satisfiedIn(world, ANA)).toEqual(['plan', 'signed']);
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'branch', '-q', '-D', 'topic');

		const pruned = await prune(world);
		expect(pruned).toMatchObject({
			dry_run: false,
			removed: [{ kind: 'branch_state', path: inState(world, 'topic.json'), of: 'topic' }],
			sessions: [],
			kept: [],
			failed: [],
		});
		expect(pruned.removed[0]?.bytes).toBeGreaterThan(100);
		expect(world.state('topic')).toBeUndefined();

		git(world.repo, 'switch', '-q', '-c', 'topic');
		await world.hook('session-start', ANA, { hook_event_name: 'SessionStart', source: 'resume' });
		expect(await satisfiedIn(world, ANA)).toEqual([]);
		const edit = { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' };
		const denied = await world.hook('pre-tool-use', ANA, {
			tool_name: 'Edit',
			tool_input: edit,
			tool_use_id: 't',
		});
		expect(denied.stdout).toContain('"permissionDecision":"deny"');
		const history = (await world.json('log')) as { requirement: string; ended_by: string }[];
		expect(history.map(({ requirement, ended_by }) => `${requirement} ${ended_by}`).sort()).toEqual(
			['plan pruned', 'signed pruned'],
		);
		expect((await world.req('satisfy', 'plan', '--carry', '--session', BEN)).exit).toBe(1);
	});

	it('keeps every branch that lives: checked out, packed, unborn, being rebased, detached, renamed', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'packed');
		await workOn(world, 'before');
		git(world.repo, 'branch', '-m', 'before', 'after');
		await workOn(world, 'in-tree');
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'worktree', 'add', '-q', join(world.dir, 'tree'), 'in-tree');
		git(world.repo, 'pack-refs', '--all');
		git(world.repo, 'switch', '-q', '--detach');
		await world.start(ANA);
		await world.req('satisfy', 'plan', '--session', ANA);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		git(world.repo, 'symbolic-ref', 'HEAD', 'refs/heads/unborn');
		await world.start(ANA);
		await world.req('satisfy', 'plan', '--session', ANA);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		const before = readdirSync(inState(world));
		expect(before).toEqual(
			expect.arrayContaining(['_detached.json', 'before.json', 'in-tree.json', 'unborn.json']),
		);
		expect(await prune(world)).toMatchObject({
			removed: [],
			kept: [{ path: inState(world, 'before.json') }],
		});
		expect(readdirSync(inState(world))).toEqual(before);

		git(world.repo, 'switch', '-q', 'after');
		expect(await satisfiedIn(world, ANA)).toEqual(['plan', 'signed']);
		await world.req('satisfy', 'plan', '--session', BEN);
		expect(await prune(world)).toMatchObject({ removed: [{ of: 'unborn' }], kept: [] });
	});

	it('is the same in a worktree and in a subdirectory', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOn(world, 'topic');
		await workOn(world, 'gone');
		git(world.repo, 'switch', '-q', 'main');
		git(world.repo, 'branch', '-q', '-D', 'gone');
		const tree = join(world.dir, 'tree');
		git(world.repo, 'worktree', 'add', '-q', tree, 'topic');
		mkdirSync(join(tree, 'src'));
		const run = await world.reqWith({ cwd: join(tree, 'src') }, 'prune', '--json');
		expect(JSON.parse(run.stdout)).toMatchObject({ removed: [{ of: 'gone' }] });
		expect(world.state('topic')).toBeDefined();
		rmSync(tree, { recursive: true });
		expect(await prune(world)).toMatchObject({ removed: [], kept: [] });
	});

	it('what cannot be judged stays and is named: unreadable, newer, no file', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		writeIn(world.repo, '.git/requirements/broken.json', '{"schema_version":1,');
		writeIn(world.repo, '.git/requirements/newer.json', '{"schema_version":99,"branch":"x"}');
		mkdirSync(inState(world, 'dir.json'));
		symlinkSync(inState(world, 'topic.json'), inState(world, 'link.json'));
		const { removed, kept } = await prune(world);
		expect(removed.map(({ of }) => of)).toEqual(['topic']);
		expect(kept.map(({ path }) => path)).toEqual(
			['broken', 'dir', 'link', 'newer'].map((name) => inState(world, `${name}.json`)),
		);
		expect(existsSync(inState(world, 'broken.json'))).toBe(true);
		expect(world.state('newer')).toBeDefined();
	});

	it('what may not be read keeps no other thing from going', async () => {
		await using world = await makeReqWorld(PLAN);
		for (const branch of ['topic', 'other']) await workOnGone(world, branch);
		git(world.repo, 'branch', 'deep/living');
		git(world.repo, 'worktree', 'add', '-q', '-b', 'tree', join(world.dir, 'tree'));
		leave(inState(world, 'quarantine/old.2025-01-01T00-00-00.000Z.json'), '{', 40);
		const { uid, gid } = statSync(world.dir);
		const owned = (...ids: readonly [number, number]) =>
			execFileSync('chown', ['-R', ids.join(':'), world.dir]);
		const pruned = async () => {
			if (uid === 0) owned(65_534, 65_534);
			const { stdout } = await world.reqWith({ unprivileged: true }, 'prune', '--json');
			if (uid === 0) owned(uid, gid);
			return JSON.parse(stdout) as Pruned;
		};
		for (const [at, folder] of ['worktrees', 'refs/heads/deep'].entries()) {
			chmodSync(join(world.repo, '.git', folder), 0);
			const { kept, ...first } = await pruned();
			expect(kinds({ ...first, kept })).toEqual(at === 0 ? ['quarantine'] : []);
			expect(kept).toEqual([{ path: inState(world), why: expect.stringContaining('git') }]);
			chmodSync(join(world.repo, '.git', folder), 0o755);
		}
		chmodSync(inState(world, 'other.json'), 0);
		const then = await pruned();
		expect(then.removed.map(({ of }) => of)).toEqual(['topic']);
		expect(then.kept).toEqual([{ path: inState(world, 'other.json'), why: 'it cannot be read' }]);
	});
});

describe('req prune as a command', () => {
	it('the model may look, and not remove (D36)', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		expect(await world.asModel(BEN, 'prune')).toMatchObject({ exit: 1, stdout: '' });
		expect(world.state('topic')).toBeDefined();
		expect((await world.asModel(BEN, 'prune', '--dry-run')).stdout).toContain('topic');
		expect(world.state('topic')).toBeDefined();
		expect((await world.req('prune')).stdout).toMatch(/^removed: 1 thing, .*\n.*topic$/m);
		expect(await world.req('prune')).toMatchObject({ exit: 0, stdout: 'nothing to prune\n' });
	});

	it('what is in use stays, with a warning: exit 2', async () => {
		await using world = await makeReqWorld(PLAN);
		await workOnGone(world, 'topic');
		mkdirSync(inState(world, 'branches.lock'));
		const owner = { pid: process.pid, host: 'another' };
		writeFileSync(inState(world, 'branches.lock.owner'), JSON.stringify(owner));
		const busy = await world.req('prune');
		expect(busy).toMatchObject({ exit: 2, stderr: expect.stringContaining('topic.json') });
		expect(world.state('topic')).toBeDefined();
	});

	it('writes nothing where nothing was ever stored', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await world.req('prune')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(inState(world))).toBe(false);
		expect(await world.reqWith({ cwd: world.dir }, 'prune')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(world.configDir)).toBe(false);
	});
});

/** Everything that is stored, and when it was written. The time of `clock` is set by every command. */
function contents(world: ReqWorld) {
	const clock = join(world.configDir, 'requirements/clock');
	return [...takeFiles([inState(world), world.configDir])].map(([path, { text, stamp }]) =>
		path === clock ? { path, text } : { path, text, stamp },
	);
}

describe('req prune: what is past (D10, D14)', () => {
	it('removes after 30 days and not before: histories of gone branches, journals, quarantine, faults', async () => {
		await using world = await makeLiveWorld(PLAN);
		const now = Date.now();
		const at = (days: number) => new Date(now - days * DAY).toISOString();
		const line = (days: number) =>
			`${JSON.stringify({ at: at(days), code: 'unexpected', where: 'x', message: 'm' })}\n`;
		const [past, recent] = [31, 29].map((days) => at(days).replaceAll(':', '-'));
		leave(inState(world, 'history/gone.jsonl'), line(31), 0);
		leave(inState(world, 'history/lately.jsonl'), `${line(50)}${line(29)}`, 50);
		leave(inState(world, 'history/feature-x.jsonl'), line(99), 99);
		leave(inState(world, 'history/tasks.jsonl'), line(99), 99);
		leave(inState(world, 'history/_detached-tree.jsonl'), line(99), 99);
		leave(inState(world, 'sessions/0badcafe-0000-4000-8000-000000000000.jsonl'), '{}\n', 31);
		leave(inState(world, 'sessions/0badcaff-0000-4000-8000-000000000000.jsonl'), '{}\n', 29);
		age(inState(world, `sessions/${ANA}.jsonl`), 99);
		leave(inState(world, `quarantine/main.${past}.json`), 'x', 0);
		leave(inState(world, `quarantine/main.${recent}.json`), 'x', 99);
		leave(join(world.configDir, `requirements/quarantine/sessions.${past}.json`), 'x', 0);
		writeIn(inState(world), 'faults.jsonl', `${line(31)}torn\n${line(1)}`);
		writeIn(join(world.configDir, 'requirements'), 'faults.jsonl', `${line(31)}${line(1)}`);

		const before = contents(world);
		const would = await prune(world, '--dry-run');
		expect(kinds(would)).toEqual([
			'history',
			'journal',
			'faults',
			'faults',
			'quarantine',
			'quarantine',
		]);
		expect(contents(world)).toEqual(before);

		const { removed, failed } = await prune(world);
		expect(removed).toEqual(would.removed);
		expect(failed).toEqual([]);
		expect(readdirSync(inState(world, 'history')).sort()).toEqual(
			['_detached-tree.jsonl', 'feature-x.jsonl', 'lately.jsonl', 'tasks.jsonl'].sort(),
		);
		const journals = readdirSync(inState(world, 'sessions')).filter((name) => name.endsWith('l'));
		expect(journals.sort()).toEqual(['0badcaff-0000-4000-8000-000000000000.jsonl', `${ANA}.jsonl`]);
		expect(readdirSync(inState(world, 'quarantine'))).toEqual([`main.${recent}.json`]);
		expect(readFileSync(inState(world, 'faults.jsonl'), 'utf8')).toBe(`torn\n${line(1)}`);
		const own = join(world.configDir, 'requirements/faults.jsonl');
		expect(readFileSync(own, 'utf8')).toBe(line(1));
		expect(await prune(world)).toMatchObject({ removed: [], sessions: [], kept: [] });
	});

	it('removes what processes that died left behind, and dead sessions from the registry', async () => {
		await using world = await makeLiveWorld(PLAN);
		const registry = join(world.configDir, 'sessions.json');
		const { sessions } = JSON.parse(readFileSync(registry, 'utf8'));
		const dead = { ...sessions['1a2b3c4d'], uuid: BEN, pid: 2 ** 30 };
		writeFileSync(
			registry,
			JSON.stringify({ schema_version: 1, sessions: { ...sessions, '5e6f7a8b': dead } }),
		);
		leave(inState(world, 'main.json.4711.99-1.tmp'), 'x', 2);
		leave(inState(world, 'main.json.4711.99-2.tmp'), 'x', 0);
		leave(inState(world, 'inherited/1a2b3c4d.json.4711.99-1.tmp'), 'x', 2);
		leave(inState(world, `sessions/archive/${ANA}.json.4711.99-1.tmp`), 'x', 2);
		leave(join(world.configDir, 'sessions.json.4711.99-1.tmp'), 'x', 2);
		leave(join(world.configDir, 'settings.json.4711.99-1.tmp'), 'x', 2);
		leave(join(world.configDir, 'requirements/cache/a.json.4711.tmp'), 'x', 2);
		mkdirSync(inState(world, 'main.json.lock'));
		const owner = { pid: 2 ** 30, host: dead.host };
		writeFileSync(inState(world, 'main.json.lock.owner'), JSON.stringify(owner));
		mkdirSync(inState(world, 'busy.json.lock'));
		const busy = { pid: process.pid, host: dead.host };
		writeFileSync(inState(world, 'busy.json.lock.owner'), JSON.stringify(busy));

		const pruned = await prune(world);
		expect(kinds(pruned).sort()).toEqual([
			...['lock', 'temporary', 'temporary', 'temporary', 'temporary', 'temporary'],
		]);
		expect(pruned.sessions).toEqual([BEN]);
		expect(Object.keys(JSON.parse(readFileSync(registry, 'utf8')).sessions)).toEqual(['1a2b3c4d']);
		expect(readdirSync(inState(world)).filter((name) => /lock|tmp/.test(name))).toEqual([
			'busy.json.lock',
			'busy.json.lock.owner',
			'main.json.4711.99-2.tmp',
		]);
		expect(existsSync(join(world.configDir, 'settings.json.4711.99-1.tmp'))).toBe(true);
	});

	it('removes the marks of calls of sessions that died, and none of a session that is open', async () => {
		await using world = await makeReqWorld(PLAN);
		const calls = join(world.configDir, 'requirements/calls');
		const past = '77777777-0000-4000-8000-000000000003';
		await world.start(ANA);
		for (const session of [ANA, BEN, past]) {
			leave(join(calls, session, 'toolu_1'), '', 31);
			age(join(calls, session), session === BEN ? 29 : 31);
		}
		const would = await prune(world, '--dry-run');
		expect(would.removed).toMatchObject([{ kind: 'calls', path: join(calls, past) }]);
		expect(readdirSync(calls)).toHaveLength(3);
		expect((await prune(world)).removed).toEqual(would.removed);
		expect(readdirSync(calls).sort()).toEqual([ANA, BEN].sort());
		expect((await world.req('prune')).stdout).not.toContain('marks of calls');
	});

	it('removes what servers left that cannot be seen from here, and nothing of one that runs', async () => {
		await using world = await makeReqWorld(PLAN);
		const folder = join(world.configDir, 'requirements/live');
		markLive(world.configDir, hostname(), { server: process.pid, client: process.ppid });
		const marker = `${hostname()}-${process.ppid}`;
		age(join(folder, marker), 31);
		leave(join(folder, 'container-1'), '7 1 ? ?\n', 31);
		leave(join(folder, 'container-2'), '7 2 ? ?\n', 29);
		leave(join(folder, `${ANA}.line`), `req ✓ 1/1\n${marker} plain\n/x\n`, 31);
		leave(join(folder, `${BEN}.line`), 'req ✓ 1/1\ncontainer-0 plain\n/x\n', 31);
		expect(kinds(await prune(world))).toEqual(['server', 'server']);
		expect(readdirSync(folder).sort()).toEqual([`${ANA}.line`, 'container-2', marker].sort());
	});

	it('removes what belongs to directories that are gone, once it is old enough', async () => {
		await using world = await makeReqWorld(PLAN);
		const outside = join(world.dir, 'outside');
		writeIn(outside, '.claude/requirements.yaml', PLAN);
		await world.reqWith({ cwd: outside }, 'satisfy', 'plan', '--session', ANA);
		const projects = join(world.configDir, 'requirements/projects');
		const [name = ''] = readdirSync(projects);
		mkdirSync(join(projects, 'of-nobody'));
		expect(await prune(world)).toMatchObject({
			removed: [],
			kept: [{ path: join(projects, 'of-nobody') }],
		});

		renameSync(outside, `${outside}.moved`);
		const first = await prune(world);
		expect(first.removed).toMatchObject([{ kind: 'compiled_config', of: outside }]);
		for (const file of readdirSync(join(projects, name))) age(join(projects, name, file), 31);
		age(join(projects, name), 31);
		expect((await prune(world, '--dry-run')).removed).toMatchObject([
			{ kind: 'project', path: join(projects, name), of: outside },
		]);
		renameSync(`${outside}.moved`, outside);
		expect((await prune(world)).removed).toEqual([]);
		rmSync(outside, { recursive: true });
		expect(kinds(await prune(world))).toEqual(['project']);
		expect(readdirSync(projects)).toEqual(['of-nobody']);
	});

	it('follows no link: what lies elsewhere stays', async () => {
		await using world = await makeReqWorld(PLAN);
		const elsewhere = join(world.dir, 'elsewhere');
		for (const name of ['sessions', 'history', 'inherited', 'quarantine', 'cache', 'projects/x']) {
			leave(join(elsewhere, name, '0badcafe.jsonl'), '{}\n', 99);
			leave(join(elsewhere, name, 'a.json.1.1-1.tmp'), '{}\n', 99);
		}
		mkdirSync(inState(world));
		mkdirSync(join(world.configDir, 'requirements'), { recursive: true });
		for (const name of ['sessions', 'history', 'inherited', 'quarantine'])
			symlinkSync(join(elsewhere, name), inState(world, name));
		for (const name of ['cache', 'projects'])
			symlinkSync(join(elsewhere, name), join(world.configDir, 'requirements', name));
		const before = [...takeFiles([elsewhere])];
		const pruned = await prune(world);
		expect(pruned.removed).toEqual([]);
		expect(new Set(pruned.kept.map(({ path }) => path)).size).toBe(7);
		expect([...takeFiles([elsewhere])]).toEqual(before);
		expect(lstatSync(inState(world, 'sessions')).isSymbolicLink()).toBe(true);
	});
});

it('removes what runs did 90 days after their last step, with the folder of a run, and nothing else there', async () => {
	await using world = await makeReqWorld(PLAN);
	const run = (hex: string) => inState(world, `runs/20260720T080910123Z_${hex.repeat(8)}`);
	leave(`${run('a')}.json`, '{}', 91);
	leave(`${run('a')}/plan-1/status.json`, '{}', 91);
	age(run('a'), 91);
	leave(`${run('b')}.json`, '{}', 89);
	leave(inState(world, 'runs/mine.json'), '{}', 99);
	expect(kinds(await prune(world))).toEqual(['run', 'run']);
	expect(readdirSync(inState(world, 'runs')).sort()).toEqual([
		'20260720T080910123Z_bbbbbbbb.json',
		'mine.json',
	]);
});
