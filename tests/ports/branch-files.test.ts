import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { BranchName, Place } from '../../src/git/place.ts';
import {
	branchHistory,
	branchStateFile,
	branchStatesLock,
	readBranchState,
	updateBranchState,
} from '../../src/state/branch-files.ts';
import type { BranchChange } from '../../src/state/changes.ts';
import { writeIn } from '../support/git-repo.ts';
import { ANNA, BERT } from '../support/some-session.ts';
import { withoutRight } from '../support/without-right.ts';
import { ME, plantLock, writer } from '../support/writer.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
const AT = '2026-11-20T10:00:00.000Z';
const NO_CHANGE: BranchChange = { op: 'pause', paused: undefined };

function context(configDir = '/nowhere') {
	return { ...writer(50, () => NOW), configDir };
}

function place(root: string, branch: string, ...former: string[]): Place {
	const names = [branch, ...former];
	const renames = former.map(
		(old, at) => `Branch: renamed refs/heads/${old} to refs/heads/${names[at]}`,
	);
	const id = '0'.repeat(40);
	const log = renames.reverse().map((rename) => `${id} ${id} A <a> 0 +0000\t${rename}\n`);
	if (log.length > 0) writeIn(root, `logs/refs/heads/${branch}`, log.join(''));
	const stateDir = join(root, 'requirements');
	return { root, mainRoot: undefined, stateDir, branch: branch as BranchName, git: true };
}

function satisfy(name: string, scope = 'session'): BranchChange {
	return { op: 'satisfy', name, scope, session: ANNA, at: AT, by: 'skill' };
}

const update = (at: Place, ...changes: BranchChange[]) => updateBranchState(at, changes, context());
const read = (at: Place) => readBranchState(at, context());
const history = (at: Place) => branchHistory(at, context());

async function satisfied(at: Place): Promise<string[] | undefined> {
	const { state } = await read(at);
	return state && Object.keys(state.requirements);
}

it('the branch feature/test is kept in feature-test.json', async () => {
	await using root = await createFixture({});
	const here = place(root.path, 'feature/test');
	expect(await satisfied(here)).toBeUndefined();
	expect(await update(here, satisfy('commit_plan'))).toMatchObject({ isWritten: true });
	expect(readdirSync(here.stateDir)).toEqual(['feature-test.json']);
	expect(branchStateFile(here, context())).toBe(join(here.stateDir, 'feature-test.json'));
	expect(await satisfied(here)).toEqual(['commit_plan']);
});

it('D10: what a branch’s very first changes retire is in its history', async () => {
	await using root = await createFixture({});
	const main = place(root.path, 'main');
	const about = { name: 'a', scope: 'single_use', session: ANNA, at: AT };
	await update(main, satisfy('a', 'single_use'), { op: 'spend', ...about });
	expect(history(main)).toMatchObject([{ requirement: 'a', ended_by: 'spent' }]);
	expect(readdirSync(main.stateDir).sort()).toEqual(['history', 'main.json']);
});

it('D10: a write moves old entries to the history, except those of sessions that run', async () => {
	const old = { satisfied: true, satisfied_at: '2026-10-01T10:00:00.000Z' };
	const entry = { uuid: BERT.uuid, cwd: '/', common_dir: '/', branch: 'main', ...ME };
	const live = { ...entry, pid_started: ME.started, started_at: AT, last_activity: AT };
	const sessions = {
		[ANNA.key]: { uuid: ANNA.uuid, ...old },
		[BERT.key]: { uuid: BERT.uuid, ...old },
	};
	await using root = await createFixture({
		'sessions.json': JSON.stringify({ schema_version: 1, sessions: { [BERT.key]: live } }),
		'requirements/main.json': JSON.stringify({
			...{ schema_version: 1, branch: 'main', project: '', created_at: '', updated_at: '' },
			requirements: { plan: { scope: 'session', sessions } },
		}),
	});
	const main = place(root.path, 'main');
	const paused = { at: AT, by: 'user' };
	await updateBranchState(main, [{ op: 'pause', paused }], context(root.path));
	const { state } = await read(main);
	expect(Object.keys(state?.requirements['plan']?.sessions ?? {})).toEqual([BERT.key]);
	expect(history(main)).toMatchObject([{ session: ANNA.key, ended_by: 'rolled', entry: old }]);
});

it('no file appears where a change leaves nothing to store', async () => {
	await using root = await createFixture({});
	expect(await update(place(root.path, 'main'), NO_CHANGE)).toMatchObject({ isWritten: false });
	expect(readdirSync(root.path)).toEqual([]);
});

it('branches whose names look alike never share a file', async () => {
	await using root = await createFixture({});
	const long = 'x'.repeat(250);
	const names = ['feature/auth', 'feature-auth', 'Feature/Auth', 'feature\\auth', long, `${long}y`];
	for (const name of names) await update(place(root.path, name), satisfy(name));
	for (const name of names) expect(await satisfied(place(root.path, name))).toEqual([name]);
	const files = readdirSync(root.getPath('requirements')).map((file) => file.toLowerCase());
	expect(new Set(files).size).toBe(names.length);
});

