import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it, vi } from 'vitest';
import { isLocked, withLock } from '../../src/store/lock.ts';
import { makePipe } from '../support/make-pipe.ts';
import { ME, plantLock, writer } from '../support/writer.ts';

const MINUTE_MS = 60 * 1000;
/** How long a writer waits that is to get the lock, however busy the machine is, and one that is not. */
const [LONG_MS, SHORT_MS] = [60_000, 60];
/** Above every pid Linux and macOS hand out. */
const DEAD = 2 ** 22 + 1;

async function lock(path: string, expected: 'held' | 'busy'): Promise<void> {
	const context = writer(expected === 'held' ? LONG_MS : SHORT_MS);
	expect((await withLock(path, () => 1, context)).kind).toBe(expected);
}

it('names its owner while held and leaves nothing behind', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const action = (holdsLock: () => boolean) => {
		expect(JSON.parse(readFileSync(`${path}.lock.owner`, 'utf8'))).toMatchObject(ME);
		return holdsLock();
	};
	expect(await withLock(path, action, writer(LONG_MS))).toEqual({ kind: 'held', value: true });
	expect(readdirSync(directory.path)).toEqual([]);
});

it('is released when the action throws', async () => {
	await using directory = await createFixture({});
	const action = () => {
		throw new RangeError('on purpose');
	};
	const fails = withLock(directory.getPath('a.json'), action, writer(LONG_MS));
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
	const all = [1, 2, 3, 4].map(() => withLock(path, action, writer(LONG_MS)));
	expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(Array(4).fill('held'));
	expect(most).toBe(1);
});

it.each<[string, object | string, 'held' | 'busy']>([
	['a live owner', ME, 'busy'],
	['a dead owner', { ...ME, pid: DEAD }, 'held'],
	['an owner whose pid another process has by now', { ...ME, started: 'earlier' }, 'held'],
	['an owner whose start is unknown', { pid: ME.pid, host: ME.host }, 'busy'],
	['an owner on another host', { ...ME, pid: DEAD, host: 'elsewhere' }, 'busy'],
	['an owner that has not signed yet', '', 'busy'],
	['an owner that signed with half a line', '{"pid":', 'busy'],
])('D8: the lock of %s', async (_, owner, kind) => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plantLock(path, owner);
	await lock(path, kind);
	expect(existsSync(`${path}.lock`)).toBe(kind === 'busy');
});

it('D8: the lock of a deleted host goes after ten minutes, and no temporary file with its pid', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const temporary = `a.json.${DEAD}.12345678901-1.tmp`;
	await directory.writeFile(temporary, '');
	plantLock(path, { ...ME, pid: DEAD, host: 'elsewhere' });
	const now = Date.now();
	const later = vi.spyOn(Date, 'now').mockReturnValue(now + 9 * MINUTE_MS);
	await lock(path, 'busy');
	later.mockReturnValue(now + 11 * MINUTE_MS);
	await lock(path, 'held');
	expect(readdirSync(directory.path)).toEqual([temporary]);
});

it('a pipe that signs for a lock makes no writer wait for it', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	mkdirSync(`${path}.lock`);
	makePipe(`${path}.lock.owner`);
	await lock(path, 'busy');
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * MINUTE_MS);
	await lock(path, 'held');
});

it('D8: the age of a lock breaks nothing, also if the library would', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plantLock(path);
	utimesSync(`${path}.lock`, 0, 0);
	await lock(path, 'busy');
});

it.each([
	['before it could sign', (path: string) => mkdirSync(`${path}.lock`)],
	['while it signed', (path: string) => plantLock(path, '{"pi')],
])('D8: a lock whose owner died %s goes after five seconds', async (_, leave) => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const before = Date.now();
	leave(path);
	const after = Date.now();
	const later = vi.spyOn(Date, 'now').mockReturnValue(before + 4_000);
	await lock(path, 'busy');
	later.mockReturnValue(after + 6_000);
	await lock(path, 'held');
});

it('D8: a dead owner is checked again under the break lock, so its successor keeps the lock', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plantLock(path, { ...ME, pid: DEAD });
	vi.spyOn(process, 'kill').mockImplementation((pid) => {
		if (pid !== DEAD) return true;
		// Between the two checks another process breaks the lock and takes it.
		writeFileSync(`${path}.lock.owner`, JSON.stringify(ME));
		throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
	});
	await lock(path, 'busy');
	expect(JSON.parse(readFileSync(`${path}.lock.owner`, 'utf8'))).toEqual(ME);
});

it('D8: one process at a time breaks a lock; one that died over it delays no other for long', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	plantLock(path, { ...ME, pid: DEAD });
	mkdirSync(`${path}.lock.break`);
	await lock(path, 'busy');
	const sixSecondsAgo = Date.now() / 1000 - 6;
	utimesSync(`${path}.lock.break`, sixSecondsAgo, sixSecondsAgo);
	await lock(path, 'held');
	expect(readdirSync(directory.path)).toEqual([]);
});

it('D8: an owner file without its directory still counts', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	writeFileSync(`${path}.lock.owner`, JSON.stringify(ME));
	await lock(path, 'busy');
	writeFileSync(`${path}.lock.owner`, JSON.stringify({ ...ME, pid: DEAD }));
	await lock(path, 'held');
});

it('removes the temporary files of a dead owner with its lock, and no others', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const others = [`a.json.${DEAD}.tmp`, `a.json.${DEAD}1.12345678901-1.tmp`];
	const own = ['a', 'b'].map((name) => `${name}.json.${DEAD}.12345678901-1.tmp`);
	for (const name of [...own, ...others]) await directory.writeFile(name, '');
	plantLock(path, { ...ME, pid: DEAD });
	await lock(path, 'held');
	expect(readdirSync(directory.path).sort()).toEqual(others);
});

it('knows when its lock was taken away, and leaves the new owner alone', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const other = JSON.stringify({ ...ME, claim: 'other' });
	const action = (holdsLock: () => boolean) => {
		writeFileSync(`${path}.lock.owner`, other);
		return holdsLock();
	};
	expect(await withLock(path, action, writer(LONG_MS))).toEqual({ kind: 'held', value: false });
	expect(readFileSync(`${path}.lock.owner`, 'utf8')).toBe(other);
});

it('counts as held for others while its owner is alive, without the directory too', async () => {
	await using directory = await createFixture({});
	const path = directory.getPath('a.json');
	const remove = plantLock(path);
	expect(isLocked(path, ME.host)).toBe(true);
	rmdirSync(`${path}.lock`);
	expect(isLocked(path, ME.host)).toBe(true);
	mkdirSync(`${path}.lock`);
	remove();
	expect(isLocked(path, ME.host)).toBe(false);
});
