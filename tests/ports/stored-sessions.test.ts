import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import type { JournalEntry } from '../../src/journal/entries.ts';
import { journalPath, recordPath } from '../../src/journal/files.ts';
import { note } from '../../src/journal/journal.ts';
import { archiveSession, lookUp, reviveSession, storeRecord } from '../../src/memory/sessions.ts';
import { contextOf } from '../support/context.ts';
import { placeIn } from '../support/place-in.ts';
import { ANNA } from '../support/some-session.ts';

const START: JournalEntry = { e: 'start', source: 'startup', branch: 'main', cwd: '/p' };
const END: JournalEntry = { e: 'end', reason: 'logout' };
const edit = (path: string): JournalEntry => ({ e: 'file', path });

/** A folder where Anna's session is stored; a second passes with each of its lines. */
async function folder() {
	const fixture = await createFixture();
	const place = placeIn(join(fixture.path, 'requirements'));
	let now = Date.UTC(2026, 10, 20, 10);
	const { context } = contextOf({ env: { HOME: fixture.path, USER: 'ana' } });
	const world: Context = { ...context, now: () => now };
	const path = recordPath(place, ANNA.uuid);
	return {
		place,
		world,
		path,
		journal: journalPath(place, ANNA.uuid),
		add: async (...entries: readonly JournalEntry[]) => {
			for (const entry of entries) {
				now += 1_000;
				await note(place, ANNA, { entries: [entry], context: world });
			}
		},
		store: () => storeRecord(place, ANNA, { mirror: false }, world),
		read: () => lookUp(place, ANNA, world),
		/** Writes the record as somebody else would. */
		rewrite: (change: object) => {
			const record = JSON.parse(readFileSync(path, 'utf8'));
			writeFileSync(path, JSON.stringify({ ...record, ...change }));
		},
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

const files = (record: { activity: { files: { path: string; edits: number }[] } } | undefined) =>
	record?.activity.files.map(({ path, edits }) => `${path} ${edits}`);

describe('the record of a session', () => {
	it('is what is stored while the journal has not grown', async () => {
		await using at = await folder();
		await at.add(START, edit('a.ts'), END);
		expect(at.read()?.isStored).toBe(false);
		at.store();
		at.rewrite({ phase: 'by hand' });
		expect(at.read()).toMatchObject({ isStored: true, record: { phase: 'by hand' } });
	});

	it('is folded in memory once the journal has grown, and nothing is written', async () => {
		await using at = await folder();
		await at.add(START, edit('a.ts'), END);
		at.store();
		const before = readFileSync(at.path, 'utf8');
		await at.add({ e: 'name', name: 'auth' });
		expect(at.read()).toMatchObject({ isStored: false, record: { name: 'auth' } });
		expect(readFileSync(at.path, 'utf8')).toBe(before);
	});

	it('of a newer build is shown as far as it is understood, and stays as it is', async () => {
		await using at = await folder();
		await at.add(START, edit('a.ts'), END);
		at.store();
		at.rewrite({ schema_version: 2, branch: 'later', hot_topics: 7 });
		const before = readFileSync(at.path, 'utf8');
		await at.add({ e: 'name', name: 'auth' });
		expect(at.store()).toMatchObject({ branch: 'later', hot_topics: [] });
		expect(readFileSync(at.path, 'utf8')).toBe(before);
	});

	it.each(['{"schema_version":1,', '7', '[]'])('D7: that is %j is set aside, and folded again', async (text) => {
		await using at = await folder();
		await at.add(START, edit('a.ts'), END);
		writeFileSync(at.path, text);
		expect(files(at.store())).toEqual(['a.ts 1']);
		expect(readdirSync(join(at.place.stateDir, 'quarantine'))).toHaveLength(1);
		expect(JSON.parse(readFileSync(at.path, 'utf8'))).toMatchObject({ uuid: ANNA.uuid });
	});

	it('goes to the archive, and comes back with its journal', async () => {
		await using at = await folder();
		await at.add(START, edit('a.ts'), END);
		const record = at.store();
		if (record === undefined) throw new Error('nothing was stored');
		archiveSession(at.place, record, at.world);
		expect([existsSync(at.path), existsSync(at.journal)]).toEqual([false, false]);
		expect(at.read()?.record).toMatchObject({ status: 'archived' });
		expect(at.read()?.record.archived_at).toBe(new Date(at.world.now()).toISOString());
		reviveSession(at.place, ANNA, at.world);
		expect(at.read()?.record).toMatchObject({ status: 'complete' });
		await at.add({ ...START, source: 'resume' }, edit('a.ts'));
		expect(at.read()?.record).toMatchObject({ status: 'active', ended_at: null });
		expect(files(at.read()?.record)).toEqual(['a.ts 2']);
	});
});

describe('a journal that was pruned', () => {
	async function pruned() {
		const at = await folder();
		await at.add(START, edit('a.ts'), { e: 'turn', branch: 'main', text: 'Done.' }, END);
		at.store();
		rmSync(at.journal);
		return at;
	}

	it('leaves the record, to which is added what others say since', async () => {
		await using at = await pruned();
		expect(files(at.read()?.record)).toEqual(['a.ts 1']);
		const before = at.read()?.record.last_activity;
		await at.add({ e: 'name', name: 'auth' }, { e: 'continued', by: 'b' }, { e: 'complete' });
		const said = { name: 'auth', continued_by: 'b', closed: true, last_activity: before };
		expect(at.read()?.record).toMatchObject({ ...said, activity: { turns: 1 } });
	});

	it('begins again with a resumed session, which keeps what it knew, however often it is stored', async () => {
		await using at = await pruned();
		const { started_at: began } = at.read()?.record ?? {};
		await at.add({ ...START, source: 'resume', branch: 'topic' }, edit('a.ts'), edit('b.ts'));
		for (let time = 0; time < 3; time += 1) {
			expect(at.store()).toMatchObject({ started_at: began, branch: 'topic', ended_at: null });
			expect(files(at.read()?.record)).toEqual(['a.ts 2', 'b.ts 1']);
		}
		await at.add({ e: 'turn', branch: 'topic', text: 'More.' }, END);
		const { activity, notes, status } = at.store() ?? {};
		expect([activity?.turns, notes?.length, status]).toEqual([2, 2, 'complete']);
	});
});
