import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { BranchName, Place } from '../../src/git/place.ts';
import { branchHistory, readBranchState, updateBranchState } from '../../src/state/branch-files.ts';
import type { BranchChange } from '../../src/state/changes.ts';
import { writeIn } from '../support/git-repo.ts';
import { ANNA } from '../support/some-session.ts';
import { writer } from '../support/writer.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
const AT = '2026-11-20T10:00:00.000Z';
const NO_CHANGE: BranchChange = { op: 'pause', paused: undefined };

function context(configDir = '/nowhere') {
	return { ...writer(50, () => NOW), configDir };
}

function place(root: string, branch: string, ...former: string[]): Place {
	const names = [branch, ...former];
	const renames = former.map((old, at) => `Branch: renamed refs/heads/${old} to refs/heads/${names[at]}`);
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

it('D10: what a branch’s very first changes retire is in its history', async () => {
	await using root = await createFixture({});
	const main = place(root.path, 'main');
	const about = { name: 'a', scope: 'single_use', session: ANNA, at: AT };
	await update(main, satisfy('a', 'single_use'), { op: 'spend', ...about });
	expect(history(main)).toMatchObject([{ requirement: 'a', ended_by: 'spent' }]);
	expect(readdirSync(main.stateDir).sort()).toEqual(['history', 'main.json']);
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
