import { redact } from '../secrets/redact.ts';
import { Fault } from '../store/fault.ts';
import { flat, oneLine } from '../text/one-line.ts';

/** What a text is, and its longest length in characters. */
interface TextRule {
	readonly what: string;
	readonly max: number;
}

/**
 * A text that somebody typed, as one line without secrets (D30).
 *
 * @throws Fault `usage` if nothing is left, or it is too long
 */
export function keptText(raw: string, { what, max }: TextRule): string {
	const text = flat(redact(raw));
	if (text === '') {
		throw new Fault('usage', `${what} is empty`, { hint: `say it in one to ${max} characters` });
	}
	if (text.length <= max) return text;
	throw new Fault('usage', `${what} has ${text.length} characters, ${max} at most are kept`, {
		hint: 'say it shorter',
	});
}

/** What of a remark may be stored, such as a reason: one line, without secrets, cut if it is too long. */
export function keptRemark(raw: string): string {
	return oneLine(redact(raw));
}

/** The warning for the user if what is stored has lost secrets: `redacted: github`. Both may be texts, or hold them. */
export function redactedNotes(typed: unknown, stored: unknown): string[] {
	const [had, has] = [typed, stored].map((one) => {
		const marks = `${JSON.stringify(one)}`.matchAll(/\[redacted:([a-z0-9_-]+)\]/g);
		return new Set([...marks].map(([, kind]) => kind));
	});
	const kinds = [...(has ?? [])].filter((kind) => had?.has(kind) === false);
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}
