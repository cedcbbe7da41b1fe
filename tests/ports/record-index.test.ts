import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { liveRecords } from '../../src/adapters/record-store.ts';
import type { Records } from '../../src/app/record-ports.ts';
import type { SessionRecord } from '../../src/core/session-record/schema.ts';
import { placeIn } from '../support/place-in.ts';
import { type Different, someRecord } from '../support/some-record.ts';
import { writer } from '../support/writer.ts';

const CLOCKS = { expireDays: 7, retentionDays: 30 };
const idOf = (index: number) => `${(0x10000000 + index).toString(16)}-0000-4000-8000-000000000000`;
const FIRST = someRecord(idOf(0), {}).key;

class Project implements AsyncDisposable {
	readonly fixture: FsFixture;
	constructor(fixture: FsFixture) {
		this.fixture = fixture;
	}

	get dir(): string {
		return this.fixture.getPath('state/sessions');
	}

	/** As another process would ask: nothing is remembered from one call to the next. */
	get records(): Records {
		return liveRecords({ ...writer(500), configDir: this.fixture.path, user: 'ana' });
	}

	put(index: number, different: Different = {}): SessionRecord {
		const record = someRecord(idOf(index), different);
		mkdirSync(this.dir, { recursive: true });
		writeFileSync(this.path(`${record.key}.json`), JSON.stringify(record));
		return record;
	}

	path(...names: string[]): string {
		return join(this.dir, ...names);
	}

	async survey() {
		return this.records.survey(placeIn(this.fixture.getPath('state')), CLOCKS);
	}

	async branches(): Promise<Record<string, string>> {
		const { summaries } = await this.survey();
		return Object.fromEntries(summaries.map(({ key, branch }) => [key, branch]));
	}

	async archive(keys: readonly string[]): Promise<readonly string[]> {
		const place = placeIn(this.fixture.getPath('state'));
		return (await this.records.archive(place, keys, CLOCKS)).moved;
	}

	/** What tells whether the index was written anew. */
	get index(): number {
		return statSync(this.path('index.json')).ino;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.fixture.rm();
	}
}

async function project(count: number): Promise<Project> {
	const made = new Project(await createFixture());
	for (let index = 0; index < count; index += 1) made.put(index);
	return made;
}

