import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterAMonth, ask, begun } from '../support/after-a-month.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { writeIn } from '../support/git-repo.ts';
import { daysAgo, someInsight } from '../support/some-record.ts';

const FILE = 'src/session.ts';
const WARNING = `Never let ${FILE} read the clock of the customer`;

/** A world in which a session of a month ago edited a file and learned something about it. */
async function withLesson() {
	const world = await afterAMonth({
		insights: [someInsight('i1234567', WARNING)],
		activity: { files: [{ path: FILE, edits: 1, last: daysAgo(30) }] },
	});
	writeIn(world.world.repo, FILE, 'export const a = 1;\n');
	return world;
}

it('the commands mark it, and it waits for a word', async () => {
	await using world = await withLesson();
	const { world: desk } = world;
	expect(await desk.json('learn', 'review', '--all')).toEqual([]);
	expect(await desk.json('search', 'customer')).toMatchObject([{ kind: 'warning', gone: [] }]);
	rmSync(join(desk.repo, FILE));
	expect(await desk.json('learn', 'review', '--all')).toMatchObject([{ id: 'i1234567', gone: [FILE] }]);
	expect((await desk.req('learn', 'review', '--all')).stdout).toContain(`gone: ${FILE}`);
	expect(await desk.json('search', 'customer')).toMatchObject([{ gone: [FILE] }]);
	expect((await desk.req('search', 'customer')).stdout).toContain(`may be outdated: ${FILE} is gone`);
});

it('day 26: a lesson says that its file has changed since it was noted, or is gone', async () => {
	await using world = await makeContinuityWorld('version: 1\ncontinuity: { inject_on: [] }\n');
	const { repo } = world.world;
	writeIn(repo, FILE, 'export const a = 1;\n');
	writeIn(repo, 'src/other.ts', 'export const b = 1;\n');
	const first = await begun(world, 1);
	await first.edit(FILE);
	await first.edit('src/other.ts');
	await first.req('learn', 'warning', WARNING);
	await first.end();
	const prompt = 'May the session read the clock of the customer?';
	const shown = async (nth: number) => ask(await begun(world, nth), prompt);
	expect(await shown(2)).not.toContain('since');
	writeIn(repo, 'src/other.ts', 'export const b = 2;\n');
	expect(await shown(3)).not.toContain('since');
	writeIn(repo, FILE, 'export const a = 2;\n');
	expect(await shown(4)).toMatch(/, i[0-9a-f]{12}, src\/session\.ts has changed since\)/);
	rmSync(join(repo, FILE));
	expect(await shown(5)).toContain(`, may be outdated: ${FILE} is gone)`);
});
