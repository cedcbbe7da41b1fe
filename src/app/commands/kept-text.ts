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

const MARK = /\[redacted:([a-z0-9_-]+)\]/g;

/**
 * What of a text somebody typed may be stored (D30).
 *
 * @throws Fault `usage` where nothing is left, or it is too long
 */
export function keptText(raw: string, { what, max }: TextRule): KeptText {
	const kept = cleanText(raw);
	const { text } = kept;
	if (text === '') {
		throw new Fault('usage', `${what} is empty`, { hint: `say it in one to ${max} characters` });
	}
	if (text.length > max) {
		throw new Fault('usage', `${what} has ${text.length} characters, ${max} at most are kept`, {
			hint: 'say it shorter',
		});
	}
	return kept;
}

/** A text without its secrets, as one line of any length, and the kinds of what was taken out. */
export function cleanText(raw: string): KeptText {
	const clean = redact(raw);
	const had = kindsIn(raw);
	return { text: flat(clean), redacted: kindsIn(clean).filter((kind) => !had.includes(kind)) };
}

/** What the user is told where a secret was taken out of what was kept. */
export function redactedNotes(redacted: readonly string[]): string[] {
	const kinds = [...new Set(redacted)];
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}

/** What of a remark may be stored, such as a reason: one line, without secrets, cut where it is too long. */
export function keptRemark(raw: string): string {
	return oneLine(cleanText(raw).text);
}

function kindsIn(text: string): string[] {
	return [...text.matchAll(MARK)].flatMap(([, kind]) => kind ?? []);
}
