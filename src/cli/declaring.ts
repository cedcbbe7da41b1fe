import type { Answer, Desk } from './desk.ts';
import { part } from './text/manual.ts';

/** Carries a command out. Its code is loaded only then. */
export type Perform = (work: (desk: Desk) => Promise<Answer>) => Promise<void>;

/** The option of every command that reads or changes one session (D5). */
export const SESSION = [
	'--session <ref>',
	'name, key, id or the first 4 or more characters of it; default: the session this runs in, or the only live one',
] as const;

/** The option of every command that changes something and is not shown otherwise. */
export const CHANGED_JSON = ['--json', 'for scripts: what was changed, and its warnings'] as const;

/** The option of every command that shows a table. */
export const WIDE = ['--wide', 'whole texts, however wide the terminal, and exact times'] as const;

/** The last part of a command's help. */
export function examples(...lines: readonly string[]): string {
	return part(
		'Examples:',
		lines.map((line) => [line]),
	);
}
