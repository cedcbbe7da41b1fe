import fs, { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildLessons } from '../../src/adapters/build-lessons.ts';
import { lessonCache } from '../../src/adapters/lesson-cache.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { placeIn } from '../support/place-in.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const KEPT = '5e6f7a8b-0000-4000-8000-000000000002';
const OTHER = '6f7a8b9c-0000-4000-8000-000000000003';
const { openSync } = fs;

afterEach(() => {
	fs.openSync = openSync;
	syncBuiltinESMExports();
});

/** Something happens while the first record is read. */
function meanwhile(happens: () => void): void {
	let isOver = false;
	fs.openSync = (path, ...more) => {
		const isRecord = /sessions[/\\][0-9a-f]{8}\.json$/.test(String(path));
		const opened = openSync(path, ...more);
		if (isRecord && !isOver) {
			isOver = true;
			happens();
		}
		return opened;
	};
	syncBuiltinESMExports();
}

const lesson = (n: number, text: string) => ({ insights: [someInsight(`i123456${n}`, text)] });

async function withTwo() {
	const world = await makeContinuityWorld();
	plantRecords(
		world.world.repo,
		someRecord(KEPT, lesson(1, 'Camels drink first')),
		someRecord(OTHER, lesson(2, 'Payroll is in the cellar')),
	);
	const sessions = join(world.stateDir, 'sessions');
	return {
		place: placeIn(world.stateDir, 'main'),
		cache: join(sessions, 'lessons.cache.jsonl'),
		other: join(sessions, '6f7a8b9c.json'),
		[Symbol.asyncDispose]: world[Symbol.asyncDispose],
	};
}

it('holds nothing of a session that is forgotten while it is made', async () => {
	await using two = await withTwo();
	meanwhile(() => rmSync(two.other));
	buildLessons(two.place);
	expect(existsSync(two.cache)).toBe(false);
	buildLessons(two.place);
	const text = readFileSync(two.cache, 'utf8');
	expect(text).toContain('Camels');
	expect(text).not.toContain('Payroll');
});

it('holds what a session learns while it is made', async () => {
	await using two = await withTwo();
	meanwhile(() => {
		const text = readFileSync(two.other, 'utf8');
		writeFileSync(two.other, text.replace('Payroll', 'The payroll'));
		utimesSync(two.other, new Date(), new Date());
	});
	buildLessons(two.place);
	expect(existsSync(two.cache)).toBe(false);
	buildLessons(two.place);
	expect(readFileSync(two.cache, 'utf8')).toContain('The payroll');
});

it('is no longer than is read, whatever its letters take', async () => {
	await using world = await makeContinuityWorld();
	const text = (n: number) => `${n} ${'верблюды пьют первыми '.repeat(45)}`;
	const records = Array.from({ length: 60 }, (_, n) => {
		const insights = Array.from({ length: 20 }, (_, m) =>
			someInsight(`i${1_000_000 + n * 20 + m}0`.slice(0, 9), text(n * 20 + m)),
		);
		return someRecord(`${(0x10000000 + n).toString(16)}-0000-4000-8000-000000000000`, { insights });
	});
	plantRecords(world.world.repo, ...records);
	const place = placeIn(world.stateDir, 'main');
	buildLessons(place);
	const built = readFileSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'));
	expect(built.length).toBeGreaterThan(2 * 1024 * 1024);
	expect(lessonCache.read(place, records[0]?.user ?? '')?.length).toBeGreaterThan(500);
});
