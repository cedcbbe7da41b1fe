import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import type { Place } from '../../src/git/place.ts';
import { appendFault, readFaults } from '../../src/state/faults.ts';
import type { FaultLine } from '../../src/store/fault.ts';
import { placeIn } from '../support/place-in.ts';
import { drawFor } from '../support/redaction/draw.ts';
import { writer } from '../support/writer.ts';

const fault = (message: string): FaultLine => ({
	at: '2026-11-20T10:00:00.000Z',
	code: 'deadline',
	where: 'stop',
	message,
});

async function state() {
	const fixture = await createFixture();
	const place = placeIn(join(fixture.path, 'requirements'));
	const configDir = join(fixture.path, 'claude');
	const context = { ...writer(0), configDir } as unknown as Context;
	return {
		place,
		faults: {
			append: (where: Place, line: FaultLine) => appendFault(where, line, context),
			read: (where: Place) => readFaults(where, context),
		},
		elsewhere: join(configDir, 'requirements', 'faults.jsonl'),
		file: (name: string) => join(place.stateDir, name),
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

describe('faults', () => {
	test.each([
		'{"torn',
		'[]',
		'{"at":"soon","code":"x","where":"x","message":"x"}',
		'{"at":"2026-99-99T10:00:00Z","code":"x","where":"x","message":"x"}',
	])('other lines are passed over: %j', async (text) => {
		await using at = await state();
		const { faults } = at;
		faults.append(at.place, fault('one'));
		appendFileSync(at.file('faults.jsonl'), `${text}\n`);
		faults.append(at.place, fault('two'));
		expect(faults.read(at.place).map(({ message }) => message)).toEqual(['one', 'two']);
	});

	test('the last 64 kB are shown', async () => {
		await using at = await state();
		const { faults } = at;
		for (const letter of ['a', 'b', 'c']) faults.append(at.place, { ...fault(letter), where: 'x'.repeat(30_000) });
		expect(faults.read(at.place).map(({ message }) => message)).toEqual(['b', 'c']);
	});

	test('a full file makes room once, so the disk never fills', async () => {
		await using at = await state();
		const { faults } = at;
		faults.append(at.place, { ...fault('old'), where: 'x'.repeat(262_144) });
		faults.append(at.place, fault('next'));
		expect(faults.read(at.place)).toEqual([fault('next')]);
		expect(readFileSync(at.file('faults.old.jsonl'), 'utf8')).toContain('xxx');
	});
});

test('a message is redacted before it is cut: no half of a secret is stored', async () => {
	await using at = await state();
	const token = ['gh', 'p_', drawFor('fault').word(36)].join('');
	at.faults.append(at.place, fault(`${'word '.repeat(97)}${token}`));
	const [stored] = at.faults.read(at.place);
	expect(stored?.message).toMatch(/ \[redacted:git/);
});

describe('where the state directory takes no fault', () => {
	async function blocked() {
		const at = await state();
		writeFileSync(at.place.stateDir, 'a file');
		return at;
	}

	test('it is kept once at the user’s own place, and read with that project’s', async () => {
		await using at = await blocked();
		const { faults } = at;
		faults.append(at.place, fault('one'));
		faults.append(at.place, { ...fault('one'), at: '2026-11-20T10:05:00.000Z' });
		faults.append(placeIn(join(at.place.stateDir, 'other')), fault('another project’s'));
		expect(faults.read(at.place)).toEqual([fault('one')]);
		rmSync(at.place.stateDir);
		faults.append(at.place, { ...fault('two'), at: '2026-11-20T11:00:00.000Z' });
		const read = faults.read(at.place);
		expect(read.map(({ message }) => message)).toEqual(['one', 'two']);
	});

	test('a link in its place is not followed', async () => {
		await using at = await state();
		mkdirSync(at.place.stateDir);
		const linked = { ...at.place, link: at.place.stateDir };
		at.faults.append(linked, fault('one'));
		expect(existsSync(at.file('faults.jsonl'))).toBe(false);
		expect(at.faults.read(linked)).toEqual([fault('one')]);
	});

	test('where nothing can be written at all the fault is lost and nothing else', async () => {
		await using at = await blocked();
		const { faults } = at;
		writeFileSync(join(at.elsewhere, '../..'), 'a file');
		expect(faults.append(at.place, fault('one'))).toBeUndefined();
		expect(faults.read(at.place)).toEqual([]);
	});
});
