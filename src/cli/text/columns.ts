const GAP = '  ';

/** Rows as aligned columns, without blanks at the ends of lines. */
export function columns(rows: readonly (readonly string[])[]): string[] {
	const widths = rows.reduce<number[]>(
		(widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
		[],
	);
	return rows.map((row) =>
		row
			.map((cell, index) => cell.padEnd(widths[index] ?? 0))
			.join(GAP)
			.trimEnd(),
	);
}
