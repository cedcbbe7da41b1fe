import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';

const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

it('D30: half a secret, where what a session says is cut, is not kept either', async () => {
	await using world = await makeRunWorld('version: 1\n');
	await world.req('task', 'add', 'push');
	// What is kept of stderr began within the secret.
	world.plays({ stderr: `${SECRET} ${'x '.repeat(4_096).slice(0, 8_171)}`, exit: 1 });
	await world.run();
	const output = `${'word \n'.repeat(200_000).slice(0, 1024 * 1024 - 30)}\n${SECRET} and more`;
	world.plays({ hooks: true, status: { decision: 'stop' }, output });
	await world.req('pipeline', 'loop', 'Push it', 'push', '1');
	const folder = join(world.repo, '.git/requirements/runs');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const kept = files.filter((name) => /\.(?:md|json)$/.test(name));
	expect(kept.some((name) => name.endsWith('output.md'))).toBe(true);
	const halves = [SECRET.slice(0, 12), SECRET.slice(-12)];
	const found = kept.filter((name) => {
		const text = readFileSync(join(folder, name), 'utf8');
		return halves.some((half) => text.includes(half));
	});
	expect(found).toEqual([]);
});

it('a run whose sessions say as much as they may can still be read', async () => {
	await using world = await makeRunWorld('version: 1\n');
	const list = (word: string) =>
		Array.from({ length: 50 }, (_, at) => `${word} ${at} `.padEnd(1_000, '漢 '));
	const status = {
		...{ decision: 'continue', learnings: list('l'), patterns: list('p') },
		...{ warnings: list('w'), decisions: list('d') },
	};
	world.plays({ status });
	expect((await world.req('pipeline', 'loop', 'Do it', 'all', '12')).exit).toBe(0);
	const [run] = (await world.json('run', 'list')) as { items: object }[];
	expect(Object.keys(run?.items ?? {})).toHaveLength(12);
});
