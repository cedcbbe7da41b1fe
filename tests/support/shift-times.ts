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
export function shiftTimes(
	{ stateDir }: { readonly stateDir: string },
	hours: number,
	keys?: readonly string[],
): void {
	for (const name of readdirSync(stateDir, { recursive: true, encoding: 'utf8' })) {
		const isOf = (key: string) => name.includes(`/${key}`);
		if (keys !== undefined && !keys.some(isOf)) continue;
		const path = join(stateDir, name);
		if (/[.](?:json|jsonl)$/.test(name) && !name.startsWith('events')) shiftFile(path, hours);
	}
}

function shiftFile(path: string, hours: number): void {
	const { mtimeMs } = statSync(path);
	const earlier = (time: string) => {
		const shifted = new Date(Date.parse(time) - hours * HOUR).toISOString();
		return time.length === shifted.length ? shifted : shifted.replace(/[.]\d{3}Z$/, 'Z');
	};
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(TIME, earlier));
	const then = new Date(mtimeMs - hours * HOUR);
	utimesSync(path, then, then);
}
