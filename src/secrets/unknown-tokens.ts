import { isDrawn, isRandom, isSample } from './value-shapes.ts';

/** A run of the characters of tokens that no part of a longer word or address precedes. */
const CANDIDATE = /(?<![\w./+@#$%:~-](?<!\\[nrt]|^[+-])|W\/")[\w/][\w.:+/~-]{14,}[\w~+/-]={0,2}/gm;
/** A longer run is data. */
const LONGEST = 700;
/** Words before the drawn characters: `acme_live_`, `ACME-`, `v2.`, `acme.` */
const FRONT = /^(?:(?:[a-z]{1,12}\d{0,8}[a-z]?|[A-Z]{1,12}\d{0,3}|[A-Z][a-z]{1,11}\d{0,2}|\d{1,4}(?=[.:]))[_.:-]){0,4}/;
/** A front that says what a token is for, or that it is one. */
const TOLD_BY =
	/[_.:-](?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)[_-](?:[a-z\d]{1,6}_)?$|^_sk[_-]/;
/** A front of ids that clients and services print, of hashes, and of what caches keep. */
const IDS =
	/(?:^|[.:-])(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|batch|cs|sha\d*|md\d|h1|hash|commit|tree|blob|rev|ref|id|cache|build|digest|trace|span|uuid|urn|node|chatcmpl|cmpl|asst|vs|org|user|usr|team|prj|project|dpl|acct|cus|prod|txn|order|cart|client|chunk|index|main|vendors?|pk_live|pk_test|public|nonce|cid|https?|did|enr|gen|ctag)[_.:-]/i;
/** A word just before it says that it is an id, a hash or public; humps have joints by then. */
const CALLED =
	/(?:(?:^|[^a-z]|[-_?&][a-z]+)(?<!token_|key_)(?:[gu]u|[uegk])?ids?(?:-2)?|request|-debug|hash|sum|digest|etag|version|rev(?:ision)?|commit|sha-?\d*|md5|(?:finger|thumb)print|nonce|cursor|after|boundary|address|owner|account|signature|program|integrity|peer|clid|[?&](?:ved|ei|_hsenc|list)|verification|txt|dnskey[ \d]{0,12}|[ ;]bh?|"[xyn]"|x5t(?:#s256)?|jti|pub(?:lic)?[_ ]?key)["'`]?\]?(?: (?:is|was))?[ \t]{0,3}[:=(]{0,2}[ \t]{0,3}["'`<({[=-]{0,8}$|base64,$/;
/**
 * What else is long and mixed: ids with a time in them or of payments, addresses of contents and of
 * wallets, public keys, files and digests in base64, names of code.
 */
const CONTENT =
	/^(?:Qm|0x|_(?:Z[\dNS]|R[IMNX]|INBOX)|RW|12D3|16Uiu|z6Mk|k51|M[A-I][A-Za-z](?=.{50})|k[gw][A-Z]|[13][A-Z]\w{22}$|[A-Z]{2}[\da-f]{32}$|[a-z\d]{2,20}1[ac-hj-np-z02-9]{38,}$|ba[fg][a-z][a-z2-7]{50,}$|(?:[13](?=.{25,33}$)|(?=.{43,44}$|.{87,88}$))[1-9A-HJ-NP-Za-km-z]+$|[12][A-Za-z\d]{26}$|[\w+/-]{22}(?:==|.{5}=)$|[0-7][\da-hjkmnp-tv-zA-HJKMNP-TV-Z]{25}$)|AAAA|::|\d{12}|(?:[\da-f]{1,4}:){4}|[\dA-F]{8}-[\dA-Z]{10,13}$/;
/** The lines around one of a certificate or a file in base64. */
const BEFORE = /(?:-----|[\w+/-]{20,})\r?\n[ \t]{0,12}[+-]?$/;
const BEHIND = /^={0,2}\r?\n[ \t]{0,12}(?:-----|[\w+/]{20,})|^@/;
const LINE = 80;
/** The last part of the name of a file or a host. */
const NAME = /\.[a-z]\w{0,5}$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const HEXADECIMAL = /^(?:[\da-f]+|[\dA-F]+)$/;

/** The text without tokens of services that have no row: no word, name or number looks like them. */
export function cutUnknownTokens(text: string): string {
	return text.replace(CANDIDATE, (found, at: number) => {
		const isPath = found.includes('/') && !isBase64(found);
		if (found.length > LONGEST || isPath || !isToken(found)) return found;
		const before = text.slice(Math.max(0, at - LINE), at);
		const behind = text.slice(at + found.length, at + found.length + LINE);
		const words = before.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase();
		const isKnown = CALLED.test(words) || BEFORE.test(before) || BEHIND.test(behind);
		return isKnown ? found : '[redacted:token]';
	});
}

/** Base64 with slashes in it, maybe behind a word, and no path. */
function isBase64(found: string): boolean {
	if (found.length < 32 || !/^(?:[a-z]{1,12}_)?[A-Za-z\d+/]+={0,2}$/.test(found)) return false;
	return !found.split('/').some((part) => /^[A-Za-z]?[a-z]{2,}\d?$/.test(part));
}

function isToken(found: string): boolean {
	const [front = ''] = FRONT.exec(found) ?? [];
	const run = found.slice(front.length);
	if (NAME.test(found) || IDS.test(front) || isSample(run)) return false;
	const isTold = TOLD_BY.test(`_${front}`);
	if (UUID.test(run)) return isTold || /_$|^[A-Z]+-$/.test(front);
	if (run.split(/[_.:-]/).every((part) => HEXADECIMAL.test(part))) return isHexToken(front, run, isTold);
	return isRandomToken(front, run, isTold) && !CONTENT.test(run);
}

/** Hexadecimal digits are a hash without a front, a version or the key of a cache behind a hyphen. */
function isHexToken(front: string, run: string, isTold: boolean): boolean {
	const digits = run.replace(/[_.:-]/g, '');
	if (!/[a-f]/i.test(digits)) return false;
	if (isTold) return digits.length >= 16;
	if (digits === run) return digits.length >= 28 && /[_.]$|^[a-z]{1,3}-$/.test(front);
	return digits.length >= (run.includes('-') ? 56 : 40);
}

/** How long it is at least behind a front with this joint; else 24. */
const LEAST: Readonly<Record<string, number>> = { '-': 20, _: 16 };

/** As many characters drawn by lot as ids seldom have. */
function isRandomToken(front: string, run: string, isTold: boolean): boolean {
	const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
	const isWhole = /^[A-Za-z\d]+$/.test(run);
	const isOdd = isDrawn(run);
	if (isTold && (isOdd || isWhole) && isRandom(run)) return true;
	if (!isMixed && !isWhole) return false;
	if (!(isOdd && /\d/.test(run)) && !front.endsWith('_')) return false;
	const lower = front === '' ? 30 : 20;
	const least = isMixed ? (LEAST[front.slice(-1)] ?? 24) : lower;
	return run.replace(/=+$/, '').length >= least && !isReadable(run);
}

/** Words with joints, or the numbers of a picture: `93.3c0-17-6.7`. */
function isReadable(run: string): boolean {
	if ((run.match(/[\d.-]/g)?.length ?? 0) > run.length * 0.65) return true;
	const words = /[A-Z]/.test(run) ? (run.match(/[A-Z]?[a-z]{2,}/g) ?? []) : [];
	const length = words.reduce((sum, word) => sum + Math.max(0, word.length - 2), 0);
	return length > run.length * 0.35;
}
