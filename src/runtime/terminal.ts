import { fstatSync, readFileSync } from 'node:fs';

/** What the environment says about whoever sits at the command line. */
interface Terminal {
	/** Colours only on a terminal and never with NO_COLOR (D37). */
	readonly colours: boolean;
	/** Somebody reads and types here, so that a command may ask. */
	readonly interactive: boolean;
	/** A continuous integration job: `CI` is set. */
	readonly isCi: boolean;
}

/** Read once at the start of the process. */
export function terminal(): Terminal {
	const { env, stdin, stdout } = process;
	return {
		colours: stdout.isTTY === true && !isPlain(),
		interactive: stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb',
		isCi: !['', '0', 'false'].includes(env['CI'] ?? ''),
	};
}

/** Whether nobody wants colours, wherever the output goes: NO_COLOR (no-color.org), or a terminal without any. */
export function isPlain(): boolean {
	const { env } = process;
	return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
}

/** Says what is going on in one line that replaces itself; says nothing where nobody watches. */
export function progressOn(): {
	readonly tell: (text: string) => void;
	readonly end: () => void;
} {
	const { stderr } = process;
	const isWatched = stderr.isTTY === true;
	const write = (text: string) => {
		if (isWatched) stderr.write(`\r\u001b[K${text}`);
	};
	return { tell: write, end: () => write('') };
}

/** Lines for whoever watches, beside the results; on a terminal the last one may replace itself as it goes. */
export interface Lines {
	/** A line that stays. */
	readonly say: (text: string) => void;
	/** The line that is going on; in a pipe nothing. */
	readonly show: (text: string) => void;
	readonly isWatched: boolean;
	/** How many columns such a line may have: one that wraps cannot replace itself. */
	readonly columns: () => number;
}

/** Where the terminal does not say. */
const USUAL_COLUMNS = 80;

/** Such lines on stderr. */
export function linesOn(): Lines {
	const { tell } = progressOn();
	return {
		say: (text) => {
			tell('');
			process.stderr.write(`${text}\n`);
		},
		show: tell,
		isWatched: process.stderr.isTTY === true,
		columns: () => (process.stderr.columns || USUAL_COLUMNS) - 1,
	};
}

/** Everything on standard input; `undefined` where that is a terminal, so that nothing is coming. Never throws. */
export async function standardInput(): Promise<string | undefined> {
	try {
		// A look at the file first: loading node:tty costs a tenth of the process.
		if (fstatSync(0).isCharacterDevice() && (await import('node:tty')).isatty(0)) return undefined;
		return readFileSync(0, 'utf8');
	} catch {
		return '';
	}
}