describe('the index of records', () => {
	it('is written for many changes and left for few; every answer is of now', async () => {
		await using made = await project(150);
		await made.survey();
		const before = made.index;
		for (const index of [0, 1, 2, 3, 4, 5]) made.put(index, { branch: `changed-${index}` });
		expect((await made.branches())[FIRST]).toBe('changed-0');
		expect(made.index).toBe(before);
		made.put(6, { branch: 'changed-too' });
		expect(Object.values(await made.branches())).toContain('changed-too');
		expect(made.index).not.toBe(before);
	});

	it('takes a record that came back for the one that is archived, without an index, too', async () => {
		await using made = await project(0);
		const record = made.put(0, { days: 8 });
		await made.archive([record.key]);
		made.put(0, { branch: 'back' });
		rmSync(made.path('index.json'), { force: true });
		expect((await made.survey()).summaries).toMatchObject([{ branch: 'back', status: 'complete' }]);
	});

	it('forgets a record that was deleted', async () => {
		await using made = await project(2);
		await made.survey();
		rmSync(made.path(`${FIRST}.json`));
		expect(Object.keys(await made.branches())).toEqual([someRecord(idOf(1), {}).key]);
	});

	it('knows what another process moved to the archive, and what came back', async () => {
		await using made = await project(0);
		const record = made.put(0, { days: 8 });
		await made.survey();
		expect(await made.archive([record.key])).toEqual([record.key]);
		expect((await made.survey()).summaries).toMatchObject([{ status: 'archived' }]);
		made.put(0, { branch: 'back' });
		expect(await made.branches()).toEqual({ [FIRST]: 'back' });
	});

	it.each([
		['nothing', ''],
		['half of it', '{"version":2,"rows":[{"file":'],
		['rows of another make', '{"version":1,"rows":[{"file":"x"}]}'],
		['no rows', '{"version":2,"rows":7}'],
	])('is built anew where a crash, or an older build, left %s', async (_, text) => {
		await using made = await project(2);
		await made.survey();
		writeFileSync(made.path('index.json'), text);
		expect(Object.keys(await made.branches())).toHaveLength(2);
	});

	it('is built anew where a row lacks what rows have by now', async () => {
		await using made = await project(2);
		await made.survey();
		const { version, rows } = JSON.parse(readFileSync(made.path('index.json'), 'utf8'));
		const earlier = rows.map((row: { summary: { closed?: boolean } }) => {
			const { closed: _, ...summary } = row.summary;
			return { ...row, summary: { ...summary, branch: 'of the earlier build' } };
		});
		writeFileSync(made.path('index.json'), JSON.stringify({ version, rows: earlier }));
		expect(Object.values(await made.branches())).not.toContain('of the earlier build');
		expect(Object.keys(await made.branches())).toHaveLength(2);
	});

	it('D28: keeps the terms of the sessions they are counted in, and all of each in the first answer', async () => {
		await using made = await project(0);
		for (let index = 0; index < 410; index += 1) {
			made.put(index, { days: index / 100, terms: { antenna: 1 } });
		}
		const withTerms = async () =>
			(await made.survey()).summaries.filter(({ terms }) => terms === 'antenna').length;
		expect(await withTerms()).toBe(410);
		expect(await withTerms()).toBe(400);
		const { summaries } = await made.survey();
		expect(summaries.slice(0, 400).every(({ terms }) => terms === 'antenna')).toBe(true);
		expect(summaries).toHaveLength(410);
	});

	it('whoever makes up when it was active takes no terms from others', async () => {
		await using made = await project(0);
		for (let index = 0; index < 450; index += 1) {
			const invented = { last_activity: index % 2 === 0 ? '9999-01-01T00:00:00.000Z' : 'zzz' };
			made.put(index, { terms: { antenna: 1 }, ...(index < 420 ? invented : {}) });
		}
		await made.survey();
		const { summaries } = await made.survey();
		const honest = summaries.filter(({ lastActivity }) => lastActivity.startsWith('20'));
		expect(honest.map(({ terms }) => terms)).toEqual(Array(30).fill('antenna'));
	});

	it('holds no archived record past its retention, and says which are due', async () => {
		await using made = await project(1);
		const [old, due] = [made.put(1, { days: 40 }), made.put(2, { days: 8 })];
		const { summaries, expired } = await made.survey();
		expect(summaries.map(({ key }) => key)).not.toContain(old.key);
		expect(expired).toEqual([old.key, due.key]);
		await made.archive(expired);
		await made.survey();
		const stored = JSON.parse(readFileSync(made.path('index.json'), 'utf8'));
		const files = stored.rows.map(({ file }: { file: string }) => file);
		expect(files.sort()).toEqual([FIRST, due.key]);
	});
});

describe('the archive', () => {
	it('leaves what is not due, what is not there, and names that lead elsewhere', async () => {
		await using made = await project(1);
		expect(await made.archive([FIRST, 'absent', '../../x', 'index'])).toEqual([]);
	});
});

describe('sessions without a record', () => {
	it('D13: are those with a journal and none, or an empty one', async () => {
		await using made = await project(2);
		writeFileSync(made.path(`${FIRST}.json`), '');
		for (const key of [FIRST, someRecord(idOf(1), {}).key, 'abc12345']) {
			writeFileSync(made.path(`${key}.jsonl`), '{}\n');
		}
		const { unfolded } = await made.survey();
		expect([...unfolded].sort()).toEqual([FIRST, 'abc12345']);
	});
});
