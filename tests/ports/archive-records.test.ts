import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { liveRecords } from '../../src/adapters/record-store.ts';
import { liveJournals } from '../../src/adapters/session-files.ts';
import type { Archived, Records } from '../../src/app/record-ports.ts';
import type { JournalLine } from '../../src/core/journal/line.ts';
import type { Session } from '../../src/core/session/session-id.ts';
import { type SessionRecord, USUAL_SETTINGS } from '../../src/core/session-record/schema.ts';
import type { Place } from '../../src/git/place.ts';
import { placeIn } from '../support/place-in.ts';
import { ANNA, TWIN } from '../support/some-session.ts';
import { writer } from '../support/writer.ts';

const HOUR = 3_600_000;
const CLOCKS = { expireDays: 7, retentionDays: 30 };
const START = { e: 'start', source: 'startup', branch: 'main', cwd: '/project' } as const;
const END = { e: 'end', reason: 'other' } as const;

type Entry<Line> = Line extends unknown ? Omit<Line, 'at' | 's'> : never;

/** A project whose clock the test sets. */
class Project implements AsyncDisposable {
	readonly place: Place;
	now = Date.now() - 24 * 24 * HOUR;
	readonly #fixture: FsFixture;
	readonly #records: Records;

	constructor(fixture: FsFixture) {
		this.#fixture = fixture;
		this.place = placeIn(fixture.getPath('state'));
		const own = { configDir: fixture.path, user: 'anna' };
		this.#records = liveRecords({ ...writer(20, () => this.now), ...own });
	}

	/** The session writes these lines, a second apart. */
	async writes(session: Session, ...entries: Entry<JournalLine>[]): Promise<void> {
		for (const entry of entries) {
			this.now += 1_000;
			const line = { ...entry, at: new Date(this.now).toISOString(), s: session.uuid };
			await liveJournals(writer(0)).append(this.place, session.key, [line as JournalLine]);
		}
	}

	async fold(session: Session): Promise<void> {
		await this.#records.fold(this.place, session, {
			settings: USUAL_SETTINGS,
			passOn: async () => true,
		});
	}

	async read(session: Session): Promise<SessionRecord | undefined> {
		const loaded = await this.#records.read(this.place, session);
		return loaded.kind === 'present' ? loaded.doc : undefined;
	}

	async archive(...keys: string[]): Promise<Archived> {
		return this.#records.archive(this.place, keys, CLOCKS);
	}

	has(...names: string[]): boolean {
		return existsSync(this.path(...names));
	}

	path(...names: string[]): string {
		return join(this.place.stateDir, 'sessions', ...names);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#fixture.rm();
	}
}

async function project(): Promise<Project> {
	return new Project(await createFixture());
}

/** Both work at once and share a journal; Anna has left eight days ago, her twin is at work. */
async function twins(): Promise<Project> {
	const made = await project();
	await made.writes(ANNA, START, { e: 'file', path: 'anna.ts' });
	await made.fold(ANNA);
	await made.writes(TWIN, START, { e: 'file', path: 'twin.ts' });
	await made.fold(TWIN);
	await made.writes(ANNA, { e: 'file', path: 'anna.ts' }, END);
	await made.fold(ANNA);
	made.now += 8 * 24 * HOUR;
	await made.writes(TWIN, { e: 'file', path: 'twin.ts' });
	return made;
}

/** How often the session edited each file, and where its life stands. */
async function lifeOf(made: Project, session: Session): Promise<unknown> {
	const record = await made.read(session);
	const files = record?.activity.files.map(({ path, edits }) => [path, edits]);
	return { files, status: record?.status };
}

const ANNA_GONE = { files: [['anna.ts', 2]], status: 'archived' };

describe('D5: two sessions of one short key', () => {
	it('keep their records and the lines not folded yet when the first is archived', async () => {
		await using made = await twins();
		expect(await made.archive(ANNA.key)).toEqual({ moved: [ANNA.key], locked: [] });
		expect(await lifeOf(made, TWIN)).toEqual({ files: [['twin.ts', 2]], status: 'active' });
		expect(await lifeOf(made, ANNA)).toEqual(ANNA_GONE);
		await made.writes(TWIN, { e: 'file', path: 'twin.ts' }, END);
		await Promise.all([made.fold(TWIN), made.fold(ANNA)]);
		expect(await lifeOf(made, TWIN)).toEqual({ files: [['twin.ts', 3]], status: 'complete' });
		expect(await lifeOf(made, ANNA)).toEqual(ANNA_GONE);
	});

	it.each([
		['the short key', [ANNA, TWIN]],
		['the long key', [TWIN, ANNA]],
	] as const)(
		'have their journal archived with the last of them, after that of %s',
		async (_, order) => {
			await using made = await twins();
			await made.writes(TWIN, END);
			await made.fold(TWIN);
			made.now += 8 * 24 * HOUR;
			const keyOf = (session: Session) => (session === ANNA ? ANNA.key : TWIN.longKey);
			await made.archive(keyOf(order[0]));
			expect(made.has('archive', `${keyOf(order[0])}.json`)).toBe(true);
			expect(made.has(`${ANNA.key}.jsonl`)).toBe(true);
			await made.archive(keyOf(order[1]));
			expect(made.has(`${ANNA.key}.jsonl`)).toBe(false);
			expect(made.has('archive', `${ANNA.key}.jsonl`)).toBe(true);
			expect(await lifeOf(made, ANNA)).toEqual(ANNA_GONE);
			expect(await lifeOf(made, TWIN)).toEqual({ files: [['twin.ts', 2]], status: 'archived' });
		},
	);

	it('the one that comes back counts nothing twice', async () => {
		await using made = await twins();
		await made.archive(ANNA.key);
		await made.writes(ANNA, { ...START, source: 'resume' }, { e: 'file', path: 'anna.ts' });
		await made.fold(ANNA);
		expect(await lifeOf(made, ANNA)).toEqual({ files: [['anna.ts', 3]], status: 'active' });
		expect(made.has('archive', `${ANNA.key}.json`)).toBe(false);
	});

	it('one keeps its record when that of the other is removed', async () => {
		await using made = await twins();
		await made.fold(TWIN);
		rmSync(made.path(`${ANNA.key}.json`));
		rmSync(made.path(`${ANNA.key}.jsonl`));
		expect(await lifeOf(made, TWIN)).toEqual({ files: [['twin.ts', 2]], status: 'active' });
	});
});

describe('the archive', () => {
	it('D8: tells which records somebody else has locked', async () => {
		await using made = await project();
		await made.writes(ANNA, START, END);
		await made.fold(ANNA);
		made.now += 8 * 24 * HOUR;
		mkdirSync(made.path(`${ANNA.key}.json.lock`));
		expect(await made.archive(ANNA.key)).toEqual({ moved: [], locked: [ANNA.key] });
		rmSync(made.path(`${ANNA.key}.json.lock`), { recursive: true });
		expect(await made.archive(ANNA.key)).toEqual({ moved: [ANNA.key], locked: [] });
	});
});
