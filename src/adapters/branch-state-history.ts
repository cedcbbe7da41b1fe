import { readText } from './read-text.ts';

/**
 * The lines of a history file, oldest first. A line that does not parse costs itself only, and one a
 * crash made its writer write again counts once.
 *
 * @throws Fault `state_unreadable`
 */
export function readHistory(path: string): object[] {
	const texts = new Set(readText(path).split('\n'));
	return [...texts].flatMap(parseLine);
}

function parseLine(text: string): object[] {
	try {
		const json: unknown = JSON.parse(text);
		return typeof json === 'object' && json !== null ? [json] : [];
	} catch {
		return [];
	}
}
