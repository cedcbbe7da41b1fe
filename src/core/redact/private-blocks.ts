const MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a block that was cut off: runs of base64, whatever joins them. */
const BODY = /[\s\S]{0,120}?[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*/y;

/** Cuts private keys (PEM, OpenSSH, PGP) from their first line to their last, or as far as they go. */
export function cutPrivateBlocks(text: string): string {
	if (!text.includes('PRIVATE KEY')) return text;
	const marks = [...text.matchAll(MARK)];
	let kept = '';
	let at = 0;
	for (const [number, { 0: mark, 1: kind, index }] of marks.entries()) {
		if (kind === 'END' || index < at) continue;
		const next = marks[number + 1];
		const end =
			next?.[1] === 'END' ? next.index + next[0].length : endOfBody(text, index + mark.length);
		if (end === undefined) continue;
		kept += `${text.slice(at, index)}[redacted:private-key]`;
		at = end;
	}
	return kept + text.slice(at);
}

function endOfBody(text: string, from: number): number | undefined {
	BODY.lastIndex = from;
	return BODY.test(text) ? BODY.lastIndex : undefined;
}
