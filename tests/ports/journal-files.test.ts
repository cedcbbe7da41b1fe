import {
	appendFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import type { JournalEntry } from '../../src/journal/entries.ts';
import { note, readJournal, recentJournals } from '../../src/journal/journal.ts';
import { makePipe } from '../support/make-pipe.ts';
import { placeIn } from '../support/place-in.ts';
import { ANNA, BERT, session, TWIN } from '../support/some-session.ts';
import { writer } from '../support/writer.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const context = portsOf(writer(0));

function portsOf(context: object): Context {
	return { ...context, now: () => NOW } as unknown as Context;
}

const entry = (reason: string): JournalEntry => ({ e: 'end', reason });
const line = (reason: string) => ({
	at: new Date(NOW).toISOString(),
	s: ANNA.uuid,
	...entry(reason),
});

async function journal() {
	const fixture = await createFixture();
	const place = placeIn(join(fixture.path, 'requirements'));
	const file = join(place.stateDir, 'sessions', `${ANNA.uuid}.jsonl`);
	const append = (...entries: readonly JournalEntry[]) => note(place, ANNA, { entries, context });
	const read = () => readJournal(place, ANNA.uuid);
	return { place, file, append, read, [Symbol.asyncDispose]: () => fixture.rm() };
}

const reasons = (lines: readonly unknown[]) => lines.flatMap((one) => (one as { reason?: string }).reason ?? []);

describe('D9: a journal', () => {
	test('gives back what was appended, oldest first, with the time and the full id', async () => {
		await using at = await journal();
		await at.append(entry('one'), entry('two'));
		await at.append(entry('three'));
		expect(at.read()).toEqual([line('one'), line('two'), line('three')]);
	});

	test('is empty when absent, and no look at it creates anything', async () => {
		await using at = await journal();
		expect(at.read()).toEqual([]);
		expect(recentJournals(at.place, 0)).toEqual([]);
		await at.append();
		expect(readdirSync(join(at.place.stateDir, '..'))).toEqual([]);
	});

	test('takes no line of a reader, nor of an event that is over', async () => {
		await using at = await journal();
		const begin = () => {
			throw new RangeError('over');
		};
		const over = { begin, isReadOnly: false, leftMs: 0 };
		const append = (writing: typeof over) =>
			note(at.place, ANNA, { entries: [entry('one')], context: portsOf({ writing }) });
		expect(await append({ ...over, isReadOnly: true })).toBe(false);
		await expect(append(over)).rejects.toThrow(RangeError);
		expect(at.read()).toEqual([]);
	});

	test('belongs to its user alone', async () => {
		await using at = await journal();
		await at.append(entry('one'));
		expect(statSync(at.file).mode & 0o777).toBe(0o600);
		expect(statSync(join(at.file, '..')).mode & 0o777).toBe(0o700);
		expect(statSync(at.place.stateDir).mode & 0o777).toBe(0o700);
	});

	test('begins every line with its time, so that the line after a torn one can be found', async () => {
		await using at = await journal();
		await at.append(entry('{"at":"trap"'));
		expect(readFileSync(at.file, 'utf8')).toMatch(/^\{"at":"/);
	});

	const whole = JSON.stringify({ at: 't', reason: 'kept {"at":' });
	test.each([
		['a writer that was killed', whole.slice(0, 9)],
		['zeros after a power cut', '\u0000\u0000\u0000'],
		['a foreign line', '[1] \n'],
	])('%s costs itself only', async (_, text) => {
		await using at = await journal();
		await at.append(entry('before'));
		appendFileSync(at.file, text);
		await at.append(entry('after'), entry('last'));
		expect(reasons(at.read())).toEqual(['before', 'after', 'last']);
	});

	test.each<[string, (file: string) => void]>([
		['a pipe', makePipe],
		['a directory', (file) => mkdirSync(file, { recursive: true })],
		['a link to a device', (file) => symlinkSync('/dev/zero', file)],
	])('D7: %s in its place is empty, takes no lines and holds nobody up', async (_, make) => {
		await using at = await journal();
		mkdirSync(join(at.file, '..'), { recursive: true });
		make(at.file);
		expect(await at.append(entry('one'))).toBe(false);
		expect(at.read()).toEqual([]);
	});

	test('outside the repository takes no lines and is not read', async () => {
		await using at = await journal();
		await at.append(entry('one'));
		const place = { ...at.place, link: '/elsewhere' };
		expect(await note(place, ANNA, { entries: [entry('two')], context })).toBe(false);
		expect([readJournal(place, ANNA.uuid), recentJournals(place, 0)]).toEqual([[], []]);
	});
});

test('the recent journals are those written since then, newest first; other files are not theirs', async () => {
	await using at = await journal();
	const file = (name: string) => join(at.place.stateDir, 'sessions', name);
	for (const [who, second] of [
		[ANNA, 1_000],
		[BERT, 3_000],
		[TWIN, 2_000],
	] as const) {
		await note(at.place, who, { entries: [entry('one')], context });
		utimesSync(file(`${who.uuid}.jsonl`), second, second);
	}
	for (const name of [`${session('c0de0001').uuid}.pending.jsonl`, 'Not-A-Key!.jsonl']) writeFileSync(file(name), '');
	expect(recentJournals(at.place, 2_000_000)).toMatchObject([BERT, TWIN]);
});
