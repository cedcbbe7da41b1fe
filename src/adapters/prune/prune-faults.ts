import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Findings, Leftover } from '../../app/ports.ts';
import { recentLines } from '../../core/prune/retention.ts';
import { writeAtomic } from '../atomic-write.ts';
import { listed, type PruneWorld } from './prune-world.ts';

const NAMES = ['faults.jsonl', 'faults.old.jsonl'];

/** Faults older than 30 days: `req status` shows those of the last 7. */
export function pastFaults(world: PruneWorld, base: string): Findings {
	const { entries, kept } = listed(world.place.stateDir, base);
	const files = entries.filter(({ name, stats }) => NAMES.includes(name) && stats.isFile());
	const leftovers = files.flatMap(({ path }): Leftover[] => {
		const text = readFileSync(path, 'utf8');
		const bytes = Buffer.byteLength(text) - Buffer.byteLength(recentText(text, world.now));
		const remove = async () => shorten(path, world.now);
		return bytes === 0 ? [] : [{ kind: 'faults', path, bytes, of: undefined, remove }];
	});
	return { leftovers, kept };
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

/** Faults have no lock: what was appended to the old file while the new one was made is added to it. */
function shorten(path: string, now: number): undefined {
	const fd = openSync(path, 'r');
	try {
		const text = readFileSync(fd);
		writeAtomic(path, recentText(text.toString('utf8'), now), () => true);
		const late = Buffer.alloc(Math.max(0, fstatSync(fd).size - text.length));
		readSync(fd, late, 0, late.length, text.length);
		if (late.length > 0) appendFileSync(path, late);
	} finally {
		closeSync(fd);
	}
}
