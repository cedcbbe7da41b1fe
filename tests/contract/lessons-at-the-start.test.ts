import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask } from '../support/after-a-month.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { inOrder } from '../support/in-order.ts';

const FILE = 'src/session.ts';
const NAMES_FILE = `Never let ${FILE} read the clock`;
const NAMES_CODE = 'keepCookie wants the security team';
const PLAIN = 'Ask the security team about cookies first';
const KNOWN = 'The tests need a running database';

/** A world in which a session learned something about code that is committed. */
async function withLessons() {
	const story = await makeContinuityWorld();
	const { repo } = story.world;
	writeIn(repo, FILE, 'export const keepCookie = 1;\n');
	git(repo, 'add', FILE);
	git(repo, 'commit', '-q', '-m', 'Keep cookies');
	const first = story.session(1);
	await first.start();
	await first.edit(FILE);
	for (const text of [NAMES_FILE, NAMES_CODE, PLAIN, KNOWN]) await first.req('learn', 'warning', text);
	await first.stop('Done.');
	await first.end();
	return { ...story, repo, [Symbol.asyncDispose]: story[Symbol.asyncDispose] };
}

it('day 26: a start says of a lesson that the file it names has changed since, or is gone', async () => {
	await using story = await withLessons();
	const told = await story.session(2).start();
	expect(told).toContain(NAMES_CODE);
	expect(told).not.toMatch(/outdated|since/);
	writeIn(story.repo, FILE, 'export const keepCookie = 2;\n');
	expect(await story.session(3).start()).toMatch(/\(i[0-9a-f]+, src\/session\.ts has changed since\)/);
	rmSync(join(story.repo, FILE));
	git(story.repo, 'commit', '-qam', 'Drop it');
	const lines = (await story.session(4).start()).split('\n');
	const of = (text: string) => lines.find((line) => line.includes(text));
	expect(of(NAMES_FILE)).toContain(`may be outdated: ${FILE} is gone`);
	expect(of(PLAIN)).not.toContain('outdated');
});

it('a start tells nothing that was disputed, and says so when it is asked', async () => {
	await using story = await withLessons();
	const listed = (await story.world.json('learn', 'list')) as { id: string; text: string }[];
	const id = listed.find(({ text }) => text === PLAIN)?.id ?? '';
	expect((await story.world.req('learn', 'dispute', id)).stdout).toBe(`disputed ${id}: 1 → 0.5, no longer shown\n`);
	const told = await story.session(2).start();
	expect(told).toContain(KNOWN);
	expect(told).not.toContain(PLAIN);
	expect((await story.world.req('session', 'preview')).stdout).toMatch(new RegExp(`warning ${id} .*it was disputed`));
	expect((await story.world.req('learn', 'confirm', id)).stdout).toBe(`confirmed ${id}: 0.5 → 0.6\n`);
	expect(await story.session(3).start()).toContain(PLAIN);
});

it('a compaction gives nothing back that the session disputed, replaced or moved to the client’s file', async () => {
	await using story = await makeContinuityWorld();
	const one = story.session(1);
	await one.start();
	const ids = await inOrder([NAMES_FILE, PLAIN, KNOWN], async (text) => {
		const said = await one.req('learn', 'warning', text);
		return /i[0-9a-f]{12}/.exec(said)?.[0] ?? '';
	});
	await one.req('learn', 'dispute', ids[0] ?? '');
	await one.req('learn', 'warning', NAMES_CODE, '--supersedes', ids[1] ?? '');
	await one.stop();
	writeIn(story.world.repo, 'CLAUDE.md', `- ${KNOWN}\n`);
	const told = await one.start('compact');
	expect(told).toContain(NAMES_CODE);
	for (const text of [NAMES_FILE, PLAIN, KNOWN]) expect(told).not.toContain(text);
});

it('a lesson that a compaction gave back is not shown again by a prompt', async () => {
	await using story = await withLessons();
	const two = story.session(2);
	await two.start();
	await two.edit('src/other.ts');
	expect(await two.start('compact')).toContain(PLAIN);
	const prompt = 'Shall I ask the security team about cookies first?';
	expect(await ask(two, prompt)).not.toContain(PLAIN);
	expect(two.lines('restore')).toHaveLength(1);
});

it('a start tells nothing that the client reads by itself', async () => {
	await using story = await withLessons();
	writeIn(story.repo, 'CLAUDE.md', `# Rules\n\n- ${KNOWN.toUpperCase()}!\n`);
	const told = await story.session(2).start();
	expect(told).toContain(PLAIN);
	expect(told).not.toContain(KNOWN);
	expect((await story.world.req('session', 'preview')).stdout).toMatch(/warning i[0-9a-f]{12} .*Claude Code reads it/);
});

it('a start tells the best of many warnings and decisions, and how many wait', async () => {
	await using story = await makeContinuityWorld();
	const first = story.session(1);
	await first.start();
	await first.edit(FILE);
	for (const kind of ['warning', 'decision'])
		for (let nth = 0; nth < 12; nth += 1)
			await first.req('learn', kind, `The ${kind} about part ${nth}, which broke the last release`);
	await first.stop('Done.');
	await first.end();
	const told = await story.session(2).start();
	expect(told.length).toBeLessThanOrEqual(900);
	const shown = ['warning', 'decision'].map(
		(kind) => told.match(new RegExp(`^- .*The ${kind} about part`, 'gm'))?.length ?? 0,
	);
	for (const count of shown) expect(count).toBeGreaterThan(1);
	const left = Number(/No room for (\d+) more lines: `req session preview` names/.exec(told)?.[1]);
	const { stdout } = await story.world.req('session', 'preview');
	expect(stdout.match(/^left out: .*\(no room\)$/gm)).toHaveLength(left);
});
