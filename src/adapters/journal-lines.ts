import { parseJson } from './parse-json.ts';

/** Every line begins with its time, so this is where the line after a torn one starts. */
const LINE_START = /(?=\{"at":")/;

/** The values of the lines of a journal; what is torn or garbled costs itself only. */
export function parseJournal(text: string): unknown[] {
	return text.split('\n').flatMap(parseLine);
}

/** A writer killed in mid-line leaves no newline, so the next line follows on the same one. */
function parseLine(line: string): unknown[] {
	if (line === '') return [];
	const whole = parseJson(line);
	if (whole !== undefined) return [whole];
	return line.split(LINE_START).flatMap((piece) => parseJson(piece) ?? []);
}
