import { expect, it } from 'vitest';
import { makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { commitFile, git } from '../support/git-repo.ts';

/** One note of each kind that ends. */
async function notesOpen(session: Played): Promise<void> {
	await session.req('note', 'pin', 'port', 'Postgres listens on 5433');
	await session.req('note', 'next', 'wire the cache');
	await session.req('note', 'blocker', 'api', 'no staging key yet');
}

const OPEN = ['Postgres listens on 5433', '- wire the cache', '- api: no staging key yet'];

it('a note is of the branch on which it was said, wherever its session went on', async () => {
	await using story = await makeContinuityWorld();
	const one = story.session(1);
	await one.start();
	await notesOpen(one);
	await one.req('learn', 'decision', 'tax is a table by country');
	story.branch('feature/y');
	await one.edit('src/mail.ts');
	await one.stop('The mail goes out.');
	await one.end();
	const elsewhere = await story.session(2).start();
	expect(elsewhere).toContain('The mail goes out.');
	expect(elsewhere).toMatch(/tax is a table by country.*, on branch feature\/x\)/);
	for (const text of OPEN) expect(elsewhere).not.toContain(text);
	await story.session(2).end();
	story.branch('feature/x');
	const there = await story.session(3).start();
	for (const text of OPEN) expect(there).toContain(text);
	expect(there).toMatch(/tax is a table by country" \([^,]*\)/);
	expect(there).not.toContain('The mail goes out.');
});

it('so it does of a session that somebody named, from any branch and at any age', async () => {
	await using story = await makeContinuityWorld();
	const [one, two] = [story.session(1), story.session(2)];
	await one.start();
	await notesOpen(one);
	await one.end();
	story.pass(24 * 10);
	story.branch('feature/y');
	await two.start();
	await two.req('session', 'continue', one.key);
	const told = await two.start('compact');
	for (const text of OPEN) expect(told).toContain(text);
});

/** A world in which a session left something of each kind on feature/x; what a start on that branch is shown of it. */
async function withMemory() {
	const story = await makeContinuityWorld();
	const one = story.session(1);
	await one.start();
	await notesOpen(one);
	await one.req('task', 'add', 'Invoice footer');
	await one.stop('The footer is missing.');
	await one.end();
	const shown = [...OPEN, ': "The footer is missing."', '[t1] Invoice footer'];
	return { story, repo: story.world.repo, shown };
}

it('steps and blockers of a session that was long not active are counted', async () => {
	await using story = await makeContinuityWorld();
	const one = story.session(1);
	await one.start();
	await notesOpen(one);
	await one.end();
	story.pass(24 * 8);
	const shown = await story.session(2).start();
	expect(shown).toContain('- 2 older notes: `req note list`');
	expect(shown).not.toContain('wire the cache');
});

it('what is remembered of a branch follows its new name', async () => {
	const { story, repo, shown } = await withMemory();
	await using _ = story;
	git(repo, 'branch', '-m', 'feature/renamed');
	const told = await story.session(2).start();
	expect(shown.filter((text) => !told.includes(text))).toEqual([]);
	expect(told).not.toContain('on branch');
});

it('it goes to the branch into which its own was merged, once that is deleted', async () => {
	const { story, repo, shown } = await withMemory();
	await using _ = story;
	commitFile(repo, 'footer.txt', 'a footer');
	git(repo, 'switch', '-q', 'main');
	git(repo, 'merge', '-q', '--no-ff', '--no-edit', 'feature/x');
	expect(await story.session(2).start()).not.toContain(OPEN[1]);
	await story.session(2).end();
	const listed = (await story.world.req('note', 'list', '--all')).stdout;
	expect(listed).toContain('wire the cache (on branch feature/x)');
	git(repo, 'branch', '-q', '-d', 'feature/x');
	const told = await story.session(3).start();
	expect(shown.filter((text) => !told.includes(text))).toEqual([]);
	expect((await story.world.req('task', 'list')).stdout).toContain('Invoice footer');
});
