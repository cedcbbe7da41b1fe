import { textIn } from '../core/document/foreign-json.ts';
import { parseJournal } from './journal-lines.ts';
import { readText } from './read-text.ts';

/** Full ids of the sessions with lines in a journal: those of one short key share it (D5). */
export function journalSessions(path: string): string[] {
	const ids = parseJournal(readText(path)).map((line) => textIn(line, 's'));
	return [...new Set(ids)].filter((id) => id !== undefined);
}
