import { minute } from '../app/local-time.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { quoted } from '../core/text/one-line.ts';
import { relativeTime } from '../core/text/phrases.ts';
import { columns } from './columns.ts';

/** How a table is laid out. */
export interface Layout {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Columns a line may have: those of the terminal; any number in a pipe and with `--wide`. */
	readonly width: number;
	/** A stored time: how long ago, or with `--wide` when. */
	readonly when: (iso: string | undefined) => string;
}

/** Where a terminal does not say how wide it is. */
const USUAL_COLUMNS = 80;

/** The layout for this terminal, or for whatever the output goes to. */
export function layoutOf(
	{ wide }: { readonly wide?: true | undefined },
	ports: Pick<Ports, 'now'>,
): Layout {
	const { isTTY, columns: seen } = process.stdout;
	const now = ports.now();
	return {
		now,
		width: isTTY && wide !== true ? seen || USUAL_COLUMNS : Infinity,
		when: (iso) => (wide === true ? minute(iso) : relativeTime(iso, now)),
	};
}

/** The columns of a table: each head with what it says of a thing. */
export type Cells<Thing> = Readonly<Record<string, (thing: Thing) => string>>;

/** A table of things below its heads. */
export function table<Thing>(
	things: readonly Thing[],
	cells: Cells<Thing>,
	{ width }: Pick<Layout, 'width'>,
): string {
	const rows = things.map((thing) => Object.values(cells).map((cell) => cell(thing)));
	return columns([Object.keys(cells), ...rows], width).join('\n');
}

/** Where a list of this branch is empty: how many there are beyond it. */
export function elsewhereText(count: number): string {
	return count === 0 ? '' : `; ${count} on other branches: --all`;
}

/** What the user is told where a secret was taken out of what was kept. */
export function redactedNotes(redacted: readonly string[]): string[] {
	const kinds = [...new Set(redacted)];
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}

/**
 * Reads a number that was typed, from 1 on.
 *
 * @throws Fault `usage`
 */
export function countOf(text: string, of: string, hint: string): number {
	if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
	throw new Fault('usage', `${quoted(text)} is not a number of ${of}`, { hint });
}

/** The same of `--limit`. */
export function limitOf(text: string): number {
	return countOf(text, 'lines', 'such as 20');
}
