import type { JsonKey } from './json-edits.ts';
import { type JsonNode, nodeAt } from './json-layout.ts';
import { quotedWord } from './shell-word.ts';

/** The command of ours that prints the line, wherever in a command it stands. */
const OURS = /(?<![\w.-])req statusline(?![\w-])/;
/** The line of a shell that may not have `req` any more: it shows nothing then, and fails for nobody. */
export const PLAIN_COMMAND = '! command -v req >/dev/null || req statusline';
const KEY = 'statusLine';

/** What the client's `statusLine` holds at present. `foreign`: no command that could be wrapped. */
export type StatusLine =
	| { readonly kind: 'none' }
	| { readonly kind: 'ours' }
	| { readonly kind: 'command'; readonly command: string; readonly value: object }
	| { readonly kind: 'foreign' };

/** Reads `{ "statusLine": { "type": "command", "command": "…" } }` of a settings file. */
export function statusLineIn(settings: JsonNode): StatusLine {
	const node = nodeAt(settings, [KEY]);
	if (node === undefined) return { kind: 'none' };
	const { type, command } = (node.value ?? {}) as { type?: unknown; command?: unknown };
	if (type !== 'command' || typeof command !== 'string' || command.trim() === '') {
		return { kind: 'foreign' };
	}
	return isOurStatusLine(command)
		? { kind: 'ours' }
		: { kind: 'command', command, value: node.value as object };
}

/** Whether a command is ours, alone or wrapped around another one. */
export function isOurStatusLine(command: string): boolean {
	return OURS.test(command);
}

/**
 * The key that makes the line ours. A command that is there already is run by ours: it is one shell
 * word after `--wrap`, and runs alone where `req` is gone.
 *
 * @param own what the file to change says
 * @param weaker what files that count less say: it would be hidden, so it is wrapped as well
 */
export function statusLineKey(own: StatusLine, weaker: readonly StatusLine[]): JsonKey | undefined {
	if (own.kind === 'ours' || own.kind === 'foreign') return undefined;
	if (own.kind === 'command') return { path: [KEY, 'command'], value: wrapping(own.command) };
	const shown = weaker.find(({ kind }) => kind !== 'none');
	if (shown?.kind === 'ours') return undefined;
	const value =
		shown?.kind === 'command'
			? { ...shown.value, command: wrapping(shown.command) }
			: { type: 'command', command: PLAIN_COMMAND };
	return { path: [KEY], value };
}

function wrapping(command: string): string {
	const ours = 'command -v req >/dev/null && exec req statusline --wrap "$c"';
	return `c=${quotedWord(command)}; ${ours}; exec sh -c "$c"`;
}
