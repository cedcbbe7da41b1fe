import {
	appendFileSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../support/git-repo.ts';
import {
	arm,
	bundleOf,
	ends,
	idOf,
	keyOf,
	learnt,
	linesOf,
	startsFrom,
	stops,
} from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld, ran } from '../support/run-req.ts';
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

/** A line in the journal of session 10. */
function says(world: ReqWorld, entry: object): void {
	const journal = join(world.repo, `.git/requirements/sessions/${idOf(10)}.jsonl`);
	const line = { at: new Date().toISOString(), s: idOf(10), ...entry };
	appendFileSync(journal, `${JSON.stringify(line)}\n`);
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
		for (const part of [
			'my own lesson',
			'learning of auth-v1',
			'warning of auth-v1',
			'progress of auth-v1',
		]) {
			expect(text.split(part)).toHaveLength(2);
		}
		expect(text).toContain(`.git/requirements/inherited/${idOf(10)}.json`);
		expect(notice).toBe('');
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
	});

	it('gives back nothing that was disputed, superseded or forgotten meanwhile', async () => {
		await using world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1', { days: 1 }));
		expect((await startsFrom(world, 10, { from: 'auth-v1' })).text).toContain('warning of auth-v1');
		for (const args of [
			['dispute', 'auth-v1-warning'],
			['forget', 'auth-v1-pattern'],
			['tokens live for an hour', '--supersedes', 'auth-v1-learning'],
		]) {
			expect((await world.req('learn', ...args)).exit).toBe(0);
		}
		const { text } = await compacts(world, 1);
		for (const gone of ['warning of auth-v1', 'pattern of auth-v1', 'learning of auth-v1']) {
			expect(text).not.toContain(gone);
		}
		expect(text).toContain('decision of auth-v1');
		await ends(world, 10, 'clear');
		const after = (await startsFrom(world, 11, { source: 'clear' })).text;
		for (const gone of ['warning of auth-v1', 'pattern of auth-v1', 'learning of auth-v1']) {
			expect(after).not.toContain(gone);
		}
		expect(after).toContain('decision of auth-v1');
	});

	it('gives back what its source has found a reason, or another one, for since', async () => {
		await using world = await makeReqWorld(CONFIG);
		const { insights, ...source } = learnt(1, 'auth-v1', { days: 1 });
		const plant = (whys: readonly (string | undefined)[]) => {
			const reasoned = insights.map((one, n) => ({ ...one, why: whys[n] }));
			plantRecords(world.repo, { ...source, insights: reasoned });
		};
		plant([undefined, 'it was said', 'it was said']);
		expect((await startsFrom(world, 10, { from: 'auth-v1' })).text).toContain('it was said');
		plant(['it was measured', 'it was measured', 'it was said']);
		const { text } = await compacts(world, 1);
		for (const { kind } of insights) expect(text).toContain(`${kind} of auth-v1`);
	});

	it('gives back only what was selected', async () => {
		await using world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1', { days: 1 }));
		arm(world, 1, { select: 'learnings' });
		await startsFrom(world, 10);
		const { text } = await compacts(world, 1);
		expect(text).toContain('learning of auth-v1');
		expect(text).not.toMatch(/(?:warning|pattern|decision|progress) of auth-v1/);
	});

	it('asks again for what was understood, until it is said', async () => {
		await using world = await withHeir(ASKED);
		expect((await compacts(world, 1)).text).toContain('STEP 0');
		expect((await compacts(world, 2)).text).toContain('STEP 0');
		says(world, { e: 'ack', text: 'JWT it is; I write the refresh' });
		await stops(world, 10);
		expect((await compacts(world, 3)).text).not.toContain('STEP 0');
	});

	it('with a damaged bundle it gives back the rest', async () => {
		await using world = await withHeir();
		await world.asModel(idOf(10), 'learn', 'my own lesson');
		for (const [index, damaged] of [
			'',
			'{"version":"1"',
			'[]',
			'null',
			'{"version":"9","learnings":[1,"kept"]}',
		].entries()) {
			writeIn(world.repo, `.git/requirements/inherited/${idOf(10)}.json`, damaged);
			const { exit, stderr, text } = await compacts(world, index);
			expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
			expect(text).toContain('my own lesson');
		}
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
			lineage: [keyOf(1), keyOf(10)],
			inherited: { door: 'clear', from: keyOf(10) },
		});
	});

	it('loses nothing, however often it is typed', async () => {
		await using world = await makeReqWorld(CONFIG);
		const older = learnt(1, 'auth-v0', { days: 30 });
		plantRecords(
			world.repo,
			older,
			learnt(2, 'auth-v1', { parent: keyOf(1), lineage: [keyOf(1)] }),
		);
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

	it('of a session that inherited nothing goes on by itself', async () => {
		await using world = await makeReqWorld(CONFIG);
		plantRecords(world.repo, learnt(1, 'auth-v1'));
		await startsFrom(world, 10);
		await world.asModel(idOf(10), 'learn', 'learnt before the clear');
		await ends(world, 10, 'clear');
		expect((await startsFrom(world, 11, { source: 'clear', from: 'auth-v1' })).text).toContain(
			'learnt before',
		);
		expect(bundleOf(world, 11)).toBeUndefined();
	});

	it('takes what was armed first', async () => {
		await using world = await withHeir();
		plantRecords(world.repo, learnt(2, 'auth-v2'));
		await ends(world, 10, 'clear');
		arm(world, 2);
		const { text } = await startsFrom(world, 11, { source: 'clear' });
		expect(text).toContain('learning of auth-v2');
		expect(text).not.toContain('learning of auth-v1');
	});
});

describe('a fork', () => {
	it.each([
		[
			'D12: gets its parent by the prompts in its transcript',
			'{"type":"user","promptId":"p1"}\n',
			keyOf(10),
		],
		['has none without a transcript', undefined, null],
		[
			'has none where the transcript has another shape',
			'{"kind":"user","prompt":{"id":"p1"}}\n\u0000[',
			null,
		],
	])('%s', async (_, transcript, parent) => {
		await using world = await withHeir();
		await world.hook(
			'post-tool-use',
			idOf(10),
			ran('Skill', { skill: 'arch-review' }, { success: true }),
		);
		const { exit } = await startsFrom(world, 11, { source: 'fork', from: 'auth-v1' });
		expect(exit).toBe(0);
		const path = join(world.dir, 'fork.jsonl');
		if (transcript !== undefined) writeIn(world.dir, 'fork.jsonl', transcript);
		expect(await stops(world, 11, { transcript_path: path, stop_hook_active: true })).toBe('');
		expect(bundleOf(world, 11)).toBeUndefined();
		expect(await world.json('session', 'show', keyOf(11))).toMatchObject({ parent });
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

	it('resumed with the source in its environment it is told, once', async () => {
		await using world = await withHalf();
		const resumed = () => startsFrom(world, 10, { from: 'auth-v1', source: 'resume' });
		expect((await resumed()).text).toContain('learning of auth-v1');
		await ends(world, 10);
		expect((await resumed()).text).not.toContain('learning of auth-v1');
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
		expect(bundleText(world, 10)).toBe(world.bundle);
	});
});
