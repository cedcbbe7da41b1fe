import { parseDuration } from '../../core/config/duration.ts';
import { Fault } from '../../core/fault/fault.ts';
import { CATEGORIES, readSelection, type Selection } from '../../core/inherit/selection.ts';
import { redact } from '../../core/redact/redact.ts';
import { flat, oneLine, quoted } from '../../core/text/one-line.ts';

/** A text as it is kept: one line, without secrets. */
export interface KeptText {
	readonly text: string;
	/** Kinds of the secrets that were taken out, such as `github_token` (D30). */
	readonly redacted: readonly string[];
}

/** What a text is, and its longest length in characters. */
interface TextRule {
	readonly what: string;
	readonly max: number;
}

const MARK = /\[redacted:([a-z0-9_-]+)\]/g;

/**
 * What of a text somebody typed may be stored (D30).
 *
 * @throws Fault `usage` where nothing is left, or it is too long
 */
export function keptText(raw: string, { what, max }: TextRule): KeptText {
	const clean = redact(raw);
	const text = flat(clean);
	if (text === '') {
		throw new Fault('usage', `${what} is empty`, { hint: `say it in one to ${max} characters` });
	}
	if (text.length > max) {
		throw new Fault('usage', `${what} has ${text.length} characters, ${max} at most are kept`, {
			hint: 'say it shorter',
		});
	}
	return {
		text,
		redacted: [...new Set(kindsIn(clean).filter((kind) => !kindsIn(raw).includes(kind)))],
	};
}

/** What the user is told where a secret was taken out of what was kept. */
export function redactedNotes(redacted: readonly string[]): string[] {
	const kinds = [...new Set(redacted)];
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}

/** What of a remark may be stored, such as a reason: one line, without secrets, cut where it is too long. */
export function keptRemark(raw: string): string {
	return oneLine(redact(raw));
}

function kindsIn(text: string): string[] {
	return [...text.matchAll(MARK)].flatMap(([, kind]) => kind ?? []);
}

/**
 * Reads how long something lasts, such as `--ttl`.
 *
 * @returns milliseconds
 * @throws Fault `usage`
 */
export function ttlOf(text: string): number {
	return durationOf(text, 'a duration', 'such as 90s, 30m, 8h, 1h30m, 7d');
}

/** The same of `--max-age`. */
export function ageOf(text: string): number {
	return durationOf(text, 'an age', 'such as 12h, 7d, 30d');
}

function durationOf(text: string, what: string, hint: string): number {
	const milliseconds = parseDuration(text);
	if (milliseconds !== undefined) return milliseconds;
	throw new Fault('usage', `"${oneLine(text)}" is not ${what}`, { hint });
}

/**
 * Reads a `--select`; without one everything (ENG-1).
 *
 * @throws Fault `usage`
 */
export function selectionAsked(text: string | undefined): Selection {
	const read = readSelection(text ?? '');
	if (read.kind === 'selection') return read.select;
	const words = read.words.map(quoted).join(', ');
	throw new Fault('usage', `${words} cannot be selected`, {
		hint: `one or more of ${['all', ...CATEGORIES].join(', ')}, with commas between`,
	});
}

/**
 * Reads a number that was typed, from 1 on.
 *
 * @throws Fault `usage`
 */
export function countOf(text: string, of: string, hint: string): number {
	if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
	throw new Fault('usage', `${quoted(text)} is not a number of ${of}`, { hint });
}

/** The same of `--limit`. */
export function limitOf(text: string): number {
	return countOf(text, 'lines', 'such as 20');
}
