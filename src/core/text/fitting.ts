/** From here on letters may be two columns wide; to take a narrow one for a wide one costs a column. */
const FIRST_WIDE = 0x1100;

/** A line as far as it fits into so many columns of a terminal, with `…` where something is left out. */
export function fitting(line: string, columns: number): string {
	const letters = [...line];
	if (columnsOf(letters) <= columns) return line;
	let kept = '';
	let left = columns - columnsOf(['…']);
	for (const letter of letters) {
		left -= columnsOf([letter]);
		if (left < 0) break;
		kept += letter;
	}
	return `${kept.trimEnd()}…`;
}

function columnsOf(letters: readonly string[]): number {
	return letters.reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0);
}

function isWide(letter: string): boolean {
	return (letter.codePointAt(0) ?? 0) >= FIRST_WIDE;
}
