import { Fault } from '../../core/fault/fault.ts';
import { flat, oneLine } from '../../core/text/one-line.ts';
import { redact } from '../../secrets/redact.ts';

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

/**
 * A text that somebody typed, as one line. It may hold secrets: whoever stores it redacts it.
 *
 * @throws Fault `usage` if nothing is left, or it is too long
 */
export function typedText(raw: string, { what, max }: TextRule): string {
	const text = flat(raw);
	if (text === '') {
		throw new Fault('usage', `${what} is empty`, { hint: `say it in one to ${max} characters` });
	}
	if (text.length <= max) return text;
	throw new Fault('usage', `${what} has ${text.length} characters, ${max} at most are kept`, {
		hint: 'say it shorter',
	});
}

/** The same for what nobody redacts who stores it. */
export function keptText(raw: string, rule: TextRule): KeptText {
	const text = typedText(redact(raw), rule);
	return { text, redacted: kindsRedacted(raw, text) };
}

const MARK = /\[redacted:([a-z0-9_-]+)\]/g;

/** The kinds of the secrets that a text had before it was stored. */
export function kindsRedacted(typed: string, stored: string): string[] {
	const kindsIn = (text: string) => [...text.matchAll(MARK)].flatMap(([, kind]) => kind ?? []);
	const known = kindsIn(typed);
	return kindsIn(stored).filter((kind) => !known.includes(kind));
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
