import { isTyped } from './typed-password.ts';
import { isPassword } from './value.ts';

const RUN = /(?<![\w+/-])[\w+/-]{12,}={0,2}/g;
const HEX = /^(?:[\da-f]{2}){10,}$/i;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_';
/** What turns it back, on either side. */
const DECODES = /base64|b64|atob|xxd|unhex|fromhex/i;
const BESIDE = 60;
const NAMED = /(?:pass\w{0,6}|pwd|secret|token|key)[=:][^\s=:]{6,}$/i;
const USER_AND_PASSWORD = /^[\w.@+-]{1,64}:(?=\S+$)/;

/** Cuts runs of base64 and hexadecimal digits that say a secret, by what `holds` says of their text. */
export function cutEncoded(text: string, holds: (plain: string) => boolean): string {
	const runs = [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
		const plain = (HEX.test(run) ? ofHex(run) : undefined) ?? ofBase64(run);
		return plain === undefined ? [] : [{ run, index, plain }];
	});
	if (runs.length === 0) return text;
	// Most texts are innocent: their runs are asked about at once.
	const isAny = holds(runs.map(({ plain }) => plain).join('\n'));
	let kept = '';
	let at = 0;
	for (const { run, index, plain } of runs) {
		const end = index + run.length;
		const around = text.slice(Math.max(0, index - BESIDE), end + BESIDE);
		if (!(isAny && holds(plain)) && !isPasswordAlone(plain, around)) continue;
		kept += `${text.slice(at, index)}[redacted:encoded]`;
		at = end;
	}
	return kept + text.slice(at);
}

function isPasswordAlone(plain: string, around: string): boolean {
	if (/\s/.test(plain)) return false;
	if (USER_AND_PASSWORD.test(plain)) return isTyped(plain.replace(USER_AND_PASSWORD, ''));
	if (!DECODES.test(around)) return false;
	return NAMED.test(plain) || (/\d/.test(plain) && isPassword(plain, false));
}

function ofHex(run: string): string | undefined {
	let text = '';
	for (let at = 0; at < run.length; at += 2) {
		const code = Number.parseInt(run.slice(at, at + 2), 16);
		if (!isPrintable(code)) return undefined;
		text += String.fromCharCode(code);
	}
	return text;
}

/** Undefined as soon as it says anything but plain ASCII: nearly all of what is no text ends within three characters. */
function ofBase64(run: string): string | undefined {
	let text = '';
	let bits = 0;
	let width = 0;
	for (const char of run) {
		if (char === '=') break;
		const value = BASE64.indexOf(char);
		bits = ((bits << 6) | (value > 63 ? value - 2 : value)) & 0x3fff;
		width += 6;
		if (width < 8) continue;
		width -= 8;
		const code = (bits >> width) & 0xff;
		if (!isPrintable(code)) return undefined;
		text += String.fromCharCode(code);
	}
	return text;
}

function isPrintable(code: number): boolean {
	return (code >= 0x20 && code < 0x7f) || code === 9 || code === 10 || code === 13;
}
