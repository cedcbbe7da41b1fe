import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it, vi } from 'vitest';
import type { Processes } from '../../src/app/ports.ts';
import { type LockRequest, withLock } from '../../src/store/lock.ts';
import { liveProcesses } from '../../src/store/processes.ts';
import { makePipe } from '../support/make-pipe.ts';

const HOST = 'this-host';
const HOUR_MS = 60 * 60 * 1000;
/** The patience of whoever is to get the lock, however busy the machine is, and of whoever is not. */
const [LONG_MS, SHORT_MS] = [60_000, 60];
const live = liveProcesses();

function request(path: string, more: Partial<LockRequest> = {}): LockRequest {
	return { path, waitMs: LONG_MS, hostname: HOST, processes: live, onBroken: () => {}, ...more };
}

/** A lock as another process leaves it. */
function plant(path: string, owner: object | string): void {
	mkdirSync(`${path}.lock`);
	writeFileSync(`${path}.lock.owner`, typeof owner === 'string' ? owner : JSON.stringify(owner));
}

const me = { pid: process.pid, started: live.startedAt(process.pid), host: HOST };
/** Above every pid Linux and macOS hand out. */
const DEAD = 2 ** 22 + 1;

it('names its owner while held and leaves nothing behind', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const locked = await withLock(request(path), (isMine) => {
		expect(JSON.parse(readFileSync(`${path}.lock.owner`, 'utf8'))).toMatchObject(me);
		return isMine();
	});
	expect(locked).toEqual({ kind: 'held', value: true });
	expect(readdirSync(directory.path)).toEqual([]);
});

it('is released when the action throws', async () => {
	await using directory = await createFixture({});
	const fails = withLock(request(directory.getPath('a.json')), () => {
		throw new RangeError('on purpose');
	});
	await expect(fails).rejects.toThrow(RangeError);
	expect(readdirSync(directory.path)).toEqual([]);
});

it('lets one action in at a time, within one process too', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	let inside = 0;
	let most = 0;
	const action = async () => {
		inside += 1;
		most = Math.max(most, inside);
		await new Promise((resolve) => setTimeout(resolve, 5));
		inside -= 1;
	};
	const all = [1, 2, 3, 4].map(() => withLock(request(path), action));
	expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(Array(4).fill('held'));
	expect(most).toBe(1);
});

it.each<[string, object | string, 'held' | 'busy']>([
	['a live owner', me, 'busy'],
	['a dead owner', { ...me, pid: DEAD }, 'held'],
	['an owner whose pid another process has by now', { ...me, started: 'earlier' }, 'held'],
	['an owner on another host', { ...me, pid: DEAD, host: 'elsewhere' }, 'busy'],
	['an owner that has not signed yet', '', 'busy'],
	['an owner that signed with half a line', '{"pid":', 'busy'],
])('D8: the lock of %s', async (_, owner, kind) => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, owner);
	const waitMs = kind === 'held' ? LONG_MS : SHORT_MS;
	expect((await withLock(request(path, { waitMs }), () => undefined)).kind).toBe(kind);
	expect(existsSync(`${path}.lock`)).toBe(kind === 'busy');
});

it('D8: the lock of a host that was thrown away goes after a day, and no file with its pid', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, { ...me, pid: DEAD, host: 'elsewhere' });
	const broken: number[] = [];
	const onBroken = (pid: number) => broken.push(pid);
	const now = Date.now();
	const later = vi.spyOn(Date, 'now').mockReturnValue(now + 23 * HOUR_MS);
	expect((await withLock(request(path, { onBroken, waitMs: SHORT_MS }), () => 1)).kind).toBe(
		'busy',
	);
	later.mockReturnValue(now + 25 * HOUR_MS);
	expect((await withLock(request(path, { onBroken }), () => 1)).kind).toBe('held');
	expect([broken, readdirSync(directory.path)]).toEqual([[], []]);
});

