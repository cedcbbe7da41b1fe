import type { Seal } from '../core/document/document.ts';

const FIELD = ',\n\t"seal": "';
const SEAL = /^,\n\t"seal": "([^"\n]*)"\n\}\n$/;

type AnySeal = Pick<Seal<never>, 'over' | 'holds'>;

/** Characters nobody reads: tabs double what it takes to write 2 MB (9 and 18 ms), and add a third to what is read. */
const LONG = 100_000;

/** How a document is written: with tabs, so that people can read it, unless it is long; its seal is the last field. */
export function documentText(doc: object, folded: readonly string[], seal?: AnySeal): string {
	const marked = folded.length === 0 ? doc : { ...doc, folded };
	const short = JSON.stringify(marked);
	const text = short.length > LONG ? short : JSON.stringify(marked, undefined, '\t');
	if (seal === undefined) return `${text}\n`;
	return `${text.slice(0, -closingOf(text).length)},\n\t"seal": "${seal.over(text)}"\n}\n`;
}

function closingOf(text: string): string {
	return text.startsWith('{\n') ? '\n}' : '}';
}

/** Whether a document's text is as this build wrote it, to the letter. */
export function isOurs(text: string, seal: AnySeal, changedAt: number): boolean {
	const [end, sealed] = SEAL.exec(text.slice(Math.max(0, text.lastIndexOf(FIELD)))) ?? [];
	if (end === undefined) return seal.holds(text, undefined, changedAt);
	const body = text.slice(0, -end.length);
	return seal.holds(`${body}${closingOf(body)}`, sealed, changedAt);
}

/** A line with its seal, which holds for one owner's documents only. */
export function sealedLine<Line extends object>(
	line: Line,
	seal: AnySeal | undefined,
	owner: string,
): Line {
	return seal === undefined ? line : { ...line, seal: seal.over(lineText(line, owner)) };
}

/**
 * Whether a line is as this build wrote it for that owner. What no seal guards always is.
 *
 * @param changedAt since when its file is as it is, in milliseconds
 */
export function isOurLine(
	line: object,
	seal: AnySeal | undefined,
	{ owner, changedAt }: { readonly owner: string; readonly changedAt: number },
): boolean {
	if (seal === undefined) return true;
	const { seal: sealed, ...rest } = line as { seal?: unknown };
	const text = typeof sealed === 'string' ? sealed : undefined;
	return seal.holds(lineText(rest, owner), text, changedAt);
}

function lineText(line: object, owner: string): string {
	return `${owner}\n${JSON.stringify(line)}`;
}
