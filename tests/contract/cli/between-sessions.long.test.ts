import { describe, expect, it } from 'vitest';
import { type ContinuityWorld, makeContinuityWorld } from '../../support/continuity-world.ts';
import { noteId } from '../../support/remembered.ts';

/** A person in a terminal, who is answered. */
async function ask({ world }: ContinuityWorld, ...args: readonly string[]): Promise<string> {
	const { exit, stdout, stderr } = await world.req(...args);
	if (exit !== 0) throw new Error(`req ${args.join(' ')}: ${exit} ${stderr}`);
	return stdout;
}

/** One note by each command. */
async function noteAll(played: ContinuityWorld): Promise<void> {
	await ask(played, 'learn', 'the tests need a running database');
	await ask(played, 'learn', 'warning', 'never seed staging');
	await ask(played, 'note', 'pin', 'port', 'Postgres listens on 5433');
	await ask(played, 'note', 'next', 'wire the cache');
	await ask(played, 'note', 'blocker', 'api', 'no staging key yet');
}

const PIECES = [
	'the tests need a running database',
	'never seed staging',
	'Postgres listens on 5433',
	'wire the cache',
	'no staging key yet',
];

function piecesIn(text: string): string[] {
	return PIECES.filter((piece) => text.includes(piece));
}

describe('a note from a terminal where no session is live', () => {
	it('goes to the branch, and each session of it is told', async () => {
		await using played = await makeContinuityWorld();
		await noteAll(played);
		const [first, second] = [played.session(1), played.session(2)];
		const told = await first.start();
		expect(piecesIn(told)).toEqual(PIECES);
		expect(told).toContain('[SESSION CONTINUITY — notes and tasks of this branch]');
		expect(told).not.toContain('prior session');
		expect(piecesIn(await second.start())).toEqual(PIECES);
	});

	it('says for whom it is kept', async () => {
		await using played = await makeContinuityWorld();
		expect(await ask(played, 'learn', 'the tests need a database')).toMatch(
			/^learning i[0-9a-f]+ for the next sessions on branch feature\/x\n$/,
		);
		for (const args of [
			['next', 'wire the cache'],
			['pin', 'port', '5433'],
			['blocker', 'api', 'no key'],
		])
			expect(await ask(played, 'note', ...args)).toContain('for the next sessions on branch feature/x');
	});

	it('is found, listed and shown before any session has it', async () => {
		await using played = await makeContinuityWorld();
		const { world } = played;
		await noteAll(played);
		expect(await ask(played, 'search', 'running database')).toMatch(/ - +learning/);
		expect(await ask(played, 'learn', 'list')).toContain('never seed staging');
		expect(await world.json('note', 'list')).toMatchObject([
			{ kind: 'pin', label: 'port' },
			{ kind: 'next', text: 'wire the cache' },
			{ kind: 'blocker', text: 'no staging key yet' },
		]);
		const preview = await ask(played, 'session', 'preview');
		expect(piecesIn(preview)).toEqual(PIECES);
		// A look takes nothing away.
		expect(piecesIn(await played.session(1).start())).toEqual(PIECES);
	});

	it('stands beside what the last session left, and both can be ended', async () => {
		await using played = await makeContinuityWorld();
		const { world } = played;
		const first = played.session(1);
		await first.start();
		await first.req('note', 'next', 'move the routes');
		await first.req('note', 'pin', 'db', 'SQLite');
		await first.req('note', 'blocker', 'review', 'ana is away');
		await first.end();
		await ask(played, 'note', 'next', 'wire the cache');
		await ask(played, 'note', 'pin', 'port', '5433');
		await ask(played, 'note', 'blocker', 'api', 'no key');
		const notes = (await world.json('note', 'list')) as { kind: string; text: string }[];
		const steps = notes.filter(({ kind }) => kind === 'next');
		expect(steps.map(({ text }) => text)).toEqual(['wire the cache', 'move the routes']);
		await ask(played, 'note', 'done', await noteId(world, 'move the routes'));
		await ask(played, 'note', 'remove', await noteId(world, 'wire the cache'));
		await ask(played, 'note', 'done', await noteId(world, 'ana is away'));
		await ask(played, 'note', 'remove', await noteId(world, 'db'));
		expect(await world.json('note', 'list')).toMatchObject([{ label: 'port' }, { text: 'no key' }]);
		const told = await played.session(2).start();
		expect(told).not.toContain('SQLite');
		expect(told).not.toContain('routes');
		expect(told).toContain('5433');
	});
});
