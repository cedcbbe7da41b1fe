import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteId } from '../../src/memory/notes.ts';
import { learnt as learntOf, note } from '../support/bundled.ts';
import { idOf, makeInheritingWorld } from '../support/inheriting-world.ts';

const lessonId = (text: string) => noteId({ kind: 'learning', text, branch: '' });

const learnt = (...texts: readonly string[]) => learntOf(...texts).map((one) => ({ ...one, id: lessonId(one.text) }));
const keyOf = (digit: string) => digit.repeat(8);
const from = (parent: string, ...texts: readonly string[]) => ({
	parent: keyOf(parent),
	insights: learnt(...texts),
});

describe('who gives', () => {
	it('the source and its ancestors, their learnings together', async () => {
		await using world = await makeInheritingWorld();
		world.plant('a', { insights: learnt('of a', 'both'), name: 'auth-v1' });
		world.plant('b', { ...from('a', 'Both ', 'of b') });
		expect(await world.bundle('c', 'b')).toMatchObject({
			...{ from_session: keyOf('b'), lineage: ['auth-v1', keyOf('b')], session: idOf('c') },
			learnings: ['Both ', 'of b', 'of a'],
		});
	});

	it('three sessions at most; the lineage names all', async () => {
		await using world = await makeInheritingWorld();
		world.plant('d', { insights: learnt('of d'), name: 'first' });
		world.plant('c', { ...from('d', 'of c') });
		world.plant('b', { ...from('c', 'of b') });
		world.plant('a', { ...from('b', 'of a') });
		const made = await world.bundle('e', 'a');
		expect(made.learnings).toEqual(['of a', 'of b', 'of c']);
		expect(made.lineage).toEqual(['first', keyOf('c'), keyOf('b'), keyOf('a')]);
	});

	it.each([
		['of a circle each once', 'b', ['of a', 'of b']],
		['one that is its own parent', 'a', ['of a']],
		['nobody from itself', 'e', ['of a']],
	])('%s', async (_, parent, learnings) => {
		await using world = await makeInheritingWorld();
		world.plant('b', from('a', 'of b'));
		world.plant('e', from('a', 'of e'));
		world.plant('a', from(parent, 'of a'));
		const inherited = await world.inherit('e', 'a');
		expect(inherited).toMatchObject({ bundle: { learnings } });
		expect(inherited).toHaveProperty('warnings.length', 1);
	});

	it('a malformed ancestor is left out, and stays where it is', async () => {
		await using world = await makeInheritingWorld();
		world.plant('a', from('b', 'of a'));
		const file = join(world.stateDir, 'sessions', `${idOf('b')}.json`);
		writeFileSync(file, '{"schema_version":1,"insights":');
		const inherited = await world.inherit('e', 'a');
		expect(inherited).toMatchObject({ bundle: { learnings: ['of a'] } });
		expect(inherited).toMatchObject({ warnings: [expect.stringContaining(keyOf('b'))] });
		expect(readFileSync(file, 'utf8')).toBe('{"schema_version":1,"insights":');
	});

	it.each(['a', 'b'])('%s of a newer req gives what is known of it', async (newer) => {
		await using world = await makeInheritingWorld();
		for (const record of [world.plant('a', from('b', 'of a')), world.plant('b', from('c', 'of b'))]) {
			if (record.key !== keyOf(newer)) continue;
			const file = join(world.stateDir, 'sessions', `${record.uuid}.json`);
			const odd = { ...learnt('odd')[0], of_tomorrow: 7 };
			const insights = [{ kind: 'rumour' }, odd, ...record.insights];
			writeFileSync(file, JSON.stringify({ ...record, schema_version: 7, cwd: 1, insights }));
		}
		const inherited = await world.inherit('e', 'a');
		const learnings = newer === 'a' ? ['odd', 'of a', 'of b'] : ['of a', 'odd', 'of b'];
		expect(inherited).toMatchObject({ bundle: { learnings } });
		expect(inherited).toMatchObject({ warnings: [expect.stringContaining('7')] });
	});

	it('an older record is brought up', async () => {
		await using world = await makeInheritingWorld();
		const { hot_topics: _, ...old } = world.plant('a', { insights: learnt('old') });
		writeFileSync(join(world.stateDir, 'sessions', `${old.uuid}.json`), JSON.stringify(old));
		expect((await world.bundle('e', 'a')).learnings).toEqual(['old']);
	});
});

