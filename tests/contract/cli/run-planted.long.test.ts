import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { plant } from '../../support/run-stories.ts';

const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const WELL = { hooks: true, status: { decision: 'stop', summary: 'planned' } } as const;

describe('what a stranger left among the runs', () => {
	it('a run on another machine keeps others from beginning for a day, and says where it is', async () => {
		await using world = await makeRunWorld('version: 1\n');
		await world.req('task', 'add', 'first');
		const other = { completed_at: null, host: 'gone-box' };
		const name = '20261120T100000000Z_aaaaaaaa';
		const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
		plant(world, name, { ...other, started_at: ago(1) });
		const refused = await world.run();
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain('gone-box');
		expect(refused.stderr).toContain(`${name}.json`);
		expect(world.starts()).toEqual([]);
		plant(world, name, { ...other, started_at: ago(25) });
		expect((await world.run()).exit).toBe(0);
	});
});

it('forgetting a session says that what it said in a run stays, and it does', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays({ ...WELL, says: 'The proxy strips it.' });
	await world.req('pipeline', 'loop', 'Look again', 'look', '1');
	const { session = '' } = world.starts()[0] ?? {};
	const forgotten = await world.req('session', 'forget', session, '--yes');
	expect(forgotten.exit, forgotten.stderr).toBe(0);
	expect(forgotten.stdout).toContain('runs/');
	expect(JSON.stringify(world.runs())).toContain('The proxy strips it.');
});

it('D30: no run keeps a secret of a prompt, a title, an argument or an answer', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays(WELL);
	const looped = await world.req('pipeline', 'loop', `Push with ${SECRET}`, 'push', '1');
	expect(looped.exit, looped.stderr).toBe(0);
	await world.req('task', 'add', 'push');
	const tasks = join(world.repo, '.git/requirements/tasks.json');
	const planted = readFileSync(tasks, 'utf8').replace('"push"', `"push with ${SECRET}"`);
	writeIn(world.repo, '.git/requirements/tasks.json', planted);
	world.plays({ says: `The token is ${SECRET}.`, fails: `401 for ${SECRET}` });
	await world.run('--', '--api-token', SECRET);
	expect(world.starts().at(-1)?.args).toContain(SECRET);
	const kept = world.runs().map((run) => JSON.stringify(run));
	expect(kept).toHaveLength(2);
	expect(kept.join('\n')).toContain('[redacted:');
	expect(kept.filter((text) => text.includes(SECRET))).toEqual([]);
	expect(`${looped.stdout}${looped.stderr}`).not.toContain(SECRET);
});

it('D30: half a secret, where what a session says is cut, is not kept either', async () => {
	await using world = await makeRunWorld('version: 1\n');
	await world.req('task', 'add', 'push');
	// What is kept of stderr began within the secret.
	world.plays({ stderr: `${SECRET} ${'x '.repeat(4_096).slice(0, 8_171)}`, exit: 1 });
	await world.run();
	const folder = join(world.repo, '.git/requirements/runs');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const kept = files.filter((name) => /\.(?:md|json)$/.test(name));
	expect(kept).toHaveLength(1);
	const halves = [SECRET.slice(0, 12), SECRET.slice(-12)];
	const found = kept.filter((name) => {
		const text = readFileSync(join(folder, name), 'utf8');
		return halves.some((half) => text.includes(half));
	});
	expect(found).toEqual([]);
});

it('a run whose sessions say as much as they may can still be read', async () => {
	await using world = await makeRunWorld('version: 1\n');
	const list = (word: string) => Array.from({ length: 50 }, (_, at) => `${word} ${at} `.padEnd(1_000, '漢 '));
	const status = {
		...{ decision: 'continue', learnings: list('l'), patterns: list('p') },
		...{ warnings: list('w'), decisions: list('d') },
	};
	world.plays({ status });
	expect((await world.req('pipeline', 'loop', 'Do it', 'all', '12')).exit).toBe(0);
	const [run] = (await world.json('run', 'list')) as { items: object }[];
	expect(Object.keys(run?.items ?? {})).toHaveLength(12);
});