it('D4: branches that look alike keep apart when they start at the same time', async () => {
	await using root = await createFixture({});
	const names = ['feature/auth', 'feature-auth', 'Feature/Auth', 'FEATURE/AUTH'];
	await Promise.all(names.map((name) => update(place(root.path, name), satisfy(name))));
	for (const name of names) expect(await satisfied(place(root.path, name))).toEqual([name]);
});

it('D7: a damaged file is moved to quarantine, once its lock is free', async () => {
	await using root = await createFixture({ requirements: { 'main.json': '[]' } });
	const main = place(root.path, 'main');
	const letGo = plantLock(branchStatesLock(main));
	expect(await read(main)).toEqual({ state: undefined, obstacle: undefined });
	const { obstacle, state } = await update(main, satisfy('a'));
	expect(obstacle?.what).toBe('state file locked');
	expect(state).toBeUndefined();
	expect(readFileSync(root.getPath('requirements/main.json'), 'utf8')).toBe('[]');
	letGo();
	const aside = expect.stringContaining('moved to');
	expect(await update(main, satisfy('a'))).toMatchObject({ isWritten: true, setAside: aside });
	expect(await satisfied(main)).toEqual(['a']);
});

it('D7: a state of a newer req is an obstacle, and another branch steps aside', async () => {
	const newer = '{"schema_version":9,"branch":"feature/a"}';
	await using root = await createFixture({ requirements: { 'feature-a.json': newer } });
	const here = place(root.path, 'feature/a');
	const obstacle = { code: 'state_newer', fix: 'update req' };
	expect(await read(here)).toMatchObject({ state: undefined, obstacle });
	expect(await update(here, satisfy('a'))).toMatchObject({ isWritten: false, obstacle });
	expect(readFileSync(root.getPath('requirements/feature-a.json'), 'utf8')).toBe(newer);
	const other = place(root.path, 'feature-a');
	expect(await update(other, satisfy('a'))).toMatchObject({ isWritten: true });
	expect(await satisfied(other)).toEqual(['a']);
});

it('D4: a renamed branch keeps its state and history, and its old name starts anew', async () => {
	await using root = await createFixture({});
	const old = place(root.path, 'old');
	await update(old, satisfy('a'), satisfy('b', 'single_use'));
	await update(old, { op: 'spend', name: 'b', scope: 'single_use', session: ANNA, at: AT });
	const kept = history(old);
	const renamed = place(root.path, 'new/name', 'never-stored', 'old');
	expect((await read(renamed)).state?.branch).toBe('new/name');
	expect(history(renamed)).toEqual(kept);
	await update(renamed, NO_CHANGE);
	expect(readdirSync(old.stateDir)).toContain('old.json');
	expect(await update(renamed, satisfy('c'))).toMatchObject({ isWritten: true });
	expect(readdirSync(old.stateDir).filter((name) => name !== 'history')).toEqual(['new-name.json']);
	expect(await satisfied(renamed)).toEqual(['a', 'b', 'c']);
	expect(history(renamed)).toEqual(kept);
	expect(await satisfied(old)).toBeUndefined();
});

it('D4: histories of both names become one', async () => {
	await using root = await createFixture({
		requirements: { history: { 'old.jsonl': '{"n":1}\n{"n":', 'new.jsonl': '{"n":0}\n{"n":0}\n' } },
	});
	await update(place(root.path, 'old'), satisfy('a'));
	const renamed = place(root.path, 'new', 'old');
	await update(renamed, satisfy('b'));
	expect(history(renamed)).toEqual([{ n: 0 }, { n: 1 }]);
	expect(existsSync(root.getPath('requirements/history/old.jsonl'))).toBe(false);
	// A line that a newer build or a torn write left is moved as it is.
	const text = readFileSync(root.getPath('requirements/history/new.jsonl'), 'utf8');
	expect(text).toContain('{"n":1}\n{"n":');
});

it('D7: a folder that takes no file is an obstacle', async () => {
	await using root = await createFixture({ requirements: '', ok: {} });
	const inTheWay = place(root.path, 'main');
	const what = `a file is in the place of a folder: ${inTheWay.stateDir}`;
	expect(await read(inTheWay)).toMatchObject({ obstacle: { what } });
	expect(branchStateFile(inTheWay, context())).toBe(join(inTheWay.stateDir, 'main.json'));
	expect((await read(place(root.getPath('ok/not/yet'), 'main'))).obstacle).toBeUndefined();
	const kernel = '/proc/requirements';
	const readOnly = {
		code: 'state_unwritable',
		what: `cannot write ${kernel}: read-only file system`,
		fix: 'make the file system writable',
	};
	expect(await update(place('/proc', 'main'), satisfy('a'))).toMatchObject({
		...{ isWritten: false, obstacle: readOnly },
	});
});

it('D7: a state that this user may not read is an obstacle, with its cause', async () => {
	await using root = await createFixture({});
	const at = place(root.getPath('repo'), 'main');
	await update(at, satisfy('a'));
	const seen = await withoutRight(at.stateDir, async () => [
		await read(at),
		await update(at, satisfy('b')),
		history(at),
	]);
	const file = join(at.stateDir, 'main.json');
	const obstacle = {
		code: 'state_unreadable',
		what: `cannot read ${file}: permission denied`,
		fix: 'correct the permissions',
	};
	expect(seen).toMatchObject([{ state: undefined, obstacle }, { obstacle }, []]);
	expect(await satisfied(at)).toEqual(['a']);
});
