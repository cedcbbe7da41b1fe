import { isPassword, isTyped } from './value.ts';

const RUN = /(?<![\w+/-])[\w+/-]{12,}={0,2}/g;
const HEX = /^(?:[\da-f]{2}){10,}$/i;
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

/** Every runtime has it; core knows the types of none. */
declare function atob(base64: string): string;

function ofHex(run: string): string | undefined {
	return asPlain(run.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

function ofBase64(run: string): string | undefined {
	const known = run.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/')).replace(/=+$/, '');
	// One character alone is less than a byte.
	return asPlain(atob(known.length % 4 === 1 ? known.slice(0, -1) : known));
}

/** Whether it is text in base64: no token, whatever it says. */
export function isText(run: string): boolean {
	return /^[\w+/-]+={0,2}$/.test(run) && ofBase64(run) !== undefined;
}

/** Undefined where it says anything but plain ASCII. */
function asPlain(text: string): string | undefined {
	return /^[\t\n\r -~]+$/.test(text) ? text : undefined;
}

/** Most texts are plain: they need not be searched for what nobody sees. */
const MAYBE_UNSEEN = /[^\0-\x7f]|\x1b/;

/** Characters as addresses, markup and JSON write them: `%3D`, `&quot;`, `\u0022`. */
const ESCAPED = /%(?:3[AaDd]|2[256])|&(?:quot|apos|#\d{2,3});|\\u00[2-7]/;
const ALL_ESCAPED = /%([2-7][\dA-Fa-f])|&(quot|apos|lt|gt);|&#(\d{2,3});|\\u00([2-7][\dA-Fa-f])/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * The text as it looks: without invisible characters and the colours of a terminal, which can stand in the middle of a
 * secret. The pattern stands here because making it takes 0.4 ms.
 */
export function asSeen(text: string): string {
	if (!MAYBE_UNSEEN.test(text)) return text;
	return text.replace(/\u001b\[[\d;]*m|\p{Default_Ignorable_Code_Point}/gu, '');
}

/** The text with its escapes as the characters they stand for, once; the same text if it has none. */
export function unescaped(text: string): string {
	if (!ESCAPED.test(text)) return text;
	return text.replace(ALL_ESCAPED, (whole: string, ...found: (string | undefined)[]) => {
		const [percent, entity, decimal, hex] = found;
		if (entity !== undefined) return ENTITIES[entity] ?? whole;
		const code =
			decimal === undefined ? Number.parseInt(percent ?? hex ?? '', 16) : Number(decimal);
		return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole;
	});
}
