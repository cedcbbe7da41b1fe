import { StringDecoder } from 'node:string_decoder';

/** Longer lines are left out: a tool may print a file of any size into one. In characters. */
const MAX_LINE = 1024 * 1024;

/** What takes the pieces of an output and tells its lines, in constant memory. */
export interface LineSplitter {
	readonly push: (piece: Buffer) => void;
	/** The rest is a line, too. */
	readonly end: () => void;
}

/** Splits an output into its lines as it comes; one that is too long is not told. */
export function lineSplitter(tell: (line: string) => void): LineSplitter {
	const decoder = new StringDecoder('utf8');
	let begun = '';
	let isTooLong = false;
	const add = (text: string) => {
		if (begun.length + text.length > MAX_LINE) isTooLong = true;
		begun = isTooLong ? '' : begun + text;
	};
	const finish = () => {
		if (!isTooLong && begun !== '') tell(begun);
		begun = '';
		isTooLong = false;
	};
	return {
		push: (piece) => {
			const [first = '', ...rest] = decoder.write(piece).split('\n');
			add(first);
			for (const part of rest) {
				finish();
				add(part);
			}
		},
		end: () => {
			add(decoder.end());
			finish();
		},
	};
}
