import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { recentLines } from '../../core/prune/retention.ts';
import { writeAtomic } from '../atomic-write.ts';
import { looked } from './prune-trouble.ts';
import { joined, type Listed, listed, type PruneWorld } from './prune-world.ts';

/** A writer opens the file, writes one line and closes it: longer (ms) none is at it. */
const GRACE_MS = 100;

const NAMES = ['faults.jsonl', 'faults.old.jsonl'];

/** Faults older than 30 days, of this project and in the user's own file: `req status` shows those of the last 7. */
export function pastFaults(world: PruneWorld, base: string): PruneSearch {
	const { place, configDir, now } = world;
	const own = listed(join(configDir, 'requirements'), configDir);
	return joined([faultsIn(listed(place.stateDir, base), now), faultsIn(own, now)]);
}

function faultsIn({ entries, kept }: Listed, now: number): PruneSearch {
	const files = entries.filter(({ name, stats }) => NAMES.includes(name) && stats.isFile());
	const old = files.map(({ path }) => looked(path, () => oldFaults(path, now)));
	return joined([{ leftovers: [], kept }, ...old]);
}

function oldFaults(path: string, now: number): PruneSearch {
	const text = readFileSync(path, 'utf8');
	const bytes = Buffer.byteLength(text) - Buffer.byteLength(recentText(text, now));
	const remove = () => shorten(path, now);
	const leftover: Leftover = { kind: 'faults', path, bytes, of: undefined, remove };
	return { leftovers: bytes === 0 ? [] : [leftover], kept: [] };
}

function recentText(text: string, now: number): string {
	const lines = text.split('\n').filter((line) => line !== '');
	const recent = recentLines(lines, timeOf, now);
	if (recent.length === lines.length) return text;
	return recent.map((line) => `${line}\n`).join('');
}

function timeOf(line: string): number | undefined {
	try {
		const at = Date.parse(JSON.parse(line)?.at);
		return Number.isNaN(at) ? undefined : at;
	} catch {
		return undefined;
	}
}

/**
 * Faults have no lock: what is appended to the old file while the new one is made, or by a writer that
 * had opened it before, is added to the new one.
 */
async function shorten(path: string, now: number): Promise<undefined> {
	const fd = openSync(path, 'r');
	try {
		const text = readFileSync(fd);
		writeAtomic(path, recentText(text.toString('utf8'), now), () => true);
		const seen = addLate(path, fd, text.length);
		await sleep(GRACE_MS);
		addLate(path, fd, seen);
	} finally {
		closeSync(fd);
	}
}

/** @returns how much of the old file has been seen */
function addLate(path: string, fd: number, seen: number): number {
	const late = Buffer.alloc(Math.max(0, fstatSync(fd).size - seen));
	const length = readSync(fd, late, 0, late.length, seen);
	if (length > 0) appendFileSync(path, late.subarray(0, length), { mode: 0o600 });
	return seen + length;
}
