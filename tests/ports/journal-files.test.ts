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
import { liveJournals } from '../../src/adapters/session-files.ts';
import type { JournalLine } from '../../src/core/journal/line.ts';
import type { SessionKey } from '../../src/core/session/session-id.ts';
import { makePipe } from '../support/make-pipe.ts';
import { placeIn } from '../support/place-in.ts';
import { withoutRight } from '../support/without-right.ts';
import { writer } from '../support/writer.ts';

const journals = liveJournals(writer(0));
const key = 'abc12345' as SessionKey;
const line = (reason: string): JournalLine => ({
	e: 'end',
	reason,
	s: 'id',
	at: '2026-11-20T10:00:00.000Z',
});

async function journal() {
	const fixture = await createFixture();
	const place = placeIn(join(fixture.path, 'requirements'));
	const file = join(place.stateDir, 'sessions', `${key}.jsonl`);
	return { place, file, [Symbol.asyncDispose]: () => fixture.rm() };
}

const reasons = (lines: readonly unknown[]) =>
	lines.map((one) => (one as { reason?: string }).reason);

describe('D9: a journal', () => {
	test('gives back what was appended, oldest first', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [line('one'), line('two')]);
		await journals.append(at.place, key, [line('three')]);
		expect(await journals.read(at.place, key)).toEqual([line('one'), line('two'), line('three')]);
	});

	test('is empty when absent, and no look at it creates anything', async () => {
		await using at = await journal();
		expect(await journals.read(at.place, key)).toEqual([]);
		expect(await journals.recent(at.place, 0)).toEqual([]);
		await journals.append(at.place, key, []);
		expect(readdirSync(join(at.place.stateDir, '..'))).toEqual([]);
	});

	test('takes no line of a reader, nor of an event that is over', async () => {
		await using at = await journal();
		const begin = () => {
			throw new RangeError('over');
		};
		const over = { begin, isReadOnly: false, leftMs: 0 };
		const append = (writing: typeof over) =>
			liveJournals({ writing }).append(at.place, key, [line('one')]);
		expect(await append({ ...over, isReadOnly: true })).toBe(false);
		await expect(append(over)).rejects.toThrow(RangeError);
		expect(await journals.read(at.place, key)).toEqual([]);
	});

	test('belongs to its user alone', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [line('one')]);
		expect(statSync(at.file).mode & 0o777).toBe(0o600);
		expect(statSync(join(at.file, '..')).mode & 0o777).toBe(0o700);
		expect(statSync(at.place.stateDir).mode & 0o777).toBe(0o700);
	});

	test('begins every line with its time, so that the line after a torn one can be found', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [line('{"at":"trap"')]);
		expect(readFileSync(at.file, 'utf8')).toMatch(/^\{"at":"/);
	});

	const whole = JSON.stringify({ at: 't', reason: 'kept {"at":' });
	const torn: [title: string, text: string][] = [
		['a writer that was killed', whole.slice(0, 9)],
		['a write of nothing but its first byte', '{'],
		['rubbish', 'rubbish '],
		['zeros after a power cut', '\u0000\u0000\u0000'],
		['a foreign line', '[1] \n'],
	];
	test.each(torn)('%s costs itself only', async (_, text) => {
		await using at = await journal();
		await journals.append(at.place, key, [line('before')]);
		appendFileSync(at.file, text);
		await journals.append(at.place, key, [line('after'), line('last')]);
		const read = reasons(await journals.read(at.place, key)).filter(
			(reason) => reason !== undefined,
		);
		expect(read).toEqual(['before', 'after', 'last']);
	});

	test('a torn line at the end is left out', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [line('before')]);
		appendFileSync(at.file, whole.slice(0, -3));
		expect(reasons(await journals.read(at.place, key))).toEqual(['before']);
	});

	test('is read from its last megabyte', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [
			line('x'.repeat(600_000)),
			line('y'.repeat(600_000)),
			line('last'),
		]);
		expect(reasons(await journals.read(at.place, key)).map((reason) => reason?.[0])).toEqual([
			'y',
			'l',
		]);
	});

	test.each<[string, (file: string) => void]>([
		['a pipe', makePipe],
		['a directory', (file) => mkdirSync(file, { recursive: true })],
		['a link to a device', (file) => symlinkSync('/dev/zero', file)],
	])('D7: %s in its place is empty, takes no lines and holds nobody up', async (_, make) => {
		await using at = await journal();
		mkdirSync(join(at.file, '..'), { recursive: true });
		make(at.file);
		expect(await journals.append(at.place, key, [line('one')])).toBe(false);
		expect(await journals.read(at.place, key)).toEqual([]);
		expect(await journals.recent(at.place, 0)).toEqual([]);
	});

	test('D7: of another user is empty and takes no lines', async () => {
		await using at = await journal();
		await journals.append(at.place, key, [line('one')]);
		const seen = await withoutRight(at.place.stateDir, async () => [
			await journals.append(at.place, key, [line('two')]),
			await journals.read(at.place, key),
			await journals.recent(at.place, 0),
		]);
		expect(seen).toEqual([false, [], []]);
		expect(reasons(await journals.read(at.place, key))).toEqual(['one']);
	});
});

describe('the recent journals', () => {
	test('are those written since then, newest first; other files are not theirs', async () => {
		await using at = await journal();
		const write = async (name: string, second: number) => {
			await journals.append(at.place, name as SessionKey, [line('one')]);
			utimesSync(join(at.place.stateDir, 'sessions', `${name}.jsonl`), second, second);
		};
		await write('00000001', 1_000);
		await write('00000002', 3_000);
		await write('00000003', 2_000);
		for (const name of ['00000002.pending.jsonl', '00000002.json', 'Not-A-Key!.jsonl']) {
			writeFileSync(join(at.place.stateDir, 'sessions', name), '');
		}
		expect(await journals.recent(at.place, 2_000_000)).toEqual(['00000002', '00000003']);
	});
});
