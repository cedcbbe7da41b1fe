import { ANNOUNCED_RULES, cutPrivateBlocks } from './announced-rules.ts';
import { cutNamedValues } from './named-values.ts';
import { cutUnknownTokens, PREFIXED_TOKENS, type Rule, SHAPED_TOKENS } from './tokens.ts';
import {
	asSeen,
	cutEncoded,
	isMadeUp,
	isPlaceholder,
	isTyped,
	isTypedInCode,
	mayHoldTyped,
	unescaped,
} from './value.ts';

const RULES: readonly Rule[] = [...PREFIXED_TOKENS, ...SHAPED_TOKENS, ...ANNOUNCED_RULES];

/** An escape within an escape within an escape: what an address in an address in JSON has. */
const MAX_ESCAPES = 3;
/** Judged by whether they look like a password. */
const TYPED = new Set(['password', 'argument']);
/** Written in any case, and with variables as well; token formats are written in one. */
const CARRIERS = new Set([
	...['header', 'bearer', 'cookie', 'url', 'option', 'mnemonic', 'password', 'argument', 'code'],
]);

/**
 * The text without its secrets (D30): each becomes `[redacted:<kind>]`, everything else stays, but for invisible
 * characters beside a secret and for escapes that hid one. Commit hashes, UUIDs, paths and integrity strings survive;
 * doing it twice changes nothing more.
 */
export function redact(text: string): string {
	const seen = asSeen(text);
	let cut = cutAll(seen);
	let open = cut;
	for (let level = 0; level < MAX_ESCAPES; level++) {
		const next = unescaped(open);
		if (next === open) break;
		open = cutAll(next);
		if (open !== next) cut = open;
	}
	return cut === seen ? text : cut;
}

/** Whether the text holds something that would be redacted. */
export function holdsSecret(text: string): boolean {
	return text !== '' && redact(text) !== text;
}

function cutAll(text: string): string {
	const once = cutSecrets(text);
	// What is cut brings what stood far apart together: that can be a secret's surroundings.
	return once === text ? text : cutSecrets(cutSecrets(once));
}

function cutSecrets(text: string): string {
	return cutEncoded(cutPlain(text), (plain) => cutPlain(plain) !== plain);
}

function cutPlain(text: string): string {
	const lower = text.toLowerCase();
	const pairs = pairsIn(lower);
	const asked = RULES.filter(({ words }) =>
		words.some((word) => mayHold(pairs, word) && lower.includes(word)),
	);
	const isTypedAsked = asked.some(({ kind }) => TYPED.has(kind));
	const rules =
		isTypedAsked && !mayHoldTyped(text) ? asked.filter(({ kind }) => !TYPED.has(kind)) : asked;
	return cutUnknownTokens(cutNamedValues(rules.reduce(cut, cutPrivateBlocks(text))));
}

function cut(text: string, { kind, pattern }: Rule): string {
	const isCarried = CARRIERS.has(kind);
	const isNone = isCarried ? noneOf(kind) : isMadeUp;
	return text.replace(
		new RegExp(pattern(), isCarried ? 'gi' : 'g'),
		(whole: string, kept: unknown) => {
			const front = typeof kept === 'string' ? kept : '';
			return isNone(whole.slice(front.length)) ? whole : `${front}[redacted:${kind}]`;
		},
	);
}

function noneOf(kind: string): (value: string) => boolean {
	if (kind === 'argument') return (value) => !isTyped(value) && !isTypedInCode(value);
	return kind === 'password' ? (value) => !isTyped(value) : isPlaceholder;
}

/** Which pairs of neighbours a text has, by the low seven bits of each. */
type Pairs = Uint8Array;

/** One walk over the text, instead of one for each of some hundred words that nearly no text holds. */
function pairsIn(text: string): Pairs {
	const pairs = new Uint8Array(1 << 14);
	let left = 0;
	for (let at = 0; at < text.length; at++) {
		const right = text.charCodeAt(at) & 0x7f;
		pairs[(left << 7) | right] = 1;
		left = right;
	}
	return pairs;
}

/** Whether a text with these pairs can hold the word; false is certain. */
function mayHold(pairs: Pairs, word: string): boolean {
	for (let at = 1; at < word.length; at++) {
		const pair = ((word.charCodeAt(at - 1) & 0x7f) << 7) | (word.charCodeAt(at) & 0x7f);
		if (pairs[pair] !== 1) return false;
	}
	return true;
}

/** Nobody's secret is shorter, and few names have more joints. */
const MIN_SECRET = 16;
const MAX_JOINTS = 12;

/**
 * The object with these fields redacted, as deep as they go, keys of records too. Absent fields stay absent. All texts
 * are asked about at once, which takes little longer than asking about one, and nearly always that is all there is to do.
 */
export function redactFields<T extends object>(of: T, fields: readonly (keyof T)[]): T {
	const present = fields.filter((name) => name in of);
	if (!holdsSecret(present.flatMap((name) => textsIn(of[name])).join('\n\n'))) return of;
	const changed: T = { ...of };
	for (const name of present) changed[name] = redactDeep(of[name]) as T[typeof name];
	return changed;
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [redact(key), redactDeep(one)]),
	);
}

/**
 * A path without the secrets in its names. In a text a word before a secret ends with a blank; in a name it is joined
 * to it, as in `backup-of-<token>.md`, so what follows each joint is looked at as well.
 */
export function redactPath(path: string): string {
	return path.split('/').map(redactName).join('/');
}

function redactName(name: string): string {
	if (name.length < MIN_SECRET || !/\d/.test(name)) return name;
	// In a text, what goes on behind a point is the name of a file or a host, and no token.
	const stem = name.replace(/\.[a-z]{1,5}$/, '');
	const joints = [...stem.matchAll(/[-_.\s]/g)].slice(0, MAX_JOINTS);
	for (const start of [0, ...joints.map(({ index }) => index + 1)]) {
		const rest = stem.slice(start);
		if (rest.length < MIN_SECRET) break;
		const cut = redact(rest);
		if (cut !== rest) return stem.slice(0, start) + cut + name.slice(stem.length);
	}
	return name;
}
