import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { placeAt } from '../../src/git/find-place.ts';
import { findLeftovers, removeLeftover } from '../../src/setup/prune.ts';
import { contextOf } from '../support/context.ts';
import { makeRepo, writeIn } from '../support/git-repo.ts';
import { age, leave } from '../support/pruned.ts';
import { ANA, BEN } from '../support/run-req.ts';
import { plantRecords, someRecord } from '../support/some-record.ts';

/** A repository and a user of whom nothing is stored. */
async function pruneWorld() {
	const fixture = await createFixture();
	const repo = makeRepo(join(fixture.path, 'repo'));
	const home = join(fixture.path, 'claude');
	const temporary = join(fixture.path, 'tmp');
	const { context } = contextOf({
		env: { CLAUDE_CONFIG_DIR: home, TMPDIR: temporary },
		cwd: repo,
	});
	const place = placeAt(repo, context);
	const search = (more: { archivedDays?: number; inDays?: number } = {}) => {
		const { archivedDays, inDays = 0 } = more;
		const now = () => Date.now() + inDays * 86_400_000;
		return findLeftovers({ place, context: { ...context, now }, archivedDays });
	};
	return {
		...{ dir: fixture.path, repo, state: place.stateDir, home, temporary, search },
		kinds: (...args: Parameters<typeof search>) => search(...args).map(({ row }) => row.kind),
		[Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
	};
}

const line = `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z' })}\n`;
const stateOf = (branch: string) => JSON.stringify({ schema_version: 1, branch, requirements: {} });
const USER = 'claude/requirements';
const STATE = 'repo/.git/requirements';
const RUN = '20260720T080910123Z_aaaaaaaa';

it.each([
	['branch_state', `${STATE}/gone.json`, 30],
	['history', `${STATE}/history/gone.jsonl`, 30],
	['journal', `${STATE}/sessions/${BEN}.jsonl`, 30],
	['bundle', `${STATE}/inherited/${BEN}.json`, 30],
	['run', `${STATE}/runs/${RUN}.json`, 90],
	['run', `${STATE}/runs/${RUN}/plan-1/status.json`, 90],
	['faults', `${STATE}/faults.jsonl`, 30],
	['faults', `${USER}/faults.jsonl`, 30],
	['temporary', `${STATE}/main.json.4711.99-1.tmp`, 1],
	['temporary', `${STATE}/now.4711.tmp`, 1],
	['temporary', `${STATE}/main.json.lock.owner`, 1],
	['temporary', 'tmp/req-pipeline-999999999-abcdef/x', 1],
	['calls', `${USER}/calls/${BEN}/toolu_1`, 30],
] as const)('%s: %s goes after %i days and not before', async (kind, path, days) => {
	await using world = await pruneWorld();
	const file = join(world.dir, path);
	leave(file, kind === 'branch_state' ? stateOf('gone') : line, days - 1);
	for (const part of parents(path)) age(join(world.dir, part), days - 1);
	expect(world.kinds()).toEqual([]);
	expect(world.kinds({ inDays: 2 })).toEqual([kind]);
	for (const leftover of world.search({ inDays: 2 })) {
		expect(removeLeftover(leftover)).toBeUndefined();
	}
	expect(existsSync(file)).toBe(false);
});

function parents(path: string): string[] {
	const parts = path.split('/');
	return parts.map((_, at) => parts.slice(0, at).join('/')).filter((part) => part !== '');
}

it('documents in quarantine go 30 days after they were set aside, however old they are', async () => {
	await using world = await pruneWorld();
	leave(join(world.state, 'quarantine/main.json'), '{', 99);
	leave(join(world.home, 'requirements/quarantine/sessions.json'), '{', 99);
	expect(world.kinds({ inDays: 29 })).toEqual([]);
	expect(world.kinds({ inDays: 31 })).toEqual(['quarantine', 'quarantine']);
});

it('what was written to since it was found stays', async () => {
	await using world = await pruneWorld();
	const file = join(world.state, 'gone.json');
	leave(file, stateOf('gone'), 40);
	const [found] = world.search();
	leave(file, stateOf('gone'), 0);
	expect(found && removeLeftover(found)).toBe('it was just written to');
	expect(existsSync(file)).toBe(true);
});

it('keeps what others need: of living branches, stored sessions, running processes, other programs', async () => {
	await using world = await pruneWorld();
	for (const path of [
		...['history/main.jsonl', 'history/tasks.jsonl', 'history/_detached-tree.jsonl'],
		...[`inherited/${ANA}.json`, 'inherited/not a bundle', 'broken.json'],
		...['runs/mine.json', 'notes.jsonl', 'tasks.json', 'events.jsonl'],
	])
		leave(join(world.state, path), line, 99);
	for (const [name, branch] of [
		['main', 'main'],
		['_detached-tree', '@detached-tree'],
		['odd', 'a..b'],
	] as const)
		leave(join(world.state, `${name}.json`), stateOf(branch), 99);
	plantRecords(world.repo, someRecord(ANA, {}));
	leave(join(world.home, 'settings.json.4711.99-1.tmp'), '', 99);
	leave(join(world.temporary, `req-pipeline-${process.pid}-abcdef/x`), '', 99);
	expect(world.search()).toEqual([]);
});

it('a journal with lines that its record lacks stays', async () => {
	await using world = await pruneWorld();
	leave(join(world.state, `sessions/${BEN}.jsonl`), line, 40);
	plantRecords(world.repo, someRecord(BEN, { days: 40, journal_bytes: 2 }));
	expect(world.kinds()).toEqual([]);
	plantRecords(world.repo, someRecord(BEN, { days: 40, journal_bytes: line.length }));
	expect(world.kinds()).toEqual(['journal']);
});

it('a journal whose session was killed and has no record yet stays; without memory it goes', async () => {
	await using world = await pruneWorld();
	const start = { s: BEN, e: 'start', source: 'startup', branch: 'main', cwd: world.repo };
	const journal = (more: object) => {
		const [first] = [{ at: '2026-01-01T00:00:00.000Z', ...start, ...more }];
		leave(join(world.state, `sessions/${BEN}.jsonl`), `${JSON.stringify(first)}\n`, 40);
	};
	journal({ user: 'ben' });
	expect(world.kinds()).toEqual([]);
	journal({});
	expect(world.kinds()).toEqual(['journal']);
});

it('D14: archived records stay unless their age is named, and so does what their sessions inherited', async () => {
	await using world = await pruneWorld();
	plantRecords(world.repo, someRecord(BEN, { status: 'archived', days: 40, name: 'old' }));
	writeIn(world.state, 'sessions/archive/broken.json', '{');
	leave(join(world.state, `inherited/${BEN}.json`), '{}', 99);
	expect([world.kinds(), world.kinds({ archivedDays: 41 })]).toEqual([[], []]);
	const found = world.search({ archivedDays: 39 });
	expect(found).toMatchObject([{ row: { kind: 'record' }, of: 'old' }]);
});

it('follows no link', async () => {
	await using world = await pruneWorld();
	const elsewhere = join(world.dir, 'elsewhere');
	leave(join(elsewhere, 'mine.txt'), 'x', 99);
	mkdirSync(join(world.home, 'requirements/calls'), { recursive: true });
	symlinkSync(elsewhere, join(world.home, 'requirements/calls', BEN));
	expect(world.kinds({ inDays: 99 })).toEqual([]);
});
