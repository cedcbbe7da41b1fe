const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a block that was cut off: runs of base64, whatever joins them. */
const BODY = /[\s\S]{0,120}?[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*/y;

/** Cuts private keys (PEM, OpenSSH, PGP) from their first line to their last, or as far as they go. */
export function cutPrivateBlocks(text: string): string {
	if (!text.includes('PRIVATE KEY')) return text;
	let kept = '';
	let at = 0;
	for (const begin of text.matchAll(BEGIN)) {
		if (begin.index < at) continue;
		const end = endOf(text, begin.index + begin[0].length);
		if (end === undefined) continue;
		kept += `${text.slice(at, begin.index)}[redacted:private-key]`;
		at = end;
	}
	return kept + text.slice(at);
}

function endOf(text: string, from: number): number | undefined {
	END.lastIndex = from;
	const end = END.exec(text);
	if (end !== null) return end.index + end[0].length;
	BODY.lastIndex = from;
	return BODY.test(text) ? BODY.lastIndex : undefined;
}
