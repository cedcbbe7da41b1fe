import type { CommandContext } from '../context.ts';
import { minute } from '../text/local-time.ts';
import { oneLine } from '../text/one-line.ts';
import type { Paint } from '../text/paint.ts';
import { relativeTime } from '../text/phrases.ts';

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
export function layoutOf({ wide }: { readonly wide?: true | undefined }, context: CommandContext): Layout {
	const { isTerminal, columns } = context.stdout;
	const now = context.now();
	return {
		now,
		width: isTerminal && wide !== true ? (columns() ?? USUAL_COLUMNS) : Infinity,
		when: (iso) => (wide === true ? minute(iso) : relativeTime(iso, now)),
	};
}

/** The columns of a table: each head with what it says of a thing. */
export type Cells<Thing> = Readonly<Record<string, (thing: Thing) => string>>;

/** A table of things below its heads. */
export function table<Thing>(things: readonly Thing[], cells: Cells<Thing>, { width }: Pick<Layout, 'width'>): string {
	const rows = things.map((thing) => Object.values(cells).map((cell) => cell(thing)));
	return columns([Object.keys(cells), ...rows], width).join('\n');
}

/** A page about one thing. */
interface Page {
	readonly title: string;
	readonly facts: Readonly<Record<string, string | undefined>>;
	/** By their names; of each item its cells. */
	readonly lists: Readonly<Record<string, readonly (readonly string[])[]>>;
	/** Items that a list shows; default: all. */
	readonly most?: number;
}

/** A title with facts, then the lists with their counts. Empty facts and lists are left out. */
export function page({ title, facts, lists, most = Infinity }: Page, { bold }: Paint): string {
	const part = (head: string, rows: readonly (readonly string[])[], more: string[] = []) => {
		const lines = [...columns(rows.map((row) => row.map(oneLine))), ...more];
		return [head, ...lines.map((line) => `  ${line}`)].join('\n');
	};
	const known = Object.entries(facts).flatMap(([name, text = '']) => {
		return text === '' ? [] : [[name, text]];
	});
	const filled = Object.entries(lists).filter(([, items]) => items.length > 0);
	return [
		part(bold(title), known),
		...filled.map(([name, items]) => {
			const more = items.length - most;
			const rest = more > 0 ? [`+${more} more: --json shows all`] : [];
			return part(`${bold(name)} (${items.length})`, items.slice(0, most), rest);
		}),
	].join('\n\n');
}

/** Where a list of this branch is empty: how many there are beyond it. */
export function elsewhereText(count: number): string {
	return count === 0 ? '' : `; ${count} on other branches: --all`;
}

const GAP = '  ';

/** A column is cut down to this, not further: keys and ids stay whole. */
const NARROWEST = 12;

/**
 * Rows as aligned columns, without blanks at the ends of lines.
 *
 * @param width how many columns a line may have: the widest cells are cut with … until it fits
 */
export function columns(rows: readonly (readonly string[])[], width = Infinity): string[] {
	const count = Math.max(0, ...rows.map((row) => row.length));
	const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
	const gaps = GAP.length * (widths.length - 1);
	let excess = widths.reduce((sum, one) => sum + one, gaps) - width;
	for (; excess > 0; excess--) {
		const widest = Math.max(...widths);
		if (widest <= NARROWEST) break;
		widths[widths.lastIndexOf(widest)] = widest - 1;
	}
	return rows.map((row) => {
		const cells = row.map((cell, index) => fitted(cell, widths[index] ?? 0).padEnd(widths[index] ?? 0));
		return fitted(cells.join(GAP).trimEnd(), width);
	});
}

/** A text with … in place of what does not fit. */
export function fitted(text: string, width: number): string {
	return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}
