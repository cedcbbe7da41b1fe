import { isText } from './encoded.ts';
import { isDrawn, isRandom } from './value.ts';

/** What a text has that can hold one: a joint or a point with a long run behind it, or many characters. */
const MAYBE = /[\w-][_.-][\w+/-]{0,24}[A-Za-z\d]{10}|[\w-]{36}/;
/** Words that say what a token is for, or that it is one. */
const TOLD_BY =
	/_(?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)_(?:[a-z\d]{1,6}_)?$|[_-](?:live|secret|token|pat|sk|oauth)-$/;
/** `acme_live_`, `acme-`, `ACME_` with what stands behind it. */
const PREFIXED = String.raw`(?<front>(?:[A-Za-z][A-Za-z\d]{0,11}[_-]){1,3})(?<run>[A-Za-z\d][\w-]{15,600})(?:\.[\w-]{16,600})?`;
/** `acme.`, `acme_live.id.` with a long run behind it. */
const POINTED = String.raw`(?<points>(?:[\w-]{1,80}\.){1,2})(?<long>[\w+/-]{32,600})={0,2}`;
/** Nothing says what it is for: only its length does. */
const BARE = String.raw`(?<bare>[A-Za-z\d][\w-]{35,600})(?!=)`;
/** A number in hexadecimal digits with something as long behind it: one of them could be a hash, or an id. */
const TWICE = String.raw`(?<lead>[a-z][a-z\d]{0,7}-)?(?<twice>[\da-f]{8}[\da-f-]{16,120})(?:[.:](?<second>[\w-]{16,64}))?`;
/** Three parts with points between: what it is, who it is, the secret. */
const DOTTED = String.raw`(?<parts>[\w-]{2,80}\.[\w-]{20,600}\.[\w-]{20,600})`;
/** Such a form have ids that clients and services print, too, hashes, and what caches keep. */
const IDS =
	/^(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|batch|cs|pi|sha\d*|md\d|hash|commit|tree|blob|rev|ref|id|cache|build|digest|trace|span|uuid|node|chatcmpl|cmpl|asst|vs|org|user|usr|team|prj|project|dpl|acct|cus|sub|price|prod|plan|inv?|ch|py|pm|src|card|ba|seti|si|ii|il|txn|po|re|dp|order|cart|client|chunk|index|main|vendors?|framework|pk_live|pk_test|public)[_-]/i;
/** A number that counts up with the time has such a form. */
const ULID = /^[0-7][\da-hjkmnp-tv-z]{25}$/i;
/** What else is long and mixed: addresses of contents and of wallets, public keys, fonts and other files in base64. */
const CONTENT = /^(?:Qm|0x|M[A-I][A-Za-z])|AAAA/;
/** The lines beside one of a certificate or a file in base64. */
const BEFORE = /(?:-----|[\w+/-]{20,})\r?\n[ \t]{0,12}$/;
const BEHIND = /^\r?\n[ \t]{0,12}(?:-----|[\w+/]{20,})/;
const LINE = 80;
/** Ids of GitHub's own kind: `PR_kwDO…`. */
const NODE_ID = /^k[gw][A-Z]/;
/** No part of a longer word or path stands in front of it, but maybe the sign of a line that was added or removed. */
const BEGINS = String.raw`(?<![\w./+@#$%:-](?<!\\[nrt]|^[+-])|W/")`;
const UNKNOWN = String.raw`${BEGINS}(?=[\w.:+/-]{18})(?:${TWICE}|${DOTTED}|${POINTED}|${PREFIXED}|${BARE})(?![\w/+-]|\.[a-z])`;
/** A part of a path, its first word all in one case: the rest of them are names of files and of pages. */
const IN_PATH = String.raw`(?<=[\w-]/)(?<front>(?:[a-z][a-z\d]{0,11}_){1,3}|(?:[A-Z][A-Z\d]{0,11}_){1,3})(?<run>[A-Za-z\d][\w-]{19,600})(?![\w+-]|\.[a-z])`;
const HEXADECIMAL = /^[\da-f_-]+$/;

/** Cuts tokens of services that no rule knows: by the words they begin with, or by how long nobody's word is. */
export function cutUnknownTokens(text: string): string {
	if (!MAYBE.test(text)) return text;
	return [UNKNOWN, IN_PATH].reduce(
		(left, pattern) =>
			left.replace(new RegExp(pattern, 'gm'), (whole, ...rest) => {
				const { bare, ...found }: Found = rest.at(-1);
				const isCut = bare === undefined ? isToken(found) : isAlone(bare, rest.at(-3), left);
				return isCut ? '[redacted:token]' : whole;
			}),
		text,
	);
}

type Found = Readonly<Record<string, string | undefined>>;

function isToken(found: Found): boolean {
	const { front, run = '', points = '', long, lead = '', twice, second, parts = '' } = found;
	if (front !== undefined) return isPrefixed(front, run);
	if (twice !== undefined) return !IDS.test(lead) && isTwice(twice, second);
	if (long !== undefined) return !IDS.test(points.replace('.', '-')) && isLot(long);
	return parts
		.split('.')
		.slice(1)
		.every((part) => isRandom(part));
}

/** Drawn by lot, no text in base64, and no line of a block. */
function isAlone(bare: string, at: number, text: string): boolean {
	if (!isLot(bare) || CONTENT.test(bare) || isText(bare)) return false;
	const end = at + bare.length;
	return (
		!BEFORE.test(text.slice(Math.max(0, at - LINE), at)) &&
		!BEHIND.test(text.slice(end, end + LINE))
	);
}

/** A hash has no joint in it, and a UUID is shorter. */
function isTwice(first: string, second: string | undefined): boolean {
	if (second === undefined) return first.length >= 48 && first.includes('-');
	return HEXADECIMAL.test(second) || (isDrawn(second) && /[A-Z]/.test(second));
}

function isPrefixed(front: string, run: string): boolean {
	const isTold = TOLD_BY.test(`_${front}`);
	if (IDS.test(front) || !isRandom(run, isTold)) return false;
	if (isTold) return front.endsWith('_') || !run.includes('-') || isMixed(run);
	// Digits of a hash behind a hyphen are a version, or the key of a cache.
	if (HEXADECIMAL.test(run)) return front.endsWith('_') && run.length >= 28;
	if (ULID.test(run) || NODE_ID.test(run)) return false;
	// The words in front took some of the run along: `acme_live_a1B_`.
	if (isDrawn(run) && TOLD_BY.test(`_${front.replace(/[^_]+_$/, '')}`)) return true;
	if (isDrawn(run)) return run.length >= 20 && (isMixed(run) || !/[a-z].*-|-.*[a-z]/.test(run));
	return /^[A-Za-z\d]+(?:[_-][A-Za-z\d]+)?$/.test(run) && run.length >= 30;
}

/** Drawn by lot, and no number in hexadecimal digits or of small letters alone. */
function isLot(run: string): boolean {
	return isMixed(run) && isDrawn(run);
}

function isMixed(run: string): boolean {
	return run.length >= 20 && /[a-z]/.test(run) && /[A-Z]/.test(run);
}
