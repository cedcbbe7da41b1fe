import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HOUR = 3_600_000;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.]\d{3})?Z/g;

/**
 * Lets hours pass for what is stored: every time in it, and the files' own, move into the past. Lengths stay, so
 * that a record still knows how far its journal is folded. Events are left alone: their chain is sealed.
 *
 * @param world `<git common dir>/requirements`
 * @param keys sessions it is for, tasks left alone; default: everything
 */
export function shiftTimes({ stateDir }: { readonly stateDir: string }, hours: number, keys?: readonly string[]): void {
	for (const name of readdirSync(stateDir, { recursive: true, encoding: 'utf8' })) {
		const isOf = (key: string) => name.includes(`/${key}`);
		const path = join(stateDir, name);
		if (keys !== undefined && name === 'notes.jsonl') shiftNotes(path, hours, keys);
		if (keys !== undefined && !keys.some(isOf)) continue;
		if (/[.](?:json|jsonl)$/.test(name) && !name.startsWith('events')) shiftFile(path, hours);
	}
}

/** What the sessions said. */
function shiftNotes(path: string, hours: number, keys: readonly string[]): void {
	const isOf = (line: string) => keys.some((key) => line.includes(`"session":"${key}`));
	const lines = readFileSync(path, 'utf8').split('\n');
	writeFileSync(path, lines.map((line) => (isOf(line) ? earlier(line, hours) : line)).join('\n'));
}

function earlier(text: string, hours: number): string {
	return text.replaceAll(TIME, (time) => {
		const shifted = new Date(Date.parse(time) - hours * HOUR).toISOString();
		return time.length === shifted.length ? shifted : shifted.replace(/[.]\d{3}Z$/, 'Z');
	});
}

function shiftFile(path: string, hours: number): void {
	const { mtimeMs } = statSync(path);
	writeFileSync(path, earlier(readFileSync(path, 'utf8'), hours));
	const then = new Date(mtimeMs - hours * HOUR);
	utimesSync(path, then, then);
}
