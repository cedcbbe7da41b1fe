/** What the environment says about whoever sits at the command line. */
export interface Terminal {
	/** Colours only on a terminal and never with NO_COLOR (D37). */
	readonly colours: boolean;
}

/** Read once at the start of the process. */
export function terminal(): Terminal {
	return { colours: process.stdout.isTTY === true && !isPlain() };
}

/** Whether nobody wants colours, wherever the output goes: NO_COLOR (no-color.org), or a terminal without any. */
export function isPlain(): boolean {
	const { env } = process;
	return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
}
