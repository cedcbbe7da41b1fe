import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleOf, ends, idOf, keyOf, learnt, linesOf, startsFrom, stops } from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { plantRecords } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

/** A world where session 10 has inherited from an old one. */
async function withHeir(config: string = CONFIG): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, learnt(1, 'auth-v1'));
	await startsFrom(world, 10, { from: 'auth-v1' });
	return world;
}

function bundleText(world: ReqWorld, n: number): string {
	return readFileSync(join(world.repo, `.git/requirements/inherited/${idOf(n)}.json`), 'utf8');
}

/** Session 10 is told again after its context was compacted, each time in a prompt of its own. */
function compacts(world: ReqWorld, n: number, from?: string) {
	const input = { prompt_id: `p${n}` };
	return startsFrom(world, 10, {
		source: 'compact',
		input,
		...(from === undefined ? {} : { from }),
	});
}

const ASKED = `${CONFIG}inherit:\n  from: auth-v1\n  comprehension: required\n`;

/** Names, contents and times of what is stored of a session. */
function storedOf(world: ReqWorld, n: number): unknown[] {
	const dir = join(world.repo, '.git/requirements/sessions');
	const names = readdirSync(dir).filter((name) => name.startsWith(keyOf(n)));
	return names.map((name) => {
		const path = join(dir, name);
		return [name, readFileSync(path, 'utf8'), statSync(path).mtimeMs];
	});
}

it('a source at work stays as it is until its heir has ended, its record behind its journal too', async () => {
	await using world = await makeReqWorld(CONFIG);
	await startsFrom(world, 1);
	await world.asModel(idOf(1), 'session', 'name', 'auth-v1');
	await world.asModel(idOf(1), 'learn', 'tokens need rotation');
	await world.hook('post-tool-use', idOf(1), {
		...{ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_response: {} },
		tool_input: { file_path: join(world.repo, 'a.ts') },
	});
	const before = storedOf(world, 1);
	expect((await startsFrom(world, 10, { from: 'auth-v1' })).text).toContain('tokens need rotation');
	await stops(world, 10);
	await ends(world, 10);
	expect(linesOf(world, 10, 'restore')).toMatchObject([{ from: keyOf(1) }]);
	expect(storedOf(world, 1)).toEqual(before);
});

describe('after a compaction', () => {
	it('D19: gives back what was inherited, from the bundle, and what the session learnt itself', async () => {
		await using world = await withHeir();
		await world.asModel(idOf(10), 'learn', 'my own lesson');
		// The bundle is all there is of the source.
		rmSync(join(world.repo, '.git/requirements/sessions/archive'), { recursive: true });
		const { text, notice } = await compacts(world, 1, 'auth-v1');
		for (const part of ['my own lesson', 'learning of auth-v1', 'warning of auth-v1', 'progress of auth-v1']) {
			expect(text.split(part)).toHaveLength(2);
		}
		expect(text).toContain(`.git/requirements/inherited/${idOf(10)}.json`);
		expect(notice).toBe('');
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
	});
});

describe('a resume', () => {
	it('says nothing anew, and the bundle stays', async () => {
		await using world = await withHeir();
		const before = bundleText(world, 10);
		await ends(world, 10);
		const { text, notice } = await startsFrom(world, 10, { from: 'other', source: 'resume' });
		expect(text).not.toContain('auth-v1');
		expect(notice).toBe('');
		expect(bundleText(world, 10)).toBe(before);
	});

	it('inherits where the session has not yet', async () => {
		await using world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1'));
		await startsFrom(world, 10);
		await ends(world, 10);
		const { text } = await startsFrom(world, 10, { from: 'auth-v1', source: 'resume' });
		expect(text).toContain('learning of auth-v1');
		await stops(world, 10);
		expect(await world.json('session', 'show', keyOf(10))).toMatchObject({ parent: keyOf(1) });
	});
});

describe('a /clear', () => {
	it('D12: keeps what the cleared session had inherited, and asks again for what was understood', async () => {
		await using world = await withHeir(ASKED);
		await world.asModel(idOf(10), 'learn', 'learnt before the clear');
		await ends(world, 10, 'clear');
		const { text } = await startsFrom(world, 11, { source: 'clear', from: 'auth-v1' });
		expect(text).toContain('learnt before the clear');
		expect(text).toContain('learning of auth-v1');
		expect(text).toContain('STEP 0');
		await stops(world, 11);
		expect(await world.json('session', 'show', keyOf(11))).toMatchObject({
			parent: keyOf(10),
			inherited: { door: 'clear', from: keyOf(10) },
		});
	});

	it('loses nothing, however often it is typed', async () => {
		await using world = await makeReqWorld(CONFIG);
		const older = learnt(1, 'auth-v0', { days: 30 });
		plantRecords(world.repo, older, learnt(2, 'auth-v1', { parent: keyOf(1) }));
		await startsFrom(world, 10, { from: 'auth-v1' });
		for (const n of [10, 11, 12, 13]) {
			await world.asModel(idOf(n), 'learn', `learnt by ${n}`);
			await ends(world, n, 'clear');
			await startsFrom(world, n + 1, { source: 'clear' });
		}
		const lessons = [13, 12, 11, 10].map((n) => `learnt by ${n}`);
		expect(bundleOf(world, 14)).toMatchObject({
			learnings: [...lessons, 'learning of auth-v1', 'learning of auth-v0'],
		});
		// To any other heir the five are one session, and so are three in all.
		await ends(world, 14);
		await startsFrom(world, 20, { from: keyOf(14) });
		expect(bundleOf(world, 20)).toMatchObject({
			learnings: [...lessons, 'learning of auth-v1', 'learning of auth-v0'],
		});
		await ends(world, 20);
		await startsFrom(world, 21, { from: keyOf(20) });
		expect(bundleOf(world, 21)?.['learnings']).not.toContain('learning of auth-v0');
	});
});

describe('a session whose hook died between its bundle and the note of it', () => {
	/** Session 10 as such a hook leaves it. */
	async function withHalf(): Promise<ReqWorld & { readonly bundle: string }> {
		const world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1'));
		await startsFrom(world, 10);
		const journal = join(world.repo, `.git/requirements/sessions/${idOf(10)}.jsonl`);
		const before = readFileSync(journal, 'utf8');
		await world.req('inherit', 'auth-v1', '--session', keyOf(10));
		writeFileSync(journal, before);
		rmSync(journal.replace(/l$/, ''), { force: true });
		return { ...world, bundle: bundleText(world, 10) };
	}

	it('asked again it is told, has its parent, and can say what it understood', async () => {
		await using world = await withHalf();
		const { exit, stdout } = await world.req('inherit', 'auth-v1', '--session', keyOf(10));
		expect({ exit, stdout }).toMatchObject({
			exit: 0,
			stdout: expect.stringContaining('learning of auth-v1'),
		});
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
		expect((await world.req('inherit', 'ack', 'all of it', '--session', keyOf(10))).exit).toBe(0);
		expect(await world.json('session', 'show', keyOf(10))).toMatchObject({ parent: keyOf(1) });
		expect(bundleText(world, 10)).toBe(world.bundle);
	});
});
