import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { BranchStates } from '../../src/app/ports.ts';
import type { BranchName, Place } from '../../src/git/place.ts';
import type { BranchChange } from '../../src/state/branch-state.ts';
import { liveBranchStates } from '../../src/state/branch-state-files.ts';
import { branchStatesLock } from '../../src/state/branch-state-location.ts';
import { writeIn } from '../support/git-repo.ts';
import { withoutRight } from '../support/without-right.ts';
import { plantLock, writer } from '../support/writer.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0, 0);
const AT = '2026-11-20T10:00:00.000Z';
const OWNER = {
	key: 'abc12345',
	long_key: 'abc123456789',
	uuid: 'abc12345-6789-4abc-8def-0123456789ab',
};

function states(): BranchStates {
	return liveBranchStates(writer(50, () => NOW));
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

function satisfy(name: string): BranchChange {
	const names = [{ name, scope: 'session' }];
	return { op: 'satisfy', at: AT, ...OWNER, names, by: 'skill', metadata: {} };
}

async function satisfied(at: Place): Promise<string[] | string> {
	const loaded = await states().read(at);
	return loaded.kind === 'present' ? Object.keys(loaded.doc.requirements) : loaded.kind;
}

it('the branch feature/test is kept in feature-test.json', async () => {
	await using root = await createFixture({});
	const here = place(root.path, 'feature/test');
	expect(await satisfied(here)).toBe('absent');
	expect((await states().update(here, [satisfy('commit_plan')])).kind).toBe('written');
	expect(readdirSync(here.stateDir)).toEqual(['feature-test.json']);
	expect(states().file(here)).toBe(join(here.stateDir, 'feature-test.json'));
	expect(await satisfied(here)).toEqual(['commit_plan']);
});

it('D10: what a branch’s very first changes retire is in its history', async () => {
	await using root = await createFixture({});
	const main = place(root.path, 'main');
	const names = [{ name: 'a', scope: 'single_use' }];
	const spend: BranchChange = { op: 'spend', at: AT, ...OWNER, names };
	await states().update(main, [{ ...satisfy('a'), names } as BranchChange, spend]);
	expect(await states().history(main)).toMatchObject([{ requirement: 'a', ended_by: 'spent' }]);
	expect(readdirSync(main.stateDir).sort()).toEqual(['history', 'main.json']);
});

it('no file appears where a change leaves nothing to store', async () => {
	await using root = await createFixture({});
	expect((await states().update(place(root.path, 'main'), [{ op: 'unpause' }])).kind).toBe(
		'unchanged',
	);
	expect(readdirSync(root.path)).toEqual([]);
});

it('branches whose names look alike never share a file', async () => {
	await using root = await createFixture({});
	const long = 'x'.repeat(250);
	const names = ['feature/auth', 'feature-auth', 'Feature/Auth', 'feature\\auth', long, `${long}y`];
	for (const name of names) await states().update(place(root.path, name), [satisfy(name)]);
	for (const name of names) {
		expect(await satisfied(place(root.path, name))).toEqual([name]);
	}
	const files = readdirSync(root.getPath('requirements')).map((file) => file.toLowerCase());
	expect(new Set(files).size).toBe(names.length);
});

it('D4: branches that look alike keep apart when they start at the same time', async () => {
	await using root = await createFixture({});
	const names = ['feature/auth', 'feature-auth', 'Feature/Auth', 'FEATURE/AUTH'];
	await Promise.all(names.map((name) => states().update(place(root.path, name), [satisfy(name)])));
	for (const name of names) {
		expect(await satisfied(place(root.path, name))).toEqual([name]);
	}
});

it('D7: while the lock is busy a corrupt file stays, and nothing is stored', async () => {
	await using root = await createFixture({ requirements: { 'main.json': '[]' } });
	const main = place(root.path, 'main');
	const letGo = plantLock(branchStatesLock(main));
	expect((await states().read(main)).kind).toBe('corrupt');
	const refused = await states().update(main, [satisfy('a')]);
	expect(refused).toMatchObject({ kind: 'refused', why: 'busy' });
	expect(readFileSync(root.getPath('requirements/main.json'), 'utf8')).toBe('[]');
	letGo();
	expect(await states().update(main, [satisfy('a')])).toMatchObject({
		kind: 'written',
		quarantined: expect.stringContaining('quarantine'),
	});
	expect(await satisfied(main)).toEqual(['a']);
});

it('D7: a state of a newer schema is refused, and another branch steps aside', async () => {
	const newer = '{"schema_version":9,"branch":"feature/a"}';
	await using root = await createFixture({ requirements: { 'feature-a.json': newer } });
	const here = place(root.path, 'feature/a');
	expect(await states().read(here)).toMatchObject({ kind: 'newer', version: 9 });
	const refused = await states().update(here, [satisfy('a')]);
	expect(refused).toMatchObject({ kind: 'refused', why: 'newer' });
	expect(readFileSync(root.getPath('requirements/feature-a.json'), 'utf8')).toBe(newer);
	const other = place(root.path, 'feature-a');
	expect((await states().update(other, [satisfy('a')])).kind).toBe('written');
	expect(await satisfied(other)).toEqual(['a']);
});

it('D4: a renamed branch keeps its state and history, and its old name starts anew', async () => {
	await using root = await createFixture({});
	const old = place(root.path, 'old');
	await states().update(old, [satisfy('a'), satisfy('b')]);
	await states().update(old, [
		{ op: 'spend', at: AT, ...OWNER, names: [{ name: 'b', scope: 'single_use' }] },
	]);
	const kept = await states().history(old);
	const renamed = place(root.path, 'new/name', 'never-stored', 'old');
	const before = await states().read(renamed);
	expect(before).toMatchObject({ kind: 'present', doc: { branch: 'new/name' } });
	expect(await states().history(renamed)).toEqual(kept);
	expect(readdirSync(old.stateDir)).toContain('old.json');
	expect((await states().update(renamed, [satisfy('c')])).kind).toBe('written');
	expect(readdirSync(old.stateDir).filter((name) => name !== 'history')).toEqual(['new-name.json']);
	expect(await satisfied(renamed)).toEqual(['a', 'b', 'c']);
	expect(await states().history(renamed)).toEqual(kept);
	expect(await satisfied(old)).toBe('absent');
});

it('D4: a change that does nothing leaves a renamed branch’s state where it is', async () => {
	await using root = await createFixture({});
	await states().update(place(root.path, 'old'), [satisfy('a')]);
	const renamed = place(root.path, 'new', 'old');
	expect((await states().update(renamed, [{ op: 'unpause' }])).kind).toBe('unchanged');
	expect(readdirSync(renamed.stateDir)).toEqual(['old.json']);
});

it('D4: while the lock is busy a renamed branch is only read, and moves later', async () => {
	await using root = await createFixture({});
	const old = place(root.path, 'old');
	await states().update(old, [satisfy('a')]);
	const letGo = plantLock(branchStatesLock(old));
	const renamed = place(root.path, 'new', 'old');
	expect((await states().update(renamed, [satisfy('b')])).kind).toBe('refused');
	expect(await satisfied(renamed)).toEqual(['a']);
	letGo();
	expect((await states().update(renamed, [satisfy('c')])).kind).toBe('written');
	expect(await satisfied(renamed)).toEqual(['a', 'c']);
	expect(readdirSync(old.stateDir)).toEqual(['new.json']);
});

it('D4: histories of both names become one', async () => {
	await using root = await createFixture({
		requirements: { history: { 'old.jsonl': '{"n":1}\n{"n":', 'new.jsonl': '{"n":0}\n{"n":0}\n' } },
	});
	await states().update(place(root.path, 'old'), [satisfy('a')]);
	const renamed = place(root.path, 'new', 'old');
	await states().update(renamed, [satisfy('b')]);
	expect(await states().history(renamed)).toEqual([{ n: 0 }, { n: 1 }]);
	expect(existsSync(root.getPath('requirements/history/old.jsonl'))).toBe(false);
});

it('says where state cannot be written, and refuses there', async () => {
	await using root = await createFixture({ requirements: '', ok: {} });
	expect(states().writable(place(root.path, 'main'))).toBe(false);
	expect(states().writable(place(root.getPath('ok/not/yet'), 'main'))).toBe(true);
	const refused = await states().update(place(root.getPath('requirements'), 'main'), [
		satisfy('a'),
	]);
	expect(refused).toMatchObject({ kind: 'refused', why: 'unwritable' });
});

it('D7: a state directory of another user is corrupt, without history, and not writable', async () => {
	await using root = await createFixture({});
	const at = place(root.getPath('repo'), 'main');
	await states().update(at, [satisfy('a')]);
	const seen = await withoutRight(at.stateDir, async () => [
		(await states().read(at)).kind,
		await states().history(at),
		states().writable(at),
	]);
	expect(seen).toEqual(['corrupt', [], false]);
	expect((await states().read(at)).kind).toBe('present');
});