describe('who gives nothing', () => {
	it.each([
		['one that is not there', 'unknown_session', { source: 'b' }],
		['the session itself', 'usage', { source: 'e' }],
		['one that is too old for what was asked', 'refused', { source: 'a', maxAge: 1_000 }],
	] as const)('%s', async (_, code, { source, ...more }) => {
		await using world = await makeInheritingWorld();
		world.plant('a');
		world.plant('e');
		await expect(world.inherit('e', source, more)).rejects.toMatchObject({ code });
		expect(readdirSync(world.stateDir)).toEqual(['sessions']);
		expect(world.lines('e')).toEqual([]);
	});

	it('one whose record cannot be read', async () => {
		await using world = await makeInheritingWorld();
		writeFileSync(join(world.stateDir, 'sessions', `${idOf('a')}.json`), 'no');
		await expect(world.inherit('e', 'a')).rejects.toMatchObject({ code: 'state_unreadable' });
	});
});

describe('what is kept of it', () => {
	it('the heir has its parent and who asked; the source stays', async () => {
		await using world = await makeInheritingWorld();
		world.plant('a', { ...from('b', 'of a'), notes: [note('n')] });
		const sessions = join(world.stateDir, 'sessions');
		const stored = () => readdirSync(sessions).map((name) => [name, readFileSync(join(sessions, name), 'utf8')]);
		const before = stored();
		const made = await world.bundle('e', 'a', { select: ['learnings'], required: true });
		expect(world.lines('e')).toMatchObject([
			{ e: 'link', previous: null, parent: keyOf('a') },
			{ e: 'inherit', from: keyOf('a'), door: 'command', select: 'learnings', required: true },
			{ e: 'restore', from: keyOf('a'), mode: 'explicit' },
			{ e: 'lessons', told: [lessonId('of a')] },
		]);
		const isOf = (name: string | undefined) => name?.startsWith(keyOf('a')) === true;
		expect(stored().filter(([name]) => isOf(name))).toEqual(before);
		expect(JSON.parse(readFileSync(world.file('e'), 'utf8'))).toEqual(made);
	});

	it('once; the second time it says what is there', async () => {
		await using world = await makeInheritingWorld();
		world.plant('a');
		world.plant('b');
		const bundle = await world.bundle('e', 'a');
		const text = readFileSync(world.file('e'), 'utf8');
		expect(await world.inherit('e', 'b')).toMatchObject({ bundle, text: undefined });
		expect(await world.inherit('e', 'a')).toMatchObject({ bundle, text: undefined });
		expect(readFileSync(world.file('e'), 'utf8')).toBe(text);
		expect(world.lines('e').map(({ e }) => e)).toEqual(['link', 'inherit', 'restore']);
	});
});

describe('something else where the bundle should be', () => {
	const inTheWay: readonly [string, (file: string) => void][] = [
		['garbage', (file) => writeFileSync(file, '{"version":"1"')],
		['a link to a device', (file) => symlinkSync('/dev/zero', file)],
	];
	it.each(inTheWay)('%s: nothing is inherited, and it stays', async (_, put) => {
		await using world = await makeInheritingWorld();
		world.plant('a');
		mkdirSync(join(world.stateDir, 'inherited'));
		put(world.file('e'));
		await expect(world.inherit('e', 'a')).rejects.toMatchObject({ code: 'state_unwritable' });
		expect(readdirSync(join(world.stateDir, 'inherited'))).toEqual([`${idOf('e')}.json`]);
		expect(world.lines('e')).toEqual([]);
	});
});
