import { isDrawn, isRandom } from './value.ts';

/** What a text has that can hold one: a joint or a point with a long run behind it. */
const MAYBE = /[A-Za-z\d][_.-][\w+/-]{0,24}[A-Za-z\d]{10}/;
/** Words that say what a token is for, or that it is one. */
const TOLD_BY =
	/_(?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)_(?:[a-z\d]{1,6}_)?$|[_-](?:live|secret|token|pat|sk|oauth)-$/;
/** `acme_live_`, `acme-`, `ACME_` with what stands behind it. */
const PREFIXED = String.raw`(?<front>(?:[A-Za-z][A-Za-z\d]{0,11}[_-]){1,3})(?<run>[A-Za-z\d][\w-]{15,600})`;
/** `acme.`, `acme_live.id.` with a long run behind it. */
const POINTED = String.raw`(?<points>(?:[\w-]{2,40}\.){1,2})(?<long>[\w+/-]{32,600})={0,2}`;
/** Two long runs: nothing says what they are for. */
const PAIRED = String.raw`(?<pair>[A-Za-z\d]{20,60}_[A-Za-z\d]{16,60})`;
/** Three parts with points between: what it is, who it is, the secret. */
const DOTTED = String.raw`(?<parts>[\w-]{2,80}\.[\w-]{20,600}\.[\w-]{20,600})`;
/** Such a form have ids that clients and services print, too, hashes, and what caches keep. */
const IDS =
	/^(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|batch|cs|pi|sha\d*|md\d|hash|commit|tree|blob|rev|ref|id|cache|build|digest|trace|span|uuid|node|chatcmpl|cmpl|asst|vs|org|user|usr|team|prj|project|dpl|acct|cus|sub|price|prod|plan|inv?|ch|py|pm|src|card|ba|seti|si|ii|il|txn|po|re|dp|order|cart|client|chunk|index|main|vendors?|framework|pk_live|pk_test|public)[_-]/i;
/** A number that counts up with the time has such a form. */
const ULID = /^[0-7][\da-hjkmnp-tv-z]{25}$/i;
const UNKNOWN = String.raw`(?<![\w./+@#$%:-](?<!\\[nrt])|W/\")(?:${DOTTED}|${POINTED}|${PREFIXED}|${PAIRED})(?![\w/+-]|\.[a-z])`;
const HEXADECIMAL = /^[\da-f_-]+$/;

/** Cuts tokens of services that no rule knows: by the words they begin with, or by how long nobody's word is. */
export function cutUnknownTokens(text: string): string {
	if (!MAYBE.test(text)) return text;
	return text.replace(new RegExp(UNKNOWN, 'g'), (whole, ...rest) =>
		isToken(rest.at(-1)) ? '[redacted:token]' : whole,
	);
}

function isToken(found: Readonly<Record<string, string | undefined>>): boolean {
	const { front, run = '', points = '', long, pair, parts } = found;
	if (front !== undefined) return isPrefixed(front, run);
	if (long !== undefined) return !IDS.test(points.replace('.', '-')) && isMixed(long) && isDrawn(long);
	return (pair?.split('_') ?? parts?.split('.').slice(1) ?? []).every(
		(part) => isRandom(part) && (pair === undefined || (isMixed(pair) && isDrawn(part))),
	);
}

function isPrefixed(front: string, run: string): boolean {
	if (IDS.test(front) || !isRandom(run)) return false;
	if (TOLD_BY.test(`_${front}`)) return front.endsWith('_') || !run.includes('-') || isMixed(run);
	// Digits of a hash behind a hyphen are a version, or the key of a cache.
	if (HEXADECIMAL.test(run)) return front.endsWith('_') && run.length >= 32;
	if (ULID.test(run)) return false;
	if (isDrawn(run)) return run.length >= 20 && (isMixed(run) || !run.includes('-'));
	return /^[A-Za-z\d]+(?:[_-][A-Za-z\d]+)?$/.test(run) && run.length >= 30;
}

function isMixed(run: string): boolean {
	return run.length >= 20 && /[a-z]/.test(run) && /[A-Z]/.test(run);
}
