import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { callReceipts } from '../../src/adapters/call-receipts.ts';

const ON_FAILURE = { all: ['plan'], shell: [] };

it('receipts, their key and what holds without one are for their user alone', async () => {
	await using world = await createFixture({});
	const receipts = callReceipts(world.path);
	receipts.begin('s', ON_FAILURE);
	receipts.leave('s', 'toolu_1', () => 'text');
	const folder = join(world.path, 'requirements/calls/s');
	const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
	expect(readdirSync(folder).sort()).toEqual(['.key', '.on-failure', 'toolu_1']);
	expect(readdirSync(folder).map(modeOf)).toEqual([0o600, 0o600, 0o600]);
	expect(modeOf('')).toBe(0o700);
});

it('a session keeps its key, and no two have the same', async () => {
	await using world = await createFixture({});
	const receipts = callReceipts(world.path);
	const keyOf = (session: string) =>
		readFileSync(join(world.path, 'requirements/calls', session, '.key'), 'utf8');
	for (const session of ['s', 't']) receipts.begin(session, undefined);
	const first = keyOf('s');
	receipts.begin('s', ON_FAILURE);
	expect(keyOf('s')).toBe(first);
	expect(keyOf('t')).not.toBe(first);
	expect(receipts.onFailure('s')).toEqual(ON_FAILURE);
	receipts.begin('s', undefined);
	expect(receipts.onFailure('s')).toBeUndefined();
});

it('a receipt is taken once, and only of a session that has begun', async () => {
	await using world = await createFixture({});
	const receipts = callReceipts(world.path);
	const leave = () => receipts.leave('s', 'toolu_1', () => 'text');
	leave();
	expect(receipts.take('s', 'toolu_1')).toBe('unknown');
	expect(receipts.isBegun('s')).toBe(false);
	receipts.begin('s', undefined);
	leave();
	expect(receipts.take('s', 'toolu_1')).toBe('judged');
	expect(receipts.take('s', 'toolu_1')).toBe('unjudged');
	receipts.end('s');
	expect(receipts.isBegun('s')).toBe(false);
});

it.each(['.key', '../../key', 'a/b', '', 'x'.repeat(101)])(
	'an id that is none of a call makes and takes no file: %j',
	async (call) => {
		await using world = await createFixture({ 'requirements/key': 'k' });
		const receipts = callReceipts(world.path);
		receipts.begin('s', undefined);
		receipts.leave('s', call, () => 'text');
		expect(receipts.take('s', call)).toBe('unknown');
		expect(readdirSync(join(world.path, 'requirements/calls/s'))).toEqual(['.key']);
		expect(existsSync(join(world.path, 'requirements/key'))).toBe(true);
	},
);

it.each(['', 'no key', 'ab'])('a key that a kill left unusable is made anew: %j', async (key) => {
	await using world = await createFixture({ 'requirements/calls/s/.key': key });
	const receipts = callReceipts(world.path);
	receipts.leave('s', 'toolu_1', () => 'text');
	expect(receipts.take('s', 'toolu_1')).toBe('unknown');
	receipts.begin('s', undefined);
	receipts.leave('s', 'toolu_1', () => 'text');
	expect(receipts.take('s', 'toolu_1')).toBe('judged');
	expect(receipts.take('s', 'toolu_1')).toBe('unjudged');
});

it('what the guard goes by is replaced as a whole: nobody reads half of it', async () => {
	await using world = await createFixture({});
	const receipts = callReceipts(world.path);
	receipts.begin('s', ON_FAILURE);
	const file = join(world.path, 'requirements/calls/s/.on-failure');
	const before = statSync(file).ino;
	receipts.begin('s', ON_FAILURE);
	expect(statSync(file).ino).not.toBe(before);
});

it('a note of an open call stays until it is closed', async () => {
	await using world = await createFixture({ 'requirements/calls/s/toolu_1.open': 'Edit' });
	const receipts = callReceipts(world.path);
	expect(receipts.take('s', 'toolu_1')).toBe('unjudged');
	expect(receipts.open('s')).toEqual([{ call: 'toolu_1', tool: 'Edit' }]);
	receipts.close('s', ['toolu_1', 'toolu_2']);
	expect(receipts.open('s')).toEqual([]);
	expect(receipts.take('s', 'toolu_1')).toBe('unknown');
});