it('a pipe that signs for a lock holds nobody up', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	mkdirSync(`${path}.lock`);
	makePipe(`${path}.lock.owner`);
	expect((await withLock(request(path, { waitMs: SHORT_MS }), () => 1)).kind).toBe('busy');
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS);
	expect((await withLock(request(path), () => 1)).kind).toBe('held');
});

it('D8: a start time that cannot be told is no proof of death', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, { ...me, started: 'earlier' });
	const processes: Processes = { exists: () => true, startedAt: () => undefined };
	expect((await withLock(request(path, { processes, waitMs: SHORT_MS }), () => 1)).kind).toBe(
		'busy',
	);
});

it('D8: the age of a lock breaks nothing, also where the library would', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, me);
	utimesSync(`${path}.lock`, 0, 0);
	expect((await withLock(request(path, { waitMs: SHORT_MS }), () => 1)).kind).toBe('busy');
});

it.each([
	['before it could sign', (path: string) => mkdirSync(`${path}.lock`)],
	['while it signed', (path: string) => plant(path, '{"pi')],
])('D8: a lock whose owner died %s goes after five seconds', async (_, leave) => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const before = Date.now();
	leave(path);
	const after = Date.now();
	const later = vi.spyOn(Date, 'now').mockReturnValue(before + 4_000);
	expect((await withLock(request(path, { waitMs: SHORT_MS }), () => 1)).kind).toBe('busy');
	later.mockReturnValue(after + 6_000);
	expect((await withLock(request(path), () => 1)).kind).toBe('held');
});

it('D8: a dead owner is judged again under the break lock, so its successor keeps the lock', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, { ...me, pid: DEAD });
	const exists = (pid: number) => {
		// Between the two looks another process breaks the lock and takes it.
		if (pid === DEAD) writeFileSync(`${path}.lock.owner`, JSON.stringify(me));
		return live.exists(pid);
	};
	const processes: Processes = { ...live, exists };
	expect((await withLock(request(path, { processes, waitMs: SHORT_MS }), () => 1)).kind).toBe(
		'busy',
	);
	expect(JSON.parse(readFileSync(`${path}.lock.owner`, 'utf8'))).toEqual(me);
});

it('D8: only one at a time breaks a lock; one that died over it is in nobody’s way for long', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, { ...me, pid: DEAD });
	mkdirSync(`${path}.lock.break`);
	expect((await withLock(request(path, { waitMs: SHORT_MS }), () => 1)).kind).toBe('busy');
	const sixSecondsAgo = Date.now() / 1000 - 6;
	utimesSync(`${path}.lock.break`, sixSecondsAgo, sixSecondsAgo);
	expect((await withLock(request(path), () => 1)).kind).toBe('held');
	expect(readdirSync(directory.path)).toEqual([]);
});

it('D8: an owner file without its directory still counts', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	writeFileSync(`${path}.lock.owner`, JSON.stringify(me));
	expect((await withLock(request(path, { waitMs: SHORT_MS }), () => 1)).kind).toBe('busy');
	writeFileSync(`${path}.lock.owner`, JSON.stringify({ ...me, pid: DEAD }));
	expect((await withLock(request(path), () => 1)).kind).toBe('held');
});

it('tells whose lock was broken, once, before anyone gets it', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plant(path, { ...me, pid: DEAD });
	const seen: unknown[] = [];
	const onBroken = (pid: number) => seen.push(pid);
	await withLock(request(path, { onBroken }), () => seen.push('in'));
	expect(seen).toEqual([DEAD, 'in']);
});

it('says so when its lock was taken away, and leaves the new owner alone', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const other = JSON.stringify({ ...me, claim: 'other' });
	const locked = await withLock(request(path), (isMine) => {
		writeFileSync(`${path}.lock.owner`, other);
		return isMine();
	});
	expect(locked).toEqual({ kind: 'held', value: false });
	expect(readFileSync(`${path}.lock.owner`, 'utf8')).toBe(other);
});

it('throws where no lock can be made', async () => {
	await using directory = await createFixture({ file: '' });
	const fails = withLock(request(directory.getPath('file/a.json')), () => 1);
	await expect(fails).rejects.toMatchObject({ code: 'ENOTDIR' });
});
