import { type JsonKey, type JsonNode, nodeAt } from './json-edits.ts';
import { quotedWord } from './shell-word.ts';

/** The command of ours that prints the line, wherever in a command it stands: by name, or by its path. */
const OURS = /(?:'(\/[^']*\/req)'|(?<![\w.-])((?:\/[\w./:@%+=-]*\/)?req)) statusline(?![\w-])/;
const KEY = 'statusLine';

/** What the client's `statusLine` holds at present. `foreign`: no command that ours could follow. */
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
	return statusLineProgram(command) !== undefined
		? { kind: 'ours' }
		: { kind: 'command', command, value: node.value as object };
}

/** The program that a line of ours starts, alone or after another command; `undefined`: it is not ours. */
function statusLineProgram(command: string): string | undefined {
	const [, quoted, plain] = OURS.exec(command) ?? [];
	return quoted ?? plain;
}

/**
 * The line of a shell that may not have `req` any more: it shows nothing then, and fails for nobody.
 *
 * @param program `req`, or its path as a word of the shell
 */
export function plainCommand(program: string): string {
	return `! command -v ${program} >/dev/null || ${program} statusline`;
}

/** Seconds between two drawings without a turn: what another terminal satisfies shows soon, and a drawing is a shell. */
const REFRESH_S = 10;

/** The whole value if there is no other command. Claude Code also draws the line after each turn. */
export function plainLine(program: string): object {
	return { type: 'command', command: plainCommand(program), refreshInterval: REFRESH_S };
}

/**
 * The key that shows our line. A command that is there already runs first, and our line follows its lines.
 *
 * @param own what the file to change says
 * @param weaker what files that count less say: it would be hidden, so it is kept as well
 * @param program `req`, or its path as a word of the shell
 */
export function statusLineKey(
	own: StatusLine,
	weaker: readonly StatusLine[],
	program: string,
): JsonKey | undefined {
	if (own.kind === 'ours' || own.kind === 'foreign') return undefined;
	if (own.kind === 'command') {
		return { path: [KEY, 'command'], value: followed(own.command, program) };
	}
	const shown = weaker.find(({ kind }) => kind !== 'none');
	if (shown?.kind === 'ours') return undefined;
	const value =
		shown?.kind === 'command'
			? { ...shown.value, command: followed(shown.command, program) }
			: plainLine(program);
	return { path: [KEY], value };
}

/** Both get what the client sends on stdin. */
function followed(command: string, program: string): string {
	const theirs = `printf %s "$i" | sh -c ${quotedWord(command)}`;
	return `i=$(cat); ${theirs}; ! command -v ${program} >/dev/null || printf %s "$i" | ${program} statusline`;
}
