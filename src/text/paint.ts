/** Emphasis by name. */
export type Paint = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Emphasis as a terminal with colors understands it, or none at all. */
export function paint(colors: boolean): Paint {
	const emphasis = (code: number) => (text: string) => (colors ? `\u001b[${code}m${text}\u001b[0m` : text);
	return {
		bold: emphasis(CODES.bold),
		dim: emphasis(CODES.dim),
		red: emphasis(CODES.red),
		green: emphasis(CODES.green),
		yellow: emphasis(CODES.yellow),
	};
}
