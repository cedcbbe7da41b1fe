const MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a block that was cut off: runs of base64, whatever joins them. */
const BODY = /[\s\S]{0,120}?[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*/y;

/** How a private key begins in base64: RSA, PKCS#8, EC, Ed25519, OpenSSH. Certificates and public keys begin otherwise. */
const KEY =
	/(?<![\w+/])(?:MII[\w+/]{2}[AQgw]IBA[ABD]|M(?:Hc|HQ|IG\w)CAQEE|MIG\wAgEAM|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdj)/;

/** Texts without these need not be searched for it. */
const FRONTS = ['MII', 'MHcCAQ', 'MHQCAQ', 'MIG', 'MC4CAQ', 'b3BlbnNzaC1rZXktdj'];

/** Cuts private keys (PEM, OpenSSH, PGP) from their first line to their last, or as far as they go. */
export function cutPrivateBlocks(text: string): string {
	return cutBodies(cutBlocks(text));
}

/** Without the line before it a key still shows by how it begins. */
function cutBodies(text: string): string {
	if (!FRONTS.some((front) => text.includes(front))) return text;
	let kept = '';
	let rest = text;
	for (let at = rest.search(KEY); at >= 0; at = rest.search(KEY)) {
		const end = endOfBody(rest, at) ?? at + 1;
		kept += `${rest.slice(0, at)}${end > at + 40 ? '[redacted:private-key]' : rest.slice(at, end)}`;
		rest = rest.slice(end);
	}
	return kept + rest;
}

function cutBlocks(text: string): string {
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
