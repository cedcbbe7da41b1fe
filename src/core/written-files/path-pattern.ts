import { UNKNOWN } from '../command/call.ts';
import { matchesGlob } from '../config/glob.ts';

/** Behind an unknown start, one name says enough only where it is one of these. */
const tellingName = /^(?:requirements(?:\.local)?\.ya?ml|\.claude|\.git)$/;
/** Names are no longer, so a longer pattern is made of stars; `matchesGlob` takes no more. */
const maxGlob = 256;
/** What is longer still is not even looked at: it may fit. */
const maxSegment = 1_024;

/**
 * Whether an absolute path is one that a pattern may stand for: a spelling without variables.
 * Stars stay in their segment and leave out names with a dot, as in a shell. {@link UNKNOWN} stands
 * for any text, also with slashes; alone at the end for one name; at the start only where two known
 * segments follow, or one that few other files bear. Case does not count, as some file systems
 * have it.
 */
export function fitsPattern(pattern: string, path: string): boolean {
	if (!holdsBetween(pattern.toLowerCase(), path.toLowerCase())) return false;
	const wanted = segmentsOf(pattern.toLowerCase());
	const found = segmentsOf(path.toLowerCase());
	while (wanted.length > 1 && found.length > 1 && wanted.at(-1) === UNKNOWN) {
		wanted.pop();
		found.pop();
	}
	const first = wanted.findIndex((segment) => segment.includes(UNKNOWN));
	if (first < 0) return wanted.length === found.length && allFit(wanted, found);
	const last = wanted.findLastIndex((segment) => segment.includes(UNKNOWN));
	return fitsAround(readAround(wanted, first, last), found);
}

/** Whether what stands between two unknown texts occurs in the path, in that order. */
function holdsBetween(pattern: string, path: string): boolean {
	let from = 0;
	for (const piece of pattern.split(UNKNOWN).slice(1, -1)) {
		const text = piece.replaceAll(/^\/+|\/+$/g, '');
		if (/[\\*?[]/.test(text)) continue;
		const at = path.indexOf(text, from);
		if (at < 0) return false;
		from = at + text.length;
	}
	return true;
}

function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}

/** What is known before the first unknown text and after the last. */
interface Around {
	readonly head: readonly string[];
	/** Start of the segment in which the unknown begins. */
	readonly opening: string;
	/** End of the segment in which it ends. */
	readonly closing: string;
	readonly tail: readonly string[];
}

function readAround(wanted: readonly string[], first: number, last: number): Around {
	const opened = wanted[first] ?? '';
	const closed = wanted[last] ?? '';
	return {
		head: wanted.slice(0, first),
		opening: opened.slice(0, opened.indexOf(UNKNOWN)),
		closing: closed.slice(closed.lastIndexOf(UNKNOWN) + 1),
		tail: wanted.slice(last + 1),
	};
}

function fitsAround({ head, opening, closing, tail }: Around, found: readonly string[]): boolean {
	const hasStart = head.length > 0 || opening !== '';
	if (!hasStart && !tells(closing, tail)) return false;
	const edges = Math.max(Number(opening !== ''), Number(closing !== ''));
	if (head.length + tail.length + edges > found.length) return false;
	const after = found.length - tail.length;
	return (
		allFit(head, found.slice(0, head.length)) &&
		allFit(tail, found.slice(after)) &&
		(opening === '' || fits(`${opening}*`, found[head.length] ?? '')) &&
		(closing === '' || fits(`*${closing}`, `_${found[after - 1] ?? ''}`))
	);
}

function tells(closing: string, tail: readonly string[]): boolean {
	if (tail.length + Number(closing !== '') > 1) return true;
	return tellingName.test(tail[0] ?? closing);
}

function allFit(wanted: readonly string[], found: readonly string[]): boolean {
	return wanted.every((segment, at) => fits(segment, found[at] ?? ''));
}

/** One name and one segment of a pattern. */
function fits(segment: string, name: string): boolean {
	if (segment === UNKNOWN) return true;
	if (!/[\\*?[]/.test(segment)) return segment === name;
	if (name.startsWith('.') && /^[*?[]/.test(segment)) return false;
	if (segment.length > maxSegment) return true;
	const end = segment.lastIndexOf(']') + 1;
	const closed = segment.slice(0, end).replaceAll(globPieces, globPiece);
	const glob = closed + segment.slice(end).replaceAll(openPieces, globPiece);
	return glob.length > maxGlob || matchesGlob(glob, name);
}

/** An escaped character, a class, stars, and what means something to `matchesGlob` alone. */
const globPieces = /\\.|\[[!^]?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\]|\*+|[{},!]/gs;

/** The same behind the last `]`, where no `[` begins a class. */
const openPieces = /\\.|\*+|[{},!]/gs;

function globPiece(piece: string): string {
	if (piece.startsWith('*')) return '*';
	if (piece.startsWith('\\')) return piece;
	if (!piece.startsWith('[')) return `\\${piece}`;
	return /\[[:.=]/.test(piece) ? '?' : piece.replaceAll(/[{},]/g, '\\$&');
}
