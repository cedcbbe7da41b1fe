const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Emphasis by name. */
export type Paint = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** Emphasis as terminals understand it, or none at all. */
export function paintWith(colours: boolean): Paint {
	const emphasise = (code: number) => (text: string) =>
		colours ? `\u001b[${code}m${text}\u001b[0m` : text;
	return {
		bold: emphasise(CODES.bold),
		dim: emphasise(CODES.dim),
		red: emphasise(CODES.red),
		green: emphasise(CODES.green),
		yellow: emphasise(CODES.yellow),
	};
}
