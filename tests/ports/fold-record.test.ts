import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { liveRecords } from '../../src/adapters/record-store.ts';
import { liveJournals } from '../../src/adapters/session-files.ts';
import type { JournalLine } from '../../src/core/journal/line.ts';
import { USUAL_SETTINGS } from '../../src/core/session-record/schema.ts';
import { placeIn } from '../support/place-in.ts';
import { ANNA } from '../support/some-session.ts';
import { plantLock, writer } from '../support/writer.ts';

const START = { e: 'start', source: 'startup', branch: 'main', cwd: '/project' } as const;

async function project() {
	const fixture = await createFixture();
	const place = placeIn(fixture.getPath('state'));
	const records = liveRecords({ ...writer(20), configDir: fixture.path, user: 'anna' });
	const path = join(place.stateDir, 'sessions', `${ANNA.key}.json`);
	mkdirSync(join(place.stateDir, 'sessions'), { recursive: true });
	return {
		place,
		path,
		writes: (...entries: object[]) =>
			liveJournals(writer(0)).append(
				place,
				ANNA.key,
				entries.map((entry) => {
					const line = { at: new Date().toISOString(), s: ANNA.uuid, ...entry };
					return line as unknown as JournalLine;
				}),
			),
		fold: (passOn: () => Promise<boolean> = async () => true) =>
			records.fold(place, ANNA, { settings: USUAL_SETTINGS, passOn }),
		/** A lock of this process, which lives. */
		lock: () => void plantLock(path),
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

const NEXT = { e: 'next', text: 'look again' };

describe('a fold', () => {
	it('tells others before it stores, and is over once nothing is left', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		const told: string[] = [];
		const tell = async () => told.push('told') > 0;
		expect(await made.fold(tell)).toMatchObject({ kind: 'written' });
		expect(await made.fold(tell)).toMatchObject({ kind: 'unchanged', doc: { key: ANNA.key } });
		expect(told).toEqual(['told']);
		expect(readFileSync(made.path, 'utf8')).toContain('look again');
	});

	it('D8: answers with all there is where the lock is busy, and stores nothing', async () => {
		await using made = await project();
		await made.writes(START);
		await made.fold();
		const before = readFileSync(made.path, 'utf8');
		made.lock();
		await made.writes(NEXT);
		const folded = await made.fold();
		expect(folded).toMatchObject({
			kind: 'pending',
			doc: { activity: { next_actions: ['look again'] } },
		});
		expect(readFileSync(made.path, 'utf8')).toBe(before);
	});

	it('D8: stores nothing if others did not keep it, and tells them again', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		expect(await made.fold(async () => false)).toMatchObject({ kind: 'pending' });
		let told = 0;
		const tell = async () => {
			told += 1;
			return true;
		};
		expect(await made.fold(tell)).toMatchObject({ kind: 'written' });
		expect(told).toBe(1);
	});

	it('D8: of a session that never started there is nothing, busy or not', async () => {
		await using made = await project();
		await made.writes(NEXT);
		expect(await made.fold()).toEqual({ kind: 'absent' });
		made.lock();
		expect(await made.fold()).toEqual({ kind: 'absent' });
	});

	it('D7: puts an unreadable record aside and folds the journal anew', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		writeFileSync(made.path, '{"half');
		const folded = await made.fold();
		expect(folded).toMatchObject({ kind: 'written', doc: { key: ANNA.key } });
		const { quarantined = '' } = folded as { quarantined?: string };
		expect(readFileSync(quarantined, 'utf8')).toBe('{"half');
	});

	it('D7: leaves a record that another fold has replaced meanwhile', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		await made.fold();
		const sound = readFileSync(made.path, 'utf8');
		writeFileSync(made.path, '{"half');
		const world = { ...writer(20), configDir: dirname(made.path), user: 'anna' };
		let isReplaced = false;
		// The fold asks for its host name after it has read the record.
		const meanwhile = Object.defineProperty(world, 'hostname', {
			get: () => {
				if (!isReplaced) writeFileSync(made.path, sound);
				isReplaced = true;
				return writer(20).hostname;
			},
		});
		const { place } = made;
		const how = { settings: USUAL_SETTINGS, passOn: async () => true };
		const folded = await liveRecords(meanwhile).fold(place, ANNA, how);
		expect(folded).toEqual({ kind: 'unchanged', doc: JSON.parse(sound) });
		expect(readdirSync(place.stateDir)).toEqual(['sessions']);
	});

	it('D7: an error that is not of the disk is thrown on', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		const failing = made.fold(async () => {
			throw new Error('told nobody');
		});
		await expect(failing).rejects.toThrow('told nobody');
	});

	it('D7: a disk that will take no write refuses, and the answer has all there is', async () => {
		await using made = await project();
		await made.writes(START, NEXT);
		const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
		const folded = await made.fold(async () => {
			throw full;
		});
		expect(folded).toMatchObject({
			kind: 'refused',
			obstacle: { code: 'state_unwritable', fix: 'free some disk space' },
			doc: { activity: { next_actions: ['look again'] } },
		});
	});
});
