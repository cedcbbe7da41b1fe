import { readFileSync } from 'node:fs';
import { Fault } from '../core/fault/fault.ts';

/**
 * The lines of a history file, oldest first. A line that does not parse costs itself only, and one a
 * crash made its writer write again counts once.
 *
 * @throws Fault `state_unreadable`
 */
export function readHistory(path: string): object[] {
	const texts = new Set(readOrNothing(path).split('\n'));
	return [...texts].flatMap(parseLine);
}

function readOrNothing(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT') return '';
		throw new Fault('state_unreadable', message, { cause });
	}
}

function parseLine(text: string): object[] {
	try {
		const json: unknown = JSON.parse(text);
		return typeof json === 'object' && json !== null ? [json] : [];
	} catch {
		return [];
	}
}
