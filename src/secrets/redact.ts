import { cutAccountNumbers } from './account-numbers.ts';
import { cutNamedValues } from './named-values.ts';
import { cutAnnounced } from './rules-by-context.ts';
import { cutServiceTokens } from './services.ts';
import { cutUnknownTokens } from './unknown-tokens.ts';

/** What is certain comes first: what is cut by its form keeps the name of its service. */
const CUTS = [cutPrivateKeys, cutServiceTokens, cutAccountNumbers, cutAnnounced, cutNamedValues, cutUnknownTokens];

/**
 * The text without its secrets (D30): each becomes `[redacted:<kind>]`, everything else stays, except
 * invisible characters and escapes (`%3D`, `&quot;`) in a text whose secret they hid. Commit hashes,
 * UUIDs, paths and integrity strings stay. Cut a text after this, not before: half a secret is not
 * found.
 */
export function redact(text: string): string {
	const seen = seenText(text);
	const cut = cutSecrets(seen);
	const open = unescaped(cut);
	const cutOpen = open === cut ? cut : cutSecrets(open);
	if (cutOpen !== open) return cutOpen;
	return cut === seen ? text : cut;
}

/** Whether `redact` would change the text. */
export function holdsSecret(text: string): boolean {
	return redact(text) !== text;
}

/** The path without the secrets in its names: each is read alone. */
export function redactPath(path: string): string {
	return path.split('/').map(redact).join('/');
}

/** The object with the texts in these fields redacted, as deep as they are, keys of records too. */
export function redactFields<T extends object>(of: T, fields: readonly (keyof T)[]): T {
	const changed: T = { ...of };
	for (const name of fields) {
		if (name in of) changed[name] = redactDeep(of[name]) as T[typeof name];
	}
	return changed;
}

function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redactDeep(one)]));
}

function cutSecrets(text: string): string {
	return CUTS.reduce((rest, cut) => cut(rest), text);
}

const { raw } = String;
const MARK = raw`[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`;
/** Runs of base64, whatever joins them. */
const BODY = raw`[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*`;
/** The base64 of a key of RSA, PKCS#8, EC, Ed25519, OpenSSH begins so; a certificate otherwise. */
const BEGINS = raw`MII[\w+/]{2}[AQgw]IBA[ABD]|M(?:Hc|HQ|IG\w)CAQEE|MIG\wAgEAM|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdj`;
/** A private key to its last line, else as far as its base64 goes. */
const PRIVATE_KEY = new RegExp(
	raw`-----BEGIN ${MARK}(?:[^-]{0,20000}-----END ${MARK}|[\s\S]{0,120}?${BODY})|(?<![\w+/])(?=${BEGINS})${BODY}`,
	'g',
);

function cutPrivateKeys(text: string): string {
	return text.replace(PRIVATE_KEY, '[redacted:private-key]');
}

/** Without the colors of a terminal and other invisible characters, which can be within a secret. */
function seenText(text: string): string {
	if (!/[^\0-\x7f]|\x1b/.test(text)) return text;
	return text.replace(/\u001b\[[\d;]*m|\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Printable characters as addresses, markup and JSON write them. */
const ESCAPED = /%[2-7][\dA-F]|&#x?[2-7][\dA-F];|\\u00[2-7][\dA-F]|&quot;/gi;

function unescaped(text: string): string {
	return text.replace(ESCAPED, (written) => {
		const digits = /[\dA-F]{2}(?=;?$)/i.exec(written)?.[0] ?? '22';
		const base = /^&#\d/.test(written) ? 10 : 16;
		return String.fromCharCode(Number.parseInt(digits, base));
	});
}
